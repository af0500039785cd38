//! Names that people give to records.

/// Characters of a name.
const NAME_CHARS_MAX: usize = 200;

/// Why a text is no name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing to see.
    #[error("a name must not be blank")]
    Blank,
    /// More than a line can show.
    #[error("a name has at most {NAME_CHARS_MAX} characters, this one has {actual}")]
    TooLong {
        /// Its characters.
        actual: usize,
    },
    /// Line breaks and the like.
    #[error("a name must not hold control characters such as line breaks")]
    Control,
}

/// The name without space around it.
///
/// # Errors
/// When it is blank, longer than 200 characters, or holds control characters.
pub fn checked_name(text: &str) -> Result<&str, NameError> {
    let name = text.trim();
    let actual = name.chars().count();
    if name.is_empty() {
        return Err(NameError::Blank);
    }
    if actual > NAME_CHARS_MAX {
        return Err(NameError::TooLong { actual });
    }
    if name.chars().any(char::is_control) {
        return Err(NameError::Control);
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::{NameError, checked_name};

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(checked_name(" a b "), Ok("a b"));
        assert_eq!(checked_name(" \u{3000} "), Err(NameError::Blank));
        assert_eq!(checked_name("a\nb"), Err(NameError::Control));
        let longest = "\u{e9}".repeat(200);
        assert_eq!(checked_name(&longest), Ok(&*longest));
        assert_eq!(checked_name(&"x".repeat(201)), Err(NameError::TooLong { actual: 201 }));
    }
}
