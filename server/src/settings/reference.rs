//! The reference of the settings file, as a page of the manual: written from the table of keys.

use std::fmt::Write as _;

use super::agent::AgentSettings;
use super::{FILE_BYTES_MAX, FILE_NAME, Row, SectionDecl, Settings};

/// The text of the page, in Markdown.
#[must_use]
pub fn page() -> String {
    let mut page = format!(
        "# Settings\n\n\
         The server reads `{FILE_NAME}` in its home folder: `TOLLGATE_HOME`, or `~/.tollgate`. \
         A missing file means every default. A file with any mistake stops the start and names \
         file, line, column, key and what is allowed; `tollgate check` says the same. While a \
         server runs, a change is seen within a second, and a mistake closes every tool until it \
         is mended. So does what stands there and cannot be read: a link to nowhere, a pipe, a \
         folder, or more than {FILE_BYTES_MAX} bytes.\n"
    );
    sections(&mut page, Settings::SECTIONS, &Settings::default().rows());
    page.push_str(super::databases::MANUAL);
    page.push_str(
        "\n# Settings of an agent\n\n\
         An agent is governed by `agents/<id>/agent.toml` in the home folder. A missing file means \
         every default. A file with any mistake closes every tool to its agent until it is \
         mended, and so does a link in place of the file or of its folder: what an agent may is \
         said in the home alone. If `agents` itself cannot be listed, all agents are closed.\n",
    );
    sections(&mut page, AgentSettings::SECTIONS, &AgentSettings::default().rows());
    page
}

fn sections(page: &mut String, sections: &[SectionDecl], defaults: &[Row]) {
    for section in sections {
        // Writing to a string does not fail.
        let _ = write!(page, "\n## `[{}]`\n\n{}\n", section.name, paragraphs(section.manual));
        for key in section.keys {
            let default = defaults
                .iter()
                .find(|row| row.section == section.name && row.key == key.name)
                .map_or("", |row| row.value.as_str());
            let _ = write!(
                page,
                "\n### `{}`\n\n{}\n\n- allowed: {}\n- default: `{default}`\n",
                key.name,
                paragraphs(key.manual),
                key.allowed
            );
        }
    }
}

/// The lines of a doc comment without the space that each starts with.
fn paragraphs(manual: &str) -> String {
    let lines: Vec<&str> =
        manual.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_manual_an_allowed_and_a_default() {
        let page = page();
        for section in Settings::SECTIONS.iter().chain(AgentSettings::SECTIONS) {
            assert!(page.contains(&format!("## `[{}]`", section.name)));
            for key in section.keys {
                assert!(!paragraphs(key.manual).is_empty(), "{}.{}", section.name, key.name);
                assert!(page.contains(&format!("### `{}`", key.name)));
                assert!(page.contains(key.allowed));
            }
        }
    }

    #[test]
    fn the_shown_defaults_read_back_as_the_defaults() {
        let mut file = String::new();
        for row in Settings::default().rows() {
            let _ = writeln!(file, "{}.{} = {}", row.section, row.key, row.value);
        }
        let path = std::path::Path::new("config.toml");
        let loaded: crate::settings::Loaded =
            crate::settings::read::read(path, file.as_bytes()).unwrap();
        assert_eq!(loaded.settings, Settings::default());
        assert_eq!(loaded.given.len(), Settings::default().rows().len());
    }
}
