//! `tollgate check`: the settings explained.

use std::fmt::Write as _;

use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::settings::{self, Home, HomeSource, Loaded, SettingsError};

pub(super) fn run(terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let explained = Home::locate()
        .map_err(SettingsError::from)
        .and_then(|home| settings::load(&home).map(|loaded| explain(&home, &loaded)));
    match explained {
        Ok(text) => {
            terminal.say(&text)?;
            Ok(Exit::Done)
        }
        Err(error) => {
            terminal.say(&format!("{error}\n"))?;
            Ok(Exit::Refused)
        }
    }
}

fn explain(home: &Home, loaded: &Loaded) -> String {
    let source = match home.source() {
        HomeSource::Variable => "from TOLLGATE_HOME",
        HomeSource::Default => "the default",
        HomeSource::Code => "given by the program",
    };
    let file = home.settings_file();
    let state = if file.exists() { "read" } else { "not there; every default holds" };
    let mut text = format!(
        "home      {} ({source})\nsettings  {} ({state})\n\n",
        home.path().display(),
        file.display()
    );
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
