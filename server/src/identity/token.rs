//! Tokens: what a process shows to prove which agent it acts for.
//!
//! `tollgate_agent_`, the identity as JSON, a point, and the HMAC-SHA256 of all before the point;
//! the two parts are in URL-safe base64. The beginning is signed with the rest, so that a token
//! of another kind that this key may sign one day is none of these.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use tollgate_tools::store::rfc3339;

use super::key::IdentityKey;

/// How a token begins.
pub const BEGINS: &str = "tollgate_agent_";

/// Bytes of a token that is looked at.
pub const TOKEN_BYTES_MAX: usize = 2_048;

/// Which agent a process acts for, where, at what, and until when.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The agent's id.
    pub agent_id: String,
    /// The workspace that the agent works in.
    pub workspace_id: String,
    /// The task that the process was started for, if it was for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// When it ends, in milliseconds; the moment before is its last.
    pub expires_at: i64,
}

/// Why a token proves nothing. None of them says anything of the token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is no token.
    #[error("is no token, which begins with `{BEGINS}` and has at most {TOKEN_BYTES_MAX} bytes")]
    Malformed,
    /// The key of another home signed it, or nobody did.
    #[error("was not signed by this home")]
    Foreign,
    /// Its time is over.
    #[error("expired at {}", rfc3339(*.at))]
    Expired {
        /// When, in milliseconds.
        at: i64,
    },
}

impl IdentityKey {
    /// The token that proves this identity.
    ///
    /// # Errors
    /// When the identity cannot be written as JSON.
    pub fn sign(&self, identity: &Identity) -> Result<String, serde_json::Error> {
        let claims = serde_json::to_vec(identity)?;
        let signed = format!("{BEGINS}{}", BASE64URL_NOPAD.encode(&claims));
        let mac = self.mac(&signed).finalize().into_bytes();
        Ok(format!("{signed}.{}", BASE64URL_NOPAD.encode(&mac)))
    }

    /// The identity that a token proves at this moment. How much of its signature is right shows
    /// in no time that it takes.
    ///
    /// # Errors
    /// When it proves none.
    pub fn verify(&self, token: &str, now_ms: i64) -> Result<Identity, TokenError> {
        if token.len() > TOKEN_BYTES_MAX {
            return Err(TokenError::Malformed);
        }
        let (signed, mac) = token.split_once('.').ok_or(TokenError::Malformed)?;
        let claims = signed.strip_prefix(BEGINS).ok_or(TokenError::Malformed)?;
        let mac = BASE64URL_NOPAD.decode(mac.as_bytes()).map_err(|_| TokenError::Malformed)?;
        // Not a byte of what is claimed is read before it is known who wrote it.
        self.mac(signed).verify_slice(&mac).map_err(|_| TokenError::Foreign)?;
        let claims = BASE64URL_NOPAD.decode(claims.as_bytes());
        let claims = claims.map_err(|_| TokenError::Malformed)?;
        let identity: Identity =
            serde_json::from_slice(&claims).map_err(|_| TokenError::Malformed)?;
        if now_ms >= identity.expires_at {
            return Err(TokenError::Expired { at: identity.expires_at });
        }
        Ok(identity)
    }

