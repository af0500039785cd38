//! The types a setting can have: what a file may say for them, and how they are shown.

use std::ops::RangeInclusive;

use tollgate_tools::store::{StoreUrl, StoreUrlError};
use toml::Spanned;
use toml::de::DeValue;

use super::Home;
use crate::text::did_you_mean;

/// A type of setting.
pub(crate) trait Value: Sized {
    /// What a file may say, for messages and the manual.
    const ALLOWED: &'static str;

    /// The value a file gives, or `None` if it is not one.
    fn read(found: &DeValue<'_>) -> Option<Self>;

    /// The value as a file would say it, without passwords.
    fn shown(&self) -> String;

    /// What is wrong with a value that was not read: the whole of it, or parts of it.
    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        vec![Wrong::of(found)]
    }

    /// What a mistaken value may have been meant to be, as the end of a sentence.
    fn proposal(_found: &DeValue<'_>) -> String {
        String::new()
    }
}

/// What cannot stay as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Where it stands, in bytes from the start of the file.
    pub(crate) offset: usize,
    /// What stands there, as a message names it.
    pub(crate) found: String,
}

impl Wrong {
    /// This very value.
    pub(crate) fn of(found: &Spanned<DeValue<'_>>) -> Self {
        Self { offset: found.span().start, found: described(found.get_ref()) }
    }
}

/// A value as a message names it: its kind and its spelling, without passwords.
pub(super) fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {:?}", cut(&without_password(text))),
        DeValue::Integer(integer) => format!("the integer {}", cut(integer.as_str())),
        DeValue::Float(float) => format!("the number {}", cut(float.as_str())),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::Datetime(instant) => format!("the time {instant}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// The start of a text, for a message.
pub(super) fn cut(text: &str) -> String {
    const CHARS_MAX: usize = 60;
    if text.chars().count() <= CHARS_MAX {
        return text.to_owned();
    }
    text.chars().take(CHARS_MAX).chain("...".chars()).collect()
}

/// An integer in a range.
pub(super) fn integer(found: &DeValue<'_>, range: RangeInclusive<u32>) -> Option<u32> {
    u32::read(found).filter(|value| range.contains(value))
}

impl Value for u32 {
    const ALLOWED: &'static str = "an integer from 0 to 4294967295";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let integer = found.as_integer()?;
        Self::from_str_radix(integer.as_str(), integer.radix()).ok()
    }

    fn shown(&self) -> String {
        self.to_string()
    }

    fn proposal(found: &DeValue<'_>) -> String {
        match found.as_str() {
            Some(text) if text.parse::<Self>().is_ok() => {
                format!("; write {text} without quotes")
            }
            _ => String::new(),
        }
    }
}

impl Value for String {
    const ALLOWED: &'static str = "a text of at most 256 bytes on one line";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        const BYTES_MAX: usize = 256;
        let text = found.as_str()?;
        let is_line = text.len() <= BYTES_MAX && !text.chars().any(char::is_control);
        is_line.then(|| text.to_owned())
    }

    fn shown(&self) -> String {
        toml::Value::from(self.as_str()).to_string()
    }
}

impl Value for bool {
    const ALLOWED: &'static str = "true or false";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        found.as_bool()
    }

    fn shown(&self) -> String {
        self.to_string()
    }

    fn proposal(found: &DeValue<'_>) -> String {
        match found.as_str() {
            Some(word @ ("true" | "false")) => format!("; write {word} without quotes"),
            _ => String::new(),
        }
    }
}

/// How important a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something failed that should not have.
    Error,
    /// Something is wrong that the server can live with.
    Warn,
    /// What an operator wants to know.
    Info,
    /// What a developer of a tool wants to know.
    Debug,
    /// Everything.
    Trace,
}

