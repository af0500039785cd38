//! `tollgate check`: what a start would stand on, or every reason why there would be none.

use std::fmt::Write as _;

use super::caller::{CallerError, claimed};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::host::HostClock;
use crate::settings::agent;
use crate::settings::{self, Claims, Home, HomeSource, Loaded};

pub(super) fn run(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let (text, exit) = match explanation() {
        Ok(text) => match agents()? {
            mistakes if mistakes.is_empty() => (text, Exit::Done),
            mistakes => (mistakes, Exit::Refused),
        },
        Err(Failure::Settings(error)) => (format!("{error}\n"), Exit::Refused),
        Err(error) => (format!("{error}\n"), Exit::Refused),
    };
    terminal.say(&text)?;
    Ok(exit)
}

/// Every mistake in the files of agents, whose tools are closed until it is mended.
fn agents() -> Result<String, Failure> {
    let home = Home::locate()?;
    let folders = match agent::folders(&home) {
        Ok(folders) => folders,
        Err(error) => return Ok(format!("{error}\n")),
    };
    let errors = folders.into_keys().filter_map(|id| agent::load(&home, &id).err());
    Ok(errors.map(|error| format!("{error}\n")).collect())
}

fn explanation() -> Result<String, Failure> {
    let home = Home::locate()?;
    let loaded = settings::load(&home)?;
    let store = loaded.settings.store.url.url(&home)?;
    let claims = Claims::of_process().map_err(CallerError::from)?;
    let caller = claimed(&home, claims, None, &HostClock)?;
    let source = match home.source() {
        HomeSource::Variable => "from TOLLGATE_HOME",
        HomeSource::Default => "the default",
        HomeSource::Code => "given by the program",
    };
    let file = home.settings_file();
    let state = if file.exists() { "read" } else { "not there; every default holds" };
    Ok(format!(
        "home      {} ({source})\nsettings  {} ({state})\nstore     {store}\ncaller    {caller}\n\
         \n{}",
        home.path().display(),
        file.display(),
        keys(&loaded)
    ))
}

fn keys(loaded: &Loaded) -> String {
    let mut text = String::new();
    for row in loaded.settings.rows() {
        let given = loaded.given.iter().find(|at| at.section == row.section && at.key == row.key);
        let origin = match given {
            Some(given) => format!("line {}", given.line),
            None => "the default".to_owned(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}.{} = {}  # {origin}", row.section, row.key, row.value);
    }
    text
}
