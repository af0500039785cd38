//! What a key may do: its scopes, as words and as a set.
//!
//! Must not: guess. A word that is no scope of this build makes the whole set unreadable, when a
//! key is made and when one is read.

use tollgate_decl::{Scope, Scopes};

use super::error::KeysError;
use super::kind::KeyKind;

/// The scopes that a new key of this kind gets.
pub(super) fn asked(kind: KeyKind, words: &[String]) -> Result<Scopes, KeysError> {
    match (kind.has_scopes(), words.is_empty()) {
        (false, false) => return Err(KeysError::ScopesOfNoUse { kind }),
        (true, true) => return Err(KeysError::NoScopes { kind }),
        _ => {}
    }
    words.iter().try_fold(Scopes::NONE, |scopes, word| {
        let Some(scope) = Scope::of(word) else {
            return Err(KeysError::UnknownScope {
                given: word.clone(),
                allowed: allowed(kind),
                nearest: nearest(kind, word),
            });
        };
        if !may_hold(kind, scope) {
            let allowed = allowed(kind);
            return Err(KeysError::InternalScope { scope: scope.wire(), allowed });
        }
        Ok(scopes.with(scope))
    })
}

/// The scopes that a stored key has, if this build knows them all and the kind may hold them.
pub(super) fn stored(kind: KeyKind, words: &[String]) -> Option<Scopes> {
    if kind.has_scopes() == words.is_empty() {
        return None;
    }
    words.iter().try_fold(Scopes::NONE, |scopes, word| {
        let scope = Scope::of(word).filter(|scope| may_hold(kind, *scope))?;
        Some(scopes.with(scope))
    })
}

fn may_hold(kind: KeyKind, scope: Scope) -> bool {
    kind != KeyKind::External || scope.is_external()
}

fn holdable(kind: KeyKind) -> impl Iterator<Item = &'static str> {
    let scopes = Scope::ALL.iter().filter(move |scope| may_hold(kind, **scope));
    scopes.map(|scope| scope.wire())
}

fn allowed(kind: KeyKind) -> String {
    holdable(kind).collect::<Vec<_>>().join(", ")
}

/// The scope that was probably meant: at most a third of its letters are others.
fn nearest(kind: KeyKind, word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    holdable(kind)
        .map(|known| (strsim::damerau_levenshtein(&word, known), known))
        .filter(|(distance, known)| *distance <= known.len() / 3)
        .min()
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn refusal(kind: KeyKind, given: &[&str]) -> String {
        asked(kind, &words(given)).unwrap_err().to_string()
    }

    #[test]
    fn every_scope_is_grantable_inside_and_the_first_five_outside() {
        let mut outside = 0;
        for scope in Scope::ALL {
            let one = words(&[scope.wire()]);
            assert!(asked(KeyKind::Internal, &one).unwrap().contains(*scope));
            outside += usize::from(asked(KeyKind::External, &one).is_ok());
        }
        assert_eq!((Scope::ALL.len(), outside), (26, 5));
    }

    #[test]
    fn an_unknown_scope_is_told_the_nearest_and_all_that_are_allowed() {
        assert_eq!(
            refusal(KeyKind::External, &["wiki:read", "memory:red"]),
            "there is no scope `memory:red`; this key can have memory:read, memory:write, \
             wiki:read, wiki:write, messaging:send; did you mean `memory:read`?"
        );
        let text = refusal(KeyKind::Internal, &["nothing-like-it"]);
        assert!(text.ends_with("discovery:execute, admin"), "{text}");
    }

    #[test]
    fn a_scope_of_the_house_stays_in_the_house() {
        for word in ["admin", "identity:read", "db:read"] {
            let text = refusal(KeyKind::External, &[word]);
            assert!(text.starts_with(&format!("`{word}` is not for external keys")), "{text}");
        }
    }

    #[test]
    fn scopes_are_where_they_count_and_nowhere_else() {
        for kind in [KeyKind::Operator, KeyKind::Agent] {
            assert_eq!(asked(kind, &[]).unwrap(), Scopes::NONE);
            assert!(refusal(kind, &["admin"]).contains("leave the scopes out"));
        }
        for kind in [KeyKind::Internal, KeyKind::External] {
            assert!(refusal(kind, &[]).contains("at least one scope"));
        }
    }

    #[test]
    fn one_stored_word_that_is_unknown_makes_all_of_them_worth_nothing() {
        let read = |kind, given: &[&str]| stored(kind, &words(given));
        let good = Scopes::NONE.with(Scope::WikiRead);
        assert_eq!(read(KeyKind::External, &["wiki:read"]), Some(good));
        assert_eq!(read(KeyKind::Internal, &["wiki:read", "time:travel"]), None);
        assert_eq!(read(KeyKind::External, &["wiki:read", "admin"]), None);
        assert_eq!(read(KeyKind::External, &[]), None);
        assert_eq!(read(KeyKind::Agent, &["wiki:read"]), None);
        assert_eq!(read(KeyKind::Agent, &[]), Some(Scopes::NONE));
    }
}
