//! The gates over a registry of their own: one tool for each property that a gate asks about.

mod row;
mod table;
mod whole;

use std::sync::LazyLock;

use tollgate_tools::bind::{Faults, Prepared, Tool};
use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Audience, Does, Gate, Scope, Scopes, ToolDecl};

use super::{Catalog, Openings, Standing, Standpoint, Switches, decide};
use crate::registry::Registry;

const PLAIN: ToolDecl =
    ToolDecl { name: "plain", family: "house", does: Does::Read, ..ToolDecl::BLANK };

static DECLS: [ToolDecl; 15] = [
    switched("codrive_run", Gate::Codrive, Scope::Admin),
    switched("computer_click", Gate::ComputerUse, Scope::Admin),
    switched("db_query", Gate::DbSources, Scope::DbRead),
    switched("fork_run", Gate::Fork, Scope::ForkExecute),
    switched("github_status", Gate::Github, Scope::GithubRead),
    switched("gmail_read", Gate::GoogleWorkspace, Scope::GoogleRead),
    ToolDecl { name: "memory_list", scope: Scope::MemoryRead, ..PLAIN },
    ToolDecl {
        name: "memory_search",
        scope: Scope::MemoryRead,
        audience: Audience::External,
        ..PLAIN
    },
    switched("os_notify", Gate::OsNative, Scope::OsNative),
    switched("os_power", Gate::SystemOperator, Scope::Admin),
    PLAIN,
    switched("record_start", Gate::Recording, Scope::Recording),
    switched("responsibility_get", Gate::Responsibilities, Scope::Admin),
    ToolDecl { name: "wipe", family: "yard", does: Does::Destroy, ..PLAIN },
    ToolDecl {
        name: "working_state_get",
        scope: Scope::MemoryRead,
        audience: Audience::ProcessAgent,
        ..PLAIN
    },
];

const fn switched(name: &'static str, gate: Gate, scope: Scope) -> ToolDecl {
    ToolDecl { name, scope, gate: Some(gate), ..PLAIN }
}

fn never(_: &serde_json::value::RawValue) -> Result<Prepared, Faults> {
    Err(Faults::default())
}

static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| DECLS.iter().map(|decl| Tool { decl, prepare: never }).collect());
static INDEX: phf::Map<&str, usize> = phf::Map::new();
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(&TOOLS, &INDEX));
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(&REGISTRY));

fn agent() -> Caller {
    Caller::Agent { id: "ada".to_owned(), workspace_id: "w".to_owned() }
}

fn key(scopes: &[Scope], is_external: bool) -> Caller {
    let scopes = scopes.iter().fold(Scopes::NONE, |set, scope| set.with(*scope));
    Caller::Key { client: "client".to_owned(), scopes, is_external }
}

/// Somebody with a token of an authorization server.
fn subject(scopes: &[Scope], is_external: bool) -> Caller {
    let scopes = scopes.iter().fold(Scopes::NONE, |set, scope| set.with(*scope));
    let (issuer, subject) = ("https://issuer".to_owned(), "ada".to_owned());
    Caller::Subject { issuer, subject, scopes, is_external }
}

fn on(gates: &[Gate]) -> Openings {
    let switches = gates.iter().fold(Switches::default(), |set, gate| set.with(*gate, true));
    Openings { switches, ..Openings::default() }
}

fn position(tool: &str) -> usize {
    DECLS.iter().position(|decl| decl.name == tool).unwrap_or(usize::MAX)
}

/// The class of the refusal, or `None` if the tool can be called.
fn refused(caller: Caller, openings: &Openings, tool: &str) -> Option<&'static str> {
    let at = Standpoint::new(&CATALOG, caller, openings);
    match decide(&CATALOG, position(tool), &at) {
        Standing::Callable => None,
        Standing::Acquirable { .. } => Some("acquirable"),
        Standing::Hidden { by } => Some(by.refusal(&DECLS[position(tool)], &at).class),
    }
}
