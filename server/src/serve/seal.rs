//! What a stateless client brings back when it comes again with answers: sealed, for one caller and
//! one request, for a while, once.
//!
//! The client holds it and could change it, so nothing in it is believed before its seal is. The
//! key is made by the process and never leaves it: what another process sealed is nothing here.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::rounds::Answers;
use crate::gate::Principal;

/// How long a client may take for its answers.
const LASTS_MS: i64 = 15 * 60 * 1_000;
/// Bytes of a sealed state; its answers would not fit into a form that a person fills in.
const BYTES_MAX: usize = 256 * 1024;
/// Used states that are remembered until they expire.
const USED_MAX: usize = 65_536;

/// Seals states and opens them.
#[derive(Debug)]
pub(super) struct Seal {
    key: [u8; 32],
    used: Mutex<HashMap<[u8; 16], i64>>,
}

/// Whose state it is, and of which request: a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound([u8; 32]);

/// What is sealed.
#[derive(Deserialize, Serialize)]
struct State {
    bound: String,
    nonce: String,
    expires_at: i64,
    answers: Answers,
}

/// Why a state is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SealError {
    /// Nobody here sealed it, or it was changed.
    #[error("`requestState` is not what this server gave out; call again without it")]
    Broken,
    /// It was given out to somebody else, or for another request.
    #[error("`requestState` belongs to another request; call again without it")]
    Foreign,
    /// Its time is over.
    #[error("`requestState` has expired; call again without it")]
    Expired,
    /// It was brought back before.
    #[error("`requestState` was used already; call again without it")]
    Used,
    /// Too many are in use.
    #[error("too many requests wait for answers; try again later")]
    Full,
    /// What it would hold is too long.
    #[error("the answers are longer than {BYTES_MAX} bytes; answer more briefly")]
    TooLong,
    /// The system gives no random numbers.
    #[error("no state can be sealed at the moment; try again later")]
    Unrandom,
}

impl Bound {
    /// To this caller and this request, whatever the order in which its arguments are written.
    pub(super) fn to(principal: &Principal, method: &str, name: &str, arguments: &str) -> Self {
        let canonical = serde_json::from_str::<serde_json::Value>(arguments)
            .map_or_else(|_| arguments.to_owned(), |sorted| sorted.to_string());
        let mut digest = Sha256::new();
        for part in [format!("{principal:?}").as_str(), method, name, &canonical] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        Self(digest.finalize().into())
    }
}

impl Seal {
    /// With a key of its own.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub(super) fn new() -> Result<Self, SealError> {
        Ok(Self { key: random()?, used: Mutex::default() })
    }

    /// Seals the answers so far.
    pub(super) fn seal(
        &self,
        bound: Bound,
        answers: &Answers,
        now_ms: i64,
    ) -> Result<String, SealError> {
        let state = State {
            bound: BASE64URL_NOPAD.encode(&bound.0),
            nonce: BASE64URL_NOPAD.encode(&random::<16>()?),
            expires_at: now_ms + LASTS_MS,
            answers: answers.clone(),
        };
        let state = serde_json::to_vec(&state).map_err(|_| SealError::TooLong)?;
        let state = BASE64URL_NOPAD.encode(&state);
        let mac = self.mac(&state).finalize().into_bytes();
        let sealed = format!("{state}.{}", BASE64URL_NOPAD.encode(&mac));
        if sealed.len() > BYTES_MAX { Err(SealError::TooLong) } else { Ok(sealed) }
    }

    /// Opens a state that comes back. It is used up by that.
    pub(super) fn open(
        &self,
        sealed: &str,
        bound: Bound,
        now_ms: i64,
    ) -> Result<Answers, SealError> {
        let (state, mac) = sealed.split_once('.').ok_or(SealError::Broken)?;
        let mac = BASE64URL_NOPAD.decode(mac.as_bytes()).map_err(|_| SealError::Broken)?;
        self.mac(state).verify_slice(&mac).map_err(|_| SealError::Broken)?;
        let state = BASE64URL_NOPAD.decode(state.as_bytes()).map_err(|_| SealError::Broken)?;
        let state: State = serde_json::from_slice(&state).map_err(|_| SealError::Broken)?;
        if state.bound != BASE64URL_NOPAD.encode(&bound.0) {
            return Err(SealError::Foreign);
        }
        if now_ms >= state.expires_at {
            return Err(SealError::Expired);
        }
        let nonce = BASE64URL_NOPAD.decode(state.nonce.as_bytes());
        let nonce = nonce.ok().and_then(|nonce| nonce.try_into().ok()).ok_or(SealError::Broken)?;
        self.use_up(nonce, state.expires_at, now_ms)?;
        Ok(state.answers)
    }

    fn use_up(&self, nonce: [u8; 16], expires_at: i64, now_ms: i64) -> Result<(), SealError> {
        let mut used = self.used();
        if used.contains_key(&nonce) {
            return Err(SealError::Used);
        }
        if used.len() >= USED_MAX {
            used.retain(|_, expires_at| *expires_at > now_ms);
        }
        if used.len() >= USED_MAX {
            return Err(SealError::Full);
        }
        used.insert(nonce, expires_at);
        Ok(())
    }

    fn used(&self) -> MutexGuard<'_, HashMap<[u8; 16], i64>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mac(&self, state: &str) -> Hmac<Sha256> {
        // HMAC fills a shorter key up with zeros; done here, no length can be wrong.
        let mut block = [0; 64];
        block[..self.key.len()].copy_from_slice(&self.key);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(state.as_bytes());
        mac
    }
}

