//! Escaping for the inside of a JSON string, done once while compiling.

use std::fmt::Write;

/// The text as it stands inside the quotes of a JSON string.
pub(crate) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Newlines to JavaScript, though not to JSON.
            '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::json;

    #[test]
    fn escapes_what_a_json_string_cannot_hold() {
        assert_eq!(json("a\"b\\c\nd\u{1}e\u{2028}f漢"), "a\\\"b\\\\c\\nd\\u0001e\\u2028f漢");
    }
}
