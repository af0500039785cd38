//! Where the openings of a caller come from: from settings and grants, or from plain values.

use std::fmt;

use tollgate_tools::port::Pending;

use super::{Catalog, Credential, Openings};

/// Says what is open for whoever shows a credential.
pub trait Opens: fmt::Debug + Send + Sync {
    /// What is open for it at this moment. Never waits.
    fn now(&self, catalog: &Catalog, credential: &Credential) -> Openings;

    /// Whether that can change while a session lasts.
    fn is_live(&self) -> bool;

    /// Calls `changed` whenever something else may be open for it, until what this returns is
    /// dropped.
    fn watch(&self, credential: &Credential, changed: Changed) -> Watching;

    /// Looks at what somebody else may have opened a moment ago, and tells whoever watches before
    /// it returns, unless that takes too long. Asked before a caller is refused, so it waits only
    /// if there is something to look at.
    fn look_again<'a>(&'a self, credential: &'a Credential) -> Pending<'a, ()>;
}

/// What is called when something else may be open. It never waits: one thread tells everybody.
pub type Changed = Box<dyn Fn() + Send + Sync>;

/// Somebody is told of changes for as long as this lasts.
pub struct Watching(#[expect(dead_code, reason = "it is there to be dropped")] Option<Guard>);

type Guard = Box<dyn Send + Sync>;

impl Watching {
    /// Watches until it is dropped, and `guard` with it.
    #[must_use]
    pub fn until_dropped(guard: impl Send + Sync + 'static) -> Self {
        Self(Some(Box::new(guard)))
    }

    /// There is nothing to be told of.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(None)
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching").finish_non_exhaustive()
    }
}

/// Openings that stay as they are.
impl Opens for Openings {
    fn now(&self, _catalog: &Catalog, _credential: &Credential) -> Openings {
        self.clone()
    }

    fn is_live(&self) -> bool {
        false
    }

    fn watch(&self, _credential: &Credential, _changed: Changed) -> Watching {
        Watching::nothing()
    }

    fn look_again<'a>(&'a self, _credential: &'a Credential) -> Pending<'a, ()> {
        Box::pin(std::future::ready(()))
    }
}
