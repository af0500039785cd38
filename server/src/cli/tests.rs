//! What is true of every command, whatever the tools.

use std::ffi::OsString;

use clap::CommandFactory as _;

use super::command::Cli;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::registry::REGISTRY;

fn run(arguments: &[&str]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("tollgate").chain(arguments.iter().copied());
    let mut terminal = Terminal::new(&mut out, &mut err);
    let exit = super::run_with(arguments.map(OsString::from), &REGISTRY, &mut terminal);
    (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn the_commands_fit_together() {
    Cli::command().debug_assert();
}

#[test]
fn help_and_version_are_answers() {
    for arguments in [&["--help"][..], &["--version"], &["surface", "diff", "--help"]] {
        let (exit, out, err) = run(arguments);
        assert_eq!((exit, err.as_str()), (Exit::Done, ""), "{arguments:?}");
        assert!(out.contains("tollgate"), "{out}");
    }
}

#[test]
fn wrong_arguments_never_look_like_a_verdict() {
    for arguments in [
        &[][..],
        &["surface"],
        &["surface", "diff"],
        &["surface", "diff", "--colour"],
        &["tols"],
        &["workspace", "create"],
        &["space", "list"],
        &["completions", "tcsh"],
    ] {
        let (exit, out, err) = run(arguments);
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{arguments:?}");
        assert!(!err.is_empty());
    }
}

#[test]
fn every_tool_can_be_shown_by_its_name() {
    for tool in REGISTRY.tools {
        let (exit, out, _) = run(&["tools", "show", tool.decl.name]);
        assert_eq!(exit, Exit::Done);
        assert!(out.starts_with(tool.decl.name), "{out}");
        assert!(out.contains(tool.decl.description.plain), "{out}");
    }
}

#[test]
fn an_unknown_tool_is_told_the_nearest() {
    let known = REGISTRY.tools[0].decl.name;
    let (exit, out, err) = run(&["tools", "show", &format!("{known}x")]);
    assert_eq!((exit, out.as_str()), (Exit::Refused, ""));
    assert!(err.starts_with(&format!("tollgate: no tool is called `{known}x`; did you mean `")));
    assert!(err.contains(&format!("`{known}`")), "{err}");
}

#[test]
fn an_unknown_family_is_told_all_families() {
    let known = REGISTRY.tools[0].decl.family;
    let (exit, _, err) = run(&["tools", "list", "--family", "nothing-like-it"]);
    assert_eq!(exit, Exit::Refused);
    assert!(err.contains(known), "{err}");
}

#[test]
fn a_family_lists_its_own_tools_alone() {
    let family = REGISTRY.tools[0].decl.family;
    let (exit, out, _) = run(&["tools", "list", "--json", "--family", family]);
    assert_eq!(exit, Exit::Done);
    let tools: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
    assert_eq!(tools.len(), REGISTRY.decls().filter(|decl| decl.family == family).count());
    assert!(tools.iter().all(|tool| tool["family"] == family));
}

#[test]
fn every_example_is_a_call_that_its_own_declaration_takes() {
    #[derive(serde::Deserialize)]
    struct Example<'a> {
        #[serde(borrow)]
        arguments: &'a serde_json::value::RawValue,
    }
    for tool in REGISTRY.tools {
        let text = crate::report::example(tool.decl);
        let example: Example<'_> = serde_json::from_str(&text).unwrap();
        let prepared = (tool.prepare)(example.arguments);
        assert!(prepared.is_ok(), "{}: {text}: {}", tool.decl.name, prepared.err().unwrap());
    }
}

#[test]
fn every_shell_has_completions_for_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (exit, out, _) = run(&["completions", shell]);
        assert_eq!(exit, Exit::Done);
        for command in Cli::command().get_subcommands() {
            assert!(out.contains(command.get_name()), "{shell}: {}", command.get_name());
        }
    }
}
