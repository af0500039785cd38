//! How long the one evaluator takes: for what a caller sees of 250 tools, and for a list that
//! somebody has already asked for.
//!
//! `cargo bench --bench gate`. Must not: assert a time; machines differ.

mod shelf;

use std::hint::black_box;
use std::sync::Arc;

use criterion::Criterion;
use tollgate::call::Caller;
use tollgate::decl::{Gate, Scope, Scopes};
use tollgate::gate::{
    Catalog, Choice, Listing, Narrowing, Openings, Standpoint, Switches, View, visible,
};

use shelf::{REGISTRY, TOOLS};

/// An agent with an entry in every list of its file.
fn employee(catalog: &Catalog) -> Standpoint {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let choice = Choice { exclude: names(&["shelf_20*"]), ..Choice::default() };
    let openings = Openings {
        switches: Switches::default().with(Gate::Github, true).with(Gate::OsNative, true),
        denied_tools: names(&["shelf_1*", "shelf_007"]),
        allowed_tools: names(&["mcp__tollgate__shelf_*"]),
        scoped_tools: names(&["shelf_24*"]),
        granted_tools: names(&["shelf_241"]),
        narrowings: Narrowing::new(catalog, &choice).into_iter().collect(),
        ..Openings::default()
    };
    let caller = Caller::Agent { id: "ada".to_owned(), workspace_id: "house".to_owned() };
    Standpoint::new(catalog, caller, &openings)
}

fn key(catalog: &Catalog, is_external: bool) -> Standpoint {
    let scopes = [Scope::MemoryRead, Scope::WikiRead, Scope::GithubRead];
    let scopes = scopes.into_iter().fold(Scopes::NONE, Scopes::with);
    let caller = Caller::Key { client: "client".to_owned(), scopes, is_external };
    Standpoint::new(catalog, caller, &Openings::default())
}

fn main() {
    let catalog = Arc::new(Catalog::new(&REGISTRY));
    let mut criterion = Criterion::default().configure_from_args();
    let callers = [
        ("operator", Standpoint::new(&catalog, Caller::Operator, &Openings::default())),
        ("agent", employee(&catalog)),
        ("internal key", key(&catalog, false)),
        ("external key", key(&catalog, true)),
    ];
    for (name, at) in &callers {
        let count = visible(&catalog, at).count();
        assert!(count > 0 && count < TOOLS, "{name} sees {count} tools");
        criterion.bench_function(&format!("visible of {TOOLS} tools/{name}"), |bench| {
            bench.iter(|| visible(black_box(&catalog), black_box(at)));
        });
    }
    let view = View::new(Arc::clone(&catalog), Listing::Short, employee(&catalog));
    assert!(Arc::ptr_eq(&view.list(), &view.list()), "an unchanged list is the same bytes");
    criterion.bench_function("list of an unchanged caller", |bench| {
        bench.iter(|| black_box(&view).list());
    });
    criterion.final_summary();
}
