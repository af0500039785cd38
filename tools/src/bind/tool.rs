//! A tool as the server holds it: its declaration and the way to call it.

use std::fmt;

use serde_json::value::RawValue;
use tollgate_decl::ToolDecl;

use super::failure::Failure;
use super::fault::Faults;
use super::object::Given;
use super::reply::Answer;
use crate::call::Call;
use crate::port::Pending;

/// A declaration bound to its handler.
#[derive(Clone, Copy)]
pub struct Tool {
    /// What was declared.
    pub decl: &'static ToolDecl,
    /// Decodes the arguments of one call; nothing runs yet.
    pub prepare: fn(&RawValue) -> Result<Prepared, Faults>,
}

/// What `#[tool]` implements for the type that carries a function's name.
pub trait Declared {
    /// What was declared.
    const DECL: &'static ToolDecl;

    /// Decodes the arguments of one call; nothing runs yet.
    ///
    /// # Errors
    /// With every fault of the arguments at once.
    fn prepare(arguments: &RawValue) -> Result<Prepared, Faults>;
}

/// A call whose arguments are decoded and whose handler has not run.
pub struct Prepared {
    given: Given,
    run: Box<Run>,
}

type Run = dyn for<'a> FnOnce(&'a Call) -> Pending<'a, Result<Answer, Failure>> + Send;

impl Tool {
    /// The tool that a `#[tool]` function declares, by the type of the same name.
    #[must_use]
    pub const fn of<T: Declared>() -> Self {
        Self { decl: T::DECL, prepare: T::prepare }
    }
}

impl Prepared {
    /// Decoded arguments, closed over by what resolves them and runs the handler.
    pub fn new<F>(given: Given, run: F) -> Self
    where
        F: for<'a> FnOnce(&'a Call) -> Pending<'a, Result<Answer, Failure>> + Send + 'static,
    {
        Self { given, run: Box::new(run) }
    }

    /// Which parameters the call gave.
    #[must_use]
    pub const fn given(&self) -> Given {
        self.given
    }

    /// Resolves what the arguments name, then runs the handler.
    #[must_use]
    pub fn run(self, call: &Call) -> Pending<'_, Result<Answer, Failure>> {
        (self.run)(call)
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tool").field(&self.decl.name).finish()
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("given", &self.given).finish_non_exhaustive()
    }
}