    pub(super) fn mac(&self, signed: &str) -> Hmac<Sha256> {
        // HMAC fills a shorter key up with zeros; done here, no length can be wrong.
        let mut block = [0; 64];
        block[..self.bytes.len()].copy_from_slice(&self.bytes);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(signed.as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> (tempfile::TempDir, IdentityKey) {
        let home = tempfile::tempdir().unwrap();
        let key = IdentityKey::open_or_make(home.path()).unwrap();
        (home, key)
    }

    fn ada() -> Identity {
        Identity {
            agent_id: "ada".to_owned(),
            workspace_id: "w".to_owned(),
            task_id: None,
            expires_at: 10,
        }
    }

    #[test]
    fn a_token_proves_what_was_signed() {
        let (_home, key) = key();
        for task_id in [None, Some("t".to_owned())] {
            let identity = Identity { task_id, ..ada() };
            let token = key.sign(&identity).unwrap();
            assert!(token.starts_with("tollgate_agent_"), "{token}");
            assert_eq!(key.verify(&token, 9), Ok(identity));
        }
    }

    #[test]
    fn a_token_ends_at_its_moment() {
        let (_home, key) = key();
        let token = key.sign(&ada()).unwrap();
        assert_eq!(key.verify(&token, 10), Err(TokenError::Expired { at: 10 }));
        assert_eq!(key.verify(&token, i64::MAX), Err(TokenError::Expired { at: 10 }));
    }

    #[test]
    fn the_token_of_another_home_proves_nothing() {
        let ((_home, key), (_other_home, other)) = (key(), key());
        let token = other.sign(&ada()).unwrap();
        assert_eq!(key.verify(&token, 0), Err(TokenError::Foreign));
    }

    #[test]
    fn no_part_of_a_token_can_be_changed() {
        let (_home, key) = key();
        let token = key.sign(&ada()).unwrap();
        for at in BEGINS.len()..token.len() {
            let other = if token.as_bytes()[at] == b'A' { 'B' } else { 'A' };
            let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
            let refused = key.verify(&changed, 0);
            assert!(
                matches!(refused, Err(TokenError::Foreign | TokenError::Malformed)),
                "{at}: {refused:?}"
            );
        }
    }

    #[test]
    fn the_claims_of_one_token_do_not_go_with_the_signature_of_another() {
        let (_home, key) = key();
        let bob = key.sign(&Identity { agent_id: "bob".to_owned(), ..ada() }).unwrap();
        let ada = key.sign(&ada()).unwrap();
        let mixed =
            format!("{}.{}", bob.split_once('.').unwrap().0, ada.split_once('.').unwrap().1);
        assert_eq!(key.verify(&mixed, 0), Err(TokenError::Foreign));
    }

    #[test]
    fn what_is_no_token_is_told_from_a_foreign_one() {
        let (_home, key) = key();
        let token = key.sign(&ada()).unwrap();
        let (signed, mac) = token.split_once('.').unwrap();
        let bare = signed.strip_prefix(BEGINS).unwrap();
        for text in [
            "",
            ".",
            "ada",
            signed,
            &format!("{bare}.{mac}"),
            &format!("{signed}.{mac}="),
            &format!("{signed}.{mac}.{mac}"),
            &format!("{token}\n"),
            &format!("{BEGINS}{}.{mac}", "A".repeat(TOKEN_BYTES_MAX)),
        ] {
            assert_eq!(key.verify(text, 0), Err(TokenError::Malformed), "{text}");
        }
        for mac in ["", "AAAA"] {
            assert_eq!(key.verify(&format!("{signed}.{mac}"), 0), Err(TokenError::Foreign));
        }
    }

    #[test]
    fn a_token_is_looked_at_up_to_its_longest() {
        let (_home, key) = key();
        let of_length = |chars: usize| {
            let identity = Identity { agent_id: "x".repeat(chars), ..ada() };
            key.sign(&identity).unwrap()
        };
        let over = (0..).find(|chars| of_length(*chars).len() > TOKEN_BYTES_MAX).unwrap();
        assert!(key.verify(&of_length(over - 1), 0).is_ok());
        assert_eq!(key.verify(&of_length(over), 0), Err(TokenError::Malformed));
    }

    #[test]
    fn claims_of_another_version_are_no_token() {
        let (_home, key) = key();
        let claims = br#"{"agent_id":"ada","workspace_id":"w","expires_at":10,"is_root":true}"#;
        let signed = format!("{BEGINS}{}", BASE64URL_NOPAD.encode(claims));
        let mac = BASE64URL_NOPAD.encode(&key.mac(&signed).finalize().into_bytes());
        assert_eq!(key.verify(&format!("{signed}.{mac}"), 0), Err(TokenError::Malformed));
    }
}
