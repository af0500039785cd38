//! The keys of `#[tool(...)]`, each spelled once.

pub(super) const APPROVAL: &str = "approval";
pub(super) const AUDIENCE: &str = "audience";
pub(super) const CONCURRENCY: &str = "concurrency";
pub(super) const DEPRECATED: &str = "deprecated";
pub(super) const DOES: &str = "does";
pub(super) const EFFECTS: &str = "effects";
pub(super) const FEATURE: &str = "feature";
pub(super) const GATE: &str = "gate";
pub(super) const MODES: &str = "modes";
pub(super) const PERMISSION: &str = "permission";
pub(super) const REPLY_CHARS: &str = "reply_chars";
pub(super) const SCOPE: &str = "scope";
pub(super) const TIMEOUT_MS: &str = "timeout_ms";

/// Every key, in the order in which messages list them.
pub(super) const ALL: &[&str] = &[
    DOES,
    SCOPE,
    GATE,
    AUDIENCE,
    PERMISSION,
    MODES,
    EFFECTS,
    APPROVAL,
    FEATURE,
    TIMEOUT_MS,
    REPLY_CHARS,
    CONCURRENCY,
    DEPRECATED,
];

/// Inside `permission(…)`: the parameter that makes the flag matter.
pub(super) const WHEN: &str = "when";
/// Inside `deprecated(…)`: the tool to use instead.
pub(super) const USE_INSTEAD: &str = "use_instead";
/// Inside `deprecated(…)`: the release in which the name goes.
pub(super) const UNTIL: &str = "until";
