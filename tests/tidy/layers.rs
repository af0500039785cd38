//! Which module may name which inside of a crate: what knows nothing of what.
//!
//! A module that is not listed may name any other; a listed one names these and itself.

use crate::tokens::tokens;
use crate::tree::{File, Finding, allows, files, holds, refuses};

/// Folders, and the modules of the same crate that the code below them may name.
const LAYERS: &[(&str, &[&str])] = &[
    ("server/src/audit/", &[]),
    ("server/src/dispatch/", &["audit", "gate", "registry"]),
    ("server/src/door/", &["audit", "gate", "identity", "openings", "settings"]),
    ("server/src/gate/", &["registry", "text"]),
    ("server/src/host/", &["settings"]),
    ("server/src/identity/", &[]),
    ("server/src/registry/", &["bind", "decl"]),
    ("server/src/report/", &["gate", "text"]),
    ("server/src/serve/web/", &["door", "gate", "serve", "settings", "text", "transport", "wire"]),
    ("server/src/serve/", &["audit", "dispatch", "gate", "registry", "transport", "wire"]),
    ("server/src/settings/", &["text"]),
    ("server/src/text/", &[]),
    ("server/src/transport/", &["wire"]),
    ("server/src/wire/", &[]),
    ("tools/src/bind/", &["call", "port"]),
    ("tools/src/call/", &["bind", "port", "store"]),
    ("tools/src/port/", &["pattern"]),
    ("tools/src/store/", &["bind", "call", "port"]),
];

/// Where code reaches the world through ports alone; the store is a door itself.
const BEHIND_PORTS: &str = "tools/src/";
const STORE: &str = "tools/src/store/";
/// Doors to the world, as they begin a path.
const DOORS: &[&str] = &[
    "std::fs",
    "std::net",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
    "tokio::fs",
    "tokio::net",
    "tokio::process",
    "tokio::time",
];

/// The modules that the code names through `crate::`, with the line of each.
fn named_modules(file: &File) -> Vec<(usize, String)> {
    let tokens = tokens(file);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| text.as_str());
    let mut named = Vec::new();
    for at in 0..tokens.len() {
        let is_path = text(at) == "crate" && text(at + 1) == ":" && text(at + 2) == ":";
        let is_restriction = at > 0 && text(at - 1) == "(";
        if !is_path || is_restriction && text(at + 3) == ")" {
            continue;
        }
        if text(at + 3) != "{" {
            named.push(tokens[at + 3].clone());
            continue;
        }
        let mut depth = 0;
        for (inner, token) in tokens.iter().enumerate().skip(at + 3) {
            match token.1.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if depth == 1 && matches!(text(inner - 1), "{" | ",") => {
                    named.push(token.clone());
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    named
}

fn names_what_it_may_know(file: &File) -> Vec<Finding> {
    let layer = LAYERS.iter().find(|(folder, _)| file.below(folder));
    let Some((folder, known)) = layer.filter(|_| file.is_source()) else { return Vec::new() };
    let own = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_module = |name: &str| name.starts_with(|first: char| first.is_ascii_lowercase());
    named_modules(file)
        .into_iter()
        .filter(|(_, name)| is_module(name) && name != own && !known.contains(&name.as_str()))
        .map(|(line, name)| Finding::new(line, format!("`{own}` knows nothing of `{name}`")))
        .collect()
}

fn reaches_the_world_through_ports(file: &File) -> Vec<Finding> {
    if !file.is_source() || !file.below(BEHIND_PORTS) || file.below(STORE) {
        return Vec::new();
    }
    let tokens = tokens(file);
    let mut findings = Vec::new();
    for door in DOORS {
        let path = door.replace("::", " : : ");
        let path: Vec<&str> = path.split(' ').collect();
        for row in tokens.windows(path.len()) {
            if row.iter().map(|(_, text)| text).eq(&path) {
                findings.push(Finding::new(row[0].0, format!("`{door}`: use a port of the call")));
            }
        }
    }
    findings
}

#[test]
fn modules_know_nothing_above_them() {
    let rule = names_what_it_may_know;
    let path = "server/src/wire/x.rs";
    refuses(
        rule,
        path,
        "//!\nuse crate::dispatch::call;\n",
        2,
        "`wire` knows nothing of `dispatch`",
    );
    refuses(rule, path, "use crate::{wire::{a, b}, serve::c};\n", 1, "nothing of `serve`");
    refuses(rule, "tools/src/port/x.rs", "fn f(x: crate::store::Id) {}\n", 1, "of `store`");
    allows(rule, path, "use crate::wire::a;\npub(crate) fn f() {}\nuse crate::Server;\n");
    allows(rule, "server/src/serve/mod.rs", "use crate::{dispatch::{host, settings}, wire};\n");
    allows(rule, "server/src/cli/mod.rs", "use crate::{host, settings};\n");
    holds(rule);
    let files = files();
    for (folder, _) in LAYERS {
        assert!(files.iter().any(|file| file.below(folder)), "{folder} is gone; so is its rule");
    }
}

#[test]
fn tools_know_nothing_of_the_world_but_ports() {
    let rule = reaches_the_world_through_ports;
    for door in DOORS {
        refuses(rule, "tools/src/newsfeed/x.rs", &format!("//!\nuse {door};\n"), 2, door);
    }
    allows(rule, "tools/src/store/open.rs", "use std::fs;\n");
    allows(rule, "tools/src/newsfeed/x.rs", "use std::time::Duration;\n");
    holds(rule);
}
