//! What the files of a home say to handlers, read at each question, and one key of them set.

use std::sync::Arc;

use tollgate_tools::pattern::Pattern;
use tollgate_tools::port::{
    GrantTerms, Pending, SetError, SettingChange, SettingKey, Settings, SettingsClosed,
};

use crate::settings::agent::{AGENT_FILE_NAME, AGENTS_FOLDER, Capabilities};
use crate::settings::edit::{self, EditError, Edited};
use crate::settings::{self, Faults, Home, SettingsError, agent};

/// The settings of a home.
#[derive(Clone, Debug)]
pub struct HostSettings {
    home: Arc<Home>,
}

impl HostSettings {
    /// The settings of this home. Nothing is read before the first question.
    #[must_use]
    pub fn new(home: Home) -> Self {
        Self { home: Arc::new(home) }
    }

    /// Reads files away from the threads that answer.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Home) -> Result<T, SettingsError> + Send + 'static,
    ) -> Result<T, SettingsClosed> {
        let home = Arc::clone(&self.home);
        let read = tokio::task::spawn_blocking(move || {
            question(&home).map_err(|error| {
                tracing::error!("settings cannot be used: {error}");
                SettingsClosed
            })
        });
        read.await.unwrap_or(Err(SettingsClosed))
    }
}

impl Settings for HostSettings {
    fn handoff_bytes_max(&self) -> Pending<'_, Result<usize, SettingsClosed>> {
        Box::pin(async {
            let bytes = self.read(|home| {
                let memory = settings::load(home)?.settings.memory;
                Ok(memory.working_state_handoff_max_bytes)
            });
            Ok(usize::try_from(bytes.await?).unwrap_or(usize::MAX))
        })
    }

    fn grant_terms<'a>(
        &'a self,
        agent_id: &'a str,
    ) -> Pending<'a, Result<GrantTerms, SettingsClosed>> {
        let id = agent_id.to_owned();
        Box::pin(async {
            let capabilities = self.read(move |home| {
                let file = agent::load(home, &id)?;
                Ok(file.map(|file| file.settings.capabilities).unwrap_or_default())
            });
            let Capabilities { scoped_tools, grant_ttl_secs, .. } = capabilities.await?;
            let scoped_tools = scoped_tools.iter().filter_map(|entry| Pattern::read(entry));
            Ok(GrantTerms { scoped_tools: scoped_tools.collect(), ttl_secs: grant_ttl_secs })
        })
    }

    fn reports_to<'a>(
        &'a self,
        agent_id: &'a str,
    ) -> Pending<'a, Result<Option<String>, SettingsClosed>> {
        const NOBODY: &str = "none";
        let id = agent_id.to_owned();
        Box::pin(self.read(move |home| {
            let file = agent::load(home, &id)?;
            let above = file.map(|file| file.settings.agent.reports_to).unwrap_or_default();
            Ok(Some(above).filter(|above| !above.is_empty() && above != NOBODY))
        }))
    }

    fn set<'a>(
        &'a self,
        agent_id: &'a str,
        key: SettingKey,
        value: &'a str,
    ) -> Pending<'a, Result<SettingChange, SetError>> {
        let (home, id, value) = (Arc::clone(&self.home), agent_id.to_owned(), value.to_owned());
        Box::pin(async move {
            let setting = tokio::task::spawn_blocking(move || {
                let edited = edit::set(&home, &id, key.section, key.name, &value);
                let Edited { before, now } = edited.map_err(|error| refused(error, &id))?;
                Ok(SettingChange { before, now })
            });
            setting.await.unwrap_or(Err(SettingsClosed.into()))
        })
    }
}