fn random<const BYTES: usize>() -> Result<[u8; BYTES], SealError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|_| SealError::Unrandom)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::value::to_raw_value;
    use tollgate_tools::call::Caller;

    use super::*;

    fn operator() -> Principal {
        Principal::Caller(Caller::Operator)
    }

    fn bound() -> Bound {
        Bound::to(&operator(), "tools/call", "t", r#"{"a":1,"b":2}"#)
    }

    fn answers() -> Answers {
        Answers::from([("k".to_owned(), to_raw_value("v").unwrap())])
    }

    #[test]
    fn what_was_sealed_comes_back_once() {
        let seal = Seal::new().unwrap();
        let sealed = seal.seal(bound(), &answers(), 0).unwrap();
        let sorted = Bound::to(&operator(), "tools/call", "t", r#"{ "b": 2, "a": 1 }"#);
        assert_eq!(seal.open(&sealed, sorted, LASTS_MS - 1).unwrap()["k"].get(), "\"v\"");
        assert_eq!(seal.open(&sealed, bound(), 0).unwrap_err(), SealError::Used);
    }

    #[test]
    fn it_expires() {
        let seal = Seal::new().unwrap();
        let sealed = seal.seal(bound(), &answers(), 5).unwrap();
        assert_eq!(seal.open(&sealed, bound(), 5 + LASTS_MS).unwrap_err(), SealError::Expired);
    }

    #[test]
    fn it_is_of_no_use_to_anybody_else_or_for_anything_else() {
        let seal = Seal::new().unwrap();
        let sealed = seal.seal(bound(), &answers(), 0).unwrap();
        let arguments = r#"{"a":1,"b":2}"#;
        let other = Principal::Key("k".to_owned());
        for bound in [
            Bound::to(&other, "tools/call", "t", arguments),
            Bound::to(&operator(), "prompts/get", "t", arguments),
            Bound::to(&operator(), "tools/call", "u", arguments),
            Bound::to(&operator(), "tools/call", "t", r#"{"a":1,"b":3}"#),
            Bound::to(&operator(), "tools/callt", "", arguments),
        ] {
            assert_eq!(seal.open(&sealed, bound, 0).unwrap_err(), SealError::Foreign);
        }
        assert!(seal.open(&sealed, bound(), 0).is_ok());
    }

    #[test]
    fn a_byte_that_is_changed_breaks_it() {
        let seal = Seal::new().unwrap();
        let sealed = seal.seal(bound(), &answers(), 0).unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(seal.open(&changed, bound(), 0).unwrap_err(), SealError::Broken, "{at}");
        }
        let other = Seal::new().unwrap();
        assert_eq!(other.open(&sealed, bound(), 0).unwrap_err(), SealError::Broken);
        for text in ["", ".", "a.b", "tampered"] {
            assert_eq!(seal.open(text, bound(), 0).unwrap_err(), SealError::Broken);
        }
    }

    #[test]
    fn a_state_is_bounded() {
        let seal = Seal::new().unwrap();
        let long = to_raw_value(&"x".repeat(BYTES_MAX)).unwrap();
        let answers = Answers::from([("k".to_owned(), long)]);
        assert_eq!(seal.seal(bound(), &answers, 0).unwrap_err(), SealError::TooLong);
    }

    #[test]
    fn used_ones_are_remembered_up_to_a_limit_and_forgotten_once_expired() {
        let seal = Seal::new().unwrap();
        for at in 0..USED_MAX {
            let mut nonce = [0; 16];
            nonce[..8].copy_from_slice(&at.to_be_bytes());
            seal.use_up(nonce, 10, 0).unwrap();
        }
        assert_eq!(seal.use_up([1; 16], 10, 9), Err(SealError::Full));
        assert_eq!(seal.use_up([1; 16], 20, 10), Ok(()));
    }
}
