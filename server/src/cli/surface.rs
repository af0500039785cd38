//! `tollgate surface`: what one caller sees, and what changed between two exported surfaces.

use std::path::Path;

use super::command::{Diff, Show};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use super::tools::decls;
use crate::gate::{self, Catalog};
use crate::registry::Registry;
use crate::report;
use crate::report::surface::{self, Surface, SurfaceError, Verdict};

/// What an unnamed new surface is called in a message.
const THIS_BUILD: &str = "(this build)";

pub(super) fn run(
    arguments: &Diff,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let old_text = text_of(&arguments.old)?;
    let old = parse(&arguments.old, &old_text)?;
    let new_text = match &arguments.new {
        Some(path) => text_of(path)?,
        None => surface::export(&decls(registry))?,
    };
    let new_path = arguments.new.as_deref().unwrap_or(Path::new(THIS_BUILD));
    let new = parse(new_path, &new_text)?;
    let diff = surface::diff(&old, &new);
    let text = if arguments.format.json {
        serde_json::to_string_pretty(&diff)? + "\n"
    } else {
        diff.to_string()
    };
    terminal.say(&text)?;
    Ok(match diff.verdict {
        Verdict::Same => Exit::Done,
        Verdict::Compatible => Exit::Refused,
        Verdict::Breaking => Exit::Breaking,
    })
}

pub(super) fn show(
    arguments: Show,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let catalog = Catalog::new(registry);
    let at = arguments.caller.standpoint(&catalog, arguments.narrow)?;
    let visible = gate::visible(&catalog, &at);
    let decls: Vec<_> = visible.iter().map(|at| registry.tools[at].decl).collect();
    let seen = report::seen_by(&decls, arguments.caller.text())?;
    let text = match arguments.format.json {
        true => serde_json::to_string_pretty(&seen)? + "\n",
        false => seen.to_string(),
    };
    terminal.say(&text)?;
    Ok(Exit::Done)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path)
        .map_err(|source| Failure::Unreadable { path: path.to_owned(), source })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let source = SurfaceError::not_utf8(&error.into_bytes(), valid);
        Failure::NoSurface { path: path.to_owned(), source }
    })
}

fn parse<'t>(path: &Path, text: &'t str) -> Result<Surface<'t>, Failure> {
    surface::read(text).map_err(|source| Failure::NoSurface { path: path.to_owned(), source })
}
