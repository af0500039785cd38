//! How a selection becomes a statement: identifiers from the catalogue, quoted; values bound.
//!
//! Must not: put anything into a statement that a caller wrote.

use std::fmt::Write as _;

use super::kind::Kind;
use super::select::{Comparison, Condition};
use super::{DbError, near};
use crate::port::{DatabaseColumn, DatabaseTable, DatabaseValue, Dialect};

/// Characters of the list of columns in a message.
const KNOWN_CHARS_MAX: usize = 300;

/// A statement in the making.
pub(super) struct Selection<'a> {
    dialect: Dialect,
    table: &'a DatabaseTable,
    columns: String,
    conditions: String,
    order: String,
    values: Vec<DatabaseValue>,
}

impl<'a> Selection<'a> {
    /// All rows of a table, without a column yet.
    pub(super) fn new(dialect: Dialect, table: &'a DatabaseTable) -> Self {
        let (columns, conditions, order) = Default::default();
        Self { dialect, table, columns, conditions, order, values: Vec::new() }
    }

    /// Takes the named columns, or all.
    pub(super) fn columns(&mut self, named: Option<&[String]>) -> Result<(), DbError> {
        let chosen: Vec<&DatabaseColumn> = match named {
            None => self.table.columns.iter().collect(),
            Some(names) => names
                .iter()
                .enumerate()
                .map(|(at, name)| self.column(&format!("columns[{at}]"), name))
                .collect::<Result<_, _>>()?,
        };
        let quoted: Vec<String> = chosen.iter().map(|column| self.quoted(&column.name)).collect();
        self.columns = quoted.join(", ");
        Ok(())
    }

    /// Keeps only rows that meet every condition.
    pub(super) fn filter(&mut self, conditions: &[Condition]) -> Result<(), DbError> {
        for (index, condition) in conditions.iter().enumerate() {
            let text = self.condition(index, condition)?;
            let word = if index == 0 { " WHERE " } else { " AND " };
            self.conditions.push_str(word);
            self.conditions.push_str(&text);
        }
        Ok(())
    }

    /// Sorts by a column: its name, and then perhaps a direction.
    pub(super) fn order_by(&mut self, given: Option<&str>) -> Result<(), DbError> {
        let Some(given) = given.map(str::trim) else { return Ok(()) };
        let (name, direction) = match given.rsplit_once(char::is_whitespace) {
            // A column's own name may end in a word that looks like a direction.
            _ if self.table.columns.iter().any(|column| column.name == given) => (given, ""),
            Some((name, word)) if word.eq_ignore_ascii_case("asc") => (name.trim_end(), ""),
            Some((name, word)) if word.eq_ignore_ascii_case("desc") => (name.trim_end(), " DESC"),
            _ => (given, ""),
        };
        let column = self.column("order_by", name)?;
        self.order = format!(" ORDER BY {}{direction}", self.quoted(&column.name));
        Ok(())
    }

    /// The statement and what is bound to it.
    pub(super) fn finish(self, rows_max: u32) -> (String, Vec<DatabaseValue>) {
        let path: Vec<String> = self.table.path.iter().map(|part| self.quoted(part)).collect();
        let Self { columns, conditions, order, values, .. } = self;
        let table = path.join(".");
        let sql = format!("SELECT {columns} FROM {table}{conditions}{order} LIMIT {rows_max}");
        (sql, values)
    }

    fn condition(&mut self, index: usize, given: &Condition) -> Result<String, DbError> {
        let column = self.column(&format!("filter[{index}].column"), &given.column)?;
        let wrong = |reason: &str| DbError::Filter { index, reason: reason.to_owned() };
        let operator = match given.op {
            Comparison::Equal => "=",
            Comparison::Unequal => "<>",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
            Comparison::Like => "LIKE",
            Comparison::In => {
                let (None, Some(values)) = (&given.value, &given.values) else {
                    return Err(wrong("`in` takes `values`, a list, and no `value`"));
                };
                let places: Result<Vec<String>, DbError> =
                    values.iter().map(|value| self.bind(index, column, value)).collect();
                let name = self.quoted(&column.name);
                return Ok(format!("{name} IN ({})", places?.join(", ")));
            }
        };
        let (Some(value), None) = (&given.value, &given.values) else {
            return Err(wrong("this comparison takes one `value`; `values` is for `in`"));
        };
        let name = self.quoted(&column.name);
        if given.op == Comparison::Like {
            self.values.push(DatabaseValue::Text(value.clone()));
            let place = self.place();
            return Ok(format!("{} LIKE {place}", self.as_text(&name)));
        }
        Ok(format!("{name} {operator} {}", self.bind(index, column, value)?))
    }

    /// Binds a value that is compared with a column; its placeholder.
    fn bind(
        &mut self,
        index: usize,
        column: &DatabaseColumn,
        text: &str,
    ) -> Result<String, DbError> {
        let value = Kind::of(&column.kind).value(text).ok_or_else(|| {
            let DatabaseColumn { name, kind } = column;
            let text: String = text.chars().take(40).collect();
            let reason = format!("column `{name}` holds numbers ({kind}), and `{text}` is none");
            DbError::Filter { index, reason }
        })?;
        // PostgreSQL reads the text as the column's own type, and so keeps every digit.
        let is_cast = self.dialect == Dialect::Postgres;
        self.values.push(if is_cast { DatabaseValue::Text(text.trim().to_owned()) } else { value });
        let place = self.place();
        Ok(if is_cast { format!("CAST({place} AS {})", column.kind) } else { place })
    }