impl Level {
    const ALL: [Self; 5] = [Self::Error, Self::Warn, Self::Info, Self::Debug, Self::Trace];
    const WORDS: [&'static str; 5] = ["error", "warn", "info", "debug", "trace"];

    /// The word in the settings file.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl Value for Level {
    const ALLOWED: &'static str = "\"error\", \"warn\", \"info\", \"debug\" or \"trace\"";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let word = found.as_str()?;
        Self::ALL.into_iter().find(|level| level.word() == word)
    }

    fn shown(&self) -> String {
        format!("\"{}\"", self.word())
    }

    fn proposal(found: &DeValue<'_>) -> String {
        found.as_str().map(|word| did_you_mean(word, Self::WORDS)).unwrap_or_default()
    }
}

/// Where the records are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In the home folder.
    Embedded,
    /// Where an address says.
    At(StoreUrl),
}

impl StorePlace {
    const WORD: &'static str = "embedded";

    /// The address of the store.
    ///
    /// # Errors
    /// If it is in the home folder, and that has a path which no address can carry.
    pub fn url(&self, home: &Home) -> Result<StoreUrl, StoreUrlError> {
        match self {
            Self::Embedded => StoreUrl::in_home(home.path()),
            Self::At(url) => Ok(url.clone()),
        }
    }
}

impl Value for StorePlace {
    const ALLOWED: &'static str =
        "\"embedded\", \"sqlite:/absolute/path\" or \"postgres://user@host/database\"";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        match found.as_str()? {
            Self::WORD => Some(Self::Embedded),
            text => StoreUrl::parse(text).ok().map(Self::At),
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Embedded => format!("\"{}\"", Self::WORD),
            Self::At(url) => format!("\"{url}\""),
        }
    }

    fn proposal(found: &DeValue<'_>) -> String {
        let Some(text) = found.as_str() else { return String::new() };
        match StoreUrl::parse(text) {
            Err(StoreUrlError::NoScheme) => did_you_mean(text, [Self::WORD]),
            Err(StoreUrlError::Scheme { .. }) | Ok(_) => String::new(),
            Err(error) => format!("; {error}"),
        }
    }
}

/// An address with its password replaced, for everything that is shown.
pub(super) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let Some((user_info, _)) = authority.rsplit_once('@') else { return address.to_owned() };
    let Some((user, _)) = user_info.split_once(':') else { return address.to_owned() };
    format!("{scheme}://{user}:***{}", &rest[user_info.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_level_stand_in_its_message() {
        for level in Level::ALL {
            assert!(Level::ALLOWED.contains(&level.shown()), "{level:?}");
        }
    }

    #[test]
    fn an_integer_is_read_up_to_both_ends_of_its_range() {
        let read = |text: &str| integer(DeValue::parse(text).unwrap().get_ref(), 1..=90);
        assert_eq!([read("1"), read("90"), read("0x5a")], [Some(1), Some(90), Some(90)]);
        for text in ["0", "91", "-1", "1.0", "\"1\"", "99999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_is_one_line_of_bounded_length() {
        let read = |text: &str| String::read(DeValue::parse(text).unwrap().get_ref());
        assert_eq!(read("\"\"").as_deref(), Some(""));
        assert!(read(&format!("\"{}\"", "x".repeat(256))).is_some());
        assert!(read(&format!("\"{}\"", "x".repeat(257))).is_none());
        assert_eq!(read("\"a\\nb\""), None);
        let quoted = "a \"b\"".to_owned();
        assert_eq!(read(&quoted.shown()), Some(quoted));
    }

    #[test]
    fn a_password_is_never_shown() {
        for (address, shown) in [
            ("postgres://ada:s3cret@db/t", "postgres://ada:***@db/t"),
            ("postgres://ada:p@ss@db/t?x=1", "postgres://ada:***@db/t?x=1"),
            ("postgres://ada@db/t", "postgres://ada@db/t"),
            ("mysql://ada:s3cret@db", "mysql://ada:***@db"),
            ("postgres://db/a:b@c", "postgres://db/a:b@c"),
            ("embedded", "embedded"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
