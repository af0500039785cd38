//! Checks over the whole registry: order, duplicates, replacements, budgets.
//!
//! Called once, while compiling, on the sorted table that the build script found.

use crate::message::Message;
use crate::tool::{Place, ToolDecl};

/// The budgets of a build, from `[package.metadata.tollgate]` of its manifest.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// Bytes of `tools/list` for a new agent: every tool without a gate.
    pub default_surface_bytes: Option<usize>,
    /// Bytes of `tools/list` a family may take.
    pub families: &'static [FamilyBudget],
}

/// The budget of one family.
#[derive(Clone, Copy, Debug)]
pub struct FamilyBudget {
    /// The family.
    pub family: &'static str,
    /// Bytes of `tools/list` it may take.
    pub bytes: usize,
}

/// Checks the whole table.
///
/// # Panics
/// While compiling: on a name declared twice, on a table out of order, on a deprecated tool whose
/// replacement is missing, deprecated itself or gated differently, on a budget that is exceeded or
/// names no family.
#[track_caller]
pub const fn check_table(table: &[&ToolDecl], budgets: &Budgets) {
    let mut at = 0;
    while at < table.len() {
        if at > 0 {
            check_order(table[at - 1], table[at]);
        }
        if table[at].deprecated.is_some() {
            check_replacement(table, table[at]);
        }
        at += 1;
    }
    check_default_surface(table, budgets);
    let mut at = 0;
    while at < budgets.families.len() {
        check_family(table, &budgets.families[at]);
        at += 1;
    }
}

#[track_caller]
const fn check_order(before: &ToolDecl, after: &ToolDecl) {
    match compare(before.name, after.name) {
        Order::Before => {}
        Order::Same => {
            let message =
                Message::new().text("tool `").text(after.name).text("` is declared twice: ");
            let message = place(message, before.place).text(" and ");
            let message = place(message, after.place).text("; rename one of them");
            panic!("{}", message.as_str());
        }
        Order::After => {
            let message = Message::new()
                .text("the registry is out of order at `")
                .text(after.name)
                .text("`; it is written by the build script and must not be edited");
            panic!("{}", message.as_str());
        }
    }
}

#[track_caller]
const fn check_replacement(table: &[&ToolDecl], old: &ToolDecl) {
    let Some(deprecation) = old.deprecated else { return };
    let mut at = 0;
    while at < table.len() {
        let new = table[at];
        if same(new.name, deprecation.use_instead) {
            if new.deprecated.is_some() {
                let message =
                    place(Message::new().text("tool `").text(old.name).text("` ("), old.place)
                        .text(") is replaced by `")
                        .text(new.name)
                        .text("`, which is deprecated itself; name what replaces that one");
                panic!("{}", message.as_str());
            }
            let same_gate = match (old.gate, new.gate) {
                (Some(old), Some(new)) => old as u8 == new as u8,
                (None, None) => true,
                _ => false,
            };
            if same_gate
                && old.scope as u8 == new.scope as u8
                && old.audience as u8 == new.audience as u8
            {
                return;
            }
            let message =
                place(Message::new().text("tool `").text(old.name).text("` ("), old.place)
                    .text(") must have the gate, scope and audience of its replacement `")
                    .text(new.name)
                    .text("`");
            panic!("{}", message.as_str());
        }
        at += 1;
    }
    let message = place(Message::new().text("tool `").text(old.name).text("` ("), old.place)
        .text(") is replaced by `")
        .text(deprecation.use_instead)
        .text("`, which no declaration has");
    panic!("{}", message.as_str());
}

#[track_caller]
const fn check_default_surface(table: &[&ToolDecl], budgets: &Budgets) {
    let Some(budget) = budgets.default_surface_bytes else { return };
    let mut sum = 0;
    let mut at = 0;
    while at < table.len() {
        if table[at].gate.is_none() {
            sum += table[at].list_object.len();
        }
        at += 1;
    }
    if sum > budget {
        over(Message::new().text("the default surface"), "default_surface_bytes", sum, budget);
    }
}

#[track_caller]
const fn check_family(table: &[&ToolDecl], budget: &FamilyBudget) {
    let mut sum = 0;
    let mut at = 0;
    while at < table.len() {
        if same(table[at].family, budget.family) {
            sum += table[at].list_object.len();
        }
        at += 1;
    }
    if sum > budget.bytes {
        let whose = Message::new().text("family `").text(budget.family).text("`");
        over(whose, budget.family, sum, budget.bytes);
    }
    if sum == 0 {
        let message = Message::new()
            .text("the budget `")
            .text(budget.family)
            .text("` names no family; remove it from the manifest");
        panic!("{}", message.as_str());
    }
}

#[track_caller]
const fn over(whose: Message, key: &str, actual: usize, budget: usize) -> ! {
    let message = whose
        .text(" is over its budget `")
        .text(key)
        .text("`: ")
        .number(actual)
        .text(" bytes, budget is ")
        .number(budget)
        .text(" (")
        .number(actual - budget)
        .text(" over); shorten descriptions, or have the budget in the manifest reviewed");
    panic!("{}", message.as_str());
}

const fn place(message: Message, place: Place) -> Message {
    message.text(place.file).text(":").number(place.line as usize)
}

/// Whether two texts are the same bytes.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    matches!(compare(left, right), Order::Same)
}

enum Order {
    Before,
    Same,
    After,
}

const fn compare(left: &str, right: &str) -> Order {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] < right[at] {
            return Order::Before;
        }
        if left[at] > right[at] {
            return Order::After;
        }
        at += 1;
    }
    if left.len() < right.len() {
        Order::Before
    } else if left.len() > right.len() {
        Order::After
    } else {
        Order::Same
    }
}
