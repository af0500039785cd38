//! Decoding, for every tool and every kind of schema: what a schema allows is taken, and one
//! wrong value is refused at exactly its place.
//!
//! Values are generated from the declarations themselves, so a new tool is tested by existing.

mod fixture;
mod generate;
mod mutate;

use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};
use tollgate::bind::{Faults, Prepared, Tool};
use tollgate::decl::Schema;
use tollgate::registry::REGISTRY;

use generate::arguments;
use mutate::{Mutation, as_text, mutations};

/// Rounds for each tool; each tries every mutation of one set of arguments.
const ROUNDS: u32 = 24;

fn tools() -> impl Iterator<Item = &'static Tool> {
    REGISTRY.iter().chain(fixture::TOOLS)
}

fn prepare(tool: &Tool, arguments: &Value) -> Result<Prepared, Faults> {
    (tool.prepare)(&to_raw_value(arguments).expect("a value is JSON"))
}

/// Runs a property over generated arguments of every tool.
#[track_caller]
fn check(property: fn(&Tool, &Value) -> Result<(), String>) {
    for tool in tools() {
        let config = Config {
            cases: ROUNDS,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(9030),
            ..Config::default()
        };
        let outcome = TestRunner::new(config).run(&arguments(tool.decl.params), |value| {
            property(tool, &value).map_err(TestCaseError::fail)
        });
        outcome.unwrap_or_else(|fault| panic!("{}: {fault}", tool.decl.name));
    }
}

/// Says whether the faults are exactly these, by path and by what each is called.
fn expect_faults(tool: &Tool, arguments: &Value, wanted: &[Mutation]) -> Result<(), String> {
    let Err(faults) = prepare(tool, arguments) else {
        return Err(format!("took {arguments} in spite of {:?}", paths(wanted)));
    };
    let found: Vec<(String, String)> =
        faults.iter().map(|fault| (fault.path.clone(), fault.to_string())).collect();
    let is_same = found.len() == wanted.len()
        && found.iter().zip(wanted).all(|((path, text), mutation)| {
            *path == mutation.path && mutation.problem.is_said_by(text)
        });
    if is_same { Ok(()) } else { Err(format!("{found:?} instead of {:?}", paths(wanted))) }
}

fn paths(wanted: &[Mutation]) -> Vec<(&str, mutate::Problem)> {
    wanted.iter().map(|mutation| (mutation.path.as_str(), mutation.problem)).collect()
}

#[test]
fn arguments_that_a_schema_allows_are_taken() {
    check(|tool, arguments| {
        let prepared = prepare(tool, arguments).map_err(|faults| faults.to_string())?;
        for (at, param) in tool.decl.params.iter().enumerate() {
            if prepared.given().contains(at) != arguments.get(param.name).is_some() {
                return Err(format!("`{}` is not known as given or not given", param.name));
            }
        }
        Ok(())
    });
}

#[test]
fn integers_and_booleans_are_taken_as_text_too() {
    check(|tool, arguments| {
        let spelled = as_text(&Schema::Object(tool.decl.params), arguments);
        prepare(tool, &spelled).map(drop).map_err(|faults| faults.to_string())
    });
}

#[test]
fn one_wrong_value_is_refused_at_its_path() {
    check(|tool, arguments| {
        let mutations = mutations(&Schema::Object(tool.decl.params), arguments, "");
        mutations.into_iter().try_for_each(|mutation| {
            let arguments = mutation.value.clone();
            expect_faults(tool, &arguments, &[mutation])
        })
    });
}

#[test]
fn every_wrong_value_of_a_call_is_named_at_once() {
    check(|tool, arguments| {
        let mut wrong = Map::new();
        let mut wanted = Vec::new();
        for param in tool.decl.params {
            let Some(value) = arguments.get(param.name) else { continue };
            let found = mutations(&param.schema, value, param.name);
            let mutation = found.into_iter().next_back().expect("every value can be made wrong");
            wrong.insert(param.name.to_owned(), mutation.value.clone());
            wanted.push(mutation);
        }
        if wanted.is_empty() {
            return Ok(());
        }
        expect_faults(tool, &Value::Object(wrong), &wanted)
    });
}

#[test]
fn every_kind_of_schema_is_among_the_fixtures() {
    let mut kinds = Vec::new();
    for tool in fixture::TOOLS {
        tool.decl.params.iter().for_each(|param| collect_kinds(&param.schema, &mut kinds));
    }
    kinds.sort_unstable();
    kinds.dedup();
    let all = ["boolean", "choice", "date", "date_time", "email", "integer", "list", "number"];
    let all = all.iter().chain(&["object", "text", "url", "uuid"]).copied();
    assert!(kinds.iter().copied().eq(all), "{kinds:?}");
}

fn collect_kinds(schema: &Schema, kinds: &mut Vec<&'static str>) {
    kinds.push(match schema {
        Schema::Text { format: Some(format), .. } => format.word(),
        Schema::Text { .. } => "text",
        Schema::Integer { .. } => "integer",
        Schema::Number { .. } => "number",
        Schema::Boolean => "boolean",
        Schema::Choice(_) => "choice",
        Schema::List { .. } => "list",
        Schema::Object(_) => "object",
    });
    match schema {
        Schema::List { items, .. } => collect_kinds(items, kinds),
        Schema::Object(fields) => fields.iter().for_each(|it| collect_kinds(&it.schema, kinds)),
        _ => {}
    }
}
