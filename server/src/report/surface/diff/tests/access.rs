//! What a changed demand means: who may call, when, how long.

use super::*;

#[test]
fn what_a_caller_must_have_narrows_and_its_loss_widens() {
    for (from, to, what, back) in [
        (
            "\"does\":\"write\"",
            "\"does\":\"destroy\"",
            "does is `destroy`, was `write`",
            "does is `write`, was `destroy`",
        ),
        (
            "\"scope\":\"wiki:read\"",
            "\"scope\":\"admin\"",
            "scope is `admin`, was `wiki:read`",
            "scope is `wiki:read`, was `admin`",
        ),
        (
            "\"scope\":\"wiki:read\",\"audience\":\"internal\"",
            "\"scope\":\"wiki:read\",\"audience\":\"process_agent\"",
            "audience is `process_agent`, was `internal`",
            "audience is `internal`, was `process_agent`",
        ),
        (
            "\"scope\":\"wiki:read\",",
            "\"scope\":\"wiki:read\",\"gate\":\"github\",",
            "gate `github` is new",
            "gate `github` is gone",
        ),
        (
            "\"scope\":\"wiki:read\",",
            "\"scope\":\"wiki:read\",\"feature\":\"features_crm\",",
            "feature `features_crm` is new",
            "feature `features_crm` is gone",
        ),
        (
            "\"scope\":\"wiki:read\",",
            "\"scope\":\"wiki:read\",\"permission\":{\"flag\":\"can_schedule_tasks\"},",
            "permission `can_schedule_tasks` is new",
            "permission `can_schedule_tasks` is gone",
        ),
    ] {
        narrows(from, to, what, back);
    }
}

#[test]
fn what_stops_a_call_narrows_and_its_loss_widens() {
    for (from, to, what, back) in [
        (
            ",\"when\":\"items\"",
            "",
            "permission is asked of every call",
            "permission is asked only if `items` is given",
        ),
        (
            "\"approval\":\"warning\"",
            "\"approval\":\"destructive\"",
            "approval is `destructive`, was `warning`",
            "approval is `warning`, was `destructive`",
        ),
        (
            "\"scope\":\"wiki:read\",",
            "\"scope\":\"wiki:read\",\"approval\":\"info\",",
            "approval is `info`, was `none`",
            "approval is `none`, was `info`",
        ),
        (
            "[\"chat\",\"plan\",\"review\"]",
            "[\"chat\",\"plan\"]",
            "mode `review` no longer allows it",
            "mode `review` allows it",
        ),
        (
            "\"effects\":[\"vendorSyncWrite\"]",
            "\"effects\":[\"vendorSyncWrite\",\"gitPush\"]",
            "effect `gitPush` is new, a guardrail may refuse it",
            "effect `gitPush` is gone",
        ),
    ] {
        narrows(from, to, what, back);
    }
}

#[test]
fn another_scope_gate_or_unknown_word_breaks_in_both_directions() {
    breaks(
        "\"scope\":\"wiki:read\"",
        "\"scope\":\"mail:read\"",
        "scope is `mail:read`, was `wiki:read`",
        "scope is `wiki:read`, was `mail:read`",
    );
    breaks(
        "\"gate\":\"os_native\"",
        "\"gate\":\"fork\"",
        "gate is `fork`, was `os_native`",
        "gate is `os_native`, was `fork`",
    );
    breaks(
        "\"approval\":\"warning\"",
        "\"approval\":\"forgotten\"",
        "approval is `forgotten`, was `warning`",
        "approval is `warning`, was `forgotten`",
    );
    breaks(
        "\"when\":\"items\"",
        "\"when\":\"title\"",
        "permission is asked if `title` is given, was `items`",
        "permission is asked if `items` is given, was `title`",
    );
}

#[test]
fn lower_limits_narrow() {
    let limits = original();
    let limits = limits.lines().nth(3).unwrap();
    let start = limits.find("\"limits\":").unwrap();
    let end = start + limits[start..].find('}').unwrap() + 1;
    let old = limits[start..end].to_owned();
    for name in ["timeout_ms", "reply_chars", "concurrency"] {
        let value = old.split(&format!("\"{name}\":")).nth(1).unwrap();
        let value: u64 = value.split([',', '}']).next().unwrap().parse().unwrap();
        let lower = old.replace(&format!("{name}\":{value}"), &format!("{name}\":{}", value - 1));
        let line = limits.replace(&old, &lower);
        narrows(
            limits,
            &line,
            &format!("limit {name} is {}, was {value}", value - 1),
            &format!("limit {name} is {value}, was {}", value - 1),
        );
    }
}

#[test]
fn checks_beyond_the_schema_narrow() {
    narrows(
        "\"checks\":{\"address\":\"url\"},",
        "\"checks\":{\"address\":\"url\",\"limit\":\"owned task\"},",
        "parameter `limit` is checked: owned task",
        "parameter `limit` is not checked, was owned task",
    );
    breaks(
        "\"address\":\"url\"",
        "\"address\":\"uuid\"",
        "parameter `address` is checked: uuid, was url",
        "parameter `address` is checked: url, was uuid",
    );
}

#[test]
fn a_closer_relation_narrows_and_a_looser_one_widens() {
    let related = edited("\"address\":\"url\"", "\"address\":\"related task\"");
    let owned = related.replace("related task", "owned task");
    let (closer, looser) = (
        "parameter `address` is checked: owned task, was related task",
        "parameter `address` is checked: related task, was owned task",
    );
    one(&compare(&related, &owned), Kind::Narrowed, closer);
    one(&compare(&owned, &related), Kind::Widened, looser);
}
