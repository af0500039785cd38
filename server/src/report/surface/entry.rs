//! One tool of an exported surface: everything about it that a client or an operator can observe.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tollgate_decl::{ParamDecl, Schema, ToolDecl};

use super::file::FORMAT;
use crate::report::words;

/// One tool.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry<'a> {
    pub(super) name: String,
    pub(super) family: String,
    pub(super) does: String,
    pub(super) scope: String,
    pub(super) audience: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) permission: Option<PermissionEntry>,
    pub(super) modes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) effects: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) approval: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) feature: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deprecated: Option<DeprecationEntry>,
    pub(super) limits: LimitsEntry,
    /// What is checked about a parameter beyond its schema, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) checks: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exemptions: Vec<ExemptionEntry>,
    pub(super) sizes: SizesEntry,
    #[serde(borrow)]
    pub(super) list_object: &'a RawValue,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub(super) output_schema: Option<&'a RawValue>,
}

/// A permission and when it is asked.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PermissionEntry {
    pub(super) flag: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) when: Option<String>,
}

/// What replaces a tool.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeprecationEntry {
    pub(super) use_instead: String,
    pub(super) until: String,
}

/// The bounds of one call.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsEntry {
    pub(super) timeout_ms: u64,
    pub(super) reply_chars: u64,
    pub(super) concurrency: u64,
}

/// A reviewed permission to be long.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExemptionEntry {
    pub(super) param: String,
    pub(super) budget_bytes: u64,
    pub(super) because: String,
}

/// What the tool costs.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizesEntry {
    pub(super) wire_bytes: u64,
    pub(super) model_bytes: u64,
}

/// The surface of these tools as a file: JSON, sorted by name, one tool a line.
///
/// # Errors
/// If a list object is no JSON, which the macro cannot cause.
pub fn export(decls: &[&'static ToolDecl]) -> serde_json::Result<String> {
    let mut sorted: Vec<&&ToolDecl> = decls.iter().collect();
    sorted.sort_unstable_by_key(|decl| decl.name);
    let lines: Result<Vec<String>, _> =
        sorted.into_iter().map(|decl| serde_json::to_string(&entry(decl)?)).collect();
    let tools = super::json_lines(lines?);
    Ok(format!("{{\"{FORMAT}\":1,\"tools\":{}}}\n", tools.trim_end()))
}

fn entry(decl: &'static ToolDecl) -> serde_json::Result<Entry<'static>> {
    let raw = serde_json::from_str::<&RawValue>;
    let mut checks = BTreeMap::new();
    collect_checks("", decl.params, &mut checks);
    Ok(Entry {
        name: decl.name.to_owned(),
        family: decl.family.to_owned(),
        does: decl.does.wire().to_owned(),
        scope: decl.scope.wire().to_owned(),
        audience: decl.audience.wire().to_owned(),
        gate: decl.gate.map(|gate| gate.wire().to_owned()),
        permission: decl.permission.map(|rule| PermissionEntry {
            flag: rule.permission.wire().to_owned(),
            when: rule.when.map(str::to_owned),
        }),
        modes: decl.modes.iter().map(|mode| mode.wire().to_owned()).collect(),
        effects: decl.effects.iter().map(|effect| effect.wire().to_owned()).collect(),
        approval: decl.approval.map(|approval| approval.wire().to_owned()),
        feature: decl.feature.map(|feature| feature.wire().to_owned()),
        deprecated: decl.deprecated.map(|deprecation| DeprecationEntry {
            use_instead: deprecation.use_instead.to_owned(),
            until: deprecation.until.to_owned(),
        }),
        limits: LimitsEntry {
            timeout_ms: decl.limits.timeout_ms,
            reply_chars: decl.limits.reply_chars as u64,
            concurrency: u64::from(decl.limits.concurrency),
        },
        checks,
        exemptions: decl.params.iter().filter_map(exemption).collect(),
        sizes: SizesEntry {
            wire_bytes: decl.wire_bytes() as u64,
            model_bytes: decl.model_bytes() as u64,
        },
        list_object: raw(decl.list_object)?,
        output_schema: match decl.output_schema {
            "" => None,
            schema => Some(raw(schema)?),
        },
    })
}

fn exemption(param: &ParamDecl) -> Option<ExemptionEntry> {
    param.exemption.map(|exemption| ExemptionEntry {
        param: param.name.to_owned(),
        budget_bytes: exemption.budget as u64,
        because: exemption.because.to_owned(),
    })
}

fn collect_checks(prefix: &str, params: &[ParamDecl], checks: &mut BTreeMap<String, String>) {
    for param in params {
        let mut path = format!("{prefix}{}", param.name);
        checks.extend(words::check(param).map(|check| (path.clone(), check)));
        let mut schema = &param.schema;
        while let Schema::List { items, .. } = schema {
            schema = items;
            path.push_str("[]");
        }
        if let Schema::Object(fields) = schema {
            collect_checks(&format!("{path}."), fields, checks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn an_export_is_sorted_with_one_tool_a_line() {
        let json = export(&[&fixture::WIPE, &fixture::PUT, &fixture::GET]).unwrap();
        insta::assert_snapshot!(json);
        assert_eq!(json, export(&fixture::ALL).unwrap());
    }
}
