//! Statements that are checked while compiling, so that forgetting the workspace is not possible.
//!
//! Queries take them by `&'static`, which only a constant can give: a statement that was put
//! together while running does not fit, and neither does one that was not checked.
//! The checks find what was forgotten; they do not guard against a hostile author.

use super::table::WORKSPACE_TABLES;
use super::tokens::Tokens;

/// A statement over rows of one workspace; `$1` is always the id of that workspace.
///
/// ```
/// use tollgate_tools::store::Scoped;
/// const NAMES: Scoped = Scoped::sql("SELECT name FROM spaces WHERE workspace_id = $1");
/// ```
///
/// Without the filter it does not compile:
///
/// ```compile_fail,E0080
/// use tollgate_tools::store::Scoped;
/// const NAMES: Scoped = Scoped::sql("SELECT name FROM spaces WHERE id = $2");
/// ```
///
/// Neither does one that is made while the program runs, filtered or not:
///
/// ```compile_fail,E0716
/// use tollgate_tools::store::{Query, Scoped, Workspace};
/// fn names(workspace: &Workspace) -> Query<'_> {
///     workspace.query(&Scoped::sql("SELECT name FROM spaces WHERE workspace_id = $1"))
/// }
/// ```
#[derive(Debug)]
pub struct Scoped(&'static str);

/// A statement over tables that belong to no workspace.
///
/// ```
/// use tollgate_tools::store::Global;
/// const NAMES: Global = Global::sql("SELECT name FROM workspaces");
/// ```
///
/// Naming a table of workspace rows does not compile:
///
/// ```compile_fail,E0080
/// use tollgate_tools::store::Global;
/// const NAMES: Global = Global::sql("SELECT name FROM spaces");
/// ```
#[derive(Debug)]
pub struct Global(&'static str);

impl Scoped {
    /// The statement, if each table of workspace rows in it is filtered by `workspace_id = $1`,
    /// or has it inserted as the first column.
    ///
    /// # Panics
    /// While compiling, if it is not.
    #[must_use]
    #[track_caller]
    pub const fn sql(text: &'static str) -> Self {
        match scoped_fault(text) {
            Some(fault) => panic!("{}", fault),
            None => Self(text),
        }
    }

    pub(super) const fn text(&self) -> &'static str {
        self.0
    }
}

impl Global {
    /// The statement, if no table of workspace rows is in it.
    ///
    /// # Panics
    /// While compiling, if one is.
    #[must_use]
    #[track_caller]
    pub const fn sql(text: &'static str) -> Self {
        match global_fault(text) {
            Some(fault) => panic!("{}", fault),
            None => Self(text),
        }
    }

    pub(super) const fn text(&self) -> &'static str {
        self.0
    }
}

const fn global_fault(text: &str) -> Option<&'static str> {
    let tokens = match Tokens::of(text) {
        Ok(tokens) => tokens,
        Err(fault) => return Some(fault),
    };
    let mut at = 0;
    while at < tokens.len() {
        if is_workspace_table(&tokens, at) {
            return Some(
                "the statement names a table of workspace rows; \
                 use `Scoped::sql` and a `Workspace`",
            );
        }
        at += 1;
    }
    None
}

const fn scoped_fault(text: &str) -> Option<&'static str> {
    let tokens = match Tokens::of(text) {
        Ok(tokens) => tokens,
        Err(fault) => return Some(fault),
    };
    let is_insert = tokens.is(0, "INSERT");
    if !is_insert && !tokens.is(0, "SELECT") && !tokens.is(0, "UPDATE") && !tokens.is(0, "DELETE") {
        return Some("the statement must start with SELECT, INSERT, UPDATE or DELETE");
    }
    if let Some(fault) = word_fault(&tokens) {
        return Some(fault);
    }
    if is_insert && let Some(fault) = insert_fault(&tokens) {
        return Some(fault);
    }
    let mentions = mentions(&tokens);
    if mentions == 0 {
        return Some("the statement names no table of workspace rows; use `Global::sql`");
    }
    if filters(&tokens) + (is_insert as usize) < mentions {
        return Some(
            "each table of workspace rows needs its own `workspace_id = $1`, \
             right after WHERE, ON or AND",
        );
    }
    None
}

