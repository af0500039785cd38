//! The text of a key: how it is made, taken apart, and turned into what is stored.
//!
//! `tollgate_key_`, 16 hexadecimal digits that name the key, `_`, 64 that are its secret, and 8
//! that are the CRC-32 of all before them. The beginning is fixed so that scanners for leaked
//! secrets find a key wherever it was left, and the checksum tells them, and whoever mistyped
//! one, that it is one without asking anybody.
//! Must not: show the secret, other than through `reveal`.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

const PREFIX: &str = "tollgate_key_";
const ID_BYTES: usize = 8;
const SECRET_BYTES: usize = 32;
const CHECKSUM_BYTES: usize = 4;

const ID_CHARS: usize = 2 * ID_BYTES;
const CHECKED_CHARS: usize = PREFIX.len() + ID_CHARS + 1 + 2 * SECRET_BYTES;
const KEY_CHARS: usize = CHECKED_CHARS + 2 * CHECKSUM_BYTES;

/// A whole key. It is shown once, when it is made, and kept nowhere.
pub struct KeyText(String);

/// Why a text is no key. Neither says anything of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// It does not look like one.
    #[error("a key is `{PREFIX}` and digits from 0 to f, {KEY_CHARS} characters in all")]
    Shape,
    /// It looks like one, and its checksum is another's.
    #[error("its checksum is wrong; a part of it is mistyped or was lost")]
    Checksum,
}

impl KeyText {
    /// A new one, from the random numbers of the operating system.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; ID_BYTES + SECRET_BYTES];
        getrandom::fill(&mut bytes)?;
        let (id, secret) = bytes.split_at(ID_BYTES);
        let mut text = format!("{PREFIX}{}_{}", HEXLOWER.encode(id), HEXLOWER.encode(secret));
        text.push_str(&checksum(&text));
        Ok(Self(text))
    }

    /// Reads what somebody says is a key.
    pub(super) fn read(text: &str) -> Result<Self, Malformed> {
        if text.len() != KEY_CHARS || !text.starts_with(PREFIX) {
            return Err(Malformed::Shape);
        }
        let mut parts = text[PREFIX.len()..].split('_');
        let (Some(id), Some(rest), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(Malformed::Shape);
        };
        if id.len() != ID_CHARS || !is_hex(id) || !is_hex(rest) {
            return Err(Malformed::Shape);
        }
        let (checked, sum) = text.split_at(CHECKED_CHARS);
        if checksum(checked) != sum {
            return Err(Malformed::Checksum);
        }
        Ok(Self(text.to_owned()))
    }

    /// The id in an id, or in a text that begins as a key does: whoever finds a leaked key can
    /// paste it, and nothing of its secret is looked at. What has no id in it may still be a part
    /// of a key, so that nobody should repeat it.
    #[must_use]
    pub fn id_in(given: &str) -> Option<&str> {
        let id = match given.strip_prefix(PREFIX) {
            Some(rest) => rest.split_once('_').map_or(rest, |(id, _)| id),
            None => given,
        };
        (id.len() == ID_CHARS && is_hex(id)).then_some(id)
    }

    /// The part that names the key and may be shown.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0[PREFIX.len()..PREFIX.len() + ID_CHARS]
    }

    /// All of it, to be shown to whom it is given.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the store keeps. A plain hash is enough: the secret has 256 random bits, so that
    /// there is nothing to guess that a slow hash would have to slow down.
    pub(super) fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0.as_bytes()))
    }

    /// Whether this is the key of the hash, in a time that tells nothing of how nearly it is.
    pub(super) fn has_hash(&self, stored: &str) -> bool {
        self.hash().as_bytes().ct_eq(stored.as_bytes()).into()
    }
}

fn checksum(text: &str) -> String {
    HEXLOWER.encode(&crc32fast::hash(text.as_bytes()).to_be_bytes())
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl fmt::Debug for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyText({PREFIX}{}_..)", self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_made() {
        let key = KeyText::random().unwrap();
        let read = KeyText::read(key.reveal()).unwrap();
        assert_eq!((read.id(), read.reveal()), (key.id(), key.reveal()));
        assert!(key.has_hash(&read.hash()));
        assert_eq!((key.id().len(), key.reveal().len()), (16, KEY_CHARS));
        assert!(key.reveal().starts_with("tollgate_key_"));
    }

    #[test]
    fn no_two_keys_are_alike() {
        let (one, other) = (KeyText::random().unwrap(), KeyText::random().unwrap());
        assert_ne!(one.id(), other.id());
        assert!(!one.has_hash(&other.hash()));
        assert!(!one.has_hash("") && !one.has_hash(&one.hash()[1..]));
    }

    #[test]
    fn what_does_not_look_like_a_key_is_told_what_does() {
        let key = KeyText::random().unwrap();
        let good = key.reveal();
        let (shorter, spaced) = (&good[..KEY_CHARS - 1], format!(" {}", &good[1..]));
        let longer = format!("{good}0");
        let upper = good.to_uppercase();
        let moved = good.replacen(&format!("{}_", key.id()), &format!("_{}", key.id()), 1);
        let wide = format!("{}\u{e9}", &good[..KEY_CHARS - 2]);
        for text in ["", "tollgate_key_", shorter, &longer, &spaced, &upper, &moved, &wide] {
            assert_eq!(KeyText::read(text).unwrap_err(), Malformed::Shape, "{text}");
        }
    }

    #[test]
    fn one_wrong_digit_is_told_from_an_unknown_key() {
        let good = KeyText::random().unwrap().reveal().to_owned();
        for at in [PREFIX.len(), CHECKED_CHARS - 1, KEY_CHARS - 1] {
            let other = if good.as_bytes()[at] == b'0' { "1" } else { "0" };
            let wrong = format!("{}{other}{}", &good[..at], &good[at + 1..]);
            assert_eq!(KeyText::read(&wrong).unwrap_err(), Malformed::Checksum);
        }
    }

    #[test]
    fn the_secret_is_in_no_debug_output() {
        let key = KeyText::random().unwrap();
        let shown = format!("{key:?}");
        assert!(shown.contains(key.id()) && !shown.contains(&key.reveal()[30..40]), "{shown}");
    }

    #[test]
    fn the_id_of_a_pasted_key_is_found_and_nothing_else() {
        let key = KeyText::random().unwrap();
        for given in [key.reveal(), key.id(), &key.reveal()[..60], &key.reveal()[..29]] {
            assert_eq!(KeyText::id_in(given), Some(key.id()));
        }
        for given in ["", "tollgate_key_0123", &key.reveal()[30..], &key.id().to_uppercase()] {
            assert_eq!(KeyText::id_in(given), None, "{given}");
        }
    }
}
