//! What a statement of free SQL may be: one that reads, and calls nothing that reaches further.
//!
//! The first of two walls; the second is a session that cannot write. A statement is read, judged
//! and printed again, so that what runs is what was judged: comments and their tricks are gone.

use std::ops::ControlFlow;
use std::thread;

use sqlparser::ast::{Expr, ObjectName, Query, Select, SetExpr, Statement, TableFactor};
use sqlparser::ast::{Visit as _, Visitor};
use sqlparser::dialect::{Dialect as Grammar, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::{Parser, ParserError, ParserOptions};
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

use super::deny;
use crate::port::Dialect;

/// Words and signs of a statement.
pub const TOKENS_MAX: usize = 2_000;
/// Stack for the longest statement, with room: every two words may be one level deeper.
const STACK_BYTES: usize = 64 * 1_024 * 1_024;
/// Characters of what the parser says.
const REASON_CHARS_MAX: usize = 200;

/// Why a statement may not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatementError {
    /// No SQL of this dialect, as far as this server can tell.
    #[error("cannot be read as {dialect}: {reason}")]
    Unreadable {
        /// The dialect.
        dialect: &'static str,
        /// What the parser says.
        reason: String,
    },
    /// Too long to be judged.
    #[error("{tokens} words and signs; a statement has at most {TOKENS_MAX}")]
    TooLong {
        /// How many.
        tokens: usize,
    },
    /// The judge had no room to work in.
    #[error("the server has no room to judge it now; try again later")]
    NotJudged,
    /// None, or several.
    #[error("{count} statements; give exactly one SELECT")]
    Count {
        /// How many.
        count: usize,
    },
    /// Something else than a query.
    #[error("{found} does not read; give one SELECT, WITH … SELECT or VALUES")]
    Kind {
        /// How it begins.
        found: String,
    },
    /// A part of a query that does more than read.
    #[error("{clause} is not allowed in a statement that only reads")]
    Clause {
        /// The part.
        clause: &'static str,
    },
    /// A function that reaches further than the tables.
    #[error("the function `{name}` is not allowed: it reaches further than the tables")]
    Function {
        /// Its name.
        name: String,
    },
    /// A table of the database's own secrets.
    #[error("`{name}` is not allowed: it holds what belongs to the server, not to its data")]
    Relation {
        /// Its name.
        name: String,
    },
}

/// The statement as it may run.
///
/// # Errors
/// When it is not exactly one query that only reads.
pub fn reading(dialect: Dialect, sql: &str) -> Result<String, StatementError> {
    // A sum nests each term in the next, and a thread of the server has too little stack for the
    // longest one: what reads, judges, prints and drops the tree gets enough.
    let judged = thread::scope(|scope| {
        let judge = || judged(dialect, sql);
        let judge = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, judge);
        judge.ok().and_then(|judge| judge.join().ok())
    });
    judged.unwrap_or(Err(StatementError::NotJudged))
}

fn judged(dialect: Dialect, sql: &str) -> Result<String, StatementError> {
    let statement = parsed(dialect, sql)?;
    let Statement::Query(query) = &statement else {
        return Err(StatementError::Kind { found: first_word(&statement) });
    };
    match query.visit(&mut Judge { dialect }) {
        ControlFlow::Continue(()) => Ok(statement.to_string()),
        ControlFlow::Break(error) => Err(*error),
    }
}

fn first_word(statement: &Statement) -> String {
    let text = statement.to_string();
    text.split_whitespace().next().unwrap_or("this").to_uppercase()
}

