//! The id of a request: a string or an integer, given back byte for byte.

use serde_json::value::RawValue;

/// The JSON text of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id(Box<str>);

impl Id {
    /// Reads an id; `None` for what MCP does not take as one: null, a fraction, an exponent, an
    /// integer beyond 64 bits, and every other type.
    pub(crate) fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        let is_integer = || text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok();
        (text.starts_with('"') || is_integer()).then(|| Self(text.into()))
    }

    /// The id as it came.
    pub(crate) fn json(&self) -> &str {
        &self.0
    }

    /// Whether both name the same request, however their strings are escaped.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self == other || matches!((self.text(), other.text()), (Some(a), Some(b)) if a == b)
    }

    fn text(&self) -> Option<String> {
        serde_json::from_str(&self.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Id> {
        Id::read(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn strings_and_integers_of_64_bits_come_back_byte_for_byte() {
        let ids = [
            "0",
            "-1",
            "-0",
            "9223372036854775807",
            "18446744073709551615",
            "-9223372036854775808",
            r#""""#,
            r#""a b""#,
            r#""\u00e9\/""#,
        ];
        for text in ids {
            assert_eq!(read(text).unwrap().json(), text);
        }
    }

    #[test]
    fn everything_else_is_no_id() {
        for text in [
            "null",
            "1.0",
            "1e3",
            "18446744073709551616",
            "-9223372036854775809",
            "true",
            "{}",
            "[1]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn an_escaped_string_names_the_same_request() {
        assert!(read(r#""\u0061""#).unwrap().is(&read(r#""a""#).unwrap()));
        assert!(!read(r#""1""#).unwrap().is(&read("1").unwrap()));
    }
}
