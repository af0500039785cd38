//! What `[oauth]` and `[server]` of `config.toml` can say: addresses that secrets may be sent to
//! and keys be trusted from, algorithms of signatures, and scopes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tollgate_tools::decl::{Scope, Scopes};
use toml::Spanned;
use toml::de::DeValue;
use url::{Host, Url};

use super::list::{shown, wrong_entries};
use super::value::{Value, Wrong};
use crate::text::did_you_mean;

/// The longest address, in bytes.
const URL_BYTES_MAX: usize = 512;
/// The longest word of an authorization server for a scope, in bytes.
const WORD_BYTES_MAX: usize = 128;
/// Words of an authorization server that can be given a meaning.
const WORDS_MAX: usize = 100;

/// An address over which nobody in between can read or write: `https`, or `http` on this machine.
/// It can be left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SafeUrl(String);

impl SafeUrl {
    /// The address, exactly as it was written, if there is one.
    #[must_use]
    pub fn given(&self) -> Option<&str> {
        Some(self.0.as_str()).filter(|text| !text.is_empty())
    }

    /// Whether a text is such an address.
    #[must_use]
    pub fn parse(text: &str) -> Option<Url> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= URL_BYTES_MAX)?;
        let is_plain = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        (is_plain && is_safe(&url)).then_some(url)
    }
}

/// Whether nobody in between can read or write what goes over this address.
#[must_use]
pub fn is_safe(url: &Url) -> bool {
    match (url.scheme(), url.host()) {
        ("https", Some(_)) => true,
        ("http", Some(Host::Ipv4(ip))) => ip.is_loopback(),
        ("http", Some(Host::Ipv6(ip))) => ip.is_loopback(),
        ("http", Some(Host::Domain(name))) => name == "localhost",
        _ => false,
    }
}

impl Value for SafeUrl {
    const ALLOWED: &'static str =
        "\"\" for none, or an https address (on this machine also http) without user, `?` or `#`";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let text = found.as_str()?;
        (text.is_empty() || Self::parse(text).is_some()).then(|| Self(text.to_owned()))
    }

    fn shown(&self) -> String {
        self.0.shown()
    }
}

/// Where the public keys of an authorization server are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// Where the metadata of the server say.
    #[default]
    Discover,
    /// At this address.
    Url(Url),
    /// In this file.
    File(PathBuf),
}

impl KeySource {
    const WORD: &'static str = "discover";
}

impl Value for KeySource {
    const ALLOWED: &'static str = "\"discover\", an https address (on this machine also http), or \
                                   the absolute path of a file";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        match found.as_str()? {
            Self::WORD => Some(Self::Discover),
            text if text.starts_with('/') && text.len() <= URL_BYTES_MAX => {
                Some(Self::File(Path::new(text).to_owned()))
            }
            text => SafeUrl::parse(text).map(Self::Url),
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Discover => format!("\"{}\"", Self::WORD),
            Self::Url(url) => format!("\"{url}\""),
            Self::File(path) => path.display().to_string().shown(),
        }
    }

    fn proposal(found: &DeValue<'_>) -> String {
        found.as_str().map(|word| did_you_mean(word, [Self::WORD])).unwrap_or_default()
    }
}

/// How a token may be signed. Nothing that a shared secret signs is among them: whoever could
/// check such a token could make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// RSA, PKCS #1 v1.5, SHA-256.
    Rs256,
    /// RSA, PKCS #1 v1.5, SHA-384.
    Rs384,
    /// RSA, PKCS #1 v1.5, SHA-512.
    Rs512,
    /// RSA, PSS, SHA-256.
    Ps256,
    /// RSA, PSS, SHA-384.
    Ps384,
    /// RSA, PSS, SHA-512.
    Ps512,
    /// ECDSA, P-256, SHA-256.
    Es256,
    /// ECDSA, P-384, SHA-384.
    Es384,
    /// Ed25519.
    EdDsa,
}

