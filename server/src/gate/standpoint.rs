//! Where one caller stands: who it is, and what the settings open and close for it.
//!
//! Made when a caller appears or its settings change; a decision only looks at it.
//! Must not: decide.

use std::num::NonZeroU32;

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Gate, Scope, Scopes};
use tollgate_tools::pattern::Pattern;

use super::bits::Bits;
use super::catalog::Catalog;
use super::narrowing::Narrowing;

/// What the settings say for one caller, as plain values.
///
/// The default opens nothing that has a switch, lists nothing and narrows nothing: a home without
/// settings.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The switches that are on.
    pub switches: Switches,
    /// `[capabilities] denied_tools`.
    pub denied_tools: Vec<String>,
    /// `[capabilities] allowed_tools`; empty means that every tool is allowed.
    pub allowed_tools: Vec<String>,
    /// `[capabilities] scoped_tools`.
    pub scoped_tools: Vec<String>,
    /// Tools that a grant opens at the moment.
    pub granted_tools: Vec<String>,
    /// What the home and the agent leave out, each on its own.
    pub narrowings: Vec<Narrowing>,
    /// Why what the caller proved itself with holds no more, if it does not.
    pub ended: Option<Ended>,
    /// The file that cannot be read, if one of those that govern this caller cannot.
    pub closed_by: Option<String>,
    /// `[oauth] acquirable_scopes`, if an authorization server is trusted.
    pub acquirable_scopes: Scopes,
    /// `[surface] quiet_refusals`.
    pub quiet_refusals: bool,
    /// `[rate]`.
    pub rate: RateLimits,
}

/// How often a caller may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Calls that read.
    pub reads_per_minute: NonZeroU32,
    /// Calls that write or destroy.
    pub writes_per_minute: NonZeroU32,
}

impl Default for RateLimits {
    fn default() -> Self {
        const READS: NonZeroU32 = NonZeroU32::new(100).unwrap();
        const WRITES: NonZeroU32 = NonZeroU32::new(20).unwrap();
        Self { reads_per_minute: READS, writes_per_minute: WRITES }
    }
}

/// The switches that are on for a caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches(u16);

/// Why a key or token holds no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The time of the key is over.
    KeyExpired,
    /// The operator ended the key.
    KeyRevoked,
    /// Nobody can tell what the key is worth.
    KeyUnreadable,
    /// The time of the token is over.
    TokenExpired,
    /// The home does not have the key any more that signed the token.
    TokenUnsigned,
    /// The settings do not trust the token any more, or its issuer not the key that signed it.
    TokenWithdrawn,
}

impl Ended {
    /// What has happened, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::KeyExpired => "its key has expired",
            Self::KeyRevoked => "its key was revoked",
            Self::KeyUnreadable => "its key cannot be read",
            Self::TokenExpired => "its token has expired",
            Self::TokenUnsigned => "the home has another identity.key than signed its token",
            Self::TokenWithdrawn => "its token is not trusted any more",
        }
    }
}

/// One caller, ready to be judged.
#[derive(Clone, Debug)]
pub struct Standpoint {
    pub(super) caller: Caller,
    pub(super) switches: Switches,
    pub(super) denied: Bits,
    /// `None` if every tool is allowed.
    pub(super) allowed: Option<Bits>,
    /// Tools that need a grant, and have none.
    pub(super) ungranted: Bits,
    pub(super) left_out: Bits,
    pub(super) ended: Option<Ended>,
    pub(super) closed_by: Option<String>,
    acquirable: Scopes,
    is_refused_quietly: bool,
    rate: RateLimits,
}

impl Switches {
    /// The set with one switch more, if it is on.
    #[must_use]
    pub const fn with(self, gate: Gate, is_on: bool) -> Self {
        if is_on { Self(self.0 | 1 << gate as u16) } else { self }
    }

    /// Whether the switch is on.
    #[must_use]
    pub const fn has(self, gate: Gate) -> bool {
        self.0 & 1 << gate as u16 != 0
    }
}

const _: () = assert!(Gate::ALL.len() <= u16::BITS as usize, "every switch has its bit");

impl Standpoint {
    /// A caller under these settings.
    #[must_use]
    pub fn new(catalog: &Catalog, caller: Caller, openings: &Openings) -> Self {
        let granted = catalog.named(|tool| openings.granted_tools.iter().any(|it| it == tool));
        let allowed = match openings.allowed_tools.is_empty() {
            true => None,
            false => Some(matched(catalog, &openings.allowed_tools)),
        };
        let is_external = caller.held().is_some_and(|held| held.is_external);
        let left_out = openings.narrowings.iter().map(Narrowing::left_out);
        Self {
            caller,
            switches: openings.switches,
            denied: matched(catalog, &openings.denied_tools),
            allowed,
            ungranted: matched(catalog, &openings.scoped_tools).without(granted),
            left_out: left_out.fold(Bits::NONE, Bits::or),
            ended: openings.ended,
            closed_by: openings.closed_by.clone(),
            acquirable: openings.acquirable_scopes,
            is_refused_quietly: is_external && openings.quiet_refusals,
            rate: openings.rate,
        }
    }

    /// The same, without what a connection chose not to be shown.
    #[must_use]
    pub fn narrowed(&self, by: Option<&Narrowing>) -> Self {
        let left_out = by.map_or(Bits::NONE, Narrowing::left_out);
        Self { left_out: self.left_out.or(left_out), ..self.clone() }
    }

    /// The same with every scope that the caller's authorization server could give it. A key is
    /// what it is, and whoever holds one can ask nobody for more.
    pub(super) fn widened(&self) -> Option<Self> {
        let Caller::Subject { scopes: held, .. } = self.caller else { return None };
        let wider = held.or(self.acquirable);
        if wider == held {
            return None;
        }
        let mut at = self.clone();
        if let Caller::Subject { scopes, .. } = &mut at.caller {
            *scopes = wider;
        }
        Some(at)
    }

    /// What has to be acquired for a tool that needs this scope: the scope itself, or the one that
    /// stands for every other.
    pub(super) fn missing(&self, needed: Option<Scope>) -> Scopes {
        let needed = needed.filter(|scope| self.acquirable.contains(*scope));
        Scopes::NONE.with(needed.unwrap_or(Scope::Admin))
    }

    /// Whether a tool that is hidden is to look as if it did not exist.
    #[must_use]
    pub const fn is_refused_quietly(&self) -> bool {
        self.is_refused_quietly
    }

    /// How often the caller may call.
    #[must_use]
    pub const fn rate(&self) -> RateLimits {
        self.rate
    }

    /// Who calls.
    #[must_use]
    pub const fn caller(&self) -> &Caller {
        &self.caller
    }
}

fn matched(catalog: &Catalog, entries: &[String]) -> Bits {
    let patterns: Vec<_> = entries.iter().filter_map(|entry| Pattern::read(entry)).collect();
    catalog.named(|tool| patterns.iter().any(|pattern| pattern.matches(tool)))
}