    /// The placeholder of the value that was bound last.
    fn place(&self) -> String {
        match self.dialect {
            Dialect::Postgres => format!("${}::text", self.values.len()),
            Dialect::MySql | Dialect::Sqlite => "?".to_owned(),
        }
    }

    fn as_text(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Postgres => format!("{name}::text"),
            Dialect::MySql | Dialect::Sqlite => name.to_owned(),
        }
    }

    fn quoted(&self, name: &str) -> String {
        match self.dialect {
            Dialect::MySql => format!("`{}`", name.replace('`', "``")),
            Dialect::Postgres | Dialect::Sqlite => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }

    fn column(&self, at: &str, name: &str) -> Result<&'a DatabaseColumn, DbError> {
        let columns = &self.table.columns;
        columns.iter().find(|column| column.name == name).ok_or_else(|| {
            let mut known = String::new();
            for (place, column) in columns.iter().enumerate() {
                if known.len() > KNOWN_CHARS_MAX {
                    // Writing to a string does not fail.
                    let _ = write!(known, " and {} more", columns.len() - place);
                    break;
                }
                let comma = if place == 0 { "" } else { ", " };
                let _ = write!(known, "{comma}`{}`", column.name);
            }
            DbError::UnknownColumn {
                at: at.to_owned(),
                column: name.to_owned(),
                table: self.table.name.clone(),
                known,
                near: near(name, columns.iter().map(|column| column.name.as_str())),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> DatabaseTable {
        let column =
            |name: &str, kind: &str| DatabaseColumn { name: name.into(), kind: kind.into() };
        DatabaseTable {
            name: "s.t".to_owned(),
            path: vec!["s".to_owned(), "t\"`".to_owned()],
            columns: vec![column("id", "integer"), column("name desc", "text")],
        }
    }

    fn condition(op: Comparison, value: Option<&str>, values: Option<&[&str]>) -> Condition {
        Condition {
            column: "id".to_owned(),
            op,
            value: value.map(str::to_owned),
            values: values.map(|all| all.iter().map(|one| (*one).to_owned()).collect()),
        }
    }

    #[test]
    fn identifiers_are_quoted_and_values_bound_in_every_dialect() {
        for (dialect, expected) in [
            (Dialect::Sqlite, "SELECT \"id\" FROM \"s\".\"t\"\"`\" WHERE \"id\" IN (?, ?) LIMIT 3"),
            (Dialect::MySql, "SELECT `id` FROM `s`.`t\"``` WHERE `id` IN (?, ?) LIMIT 3"),
            (
                Dialect::Postgres,
                "SELECT \"id\" FROM \"s\".\"t\"\"`\" WHERE \"id\" IN \
                 (CAST($1::text AS integer), CAST($2::text AS integer)) LIMIT 3",
            ),
        ] {
            let table = table();
            let mut selection = Selection::new(dialect, &table);
            selection.columns(Some(&["id".to_owned()])).unwrap();
            selection.filter(&[condition(Comparison::In, None, Some(&["1", "2"]))]).unwrap();
            let (sql, values) = selection.finish(3);
            assert_eq!((sql.as_str(), values.len()), (expected, 2), "{dialect:?}");
        }
    }

    #[test]
    fn a_column_that_ends_like_a_direction_is_a_column() {
        let table = table();
        for (given, expected) in [
            ("name desc", " ORDER BY \"name desc\""),
            ("name desc desc", " ORDER BY \"name desc\" DESC"),
            ("id  ASC", " ORDER BY \"id\""),
        ] {
            let mut selection = Selection::new(Dialect::Sqlite, &table);
            selection.order_by(Some(given)).unwrap();
            assert_eq!(selection.order, expected);
        }
    }

    #[test]
    fn a_condition_that_is_none_says_what_would_be_one() {
        let table = table();
        for (given, words) in [
            (condition(Comparison::In, Some("1"), None), "`in` takes `values`"),
            (condition(Comparison::In, Some("1"), Some(&["1"])), "`in` takes `values`"),
            (condition(Comparison::Equal, None, None), "takes one `value`"),
            (condition(Comparison::Equal, Some("1"), Some(&["1"])), "takes one `value`"),
            (condition(Comparison::Less, Some("1 OR 1=1"), None), "holds numbers (integer)"),
        ] {
            let mut selection = Selection::new(Dialect::MySql, &table);
            let error = selection.filter(&[given]).unwrap_err().to_string();
            assert!(error.starts_with("filter[0]: ") && error.contains(words), "{error}");
        }
    }

    #[test]
    fn an_unknown_column_is_told_with_those_there_are() {
        let table = table();
        let mut selection = Selection::new(Dialect::Sqlite, &table);
        let error = selection.columns(Some(&["ids".to_owned()])).unwrap_err().to_string();
        let expected = "columns[0]: table `s.t` has no column `ids`; \
                        it has `id`, `name desc`; did you mean `id`?";
        assert_eq!(error, expected);
        assert!(selection.order_by(Some("id\"; DROP TABLE t; --")).is_err());
    }
}