/// Words with which a filter could be got around by mistake.
const fn word_fault(tokens: &Tokens<'_>) -> Option<&'static str> {
    let mut at = 1;
    while at < tokens.len() {
        if tokens.is(at, "OR") {
            return Some("OR can undo the filter; use IN or COALESCE, or two statements");
        }
        let is_set = tokens.is(at - 1, "SET") || tokens.is(at - 1, ",");
        if is_set && tokens.is(at, "workspace_id") && tokens.is(at + 1, "=") {
            return Some("a row never changes its workspace");
        }
        at += 1;
    }
    None
}

/// What is wrong with an INSERT's columns, values and conflict clause.
const fn insert_fault(tokens: &Tokens<'_>) -> Option<&'static str> {
    const COLUMNS: &str = "an INSERT names `workspace_id` as its first column and $1 as its value";
    if !(tokens.is(1, "INTO") && tokens.is(3, "(") && tokens.is(4, "workspace_id")) {
        return Some(COLUMNS);
    }
    let mut at = past_parenthesis(tokens, 3);
    if tokens.is(at, "SELECT") {
        if !tokens.is(at + 1, "$1") {
            return Some(COLUMNS);
        }
    } else {
        // VALUES, or the comma before one more row.
        loop {
            if !(tokens.is(at + 1, "(") && tokens.is(at + 2, "$1")) {
                return Some(COLUMNS);
            }
            at = past_parenthesis(tokens, at + 1);
            if !tokens.is(at, ",") {
                break;
            }
        }
    }
    while at < tokens.len() {
        let is_update = tokens.is(at, "CONFLICT") && !tokens.is(at + 1, "DO");
        if is_update && !(tokens.is(at + 1, "(") && tokens.is(at + 2, "workspace_id")) {
            return Some("ON CONFLICT must name `workspace_id` first");
        }
        at += 1;
    }
    None
}

/// The place after the parenthesis that opens here.
const fn past_parenthesis(tokens: &Tokens<'_>, open: usize) -> usize {
    let mut depth = 0;
    let mut at = open;
    while at < tokens.len() {
        if tokens.is(at, "(") {
            depth += 1;
        } else if tokens.is(at, ")") {
            depth -= 1;
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

/// How often tables of workspace rows are named, not counting `table.column`.
const fn mentions(tokens: &Tokens<'_>) -> usize {
    let mut count = 0;
    let mut at = 1;
    while at < tokens.len() {
        let is_column = tokens.is(at + 1, ".") || tokens.is(at - 1, ".");
        if is_workspace_table(tokens, at) && !is_column {
            count += 1;
        }
        at += 1;
    }
    count
}

/// How many filters there are. Two on the same alias count as one.
const fn filters(tokens: &Tokens<'_>) -> usize {
    let mut count = 0;
    let mut at = 1;
    while at < tokens.len() {
        if is_filter(tokens, at) && !is_repeated(tokens, at) {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn is_filter(tokens: &Tokens<'_>, at: usize) -> bool {
    let is_equal =
        tokens.is(at, "workspace_id") && tokens.is(at + 1, "=") && tokens.is(at + 2, "$1");
    let before = if tokens.is(at - 1, ".") && at >= 3 { at - 3 } else { at - 1 };
    is_equal && (tokens.is(before, "WHERE") || tokens.is(before, "AND") || tokens.is(before, "ON"))
}

/// Whether the filter at this place has an alias that an earlier filter has too.
const fn is_repeated(tokens: &Tokens<'_>, at: usize) -> bool {
    if !tokens.is(at - 1, ".") {
        return false;
    }
    let mut earlier = 3;
    while earlier < at {
        let has_alias = is_filter(tokens, earlier) && tokens.is(earlier - 1, ".");
        if has_alias && tokens.get(earlier - 2).eq_ignore_ascii_case(tokens.get(at - 2)) {
            return true;
        }
        earlier += 1;
    }
    false
}

const fn is_workspace_table(tokens: &Tokens<'_>, at: usize) -> bool {
    let mut table = 0;
    while table < WORKSPACE_TABLES.len() {
        if tokens.is(at, WORKSPACE_TABLES[table]) {
            return true;
        }
        table += 1;
    }
    false
}

#[cfg(test)]
#[path = "statement_tests.rs"]
mod tests;
