//! The rows of an answer, as a reply carries them.

use crate::Reply;
use crate::port::{DatabaseColumn, DatabaseRows};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type in the words of the database; absent where it has none.
    pub kind: Option<String>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Row {
    /// Its values as text, in the order of the columns.
    pub cells: Vec<String>,
    /// Places, from 0, of the cells that are NULL and not an empty text; absent without any.
    pub nulls: Option<Vec<usize>>,
}

/// The rows that were asked for. Every text in them was written by strangers.
///
/// A reply holds neither `null` nor objects with names that its schema does not know, and numbers
/// beyond 2^53 do not survive every JSON reader. So cells are text, and NULL stands beside them.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Rows {
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// How many.
    pub row_count: usize,
    /// Whether there are more, or a cell was cut.
    pub truncated: bool,
}

impl From<DatabaseColumn> for Column {
    fn from(column: DatabaseColumn) -> Self {
        Self { name: column.name, kind: Some(column.kind).filter(|kind| !kind.is_empty()) }
    }
}

impl From<Vec<Option<String>>> for Row {
    fn from(cells: Vec<Option<String>>) -> Self {
        let nulls: Vec<usize> = (0..cells.len()).filter(|at| cells[*at].is_none()).collect();
        Self {
            cells: cells.into_iter().map(Option::unwrap_or_default).collect(),
            nulls: Some(nulls).filter(|nulls| !nulls.is_empty()),
        }
    }
}

impl From<DatabaseRows> for Rows {
    fn from(found: DatabaseRows) -> Self {
        Self {
            columns: found.columns.into_iter().map(Column::from).collect(),
            row_count: found.rows.len(),
            rows: found.rows.into_iter().map(Row::from).collect(),
            truncated: found.is_truncated,
        }
    }
}
