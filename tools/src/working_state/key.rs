//! Keys of values.

use super::WorkingStateError;

/// Characters of a key.
const KEY_CHARS_MAX: usize = 64;

/// The key, if it is one.
pub(super) fn checked(given: &str) -> Result<&str, WorkingStateError> {
    if is_key(given) {
        return Ok(given);
    }
    let likely = likely(given);
    let near = if is_key(&likely) { format!("; did you mean `{likely}`?") } else { String::new() };
    Err(WorkingStateError::Key { given: given.to_owned(), near })
}

fn is_key(text: &str) -> bool {
    text.len() <= KEY_CHARS_MAX
        && text.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
        && text.chars().all(is_of_key)
}

const fn is_of_key(char: char) -> bool {
    matches!(char, 'a'..='z' | '0'..='9' | '.' | '_' | '-')
}

/// What was probably meant: lower case, and a hyphen for whatever no key holds.
fn likely(given: &str) -> String {
    let lower = given.trim().to_lowercase();
    lower.chars().map(|char| if is_of_key(char) { char } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{WorkingStateError, checked};

    #[test]
    fn a_key_is_short_and_plain() {
        for key in ["a", "0", "open-pr", "a.b_c-9", "9lives", &"x".repeat(64)] {
            assert_eq!(checked(key).unwrap(), key);
        }
        for key in ["", "-a", ".a", "_a", "A", "a b", "a\n", "caf\u{e9}", &"x".repeat(65)] {
            assert!(matches!(checked(key), Err(WorkingStateError::Key { .. })), "{key:?}");
        }
    }

    #[test]
    fn what_was_probably_meant_is_proposed_if_it_is_a_key() {
        let text = checked(" Open PR").unwrap_err().to_string();
        assert!(text.ends_with("; did you mean `open-pr`?"), "{text}");
        let text = checked("-a").unwrap_err().to_string();
        assert!(text.ends_with("got \"-a\")"), "{text}");
    }
}
