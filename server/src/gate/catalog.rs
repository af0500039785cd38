//! The registry as sets: which tools have a property that a gate asks about.
//!
//! Made once from the declarations. Must not: know a caller.

use tollgate_tools::decl::{Audience, Does, Gate, Scope, ToolDecl};

use super::bits::{Bits, TOOLS_MAX};
use super::same::Lists;
use crate::registry::Registry;

/// Every tool, and the sets that gates are made of.
#[derive(Debug)]
pub struct Catalog {
    registry: &'static Registry,
    by_switch: [Bits; Gate::ALL.len()],
    by_scope: [Bits; Scope::ALL.len()],
    by_audience: [Bits; Audience::ALL.len()],
    reading: Bits,
    all: Bits,
    lists: Lists,
}

impl Catalog {
    /// The sets of a registry.
    ///
    /// # Panics
    /// If the registry holds more tools than a set can.
    #[must_use]
    pub fn new(registry: &'static Registry) -> Self {
        let count = registry.tools.len();
        assert!(count <= TOOLS_MAX, "a registry holds at most {TOOLS_MAX} tools, this has {count}");
        let of = |is_in: &dyn Fn(&ToolDecl) -> bool| {
            Bits::of(count, |at| is_in(registry.tools[at].decl))
        };
        Self {
            registry,
            by_switch: Gate::ALL.each(|gate| of(&|decl| decl.gate == Some(gate))),
            by_scope: Scope::ALL.each(|scope| of(&|decl| decl.scope == scope)),
            by_audience: Audience::ALL.each(|audience| of(&|decl| decl.audience == audience)),
            reading: of(&|decl| decl.does == Does::Read),
            all: of(&|_| true),
            lists: Lists::default(),
        }
    }

    /// The registry itself.
    #[must_use]
    pub const fn registry(&self) -> &'static Registry {
        self.registry
    }

    /// The lists that are in use.
    pub(super) const fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Every tool.
    #[must_use]
    pub const fn all(&self) -> Bits {
        self.all
    }

    /// The tools behind a switch.
    #[must_use]
    pub const fn behind(&self, gate: Gate) -> Bits {
        self.by_switch[gate as usize]
    }

    /// The tools that need at least this scope.
    #[must_use]
    pub const fn needing(&self, scope: Scope) -> Bits {
        self.by_scope[scope as usize]
    }

    /// The tools for this audience.
    #[must_use]
    pub const fn meant_for(&self, audience: Audience) -> Bits {
        self.by_audience[audience as usize]
    }

    /// The tools that only read.
    #[must_use]
    pub const fn reading(&self) -> Bits {
        self.reading
    }

    /// The tools whose name `is_in` takes.
    pub fn named(&self, is_in: impl Fn(&str) -> bool) -> Bits {
        Bits::of(self.registry.tools.len(), |at| is_in(self.registry.tools[at].decl.name))
    }

    /// The tools of a family.
    #[must_use]
    pub fn family(&self, family: &str) -> Bits {
        Bits::of(self.registry.tools.len(), |at| self.registry.tools[at].decl.family == family)
    }
}

/// A value for every word of a vocabulary, in its order.
trait Each<W: Copy> {
    fn each<const N: usize, T>(&self, value: impl Fn(W) -> T) -> [T; N];
}

impl<W: Copy> Each<W> for [W] {
    fn each<const N: usize, T>(&self, value: impl Fn(W) -> T) -> [T; N] {
        std::array::from_fn(|at| value(self[at]))
    }
}
