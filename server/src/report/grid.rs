//! Aligned columns for a terminal.

/// Rows of cells whose columns line up: the first column to the left, the others to the right.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A grid with a row of headings.
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, name: &str, numbers: impl IntoIterator<Item = usize>) {
        let cells = numbers.into_iter().map(|number| number.to_string());
        self.rows.push(std::iter::once(name.to_owned()).chain(cells).collect());
    }

    /// The lines, each ended by a newline.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let padding = " ".repeat(width - cell.chars().count());
                if at == 0 {
                    line.push_str(cell);
                    line.push_str(&padding);
                } else {
                    line.push_str("  ");
                    line.push_str(&padding);
                    line.push_str(cell);
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_numbers_right() {
        let mut grid = Grid::new(&["tool", "bytes"]);
        grid.row("a", [7]);
        grid.row("longer", [1_234_567]);
        assert_eq!(grid.text(), "tool      bytes\na             7\nlonger  1234567\n");
    }
}
