//! `tollgate manual`: writes the pages, or tells which of them are not as they should be.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::CommandFactory as _;

use super::command::{Cli, Manual};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use super::tools::decls;
use crate::gate::Catalog;
use crate::registry::Registry;
use crate::report::gates;
use crate::report::manual::{self, HEADER, Pages};
use crate::settings;

/// Levels of folders that are looked through for pages that are left over.
const DEPTH_MAX: usize = 4;

pub(super) fn run(
    arguments: &Manual,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let others = [
        ("commands.md", commands()),
        ("gates.md", gates::page(&Catalog::new(registry))),
        ("settings.md", settings::page()),
    ];
    let pages = manual::pages(&decls(registry), &others);
    let state = State::of(&arguments.out, &pages)?;
    if arguments.check {
        terminal.say(&state.report(&arguments.out))?;
        return Ok(if state.is_as_it_should_be() { Exit::Done } else { Exit::Refused });
    }
    write(&arguments.out, &pages, &state)?;
    let (pages, out) = (pages.len(), arguments.out.display());
    let changed = state.stale.len() + state.missing.len();
    let removed = state.left_over.len();
    terminal.say(&format!("{out}: {pages} pages, {changed} written, {removed} removed\n"))?;
    Ok(Exit::Done)
}

/// How the folder differs from the pages.
#[derive(Debug, Default)]
struct State {
    missing: BTreeSet<PathBuf>,
    stale: BTreeSet<PathBuf>,
    /// Pages that carry the header and belong to nothing any more.
    left_over: BTreeSet<PathBuf>,
}

impl State {
    fn of(folder: &Path, pages: &Pages) -> Result<Self, Failure> {
        let mut state = Self::default();
        for (path, text) in pages {
            match text_of(&folder.join(path))? {
                None => state.missing.insert(path.clone()),
                Some(found) if found != *text => state.stale.insert(path.clone()),
                Some(_) => false,
            };
        }
        for path in generated(folder, Path::new(""), 0)? {
            if !pages.contains_key(&path) {
                state.left_over.insert(path);
            }
        }
        Ok(state)
    }

    fn is_as_it_should_be(&self) -> bool {
        self.missing.is_empty() && self.stale.is_empty() && self.left_over.is_empty()
    }

    fn report(&self, folder: &Path) -> String {
        if self.is_as_it_should_be() {
            return format!("{}: every page is up to date\n", folder.display());
        }
        let mut text = String::new();
        for (word, paths) in
            [("missing", &self.missing), ("stale", &self.stale), ("left over", &self.left_over)]
        {
            for path in paths {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{word}: {}", folder.join(path).display());
            }
        }
        let _ = writeln!(text, "run `tollgate manual --out {}`", folder.display());
        text
    }
}

fn write(folder: &Path, pages: &Pages, state: &State) -> Result<(), Failure> {
    for path in state.missing.union(&state.stale) {
        let (full, text) = (folder.join(path), &pages[path]);
        let made = full.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&full, text))
            .map_err(|source| Failure::Unwritable { path: full, source })?;
    }
    for path in &state.left_over {
        let full = folder.join(path);
        std::fs::remove_file(&full).map_err(|source| Failure::Unwritable { path: full, source })?;
    }
    Ok(())
}

/// The pages below a folder that carry the header, by their paths from `root`.
fn generated(root: &Path, below: &Path, depth: usize) -> Result<Vec<PathBuf>, Failure> {
    let folder = root.join(below);
    let unreadable = |source| Failure::Unreadable { path: folder.clone(), source };
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if is_missing(&error) => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let path = below.join(entry.file_name());
        if entry.file_type().map_err(unreadable)?.is_dir() {
            if depth < DEPTH_MAX {
                found.extend(generated(root, &path, depth + 1)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "md")
            && text_of(&root.join(&path))?.is_some_and(|text| text.starts_with(HEADER))
        {
            found.push(path);
        }
    }
    Ok(found)
}

/// The text of a page; a file that is no text is no page of ours.
fn text_of(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if is_missing(&error) => Ok(None),
        Err(source) => Err(Failure::Unreadable { path: path.to_owned(), source }),
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The page on the commands: the help of each.
fn commands() -> String {
    let mut root = Cli::command();
    root.build();
    let mut page = String::from("# Commands\n");
    section(&mut root, &mut page);
    page
}

fn section(command: &mut clap::Command, page: &mut String) {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    let _ = write!(page, "\n## {name}\n\n```text\n{}\n```\n", help.join("\n").trim_end());
    for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        section(command, page);
    }
}