/// What a caller is told: mistakes, which it can mend or tell, by their place in the home.
fn refused(error: EditError, id: &str) -> SetError {
    match error {
        EditError::Value(mistake) => SetError::Value { mistake: mistake.to_string() },
        EditError::Settings(SettingsError::Faulty(Faults { all, .. })) => {
            let path = [AGENTS_FOLDER, id, AGENT_FILE_NAME].iter().collect();
            SetError::Faulty { mistakes: Faults { path, all }.to_string() }
        }
        EditError::Changed => SetError::Changed,
        error @ (EditError::Settings(_)
        | EditError::Unknown { .. }
        | EditError::Shape { .. }
        | EditError::Write { .. }) => {
            tracing::error!("the settings of an agent cannot be changed: {error}");
            SettingsClosed.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tollgate_tools::evolution::toggle::EvolutionField;

    use super::*;
    use crate::settings::agent::AgentSettings;

    fn home(agent: &str, config: &str) -> (tempfile::TempDir, HostSettings) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("agents/ada")).unwrap();
        fs::write(folder.path().join("agents/ada/agent.toml"), agent).unwrap();
        fs::write(folder.path().join("config.toml"), config).unwrap();
        let settings = HostSettings::new(Home::at(folder.path().to_owned()));
        (folder, settings)
    }

    #[tokio::test]
    async fn a_tool_is_scoped_if_an_entry_means_it() {
        let agent = "[capabilities]\nscoped_tools = [\"todo_*\", \"mcp__other__x\"]\n\
                     grant_ttl_secs = 60\n";
        let (_folder, settings) = home(agent, "");
        let terms = settings.grant_terms("ada").await.unwrap();
        assert!(terms.is_scoped("todo_read") && !terms.is_scoped("x"));
        assert_eq!(terms.ttl_secs, 60);
        let terms = settings.grant_terms("bob").await.unwrap();
        assert!(!terms.is_scoped("todo_read"));
        assert_eq!(terms.ttl_secs, 3600);
    }

    #[tokio::test]
    async fn a_change_counts_from_the_next_question_on_and_a_broken_file_closes() {
        let (folder, settings) = home("nonsense", "[memory]\nworking_state_handoff_max_bytes = 9");
        assert_eq!(settings.handoff_bytes_max().await.unwrap(), 9);
        assert!(settings.grant_terms("ada").await.is_err());
        assert!(settings.grant_terms("../ada").await.is_err());
        fs::write(folder.path().join("config.toml"), "").unwrap();
        assert_eq!(settings.handoff_bytes_max().await.unwrap(), 16_384);
        fs::write(folder.path().join("config.toml"), "nonsense").unwrap();
        assert!(settings.handoff_bytes_max().await.is_err());
    }

    #[tokio::test]
    async fn every_field_of_evolution_is_a_key_of_the_file() {
        let (_folder, settings) = home("", "");
        let keys: usize = AgentSettings::SECTIONS
            .iter()
            .filter(|section| section.name.starts_with("evolution"))
            .map(|section| section.keys.len())
            .sum();
        assert_eq!(EvolutionField::ALL.len(), keys);
        for field in EvolutionField::ALL {
            let SetError::Value { mistake } =
                settings.set("ada", field.key(), "-").await.unwrap_err()
            else {
                panic!("{}", field.word())
            };
            assert!(mistake.contains("found the text \"-\", expected "), "{mistake}");
        }
    }

    #[tokio::test]
    async fn whom_an_agent_reports_to_is_nobody_unless_its_file_names_somebody() {
        for (text, above) in [
            ("", None),
            ("[agent]\nreports_to = \"\"\n", None),
            ("[agent]\nreports_to = \"none\"\n", None),
            ("[agent]\nreports_to = \"bob\"\n", Some("bob")),
        ] {
            let (_folder, settings) = home(text, "");
            assert_eq!(settings.reports_to("ada").await.unwrap().as_deref(), above);
            assert_eq!(settings.reports_to("bob").await.unwrap(), None);
        }
        let (_folder, settings) = home("nonsense", "");
        assert!(settings.reports_to("ada").await.is_err());
    }
}
