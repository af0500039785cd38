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

const START: Position = Position { line: 1, column: 1 };

impl Lines<'_> {
    /// Where a byte stands. An offset beyond the end is the end.
    #[must_use]
    pub fn position(self, offset: usize) -> Position {
        self.step(&mut 0, START, offset)
    }

    /// Where several bytes stand, given in the order of the text. It is read once.
    #[must_use]
    pub fn positions(self, offsets: impl IntoIterator<Item = usize>) -> Vec<Position> {
        let (mut at, mut position) = (0, START);
        let step = |offset| {
            position = self.step(&mut at, position, offset);
            position
        };
        offsets.into_iter().map(step).collect()
    }

    /// Goes from `at`, which has this position, to another byte.
    fn step(self, at: &mut usize, position: Position, offset: usize) -> Position {
        let mut end = offset.clamp(*at, self.0.len());
        while !self.0.is_char_boundary(end) {
            end -= 1;
        }
        let between = &self.0[*at..end];
        *at = end;
        match between.rfind('\n') {
            None => {
                let column = position.column + between.chars().count();
                Position { column, ..position }
            }
            Some(newline) => Position {
                line: position.line + between.matches('\n').count(),
                column: between[newline + 1..].chars().count() + 1,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_positions_are_those_of_each() {
        let lines = Lines("a\n日本 = 1\n\nb");
        let offsets = [0, 0, 2, 5, 6, 13, 14, 99];
        assert_eq!(lines.positions(offsets), offsets.map(|offset| lines.position(offset)));
    }

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
