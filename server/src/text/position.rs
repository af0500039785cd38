//! Positions in a text file, counted as editors count them.

/// The places of one text.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a>(pub &'a str);

/// A place in a text: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Lines<'_> {
    /// Where a byte stands. An offset beyond the end is the end.
    #[must_use]
    pub fn position(self, offset: usize) -> Position {
        let mut end = offset.min(self.0.len());
        while !self.0.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.0[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_newlines() {
        let lines = Lines("a\n日本 = 1\n");
        assert_eq!(lines.position(0), Position { line: 1, column: 1 });
        assert_eq!(lines.position(2), Position { line: 2, column: 1 });
        assert_eq!(lines.position(9), Position { line: 2, column: 4 });
    }

    #[test]
    fn an_offset_inside_a_character_or_beyond_the_end_is_moved_back() {
        assert_eq!(Lines("日").position(1), Position { line: 1, column: 1 });
        assert_eq!(Lines("ab").position(9), Position { line: 1, column: 3 });
        assert_eq!(Lines("").position(0), Position { line: 1, column: 1 });
    }
}
