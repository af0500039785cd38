//! What the store keeps of a key, and what a person is shown of it.

use sqlx::FromRow;
use tollgate_decl::Scopes;

use super::kind::KeyKind;
use super::rights;

/// A key as it is compared with what somebody shows.
#[derive(FromRow)]
pub(super) struct LockRow {
    pub(super) secret_hash: String,
    pub(super) kind: String,
    pub(super) client: String,
    pub(super) scopes: String,
    pub(super) expires_at: i64,
    pub(super) used_at: Option<i64>,
    pub(super) revoked_at: Option<i64>,
}

/// A key as it is shown: everything but what would open something.
#[derive(Debug, FromRow)]
pub(super) struct KeyRow {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) client: String,
    pub(super) scopes: String,
    pub(super) created_at: i64,
    pub(super) expires_at: i64,
    pub(super) used_at: Option<i64>,
    pub(super) revoked_at: Option<i64>,
    pub(super) replaced_by: Option<String>,
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The part of it that may be shown.
    pub id: String,
    /// The word of its kind, which another build may know better.
    pub kind: String,
    /// Whom it was given to; of an agent's key the agent's id.
    pub client: String,
    /// Its scopes, as they are stored.
    pub scopes: Vec<String>,
    /// When it was made, in milliseconds.
    pub created_at: i64,
    /// When it ends by itself, in milliseconds.
    pub expires_at: i64,
    /// When it last let somebody in, to the minute, in milliseconds.
    pub used_at: Option<i64>,
    /// When the operator ended it, in milliseconds.
    pub revoked_at: Option<i64>,
    /// The id of the key that took over.
    pub replaced_by: Option<String>,
}

/// What a key is worth at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// It lets in.
    Live,
    /// Its time is over.
    Expired,
    /// The operator ended it.
    Revoked,
    /// Another build made it, with rights that this one does not know; it opens nothing.
    Unreadable,
}

impl KeyState {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Key {
    /// What it is worth at this moment.
    #[must_use]
    pub fn state(&self, now_ms: i64) -> KeyState {
        if self.revoked_at.is_some() {
            KeyState::Revoked
        } else if has_ended(self.expires_at, now_ms) {
            KeyState::Expired
        } else if rights_of(&self.kind, &self.scopes).is_none() {
            KeyState::Unreadable
        } else {
            KeyState::Live
        }
    }
}

impl From<KeyRow> for Key {
    fn from(row: KeyRow) -> Self {
        Self {
            // What is no list is shown as what no scope is called, so that it is worth nothing.
            scopes: words(&row.scopes)
                .unwrap_or_else(|| vec![format!("unreadable: {}", row.scopes)]),
            id: row.id,
            kind: row.kind,
            client: row.client,
            created_at: row.created_at,
            expires_at: row.expires_at,
            used_at: row.used_at,
            revoked_at: row.revoked_at,
            replaced_by: row.replaced_by,
        }
    }
}

/// The stored form of scopes.
pub(super) fn stored_scopes(scopes: Scopes) -> String {
    let words: Vec<_> = scopes.iter().map(|scope| format!("\"{}\"", scope.wire())).collect();
    format!("[{}]", words.join(","))
}

/// The words of stored scopes, if it is a list of words.
pub(super) fn words(stored: &str) -> Option<Vec<String>> {
    serde_json::from_str(stored).ok()
}

/// What a stored key may do, if this build knows every word of it.
pub(super) fn rights_of(kind: &str, scopes: &[String]) -> Option<(KeyKind, Scopes)> {
    let kind = KeyKind::of(kind)?;
    Some((kind, rights::stored(kind, scopes)?))
}

/// Whether the time of a key that ends then is over: its last moment is the one before.
pub(super) const fn has_ended(expires_at: i64, now_ms: i64) -> bool {
    now_ms >= expires_at
}

#[cfg(test)]
mod tests {
    use tollgate_decl::Scope;

    use super::*;

    fn key(kind: &str, scopes: &str) -> Key {
        KeyRow {
            id: "1".to_owned(),
            kind: kind.to_owned(),
            client: "ci".to_owned(),
            scopes: scopes.to_owned(),
            created_at: 0,
            expires_at: 10,
            used_at: None,
            revoked_at: None,
            replaced_by: None,
        }
        .into()
    }

    #[test]
    fn the_stored_form_of_scopes_is_read_back() {
        let scopes = Scopes::NONE.with(Scope::Admin).with(Scope::WikiRead);
        let stored = stored_scopes(scopes);
        assert_eq!(stored, "[\"wiki:read\",\"admin\"]");
        assert_eq!(rights_of("internal", &words(&stored).unwrap()).unwrap().1, scopes);
        assert_eq!(words(&stored_scopes(Scopes::NONE)), Some(Vec::new()));
    }

    #[test]
    fn the_state_is_the_gravest_thing_there_is_to_say() {
        let good = key("external", "[\"wiki:read\"]");
        assert_eq!(good.state(9), KeyState::Live);
        assert_eq!(good.state(10), KeyState::Expired);
        assert_eq!(Key { revoked_at: Some(1), ..good }.state(10), KeyState::Revoked);
        for (kind, scopes) in [
            ("external", "[\"time:travel\"]"),
            ("guest", "[]"),
            ("internal", "wiki:read"),
            ("operator", ""),
        ] {
            let unreadable = key(kind, scopes);
            assert_eq!(unreadable.state(9), KeyState::Unreadable, "{unreadable:?}");
        }
    }
}
