//! Spellings that do not enter the code, each with what to write instead.
//!
//! Code is compared token by token, so that comments, strings and layout cannot hide or fake one.

use crate::tokens::tokens;
use crate::tree::{File, Finding, allows, holds, refuses};

/// A row of tokens that is not written, where, and its replacement.
struct Ban {
    spelling: &'static str,
    below: &'static [&'static str],
    instead: &'static str,
}

const EVERYWHERE: &[&str] = &[""];
/// Crates whose stdout is the transport of a running server.
const SERVER: &[&str] = &["server/src/", "tools/src/"];

const BANS: &[Ban] = &[
    Ban { spelling: "todo !", below: EVERYWHERE, instead: "finish it, or leave it out" },
    Ban { spelling: "unimplemented !", below: EVERYWHERE, instead: "finish it, or leave it out" },
    Ban { spelling: "dbg !", below: EVERYWHERE, instead: "`tracing::debug!`, or nothing" },
    Ban { spelling: "# [ ignore", below: EVERYWHERE, instead: "a test that runs" },
    Ban { spelling: "# [ should_panic", below: EVERYWHERE, instead: "assert on the error value" },
    Ban { spelling: "# [ allow (", below: EVERYWHERE, instead: "`#[expect(.., reason = \"..\")]`" },
    Ban { spelling: "# ! [ allow (", below: EVERYWHERE, instead: "`#![expect(.., reason)]`" },
    Ban { spelling: "# ! [ deny (", below: EVERYWHERE, instead: "the lint table in Cargo.toml" },
    Ban { spelling: "println !", below: SERVER, instead: "the given writer; stdout is the wire" },
    Ban { spelling: "print !", below: SERVER, instead: "the given writer; stdout is the wire" },
    Ban { spelling: "eprintln !", below: SERVER, instead: "`tracing`" },
    Ban { spelling: "eprint !", below: SERVER, instead: "`tracing`" },
    Ban { spelling: "anyhow ::", below: EVERYWHERE, instead: "an error enum of the area" },
    Ban { spelling: "static mut", below: EVERYWHERE, instead: "a value that is passed" },
];

/// Marks of unfinished work, and text that a documentation test would skip.
const PHRASES: &[(&str, &str)] = &[
    (concat!("FIX", "ME"), "mend it now, or file it"),
    (concat!("// TO", "DO"), "finish it, or file it"),
    (concat!("XX", "X "), "say what is meant"),
    (concat!("``", "`ignore"), "`no_run` at least compiles"),
];

fn uses_no_banned_spelling(file: &File) -> Vec<Finding> {
    if !file.is_source() {
        return Vec::new();
    }
    let tokens = tokens(file);
    let mut findings = Vec::new();
    for ban in BANS.iter().filter(|ban| ban.below.iter().any(|folder| file.below(folder))) {
        let spelling: Vec<&str> = ban.spelling.split(' ').collect();
        let spelling = spelling.iter().flat_map(|word| pieces(word)).collect::<Vec<_>>();
        for row in tokens.windows(spelling.len()) {
            if row.iter().map(|(_, text)| text).eq(&spelling) {
                let text =
                    format!("`{}` is not written here; instead: {}", ban.spelling, ban.instead);
                findings.push(Finding::new(row[0].0, text));
            }
        }
    }
    findings
}

/// `::` is two tokens; a word is one.
fn pieces(word: &str) -> Vec<String> {
    if word.chars().all(char::is_alphanumeric) || word.contains('_') {
        return vec![word.to_owned()];
    }
    word.chars().map(String::from).collect()
}

fn uses_no_banned_phrase(file: &File) -> Vec<Finding> {
    if !file.is_source() && !file.below("scripts/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (at, line) in file.lines() {
        for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| line.contains(phrase)) {
            findings.push(Finding::new(at, format!("`{phrase}`: {instead}")));
        }
    }
    findings
}

#[test]
fn no_banned_spelling_is_written() {
    for ban in BANS {
        let path = format!("{}x.rs", ban.below[0]);
        let code = ban.spelling.replace("# [ ", "#[").replace("# ! [ ", "#![");
        let open = if code.ends_with('(') { "x)" } else { "" };
        let open = if code.contains('[') { format!("{open}]") } else { open.to_owned() };
        let code = format!("//! Words.\n\n{code}{open}\n");
        refuses(uses_no_banned_spelling, &path, &code, 3, ban.instead);
    }
    allows(uses_no_banned_spelling, "tools/src/x.rs", "// dbg!(x)\nconst X: &str = \"todo!()\";\n");
    allows(uses_no_banned_spelling, "tests/suite/x.rs", "fn main() { println!(); }\n");
    allows(uses_no_banned_spelling, "macros/src/x.rs", "quote! { #[allow(x)] fn f() {} }\n");
    holds(uses_no_banned_spelling);
}

#[test]
fn no_banned_phrase_is_written() {
    for (phrase, instead) in PHRASES {
        refuses(uses_no_banned_phrase, "build.rs", &format!("//\n// {phrase}\n"), 2, instead);
    }
    holds(uses_no_banned_phrase);
}
