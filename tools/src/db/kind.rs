//! What a column's type means for a value that is compared with it.

use crate::port::DatabaseValue;

/// What a column holds, as far as a comparison cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Whole or other numbers.
    Number,
    /// Nothing was declared.
    Untyped,
    /// Anything that is written as text: texts, times, words of an enumeration.
    Text,
}

/// The types of numbers of all dialects, without what may follow: a width, a precision.
const NUMBERS: &[&str] = &[
    "bigint",
    "bigserial",
    "dec",
    "decimal",
    "double",
    "fixed",
    "float",
    "int",
    "integer",
    "mediumint",
    "money",
    "numeric",
    "real",
    "serial",
    "smallint",
    "smallserial",
    "tinyint",
    "year",
];

impl Kind {
    /// What a column of this type holds.
    pub(super) fn of(declared: &str) -> Self {
        let declared = declared.trim().to_lowercase();
        // A range or an array of numbers is written as text.
        let word: String = declared.chars().take_while(char::is_ascii_alphabetic).collect();
        let is_listed = declared.contains("range") || declared.contains("[]");
        match word.as_str() {
            "" => Self::Untyped,
            word if NUMBERS.contains(&word) && !is_listed => Self::Number,
            _ => Self::Text,
        }
    }

    /// The value that a text means for such a column; `None` if it means none.
    pub(super) fn value(self, text: &str) -> Option<DatabaseValue> {
        let number = || {
            let text = text.trim();
            if let Ok(integer) = text.parse() {
                return Some(DatabaseValue::Integer(integer));
            }
            text.parse().ok().filter(|number: &f64| number.is_finite()).map(DatabaseValue::Number)
        };
        match self {
            Self::Number => number(),
            Self::Untyped => Some(number().unwrap_or_else(|| DatabaseValue::Text(text.to_owned()))),
            Self::Text => Some(DatabaseValue::Text(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_numbers_are_known_in_every_dialect() {
        for declared in ["INTEGER", "int", "int4", "bigint(20) unsigned", "numeric(10,2)", "REAL"] {
            assert_eq!(Kind::of(declared), Kind::Number, "{declared}");
        }
        for declared in ["text", "varchar(20)", "interval", "int4range", "integer[]", "point"] {
            assert_eq!(Kind::of(declared), Kind::Text, "{declared}");
        }
        assert_eq!(Kind::of(" "), Kind::Untyped);
    }

    #[test]
    fn a_number_is_read_exactly_and_a_word_is_none() {
        let max = i64::MAX.to_string();
        assert_eq!(Kind::Number.value(&max), Some(DatabaseValue::Integer(i64::MAX)));
        assert_eq!(Kind::Number.value(" 1.5 "), Some(DatabaseValue::Number(1.5)));
        for wrong in ["", "one", "1; DROP TABLE t", "NaN", "inf", "1e999"] {
            assert_eq!(Kind::Number.value(wrong), None, "{wrong}");
        }
        assert_eq!(Kind::Untyped.value("x"), Some(DatabaseValue::Text("x".to_owned())));
        assert_eq!(Kind::Text.value("7"), Some(DatabaseValue::Text("7".to_owned())));
    }
}
