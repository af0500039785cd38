//! What is wrong with the arguments of a call, in words that let the caller mend them.

use std::fmt;

use tollgate_decl::{Bounds, FAULTS_MAX, Schema};

/// Every fault of one call, in the order of the arguments.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Faults {
    faults: Vec<Fault>,
    beyond: usize,
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, such as `todos[2].status`; empty for the arguments themselves.
    pub path: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It must be given and is not.
    Missing {
        /// What must be given.
        expected: String,
    },
    /// No declaration knows the name.
    Unknown {
        /// The most similar known name.
        nearest: Option<&'static str>,
        /// Every known name.
        known: Vec<&'static str>,
    },
    /// The name occurs more than once.
    Twice,
    /// It is something else, or lies outside its bounds.
    Mismatch {
        /// What it must be.
        expected: String,
        /// What it is, shortened.
        got: String,
    },
}

impl Faults {
    /// Notes one more; beyond `FAULTS_MAX` they are only counted.
    pub(super) fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault());
        } else {
            self.beyond += 1;
        }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// The faults that are spelled out.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len() + self.beyond;
        let noun = if count == 1 { "fault" } else { "faults" };
        write!(f, "{count} {noun} in the arguments, nothing was done:")?;
        for fault in &self.faults {
            write!(f, "\n- {fault}")?;
        }
        if self.beyond > 0 {
            write!(f, "\n- and {} more", self.beyond)?;
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "arguments" } else { &self.path };
        match &self.problem {
            Problem::Missing { expected } => {
                write!(f, "Missing or invalid argument: {path} (missing, expected {expected})")
            }
            Problem::Unknown { nearest, known } => {
                write!(f, "Unknown argument: {path}")?;
                if let Some(nearest) = nearest {
                    write!(f, ", did you mean `{nearest}`?")?;
                }
                if known.is_empty() {
                    return write!(f, " (none are taken here)");
                }
                write!(f, " (known: {})", known.join(", "))
            }
            Problem::Twice => write!(f, "Argument given twice: {path}"),
            Problem::Mismatch { expected, got } => {
                write!(f, "Missing or invalid argument: {path} (expected {expected}, got {got})")
            }
        }
    }
}

/// How a message calls what a schema takes.
pub(super) fn expected(schema: &Schema) -> String {
    match schema {
        Schema::Text { format: Some(format), len } => match bounds(*len, "character") {
            Some(bounds) => format!("{} of {bounds}", format.expected()),
            None => format.expected().to_owned(),
        },
        Schema::Text { len, .. } => match bounds(*len, "character") {
            Some(bounds) => format!("text of {bounds}"),
            None => "text".to_owned(),
        },
        Schema::Integer { min, max } => format!("an integer from {min} to {max}"),
        Schema::Number { min: Some(min), max: Some(max) } => {
            format!("a number from {min} to {max}")
        }
        Schema::Number { .. } => "a number".to_owned(),
        Schema::Boolean => "true or false".to_owned(),
        Schema::Choice(choices) => {
            let names: Vec<_> = choices.iter().map(|c| format!("\"{}\"", c.name)).collect();
            format!("one of {}", names.join(", "))
        }
        Schema::List { len, .. } => match bounds(*len, "item") {
            Some(bounds) => format!("a list of {bounds}"),
            None => "a list".to_owned(),
        },
        Schema::Object(_) => "an object".to_owned(),
    }
}

/// A length in words, such as `1 to 200 characters`; `None` without bounds.
fn bounds(len: Bounds, noun: &str) -> Option<String> {
    let (range, last) = match (len.min, len.max) {
        (0, u32::MAX) => return None,
        (min, u32::MAX) => (format!("at least {min}"), min),
        (0, max) => (format!("at most {max}"), max),
        (min, max) if min == max => (format!("exactly {min}"), min),
        (min, max) => (format!("{min} to {max}"), max),
    };
    Some(format!("{range} {noun}{}", if last == 1 { "" } else { "s" }))
}

#[cfg(test)]
mod tests {
    use super::{Bounds, bounds};

    #[test]
    fn a_length_is_said_in_as_few_words_as_it_has_ends() {
        for (min, max, words) in [
            (0, 200, "at most 200 items"),
            (0, 1, "at most 1 item"),
            (1, u32::MAX, "at least 1 item"),
            (2, u32::MAX, "at least 2 items"),
            (8, 8, "exactly 8 items"),
            (1, 200, "1 to 200 items"),
        ] {
            assert_eq!(bounds(Bounds { min, max }, "item").as_deref(), Some(words));
        }
        assert_eq!(bounds(Bounds::NONE, "item"), None);
    }
}
