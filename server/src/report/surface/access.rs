//! The rules for everything of a tool that is not its schema: who may call it, when, how long.

use std::collections::BTreeMap;

use tollgate_decl::word::{Approval, Audience, Does, Relation, Scope};

use super::change::Changes;
use super::entry::{Entry, PermissionEntry};

/// Compares what two declarations of one tool demand and allow.
pub(super) fn compare(old: &Entry<'_>, new: &Entry<'_>, changes: &mut Changes<'_>) {
    if old.family != new.family {
        changes.noted(format!("family is `{}`, was `{}`", new.family, old.family));
    }
    ranked("does", &old.does, &new.does, rank_does, changes);
    scope(&old.scope, &new.scope, changes);
    ranked("audience", &old.audience, &new.audience, rank_audience, changes);
    demanded("gate", old.gate.as_ref(), new.gate.as_ref(), changes);
    demanded("feature", old.feature.as_ref(), new.feature.as_ref(), changes);
    permission(old.permission.as_ref(), new.permission.as_ref(), changes);
    approval(old.approval.as_deref(), new.approval.as_deref(), changes);
    for mode in missing(&old.modes, &new.modes) {
        changes.narrowed(format!("mode `{mode}` no longer allows it"));
    }
    for mode in missing(&new.modes, &old.modes) {
        changes.widened(format!("mode `{mode}` allows it"));
    }
    for effect in missing(&new.effects, &old.effects) {
        changes.narrowed(format!("effect `{effect}` is new, a guardrail may refuse it"));
    }
    for effect in missing(&old.effects, &new.effects) {
        changes.widened(format!("effect `{effect}` is gone"));
    }
    checks(&old.checks, &new.checks, changes);
    for (name, old, new) in [
        ("timeout_ms", old.limits.timeout_ms, new.limits.timeout_ms),
        ("reply_chars", old.limits.reply_chars, new.limits.reply_chars),
        ("concurrency", old.limits.concurrency, new.limits.concurrency),
    ] {
        if new < old {
            changes.narrowed(format!("limit {name} is {new}, was {old}"));
        } else if new > old {
            changes.widened(format!("limit {name} is {new}, was {old}"));
        }
    }
    if old.deprecated != new.deprecated {
        changes.noted(match &new.deprecated {
            Some(mark) => format!("deprecated: use `{}`, goes in {}", mark.use_instead, mark.until),
            None => "no longer deprecated".to_owned(),
        });
    }
    if old.exemptions != new.exemptions {
        changes.noted("exemptions changed".to_owned());
    }
}

/// A word of an ordered vocabulary: a higher rank is stricter, an unknown word is a break.
fn ranked(
    what: &str,
    old: &str,
    new: &str,
    rank: fn(&str) -> Option<usize>,
    changes: &mut Changes<'_>,
) {
    if old == new {
        return;
    }
    let text = format!("{what} is `{new}`, was `{old}`");
    match (rank(old), rank(new)) {
        (Some(old), Some(new)) if new < old => changes.widened(text),
        _ => changes.narrowed(text),
    }
}

fn rank_does(word: &str) -> Option<usize> {
    Does::ALL.iter().position(|does| does.wire() == word)
}

fn rank_audience(word: &str) -> Option<usize> {
    const WIDEST_FIRST: [Audience; 3] =
        [Audience::External, Audience::Internal, Audience::ProcessAgent];
    WIDEST_FIRST.iter().position(|audience| audience.wire() == word)
}

/// A key that holds one scope does not hold another, except that `admin` holds them all.
fn scope(old: &str, new: &str, changes: &mut Changes<'_>) {
    if old == new {
        return;
    }
    let text = format!("scope is `{new}`, was `{old}`");
    if old == Scope::Admin.wire() { changes.widened(text) } else { changes.narrowed(text) }
}

/// A switch that must be on: asking for one is stricter, asking for another too.
fn demanded(what: &str, old: Option<&String>, new: Option<&String>, changes: &mut Changes<'_>) {
    match (old, new) {
        (None, Some(new)) => changes.narrowed(format!("{what} `{new}` is new")),
        (Some(old), None) => changes.widened(format!("{what} `{old}` is gone")),
        (Some(old), Some(new)) if old != new => {
            changes.narrowed(format!("{what} is `{new}`, was `{old}`"));
        }
        _ => {}
    }
}

fn permission(
    old: Option<&PermissionEntry>,
    new: Option<&PermissionEntry>,
    changes: &mut Changes<'_>,
) {
    let flag = |rule: &PermissionEntry| rule.flag.clone();
    demanded("permission", old.map(flag).as_ref(), new.map(flag).as_ref(), changes);
    let (Some(old), Some(new)) = (old, new) else { return };
    if old.flag != new.flag || old.when == new.when {
        return;
    }
    match (&old.when, &new.when) {
        (None, Some(when)) => {
            changes.widened(format!("permission is asked only if `{when}` is given"));
        }
        (_, None) => changes.narrowed("permission is asked of every call".to_owned()),
        (Some(old), Some(new)) => {
            changes.narrowed(format!("permission is asked if `{new}` is given, was `{old}`"));
        }
    }
}

fn approval(old: Option<&str>, new: Option<&str>, changes: &mut Changes<'_>) {
    const NONE: &str = "none";
    let rank = |word: &str| match word {
        NONE => Some(0),
        word => Approval::ALL.iter().position(|approval| approval.wire() == word).map(|at| at + 1),
    };
    ranked("approval", old.unwrap_or(NONE), new.unwrap_or(NONE), rank, changes);
}

/// What is checked of a value beyond its schema; a record's relation has an order.
fn checks(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
    changes: &mut Changes<'_>,
) {
    for (path, check) in new {
        match old.get(path) {
            None => changes.narrowed(format!("parameter `{path}` is checked: {check}")),
            Some(before) if before != check => {
                let text = format!("parameter `{path}` is checked: {check}, was {before}");
                if is_looser(before, check) {
                    changes.widened(text)
                } else {
                    changes.narrowed(text)
                }
            }
            Some(_) => {}
        }
    }
    for (path, check) in old.iter().filter(|(path, _)| !new.contains_key(*path)) {
        changes.widened(format!("parameter `{path}` is not checked, was {check}"));
    }
}

fn is_looser(before: &str, now: &str) -> bool {
    const LOOSEST_FIRST: [Relation; 3] = [Relation::Visible, Relation::Related, Relation::Owned];
    let rank = |word: &str| LOOSEST_FIRST.iter().position(|relation| relation.wire() == word);
    let (Some((before, kind)), Some((now, kind_now))) =
        (before.split_once(' '), now.split_once(' '))
    else {
        return false;
    };
    kind == kind_now && rank(now).zip(rank(before)).is_some_and(|(now, before)| now < before)
}

/// The words of `all` that `some` lacks.
fn missing<'w>(all: &'w [String], some: &[String]) -> impl Iterator<Item = &'w String> {
    all.iter().filter(|word| !some.contains(word))
}
