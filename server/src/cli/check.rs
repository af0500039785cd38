//! `tollgate check`: what a start would stand on, or every reason why there would be none.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::caller::{CallerError, claimed};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::gate::Catalog;
use crate::host::HostClock;
use crate::openings::{self, Misnamed};
use crate::registry::Registry;
use crate::settings::agent::{self, AGENT_FILE_NAME};
use crate::settings::{self, Claims, Given, Home, HomeSource, Loaded};

pub(super) fn run(
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let findings = Home::locate().map(|home| findings(&home, &Catalog::new(registry)));
    let Findings { mistakes, remarks } = match findings {
        Ok(findings) => findings,
        Err(error) => Findings { mistakes: format!("{error}\n"), remarks: String::new() },
    };
    let (mut text, exit) = match explanation() {
        _ if !mistakes.is_empty() => (mistakes, Exit::Refused),
        Ok(text) => (text, Exit::Done),
        Err(error) => (format!("{error}\n"), Exit::Refused),
    };
    if !remarks.is_empty() {
        text.push_str("\nNo mistakes, but perhaps not what was meant:\n");
        text.push_str(&remarks);
    }
    terminal.say(&text)?;
    Ok(exit)
}

/// What is told of the files of a home, a line each.
#[derive(Default)]
struct Findings {
    /// What closes the tools that a file governs until it is mended.
    mistakes: String,
    /// What holds as it is, and was perhaps meant otherwise.
    remarks: String,
}

fn findings(home: &Home, catalog: &Catalog) -> Findings {
    let mut findings = Findings::default();
    match settings::load(home) {
        Ok(Loaded { settings, given }) => {
            let unknown = openings::unknown_in_home(catalog, &settings);
            findings.mistakes += &told(&home.settings_file(), &given, unknown);
        }
        Err(error) => findings.mistakes += &format!("{error}\n"),
    }
    let folders = agent::folders(home).unwrap_or_else(|error| {
        findings.mistakes += &format!("{error}\n");
        BTreeMap::new()
    });
    for (id, folder) in folders {
        match agent::load(home, &id) {
            Ok(None) => {}
            Ok(Some(Loaded { settings, given })) => {
                let file = folder.join(AGENT_FILE_NAME);
                let unknown = openings::unknown_in_agent(catalog, &settings);
                let slips = openings::slips(catalog, &settings.capabilities);
                findings.mistakes += &told(&file, &given, unknown);
                findings.remarks += &told(&file, &given, slips);
            }
            Err(error) => findings.mistakes += &format!("{error}\n"),
        }
    }
    findings
}

/// Names that mean nothing, in the order of the file, each with its place in it.
fn told(file: &Path, given: &[Given], misnamed: Vec<Misnamed>) -> String {
    let place = |it: &Misnamed| {
        let given = given.iter().find(|at| at.section == it.section && at.key == it.key);
        given.and_then(|given| given.entries.get(it.index)).copied()
    };
    let mut misnamed: Vec<_> = misnamed.into_iter().map(|it| (place(&it), it)).collect();
    misnamed.sort_by_key(|(place, _)| *place);
    let mut text = String::new();
    for (place, Misnamed { section, key, text: wrong, .. }) in misnamed {
        let place = place.map_or(String::new(), |at| format!("{}:{}:", at.line, at.column));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}:{place} {section}.{key}: {wrong}", file.display());
    }
    text
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