fn parsed(dialect: Dialect, sql: &str) -> Result<Statement, StatementError> {
    let grammar: &dyn Grammar = match dialect {
        Dialect::MySql => &MySqlDialect {},
        Dialect::Postgres => &PostgreSqlDialect {},
        Dialect::Sqlite => &SQLiteDialect {},
    };
    let unreadable = |error: ParserError| {
        let reason = error.to_string();
        let reason = reason.trim_start_matches("sql parser error: ");
        let reason = reason.chars().take(REASON_CHARS_MAX).collect();
        StatementError::Unreadable { dialect: dialect.word(), reason }
    };
    // Texts keep the spelling that the database will read, escapes and all.
    let tokens = Tokenizer::new(grammar, sql).with_unescape(false).tokenize_with_location();
    let tokens = tokens.map_err(|error| unreadable(error.into()))?;
    let counted = tokens.iter().filter(|token| counts(token)).count();
    if counted > TOKENS_MAX {
        return Err(StatementError::TooLong { tokens: counted });
    }
    let mut statements = Parser::new(grammar)
        .with_options(ParserOptions::new().with_unescape(false))
        .with_tokens_with_locations(tokens)
        .parse_statements()
        .map_err(unreadable)?;
    match statements.pop() {
        Some(statement) if statements.is_empty() => Ok(statement),
        last => {
            let count = statements.len() + usize::from(last.is_some());
            Err(StatementError::Count { count })
        }
    }
}

fn counts(token: &TokenWithSpan) -> bool {
    !matches!(token.token, Token::Whitespace(_))
}

/// Looks at every part of a query.
struct Judge {
    dialect: Dialect,
}

type Verdict = ControlFlow<Box<StatementError>>;

impl Judge {
    fn function(&self, name: &ObjectName) -> Verdict {
        let last = name.0.last().and_then(|part| part.as_ident());
        match last.map(|ident| ident.value.to_lowercase()) {
            Some(called) if !deny::function(self.dialect, &called) => ControlFlow::Continue(()),
            _ => refuse(StatementError::Function { name: name.to_string() }),
        }
    }
}

impl Visitor for Judge {
    type Break = Box<StatementError>;

    fn pre_visit_statement(&mut self, statement: &Statement) -> Verdict {
        refuse(StatementError::Kind { found: first_word(statement) })
    }

    fn pre_visit_query(&mut self, query: &Query) -> Verdict {
        if !query.locks.is_empty() {
            return refuse(StatementError::Clause { clause: "FOR UPDATE or FOR SHARE" });
        }
        let is_foreign = query.for_clause.is_some()
            || query.settings.is_some()
            || query.format_clause.is_some()
            || !query.pipe_operators.is_empty();
        if is_foreign {
            return refuse(StatementError::Clause { clause: "a clause of another dialect" });
        }
        judge_body(&query.body)
    }

    fn pre_visit_select(&mut self, select: &Select) -> Verdict {
        if select.into.is_some() {
            return refuse(StatementError::Clause { clause: "INTO" });
        }
        if !select.optimizer_hints.is_empty() {
            return refuse(StatementError::Clause { clause: "an optimizer hint" });
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> Verdict {
        let parts: Option<Vec<String>> = relation
            .0
            .iter()
            .map(|part| part.as_ident().map(|ident| ident.value.to_lowercase()))
            .collect();
        match parts {
            Some(parts) if !deny::relation(self.dialect, &parts) => ControlFlow::Continue(()),
            _ => refuse(StatementError::Relation { name: relation.to_string() }),
        }
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> Verdict {
        match factor {
            TableFactor::Function { name, .. } | TableFactor::Table { name, args: Some(_), .. } => {
                self.function(name)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> Verdict {
        match expr {
            Expr::Function(function) => self.function(&function.name),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn refuse(error: StatementError) -> Verdict {
    ControlFlow::Break(Box::new(error))
}

/// Refuses a query whose body changes something; what nests deeper is visited by itself.
fn judge_body(body: &SetExpr) -> Verdict {
    match body {
        SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::Values(_) => ControlFlow::Continue(()),
        // Its name is no part that the visitor shows.
        SetExpr::Table(_) => refuse(StatementError::Clause { clause: "TABLE instead of SELECT" }),
        SetExpr::SetOperation { left, right, .. } => {
            judge_body(left)?;
            judge_body(right)
        }
        SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) => {
            refuse(StatementError::Clause { clause: "INSERT, UPDATE, DELETE or MERGE" })
        }
    }
}
