//! Where the openings of a caller come from: from settings and grants, or from plain values.

use std::fmt;
use std::ops::ControlFlow;

use tollgate_tools::call::Caller;
use tollgate_tools::port::Pending;

use super::{Catalog, Openings};

/// Says what is open for a caller.
pub trait Opens: fmt::Debug + Send + Sync {
    /// What is open for this caller at this moment. Never waits.
    fn now(&self, catalog: &Catalog, caller: &Caller) -> Openings;

    /// Whether that can change while a session lasts.
    fn is_live(&self) -> bool;

    /// From now on calls `changed` whenever something else may be open for this caller, until it
    /// breaks.
    fn watch(&self, caller: &Caller, changed: Changed);

    /// Looks at what somebody else may have opened a moment ago, and tells whoever watches before
    /// it returns, unless that takes too long. Asked before a caller is refused, so it waits only
    /// if there is something to look at.
    fn look_again<'a>(&'a self, caller: &'a Caller) -> Pending<'a, ()>;
}

/// What is called when something else may be open.
pub type Changed = Box<dyn Fn() -> ControlFlow<()> + Send + Sync>;

/// Openings that stay as they are.
impl Opens for Openings {
    fn now(&self, _catalog: &Catalog, _caller: &Caller) -> Openings {
        self.clone()
    }

    fn is_live(&self) -> bool {
        false
    }

    fn watch(&self, _caller: &Caller, _changed: Changed) {}

    fn look_again<'a>(&'a self, _caller: &'a Caller) -> Pending<'a, ()> {
        Box::pin(std::future::ready(()))
    }
}