impl Algorithm {
    /// Every one, with its word in a token.
    pub const ALL: [(&'static str, Self); 9] = [
        ("RS256", Self::Rs256),
        ("RS384", Self::Rs384),
        ("RS512", Self::Rs512),
        ("PS256", Self::Ps256),
        ("PS384", Self::Ps384),
        ("PS512", Self::Ps512),
        ("ES256", Self::Es256),
        ("ES384", Self::Es384),
        ("EdDSA", Self::EdDsa),
    ];

    /// The one of this word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, algorithm)| algorithm)
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// The algorithms that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algorithms(Vec<Algorithm>);

impl Algorithms {
    /// Whether this one counts.
    #[must_use]
    pub fn contain(&self, algorithm: Algorithm) -> bool {
        self.0.contains(&algorithm)
    }
}

impl Default for Algorithms {
    fn default() -> Self {
        Self(vec![Algorithm::Rs256, Algorithm::Es256, Algorithm::EdDsa])
    }
}

impl Value for Algorithms {
    const ALLOWED: &'static str = "a list of one or more of \"RS256\", \"RS384\", \"RS512\", \
                                   \"PS256\", \"PS384\", \"PS512\", \"ES256\", \"ES384\", \
                                   \"EdDSA\"";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let entries = found.as_array().filter(|entries| !entries.is_empty())?;
        entries.iter().map(|entry| algorithm(entry.get_ref())).collect::<Option<_>>().map(Self)
    }

    fn shown(&self) -> String {
        shown(self.0.iter().map(|algorithm| algorithm.word()))
    }

    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        match found.get_ref().as_array() {
            Some(entries) if entries.is_empty() => vec![Wrong::of(found)],
            _ => wrong_entries(found, Algorithm::ALL.len(), |entry| algorithm(entry).is_some()),
        }
    }
}

fn algorithm(entry: &DeValue<'_>) -> Option<Algorithm> {
    Algorithm::of(entry.as_str()?)
}

/// A list of our scopes.
impl Value for Scopes {
    const ALLOWED: &'static str = "a list of scopes, such as [\"memory:read\", \"wiki:read\"]";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let entries = found.as_array()?.iter();
        entries
            .map(|entry| scope(entry.get_ref()))
            .try_fold(Self::NONE, |all, one| Some(all.with(one?)))
    }

    fn shown(&self) -> String {
        shown(self.iter().map(Scope::wire))
    }

    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        wrong_entries(found, usize::MAX, |entry| scope(entry).is_some())
    }
}

fn scope(entry: &DeValue<'_>) -> Option<Scope> {
    Scope::of(entry.as_str()?)
}

/// What the words of an authorization server mean here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScopeWords(BTreeMap<String, Scopes>);

impl ScopeWords {
    /// The scopes that a word means: those that were said for it, or else the one of its name.
    #[must_use]
    pub fn meaning(&self, word: &str) -> Scopes {
        match self.0.get(word) {
            Some(scopes) => *scopes,
            None => Scope::of(word).map_or(Scopes::NONE, |scope| Scopes::NONE.with(scope)),
        }
    }

    /// The word to ask an authorization server for to get this scope: of several the one that
    /// gives least beside it.
    #[must_use]
    pub fn word_for(&self, scope: Scope) -> &str {
        let giving = self.0.iter().filter(|(_, scopes)| scopes.contains(scope));
        let least = giving.min_by_key(|(_, scopes)| scopes.iter().count());
        least.map_or(scope.wire(), |(word, _)| word)
    }
}

impl Value for ScopeWords {
    const ALLOWED: &'static str = "a table of at most 100 words of the authorization server, each \
                                   with a list of scopes: \"tickets.read\" = [\"wiki:read\"]";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let table = found.as_table().filter(|table| table.len() <= WORDS_MAX)?;
        let words = table.iter().map(|(word, scopes)| {
            let word = word.get_ref().as_ref();
            is_word(word).then_some(())?;
            Some((word.to_owned(), Scopes::read(scopes.get_ref())?))
        });
        words.collect::<Option<_>>().map(Self)
    }

    fn shown(&self) -> String {
        let word = |text: &String| toml::Value::from(text.as_str()).to_string();
        let words =
            self.0.iter().map(|(text, scopes)| format!("{} = {}", word(text), scopes.shown()));
        match words.collect::<Vec<_>>() {
            words if words.is_empty() => "{}".to_owned(),
            words => format!("{{ {} }}", words.join(", ")),
        }
    }

    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        let Some(table) = found.get_ref().as_table() else { return vec![Wrong::of(found)] };
        if table.len() > WORDS_MAX {
            let found_words = format!("a table of {} words", table.len());
            return vec![Wrong { offset: found.span().start, found: found_words }];
        }
        let mut wrong = Vec::new();
        for (word, scopes) in table {
            if !is_word(word.get_ref()) {
                let found = format!("the word {:?}", word.get_ref());
                wrong.push(Wrong { offset: word.span().start, found });
            }
            if Scopes::read(scopes.get_ref()).is_none() {
                wrong.extend(Scopes::wrong(scopes));
            }
        }
        wrong
    }
}

/// A scope as RFC 6749 has it: it can stand in a header without being quoted.
fn is_word(text: &str) -> bool {
    let is_part = |byte: u8| matches!(byte, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
    (1..=WORD_BYTES_MAX).contains(&text.len()) && text.bytes().all(is_part)
}

#[cfg(test)]
mod tests;
