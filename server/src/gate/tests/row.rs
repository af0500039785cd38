//! Each gate by itself: whom it lets through, and whom it stops in which class.

use super::*;
use crate::gate::{Choice, Ended, Narrowing};

#[track_caller]
fn check(caller: &Caller, openings: &Openings, tool: &str, expected: Option<&str>) {
    assert_eq!(refused(caller.clone(), openings, tool), expected, "{tool} for {caller:?}");
}

#[test]
fn a_home_without_settings_shows_what_has_no_switch() {
    let none = Openings::default();
    for caller in [Caller::Operator, agent()] {
        for tool in ["plain", "wipe", "memory_list", "memory_search"] {
            check(&caller, &none, tool, None);
        }
    }
}

#[test]
fn a_switch_of_the_home_opens_for_every_caller() {
    for (gate, tool, scope, class) in [
        (Gate::GoogleWorkspace, "gmail_read", Scope::GoogleRead, "google_workspace_off"),
        (Gate::Github, "github_status", Scope::GithubRead, "github_off"),
    ] {
        for caller in [Caller::Operator, agent(), key(&[scope], false), key(&[Scope::Admin], false)]
        {
            check(&caller, &on(&[gate]), tool, None);
            check(&caller, &Openings::default(), tool, Some(class));
        }
    }
}

#[test]
fn a_switch_of_an_agent_opens_for_that_agent_alone() {
    for (gate, tool) in [
        (Gate::OsNative, "os_notify"),
        (Gate::Recording, "record_start"),
        (Gate::SystemOperator, "os_power"),
        (Gate::Codrive, "codrive_run"),
        (Gate::ComputerUse, "computer_click"),
        (Gate::DbSources, "db_query"),
        (Gate::Fork, "fork_run"),
        (Gate::Responsibilities, "responsibility_get"),
    ] {
        check(&agent(), &on(&[gate]), tool, None);
        check(&agent(), &Openings::default(), tool, Some(gate.missing()));
        let others: Vec<_> = Gate::ALL.iter().copied().filter(|other| *other != gate).collect();
        check(&agent(), &on(&others), tool, Some(gate.missing()));
        for caller in [Caller::Operator, key(&[Scope::Admin], false)] {
            check(&caller, &on(&[gate]), tool, Some(gate.missing()));
        }
    }
}

#[test]
fn an_external_key_has_the_classic_tools_and_those_of_a_granted_scope() {
    let none = Openings::default();
    check(&key(&[Scope::MemoryRead], true), &none, "memory_search", None);
    check(&key(&[Scope::MemoryRead], true), &none, "memory_list", None);
    check(&key(&[Scope::WikiRead], true), &none, "memory_search", Some("insufficient_scope"));
    check(&key(&[Scope::WikiRead], true), &none, "memory_list", Some("external_client"));
    check(&key(&[], true), &none, "plain", Some("external_client"));
}

#[test]
fn a_token_is_judged_as_a_key_with_its_scopes() {
    let none = Openings::default();
    for is_external in [true, false] {
        for scopes in [&[][..], &[Scope::MemoryRead], &[Scope::WikiRead], &[Scope::Admin]] {
            for decl in &DECLS {
                let as_key = refused(key(scopes, is_external), &none, decl.name);
                check(&subject(scopes, is_external), &none, decl.name, as_key);
            }
        }
    }
}

#[test]
fn a_tool_that_lacks_nothing_but_a_scope_can_be_acquired_by_a_token_alone() {
    let reader = Scopes::NONE.with(Scope::MemoryRead).with(Scope::GithubRead);
    let acquirable = |openings| Openings { acquirable_scopes: reader, ..openings };
    let none = acquirable(Openings::default());
    check(&subject(&[], true), &none, "memory_list", Some("acquirable"));
    check(&subject(&[], true), &none, "memory_search", Some("acquirable"));
    check(&subject(&[Scope::MemoryRead], true), &none, "memory_list", None);
    check(&key(&[], true), &none, "memory_list", Some("external_client"));
    // A scope that nobody outside may have adds nothing, and another gate stays one.
    check(&subject(&[], true), &none, "github_status", Some("external_client"));
    check(&subject(&[], false), &none, "github_status", Some("insufficient_scope"));
    check(&subject(&[], true), &none, "plain", Some("external_client"));
    check(&subject(&[], true), &none, "working_state_get", Some("external_client"));
    let on = acquirable(on(&[Gate::Github]));
    check(&subject(&[], false), &on, "github_status", Some("acquirable"));
    let ended = Openings { ended: Some(Ended::TokenExpired), ..none.clone() };
    check(&subject(&[], true), &ended, "memory_list", Some("credential_ended"));
    let closed = Openings { closed_by: Some("config.toml".to_owned()), ..none };
    check(&subject(&[], true), &closed, "memory_list", Some("settings_unreadable"));
}

#[test]
fn the_scope_that_stands_for_all_is_named_where_no_other_can_be_given() {
    let openings =
        Openings { acquirable_scopes: Scopes::NONE.with(Scope::Admin), ..Openings::default() };
    let at = Standpoint::new(&CATALOG, subject(&[], false), &openings);
    let Standing::Acquirable { scopes } = decide(&CATALOG, position("memory_list"), &at) else {
        panic!("it can be acquired");
    };
    assert_eq!(scopes, Scopes::NONE.with(Scope::Admin));
}

#[test]
fn admin_on_an_external_key_adds_nothing() {
    let admin = key(&[Scope::Admin, Scope::GithubRead], true);
    check(&admin, &on(&[Gate::Github]), "github_status", Some("external_client"));
    check(&admin, &Openings::default(), "plain", Some("external_client"));
    check(&admin, &Openings::default(), "memory_search", Some("insufficient_scope"));
}

