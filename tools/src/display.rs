//! Characters that do something to whoever shows a text, instead of being shown.

/// Whether a character moves a cursor, breaks a line or turns the direction of what is read.
#[must_use]
pub fn acts_on_display(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || breaks
}
