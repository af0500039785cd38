//! All gates together: the set and the single answers are one thing, whoever calls.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::gate::{Choice, Narrowing, visible};

fn callers() -> impl Strategy<Value = Caller> {
    let scopes = vec(select(Scope::ALL), 0..6);
    prop_oneof![
        Just(Caller::Operator),
        Just(agent()),
        (scopes.clone(), any::<bool>()).prop_map(|(scopes, is_external)| key(&scopes, is_external)),
        (scopes, any::<bool>()).prop_map(|(scopes, is_external)| subject(&scopes, is_external)),
    ]
}

/// Entries of lists: names, starts of names, other servers, nonsense.
fn entries() -> impl Strategy<Value = Vec<String>> {
    let entry = (any::<Index>(), 0..6_usize).prop_map(|(index, form)| {
        let name = DECLS[index.index(DECLS.len())].name;
        match form {
            0 => format!("mcp__tollgate__{name}"),
            1 => format!("{}*", &name[..3]),
            2 => format!("mcp__other__{name}"),
            3 => format!("*{name}"),
            _ => name.to_owned(),
        }
    });
    vec(entry, 0..4)
}

fn set(scopes: &[Scope]) -> Scopes {
    scopes.iter().fold(Scopes::NONE, |set, scope| set.with(*scope))
}

fn openings() -> impl Strategy<Value = Openings> {
    let lists =
        (entries(), prop_oneof![3 => Just(Vec::new()), 1 => entries()], entries(), entries());
    let reading = proptest::option::of(any::<bool>());
    let closed = proptest::bool::weighted(0.05);
    let acquirable = vec(select(Scope::ALL), 0..8);
    (vec(select(Gate::ALL), 0..10), lists, reading, closed, acquirable).prop_map(
        |(gates, (denied, allowed, scoped, granted), reading, is_closed, acquirable)| Openings {
            denied_tools: denied,
            allowed_tools: allowed,
            scoped_tools: scoped,
            granted_tools: granted,
            narrowings: reading
                .map(|read_only| Choice { read_only, ..Choice::default() })
                .and_then(|choice| Narrowing::new(&CATALOG, &choice).ok())
                .into_iter()
                .collect(),
            acquirable_scopes: set(&acquirable),
            closed_by: is_closed.then(|| "agent.toml".to_owned()),
            ..on(&gates)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    #[test]
    fn visible_is_callable_or_acquirable(caller in callers(), openings in openings()) {
        let at = Standpoint::new(&CATALOG, caller.clone(), &openings);
        let visible = visible(&CATALOG, &at);
        for (position, decl) in DECLS.iter().enumerate() {
            let standing = decide(&CATALOG, position, &at);
            let is_visible = !matches!(standing, Standing::Hidden { .. });
            prop_assert_eq!(visible.contains(position), is_visible, "{}", decl.name);
            if let Standing::Acquirable { scopes } = standing {
                let Caller::Subject { issuer, subject, scopes: held, is_external } = caller.clone()
                else {
                    return Err(TestCaseError::fail("only a token can be widened"));
                };
                // What is named is lacking, can be given, and is all that is missing.
                prop_assert_eq!(scopes.without(openings.acquirable_scopes), Scopes::NONE);
                prop_assert!(scopes != Scopes::NONE && scopes.without(held) == scopes);
                let scopes = held.or(scopes);
                let wider = Caller::Subject { issuer, subject, scopes, is_external };
                let at = Standpoint::new(&CATALOG, wider, &openings);
                prop_assert!(matches!(decide(&CATALOG, position, &at), Standing::Callable));
            }
        }
    }

    #[test]
    fn nobody_outside_ever_calls_more_than_its_five_scopes(
        scopes in vec(select(Scope::ALL), 0..26),
        openings in openings(),
    ) {
        for caller in [key(&scopes, true), subject(&scopes, true)] {
            let at = Standpoint::new(&CATALOG, caller, &openings);
            for (position, scope) in DECLS.iter().map(|decl| decl.scope).enumerate() {
                if let Standing::Callable = decide(&CATALOG, position, &at) {
                    prop_assert!(scope.is_external() && scopes.contains(&scope));
                }
            }
        }
    }
}