#[test]
fn a_key_of_the_house_has_the_tools_of_its_scopes() {
    let none = Openings::default();
    check(&key(&[Scope::MemoryRead], false), &none, "memory_list", None);
    check(&key(&[Scope::MemoryRead], false), &none, "plain", Some("insufficient_scope"));
    check(&key(&[], false), &none, "memory_list", Some("insufficient_scope"));
    check(&key(&[Scope::Admin], false), &none, "plain", None);
    check(&key(&[Scope::Admin], false), &none, "memory_list", None);
}

#[test]
fn a_tool_that_acts_as_the_agent_is_for_agents() {
    let none = Openings::default();
    check(&agent(), &none, "working_state_get", None);
    for caller in [Caller::Operator, key(&[Scope::Admin], false), key(&[Scope::MemoryRead], true)] {
        check(&caller, &none, "working_state_get", Some("process_agent_tool"));
    }
}

#[test]
fn denied_tools_are_denied_even_if_they_are_allowed() {
    let list = |denied: &[&str], allowed: &[&str]| Openings {
        denied_tools: denied.iter().map(|it| (*it).to_owned()).collect(),
        allowed_tools: allowed.iter().map(|it| (*it).to_owned()).collect(),
        ..Openings::default()
    };
    check(&agent(), &list(&["plain"], &[]), "plain", Some("denied_tools"));
    check(&agent(), &list(&["mcp__tollgate__memory_*"], &[]), "memory_list", Some("denied_tools"));
    check(&agent(), &list(&["plain"], &["*"]), "plain", Some("denied_tools"));
    check(&agent(), &list(&["mcp__other__*", "pla*n"], &[]), "plain", None);
    check(&agent(), &list(&[], &["memory_*"]), "memory_list", None);
    check(&agent(), &list(&[], &["memory_*"]), "plain", Some("allowed_tools"));
    check(&agent(), &list(&[], &["no_such_tool"]), "plain", Some("allowed_tools"));
}

#[test]
fn a_scoped_tool_waits_for_its_grant() {
    let scoped = |granted: &[&str]| Openings {
        scoped_tools: vec!["memory_*".to_owned()],
        granted_tools: granted.iter().map(|it| (*it).to_owned()).collect(),
        ..Openings::default()
    };
    check(&agent(), &scoped(&[]), "memory_list", Some("capability_grant_missing"));
    check(&agent(), &scoped(&["memory_list"]), "memory_list", None);
    check(&agent(), &scoped(&["memory_list"]), "memory_search", Some("capability_grant_missing"));
    check(&agent(), &scoped(&[]), "plain", None);
}

#[test]
fn what_is_left_out_of_a_surface_cannot_be_called() {
    let narrowed = |choice: Choice| Openings {
        narrowings: vec![Narrowing::new(&CATALOG, &choice).unwrap()],
        ..Openings::default()
    };
    let names = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let yard = narrowed(Choice { toolsets: names(&["yard"]), ..Choice::default() });
    check(&Caller::Operator, &yard, "wipe", None);
    check(&Caller::Operator, &yard, "plain", Some("surface"));
    let both = Choice { toolsets: names(&["yard"]), tools: names(&["plain"]), ..Choice::default() };
    check(&Caller::Operator, &narrowed(both), "plain", None);
    let without = narrowed(Choice { exclude: names(&["memory_*"]), ..Choice::default() });
    check(&Caller::Operator, &without, "memory_list", Some("surface"));
    check(&Caller::Operator, &without, "plain", None);
    let reading = narrowed(Choice { read_only: true, ..Choice::default() });
    check(&Caller::Operator, &reading, "wipe", Some("surface"));
    check(&Caller::Operator, &reading, "plain", None);
}

#[test]
fn an_unknown_name_is_an_error_and_never_everything() {
    let choice = |key: &str, name: &str| {
        let names = vec![name.to_owned()];
        match key {
            "toolsets" => Choice { toolsets: names, ..Choice::default() },
            "tools" => Choice { tools: names, ..Choice::default() },
            _ => Choice { exclude: names, ..Choice::default() },
        }
    };
    for (key, name, text) in [
        ("toolsets", "yart", "toolsets: there is no toolset `yart`; did you mean `yard`?"),
        ("tools", "plein", "tools: there is no tool `plein`; did you mean `plain`?"),
        ("tools", "nothing_*", "tools: there is no tool `nothing_*`"),
        ("exclude", "mcp__other__plain", "exclude: there is no tool `mcp__other__plain`"),
    ] {
        let error = Narrowing::new(&CATALOG, &choice(key, name)).unwrap_err().to_string();
        assert!(error.starts_with(text), "{error}");
    }
}

#[test]
fn a_key_or_token_that_has_ended_closes_everything() {
    for ended in [
        Ended::KeyExpired,
        Ended::KeyRevoked,
        Ended::KeyUnreadable,
        Ended::TokenExpired,
        Ended::TokenUnsigned,
        Ended::TokenWithdrawn,
    ] {
        let openings = Openings { ended: Some(ended), ..on(Gate::ALL) };
        for decl in &DECLS {
            for caller in [Caller::Operator, agent(), key(&[Scope::Admin], false)] {
                check(&caller, &openings, decl.name, Some("credential_ended"));
            }
        }
    }
}

#[test]
fn settings_that_cannot_be_read_close_everything() {
    let closed = Openings { closed_by: Some("config.toml".to_owned()), ..on(Gate::ALL) };
    for decl in &DECLS {
        for caller in [Caller::Operator, agent(), key(&[Scope::Admin], false)] {
            check(&caller, &closed, decl.name, Some("settings_unreadable"));
        }
    }
}
