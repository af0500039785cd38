//! Texts of the state: what they may hold, and where they are cut.

use super::WorkingStateError;
use crate::display::acts_on_display;

/// Cuts a text to its first `chars_max` characters; whether there were more.
pub(super) fn cut(text: &mut String, chars_max: usize) -> bool {
    let end = text.char_indices().nth(chars_max).map(|(end, _)| end);
    if let Some(end) = end {
        text.truncate(end);
    }
    end.is_some()
}

/// Refuses a text with nothing to see.
pub(super) fn not_blank(name: &'static str, text: &str) -> Result<(), WorkingStateError> {
    if text.trim().is_empty() { Err(WorkingStateError::Blank { name }) } else { Ok(()) }
}

/// Refuses a text that is more than one line, or that would move a terminal.
pub(super) fn one_line(name: &'static str, text: &str) -> Result<(), WorkingStateError> {
    match text.chars().enumerate().find(|(_, c)| acts_on_display(*c)) {
        Some((at, found)) => Err(WorkingStateError::NotOneLine {
            name,
            found: found.escape_unicode().to_string(),
            at: at + 1,
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, one_line};

    #[test]
    fn a_text_is_cut_between_characters() {
        let mut text = "\u{65e5}\u{1f980}\u{e9}".to_owned();
        assert!(!cut(&mut text, 3));
        assert_eq!(text, "\u{65e5}\u{1f980}\u{e9}");
        assert!(cut(&mut text, 2));
        assert_eq!(text, "\u{65e5}\u{1f980}");
        assert!(cut(&mut text, 0));
        assert_eq!(text, "");
        assert!(!cut(&mut text, 0));
    }

    #[test]
    fn every_way_to_break_a_line_is_found() {
        assert!(one_line("value", "\u{65e5} \u{3000}\u{a0}.").is_ok());
        for c in ['\n', '\r', '\t', '\u{b}', '\u{c}', '\u{1b}', '\u{85}', '\u{2028}', '\u{2029}'] {
            let text = one_line("value", &format!("ab{c}")).unwrap_err().to_string();
            let code = c.escape_unicode();
            assert!(text.contains(&format!("got {code} as character 3")), "{text}");
        }
    }
}
