//! The portable schema: the only shapes an argument or a reply can have.
//!
//! Whatever cannot be said here cannot be declared: no references, no combinators, no `null`,
//! no boolean schemas, no type lists. Their JSON is written by whoever declares a type.

use crate::limit::INTEGER_MAX;
use crate::param::ParamDecl;

/// One type of a declaration, as decoding, checks and the manual read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schema {
    /// A string, bounded in characters.
    Text {
        /// Characters (Unicode scalar values).
        len: Bounds,
        /// What the characters must spell, checked when a call is decoded.
        format: Option<Format>,
    },
    /// An integer in a closed range.
    Integer {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A finite number, in a closed range if bounds are given.
    Number {
        /// The smallest value.
        min: Option<f64>,
        /// The largest value.
        max: Option<f64>,
    },
    /// `true` or `false`.
    Boolean,
    /// One of a closed set of words.
    Choice(&'static [ChoiceDecl]),
    /// A list of one kind of thing.
    List {
        /// What every item is.
        items: &'static Schema,
        /// Number of items.
        len: Bounds,
    },
    /// An object with exactly these members.
    Object(&'static [ParamDecl]),
}

/// A closed range of lengths; `min == 0` and `max == u32::MAX` mean no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least length.
    pub min: u32,
    /// The greatest length.
    pub max: u32,
}

/// One word of a closed enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceDecl {
    /// The word on the wire.
    pub name: &'static str,
    /// What it means; for the manual, never in the prompt.
    pub manual: &'static str,
}

/// A spelling that a string argument must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A calendar day such as `2026-01-31`.
    Date,
    /// An RFC 3339 instant such as `2026-01-31T08:00:00Z`.
    DateTime,
    /// An e-mail address such as `ada@example.com`.
    Email,
    /// An absolute `http` or `https` address.
    Url,
    /// A UUID such as `67e55044-10b1-426f-9247-bb680e5fe0c8`.
    Uuid,
}

impl Format {
    /// Every format, in the order in which messages list them.
    pub const ALL: &'static [Self] =
        &[Self::Date, Self::DateTime, Self::Email, Self::Url, Self::Uuid];

    /// The word that declares it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date_time",
            Self::Email => "email",
            Self::Url => "url",
            Self::Uuid => "uuid",
        }
    }

    /// How an error message calls a value of this format.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Date => "a date such as 2026-01-31",
            Self::DateTime => "an RFC 3339 date and time such as 2026-01-31T08:00:00Z",
            Self::Email => "an e-mail address such as ada@example.com",
            Self::Url => "an absolute http or https URL",
            Self::Uuid => "a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8",
        }
    }

    /// The JSON schema `format`, where every client takes it.
    #[must_use]
    pub const fn portable(self) -> Option<&'static str> {
        match self {
            Self::DateTime => Some("date-time"),
            Self::Date | Self::Email | Self::Url | Self::Uuid => None,
        }
    }

    /// The JSON schema `format` in a form that a person fills in.
    #[must_use]
    pub const fn in_form(self) -> Option<&'static str> {
        match self {
            Self::Date => Some("date"),
            Self::DateTime => Some("date-time"),
            Self::Email => Some("email"),
            Self::Url => Some("uri"),
            Self::Uuid => None,
        }
    }
}

impl Bounds {
    /// No bound at either end.
    pub const NONE: Self = Self { min: 0, max: u32::MAX };

    /// Whether `len` lies inside.
    #[must_use]
    pub const fn contain(self, len: usize) -> bool {
        len >= self.min as usize && len <= self.max as usize
    }
}

impl Schema {
    /// A string without bounds.
    pub const TEXT: Self = Self::Text { len: Bounds::NONE, format: None };
    /// An integer that every JSON reader keeps exact.
    pub const INTEGER: Self = Self::Integer { min: -INTEGER_MAX, max: INTEGER_MAX };
    /// Any finite number.
    pub const NUMBER: Self = Self::Number { min: None, max: None };

    /// The JSON type name.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Text { .. } | Self::Choice(_) => "string",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Boolean => "boolean",
            Self::List { .. } => "array",
            Self::Object(_) => "object",
        }
    }

    /// How many levels the schema nests; a scalar is one.
    #[must_use]
    pub const fn depth(&self) -> usize {
        match self {
            Self::List { items, .. } => 1 + items.depth(),
            Self::Object(fields) => {
                let mut deepest = 0;
                let mut at = 0;
                while at < fields.len() {
                    let depth = fields[at].schema.depth();
                    if depth > deepest {
                        deepest = depth;
                    }
                    at += 1;
                }
                1 + deepest
            }
            _ => 1,
        }
    }
}
