//! Every key of `#[tool]` reaches the declaration.

use tollgate::bind::Declared;
use tollgate::decl::{Approval, Audience, Effect, Feature, Gate, Mode, Permission, Scope};
use tollgate::prelude::*;

/// Does something.
#[tool(
    does = write,
    scope = OdooWrite,
    gate = github,
    audience = internal,
    permission(can_schedule_tasks, when = schedule),
    modes(plan, review),
    effects(VendorSyncWrite, NetworkEgress),
    approval = warning,
    feature = crm,
    timeout_ms = 1_860_000,
    reply_chars = 1_048_576,
    concurrency = 256,
    deprecated(use_instead = "other", until = "2.0"),
)]
pub async fn example(
    _call: &Call,
    /// When.
    schedule: Option<String>,
) -> Result<Plain, Failure> {
    Ok(Plain(schedule.unwrap_or_default()))
}

#[test]
fn every_key_reaches_the_declaration() {
    let decl = <example as Declared>::DECL;
    assert_eq!(decl.scope, Scope::OdooWrite);
    assert_eq!(decl.gate, Some(Gate::Github));
    assert_eq!(decl.audience, Audience::Internal);
    assert_eq!(decl.permission.unwrap().permission, Permission::CanScheduleTasks);
    assert_eq!(decl.permission.unwrap().when, Some("schedule"));
    assert_eq!(decl.modes.iter().collect::<Vec<_>>(), [Mode::Chat, Mode::Plan, Mode::Review]);
    assert_eq!(decl.effects, [Effect::VendorSyncWrite, Effect::NetworkEgress]);
    assert_eq!(decl.approval, Some(Approval::Warning));
    assert_eq!(decl.feature, Some(Feature::Crm));
    assert_eq!(decl.limits.timeout_ms, 1_860_000);
    assert_eq!(decl.limits.reply_chars, 1_048_576);
    assert_eq!(decl.limits.concurrency, 256);
    assert_eq!(decl.deprecated.unwrap().use_instead, "other");
    assert_eq!(decl.description.plain, "[deprecated → other] Does something.");
}
