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
        (scopes, any::<bool>()).prop_map(|(scopes, is_external)| key(&scopes, is_external)),
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

fn openings() -> impl Strategy<Value = Openings> {
    let lists =
        (entries(), prop_oneof![3 => Just(Vec::new()), 1 => entries()], entries(), entries());
    let reading = proptest::option::of(any::<bool>());
    (vec(select(Gate::ALL), 0..10), lists, reading, proptest::bool::weighted(0.05)).prop_map(
        |(gates, (denied, allowed, scoped, granted), reading, is_closed)| Openings {
            denied_tools: denied,
            allowed_tools: allowed,
            scoped_tools: scoped,
            granted_tools: granted,
            narrowings: reading
                .map(|read_only| Choice { read_only, ..Choice::default() })
                .and_then(|choice| Narrowing::new(&CATALOG, &choice).ok())
                .into_iter()
                .collect(),
            closed_by: is_closed.then(|| "agent.toml".to_owned()),
            ..on(&gates)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    #[test]
    fn visible_is_callable(caller in callers(), openings in openings()) {
        let at = Standpoint::new(&CATALOG, caller, &openings);
        let visible = visible(&CATALOG, &at);
        for (position, decl) in DECLS.iter().enumerate() {
            let is_callable = matches!(decide(&CATALOG, position, &at), Standing::Callable);
            prop_assert_eq!(visible.contains(position), is_callable, "{}", decl.name);
        }
    }

    #[test]
    fn an_external_key_never_sees_more_than_its_five_scopes(
        scopes in vec(select(Scope::ALL), 0..26),
        openings in openings(),
    ) {
        let at = Standpoint::new(&CATALOG, key(&scopes, true), &openings);
        for position in visible(&CATALOG, &at).iter() {
            let scope = DECLS[position].scope;
            prop_assert!(scope.is_external() && scopes.contains(&scope), "{scope:?}");
        }
    }
}
