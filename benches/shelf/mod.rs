//! A registry of 250 tools without a handler, for what is measured about lists.

use std::sync::LazyLock;

use tollgate::bind::{Faults, Prepared, Tool};
use tollgate::decl::{Audience, Does, Gate, Scope, Text, ToolDecl};
use tollgate::registry::Registry;

/// How many tools there are.
pub(crate) const TOOLS: usize = 250;

/// Every third tool is behind a switch, and scopes and audiences change from one to the next.
pub(crate) static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(&TABLE, &INDEX));

static DECLS: LazyLock<Vec<ToolDecl>> = LazyLock::new(|| (0..TOOLS).map(decl).collect());
static TABLE: LazyLock<Vec<Tool>> =
    LazyLock::new(|| DECLS.iter().map(|decl| Tool { decl, prepare: never }).collect());
static INDEX: phf::Map<&str, usize> = phf::Map::new();

/// As long as the list object of an ordinary tool.
const DESCRIPTION_BYTES: usize = 400;

fn decl(at: usize) -> ToolDecl {
    let name: &str = format!("shelf_{at:03}").leak();
    let description: &str = "d".repeat(DESCRIPTION_BYTES).leak();
    ToolDecl {
        name,
        family: "shelf",
        description: Text { plain: description, json: description },
        list_object: format!(
            "{{\"name\":\"{name}\",\"description\":\"{description}\",\
             \"inputSchema\":{{\"type\":\"object\"}}}}"
        )
        .leak(),
        does: [Does::Read, Does::Write, Does::Destroy][at % 3],
        scope: Scope::ALL[at % Scope::ALL.len()],
        gate: at.is_multiple_of(3).then(|| Gate::ALL[at % Gate::ALL.len()]),
        audience: Audience::ALL[at % Audience::ALL.len()],
        ..ToolDecl::BLANK
    }
}

fn never(_: &serde_json::value::RawValue) -> Result<Prepared, Faults> {
    Err(Faults::default())
}
