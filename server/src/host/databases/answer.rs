//! An answer while it grows, within its bounds.

use std::ops::ControlFlow;

use tollgate_tools::port::{DatabaseColumn, DatabaseRows};

/// Bytes of one cell.
pub(super) const CELL_BYTES_MAX: usize = 16_384;
/// Bytes of all cells together.
pub(super) const ANSWER_BYTES_MAX: usize = 262_144;

/// The rows so far.
#[derive(Debug)]
pub(super) struct Answer {
    rows_max: usize,
    bytes: usize,
    found: DatabaseRows,
}

impl Answer {
    /// No rows yet, and at most so many.
    pub(super) fn new(rows_max: u32) -> Self {
        let rows_max = usize::try_from(rows_max).unwrap_or(usize::MAX);
        Self { rows_max, bytes: 0, found: DatabaseRows::default() }
    }

    /// What the columns are; said before the first row, or after it as well.
    pub(super) fn columns(&mut self, columns: Vec<DatabaseColumn>) {
        self.found.columns = columns;
    }

    /// Takes a row, and says whether another one can be of use.
    pub(super) fn push(&mut self, mut cells: Vec<Option<String>>) -> ControlFlow<()> {
        if self.found.rows.len() == self.rows_max {
            self.found.is_truncated = true;
            return ControlFlow::Break(());
        }
        for cell in cells.iter_mut().flatten() {
            self.found.is_truncated |= cut(cell);
        }
        self.bytes += cells.iter().flatten().map(String::len).sum::<usize>();
        if self.bytes > ANSWER_BYTES_MAX && !self.found.rows.is_empty() {
            self.found.is_truncated = true;
            return ControlFlow::Break(());
        }
        self.found.rows.push(cells);
        ControlFlow::Continue(())
    }

    /// The answer.
    pub(super) fn finish(self) -> DatabaseRows {
        self.found
    }
}

/// What stands for bytes that are no text.
pub(super) fn blob(len: usize) -> String {
    format!("<{len} bytes>")
}

/// Cuts a cell that is too long, on the border of a character and with a mark.
fn cut(cell: &mut String) -> bool {
    const MARK: &str = "… [cut]";
    if cell.len() <= CELL_BYTES_MAX {
        return false;
    }
    let mut end = CELL_BYTES_MAX - MARK.len();
    while !cell.is_char_boundary(end) {
        end -= 1;
    }
    cell.truncate(end);
    cell.push_str(MARK);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bytes: usize) -> Vec<Option<String>> {
        vec![Some("x".repeat(bytes)), None]
    }

    #[test]
    fn rows_stop_at_their_bound_and_one_more_is_told() {
        let mut answer = Answer::new(2);
        assert!(answer.push(row(1)).is_continue());
        assert!(answer.push(row(1)).is_continue());
        assert!(!answer.found.is_truncated);
        assert!(answer.push(row(1)).is_break());
        let found = answer.finish();
        assert_eq!((found.rows.len(), found.is_truncated), (2, true));
    }

    #[test]
    fn a_cell_at_its_bound_is_whole_and_one_beyond_is_cut_on_a_character() {
        for (text, is_cut) in [
            ("x".repeat(CELL_BYTES_MAX), false),
            ("x".repeat(CELL_BYTES_MAX + 1), true),
            ("日".repeat(CELL_BYTES_MAX), true),
        ] {
            let mut answer = Answer::new(1);
            assert!(answer.push(vec![Some(text)]).is_continue());
            let found = answer.finish();
            let cell = found.rows[0][0].as_deref().unwrap_or_default();
            assert_eq!((found.is_truncated, cell.ends_with("… [cut]")), (is_cut, is_cut));
            assert!(cell.len() <= CELL_BYTES_MAX);
        }
    }

    #[test]
    fn an_answer_stops_before_its_bytes_are_too_many() {
        let mut answer = Answer::new(1_000);
        for _ in 0..ANSWER_BYTES_MAX / CELL_BYTES_MAX {
            assert!(answer.push(row(CELL_BYTES_MAX)).is_continue());
        }
        assert!(!answer.found.is_truncated);
        assert!(answer.push(row(1)).is_break());
        assert!(answer.found.is_truncated);
    }
}
