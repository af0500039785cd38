//! The comparison of two surfaces, tool by tool.

use std::collections::BTreeSet;

use super::access;
use super::change::{Change, Changes, CostDelta, Diff, Kind, Verdict};
use super::file::{Surface, SurfaceTool};
use super::shape::{self, Side};

/// What changed from `old` to `new`.
#[must_use]
pub fn diff(old: &Surface<'_>, new: &Surface<'_>) -> Diff {
    let names: BTreeSet<&String> = old.tools.keys().chain(new.tools.keys()).collect();
    let mut changes = Vec::new();
    let mut cost = CostDelta::default();
    for name in names {
        match (old.tools.get(name), new.tools.get(name)) {
            (Some(old), Some(new)) => {
                cost.add(old, new);
                changes.extend(compare(name, old, new));
            }
            (Some(old), None) => {
                cost.count(old, -1);
                changes.push(removed(name, old, new));
            }
            (None, Some(new)) => {
                cost.count(new, 1);
                let what = new.description.clone();
                changes.push(Change { tool: name.clone(), kind: Kind::Added, what });
            }
            (None, None) => {}
        }
    }
    let verdict = changes.iter().map(|change| change.kind.verdict()).max();
    Diff { verdict: verdict.unwrap_or(Verdict::Same), changes, cost }
}

fn removed(name: &str, old: &SurfaceTool<'_>, new: &Surface<'_>) -> Change {
    let what = match &old.entry.deprecated {
        Some(mark) if new.tools.contains_key(&mark.use_instead) => {
            format!("was deprecated until {}; use `{}`", mark.until, mark.use_instead)
        }
        _ => match renamed(old, new) {
            Some(now) => format!("renamed to `{now}`, it seems: everything else is the same"),
            None => "is gone".to_owned(),
        },
    };
    Change { tool: name.to_owned(), kind: Kind::Removed, what }
}

/// A tool of the new surface that differs from an old one by its name alone.
fn renamed<'n>(old: &SurfaceTool<'_>, new: &'n Surface<'_>) -> Option<&'n str> {
    new.tools
        .values()
        .find(|tool| {
            tool.description == old.description
                && tool.model.arguments.get() == old.model.arguments.get()
        })
        .map(|tool| tool.entry.name.as_str())
}

fn compare(name: &str, old: &SurfaceTool<'_>, new: &SurfaceTool<'_>) -> Vec<Change> {
    let mut changes = Changes { tool: name, all: Vec::new() };
    access::compare(&old.entry, &new.entry, &mut changes);
    if old.description != new.description {
        changes.noted("description changed".to_owned());
    }
    shape::compare(&old.arguments, &new.arguments, Side::Argument, &mut changes);
    match (&old.reply, &new.reply) {
        (Some(old), Some(new)) => shape::compare(old, new, Side::Reply, &mut changes),
        (Some(_), None) => changes.narrowed("reply is text, was structured".to_owned()),
        (None, Some(_)) => changes.widened("reply is structured, was text".to_owned()),
        (None, None) => {}
    }
    if changes.all.is_empty() && old.entry.list_object.get() != new.entry.list_object.get() {
        changes.noted("list object is rendered differently".to_owned());
    }
    changes.all
}

impl CostDelta {
    fn count(&mut self, tool: &SurfaceTool<'_>, sign: i64) {
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX) * sign;
        self.wire_bytes += signed(tool.entry.list_object.get().len());
        self.model_bytes += signed(tool.model.bytes());
        self.model_tokens += signed(tool.model.tokens());
    }

    /// The step from one form of a tool to another; equal texts cost nothing to compare.
    fn add(&mut self, old: &SurfaceTool<'_>, new: &SurfaceTool<'_>) {
        if old.entry.list_object.get() != new.entry.list_object.get() {
            self.count(old, -1);
            self.count(new, 1);
        }
    }
}

#[cfg(test)]
mod tests;
