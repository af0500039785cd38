//! What tools cost: bytes on the wire, bytes and tokens for the model, against their budgets.

mod seen;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;
use tollgate_decl::{Budgets, LIST_OBJECT_BYTES_MAX, ToolDecl};

use super::model::ModelText;
pub use seen::{SeenBy, seen_by};

/// The cost of one tool, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Tools.
    pub tools: usize,
    /// Bytes of their objects in `tools/list`.
    pub wire_bytes: usize,
    /// Bytes of what a model reads: name, description, argument schema.
    pub model_bytes: usize,
    /// Tokens of the same, in the o200k encoding.
    pub model_tokens: usize,
}

/// The cost of a set of tools, seen from every side.
#[derive(Debug, Serialize)]
pub struct CostReport {
    /// Everything together.
    pub total: Cost,
    /// What a new agent is shown: the tools behind no gate.
    pub default_surface: Budgeted,
    /// Each family, by name.
    pub families: BTreeMap<&'static str, Budgeted>,
    /// Each tool, by name.
    pub tools: BTreeMap<&'static str, Cost>,
    /// The size of one list object, over all tools.
    pub list_object: ListObject,
    /// Every reviewed permission to be long.
    pub exemptions: Vec<ExemptionUse>,
}

/// A cost and what it may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Budgeted {
    /// The cost.
    #[serde(flatten)]
    pub cost: Cost,
    /// Bytes on the wire that it may take, if a budget says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_bytes: Option<usize>,
}

/// Bytes of list objects.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ListObject {
    /// The middle one; of two, the larger.
    pub median_bytes: usize,
    /// The largest.
    pub max_bytes: usize,
    /// The tool that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tool: Option<&'static str>,
    /// What none may exceed.
    pub limit_bytes: usize,
}

/// One exemption, and how much of it is used.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ExemptionUse {
    /// The tool.
    pub tool: &'static str,
    /// The parameter.
    pub param: &'static str,
    /// Bytes of its description.
    pub bytes: usize,
    /// Bytes it may have.
    pub budget_bytes: usize,
    /// Why.
    pub because: &'static str,
}

impl Cost {
    fn of(decl: &ToolDecl) -> serde_json::Result<Self> {
        let text = ModelText::read(decl.list_object)?;
        Ok(Self {
            tools: 1,
            wire_bytes: decl.wire_bytes(),
            model_bytes: text.bytes(),
            model_tokens: text.tokens(),
        })
    }

    fn add(&mut self, other: Self) {
        self.tools += other.tools;
        self.wire_bytes += other.wire_bytes;
        self.model_bytes += other.model_bytes;
        self.model_tokens += other.model_tokens;
    }
}

/// The cost of these tools, sorted by name, under these budgets.
///
/// # Errors
/// If a list object is no JSON, which the macro cannot cause.
pub fn cost(decls: &[&'static ToolDecl], budgets: &Budgets) -> serde_json::Result<CostReport> {
    let mut report = CostReport {
        total: Cost::default(),
        default_surface: Budgeted {
            budget_bytes: budgets.default_surface_bytes,
            ..Budgeted::default()
        },
        families: BTreeMap::new(),
        tools: BTreeMap::new(),
        list_object: list_object(decls),
        exemptions: decls.iter().flat_map(|decl| exemptions(decl)).collect(),
    };
    for decl in decls {
        let cost = Cost::of(decl)?;
        report.total.add(cost);
        if decl.gate.is_none() {
            report.default_surface.cost.add(cost);
        }
        let family = report.families.entry(decl.family).or_default();
        family.cost.add(cost);
        family.budget_bytes = budget_of(budgets, decl.family);
        report.tools.insert(decl.name, cost);
    }
    Ok(report)
}

fn budget_of(budgets: &Budgets, family: &str) -> Option<usize> {
    budgets.families.iter().find(|budget| budget.family == family).map(|budget| budget.bytes)
}

fn list_object(decls: &[&'static ToolDecl]) -> ListObject {
    let mut sizes: Vec<usize> = decls.iter().map(|decl| decl.wire_bytes()).collect();
    sizes.sort_unstable();
    let largest = decls.iter().max_by_key(|decl| decl.wire_bytes());
    ListObject {
        median_bytes: sizes.get(sizes.len() / 2).copied().unwrap_or(0),
        max_bytes: sizes.last().copied().unwrap_or(0),
        max_tool: largest.map(|decl| decl.name),
        limit_bytes: LIST_OBJECT_BYTES_MAX,
    }
}

fn exemptions(decl: &'static ToolDecl) -> impl Iterator<Item = ExemptionUse> {
    decl.params.iter().filter_map(|param| {
        param.exemption.map(|exemption| ExemptionUse {
            tool: decl.name,
            param: param.name,
            bytes: param.description.bytes(),
            budget_bytes: exemption.budget,
            because: exemption.because,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use tollgate_decl::FamilyBudget;

    const NONE: Budgets = Budgets { default_surface_bytes: None, families: &[] };

    #[test]
    fn families_and_total_are_the_sums_of_their_tools() {
        let report = cost(&fixture::ALL, &NONE).unwrap();
        let mut alpha = report.tools["alpha_get"];
        alpha.add(report.tools["alpha_put"]);
        assert_eq!(report.families["alpha"].cost, alpha);
        let mut total = alpha;
        total.add(report.families["beta"].cost);
        assert_eq!(report.total, total);
        assert_eq!(report.total.tools, 3);
    }

    #[test]
    fn the_default_surface_is_what_no_gate_hides() {
        let report = cost(&fixture::ALL, &NONE).unwrap();
        assert_eq!(report.default_surface.cost, report.families["alpha"].cost);
    }

    #[test]
    fn budgets_stand_beside_what_they_bound() {
        const FAMILIES: &[FamilyBudget] = &[FamilyBudget { family: "beta", bytes: 900 }];
        let budgets = Budgets { default_surface_bytes: Some(5_000), families: FAMILIES };
        let report = cost(&fixture::ALL, &budgets).unwrap();
        assert_eq!(report.default_surface.budget_bytes, Some(5_000));
        assert_eq!(report.families["beta"].budget_bytes, Some(900));
        assert_eq!(report.families["alpha"].budget_bytes, None);
    }

    #[test]
    fn the_median_of_an_even_number_is_the_larger_middle_one() {
        let sizes = list_object(&[&fixture::GET, &fixture::PUT]);
        assert_eq!(sizes.median_bytes, fixture::PUT.wire_bytes());
        assert_eq!(sizes.max_tool, Some("alpha_put"));
        let sizes = list_object(&fixture::ALL);
        assert_eq!(sizes.median_bytes, fixture::GET.wire_bytes());
    }

    #[test]
    fn exemptions_are_listed_with_what_they_use() {
        let report = cost(&fixture::ALL, &NONE).unwrap();
        let [exemption] = report.exemptions.as_slice() else { panic!("one exemption") };
        assert_eq!((exemption.tool, exemption.param), ("alpha_put", "title"));
        assert_eq!((exemption.bytes, exemption.budget_bytes), (18, 300));
    }

    #[test]
    fn no_tools_cost_nothing() {
        let report = cost(&[], &NONE).unwrap();
        assert_eq!(report.total, Cost::default());
        assert_eq!(report.list_object.median_bytes, 0);
        assert!(report.to_string().contains("no exemptions"));
    }
}
