//! The table of `agents/<id>/agent.toml`: what one agent may, in the words of its operator.
//!
//! Lives here: every section and key of the file, and what an agent's id looks like.
//! Must not: decide what a tool pattern matches, or who is refused; the gates do.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::PathBuf;

use super::file::bytes_of;
use super::key::settings;
use super::read::{self, Loaded};
use super::word::{Role, StagnationAction, Status};
use super::{Home, SettingsError};

/// The name of the file in the agent's folder.
pub const AGENT_FILE_NAME: &str = "agent.toml";

/// The folder in the home that holds a folder for each agent.
pub const AGENTS_FOLDER: &str = "agents";

/// The longest id of an agent, in bytes.
const ID_BYTES_MAX: usize = 64;

/// Whether a text can be the id of an agent: letters, digits, `-` and `_`, at most 64.
///
/// Such a text names a folder and nothing above or below it.
#[must_use]
pub fn is_id(text: &str) -> bool {
    (1..=ID_BYTES_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

settings! {
    /// Every setting of one agent, with its value or its default.
    AgentSettings;

    /// Who the agent is.
    in [agent] agent: AgentProfile {
        /// The agent's name.
        name: String = String::new(),
        /// The name that people read.
        display_name: String = String::new(),
        /// What the agent does in its team.
        role: Role = Role::Worker,
        /// Whether the agent works.
        status: Status = Status::Active,
        /// The agent that it reports to; empty or `"none"` means nobody.
        reports_to: String = String::new(),
        /// The department; agents of one department are related.
        department: String = String::new(),
        /// The word in a message that calls the agent.
        trigger: String = String::new(),
        /// The picture beside its name.
        icon: String = String::new(),
    }
    /// Which tools the agent has.
    ///
    /// The entries of the lists of tools are names of tools. A `*` at the end stands for any rest:
    /// `*`, `memory_*`, `mcp__tollgate__*`. A `*` elsewhere is an ordinary character, and
    /// `mcp__other__x` never means a tool of this server.
    in [capabilities] capabilities: Capabilities {
        /// Tools that the agent does not have. This list wins over every other.
        denied_tools: Vec<String> = Vec::new(),
        /// The only tools that the agent has; an empty list means all.
        allowed_tools: Vec<String> = Vec::new(),
        /// Tools that the agent has only while a grant for them lasts.
        scoped_tools: Vec<String> = Vec::new(),
        /// The seconds that a grant lasts, if its task does not end before.
        grant_ttl_secs: u32 where 1..=604800 = 3600,
        /// Tools of which every call waits for an approval.
        approval_required_tools: Vec<String> = Vec::new(),
        /// Tools of which no call can be taken back; each waits for an approval.
        irreversible_tools: Vec<String> = Vec::new(),
        /// Tools of which some calls cannot be taken back; each call is judged by itself.
        maybe_irreversible_tools: Vec<String> = Vec::new(),
        /// The sources of `config.toml` that the agent may read; none means no `db_*` tools.
        db_sources: Vec<String> = Vec::new(),
        /// Whether the agent has the tools of the host's desktop.
        os_native: bool = false,
        /// Whether the agent has the tools that record a browser or a desktop.
        recording: bool = false,
        /// Whether the agent has the tools that operate the machine itself.
        system_operator: bool = false,
        /// Whether the agent has the tools that share a desktop with a person.
        codrive: bool = false,
        /// Whether the agent has the tools that use a computer in a container.
        computer_use: bool = false,
    }
    /// What the agent may do with a computer in a container.
    in [capabilities.computer_use_config] computer_use: ComputerUse {
        /// The hosts that the agent may open; none means a session without a network.
        allowed_domains: Vec<String> = Vec::new(),
        /// The actions of one session.
        max_actions: u32 where 1..=10000 = 50,
        /// Whether the agent has the tools for a session's own folder.
        workspace: bool = false,
    }
    /// What the agent may do with tools that it has. They stay listed; a call is refused.
    ///
    /// Only `false` refuses. A file that cannot be used refuses all of them.
    in [permissions] permissions: Permissions {
        /// Whether the agent may make agents.
        can_create_agents: bool = true,
        /// Whether the agent may write to other agents or start them.
        can_send_cross_agent: bool = true,
        /// Whether the agent may change its own skills.
        can_modify_own_skills: bool = true,
        /// Whether the agent may change the text that says who it is.
        can_modify_own_soul: bool = true,
        /// Whether the agent may make reminders and recurring tasks.
        can_schedule_tasks: bool = true,
    }
    /// Trying several ways at once.
    in [fork] fork: Fork {
        /// Whether the agent has the tools of branches.
        enabled: bool = false,
    }
    /// What `tools/list` shows to the agent. It narrows the home's own `[surface]`.
    in [surface] surface: AgentSurface {
        /// The families that are shown; an empty list means all.
        toolsets: Vec<String> = Vec::new(),
        /// The tools that are shown; an empty list means all of the families above.
        tools: Vec<String> = Vec::new(),
        /// The tools that are left out, whatever the two lists above say.
        exclude: Vec<String> = Vec::new(),
        /// Whether only tools that change nothing are shown.
        read_only: bool = false,
    }
    /// How the agent changes by itself.
    in [evolution] evolution: Evolution {
        /// Whether the agent generates, verifies and updates its own instructions.
        gvu_enabled: bool = false,
        /// Whether a skill that fits is used without being asked for.
        skill_auto_activate: bool = false,
        /// Whether a skill is scanned before it is used.
        skill_security_scan: bool = true,
        /// The hours of silence after which the agent looks at itself.
        max_silence_hours: u32 where 1..=8760 = 12,
        /// The tries of one change.
        max_gvu_generations: u32 where 1..=100 = 3,
        /// The hours for which a change is watched before it stays.
        observation_period_hours: u32 where 1..=8760 = 24,
        /// The tokens that skills may take in the prompt.
        skill_token_budget: u32 where 0..=1000000 = 2500,
        /// The skills that are active at once.
        max_active_skills: u32 where 0..=1000 = 5,
    }
    /// When an agent counts as going round in circles.
    in [evolution.stagnation_detection] stagnation: Stagnation {
        /// Whether it is looked for.
        enabled: bool = false,
        /// The seconds that are looked at.
        window_seconds: u32 where 60..=604800 = 3600,
        /// The repetitions that are too many.
        trigger_threshold: u32 where 1..=1000 = 5,
        /// What follows.
        action: StagnationAction = StagnationAction::LogOnly,
    }
}

/// The file of an agent, from the home on.
#[must_use]
pub fn file_of(id: &str) -> String {
    format!("{AGENTS_FOLDER}/{id}/{AGENT_FILE_NAME}")
}

/// The folders of agents in the home, by id. A home without any has none.
///
/// A link with the name of an id is one of them, so that nobody takes its agent for one without
/// settings; `load` refuses it.
///
/// # Errors
/// If the folders cannot be listed: an agent may then have settings that nobody sees.
pub fn folders(home: &Home) -> Result<BTreeMap<String, PathBuf>, SettingsError> {
    let above = home.path().join(AGENTS_FOLDER);
    let unreadable = |source| SettingsError::Unreadable { path: above.clone(), source };
    let entries = match std::fs::read_dir(&above) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound && !above.is_symlink() => {
            return Ok(BTreeMap::new());
        }
        Err(error) => return Err(unreadable(error)),
    };
    let mut folders = BTreeMap::new();
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let Ok(id) = entry.file_name().into_string() else { continue };
        let is_file = entry.file_type().map_err(unreadable)?.is_file();
        if is_id(&id) && !is_file {
            folders.insert(id, entry.path());
        }
    }
    Ok(folders)
}

/// Where the settings of an agent stand, whether they are there or not.
///
/// A link in place of the file or of its folder is refused: what an agent may is never said
/// outside of the home.
pub(super) fn file(home: &Home, id: &str) -> Result<PathBuf, SettingsError> {
    let folder = home.path().join(AGENTS_FOLDER).join(id);
    let path = folder.join(AGENT_FILE_NAME);
    let refuse = |path, why| {
        let source = std::io::Error::other(why);
        Err(SettingsError::Unreadable { path, source })
    };
    if !is_id(id) {
        return refuse(path, "an id is 1 to 64 letters, digits, `-` and `_`");
    }
    if let Some(link) = [&folder, &path].into_iter().find(|it| it.is_symlink()) {
        return refuse(link.clone(), "it is a link; put the file itself into the agent's folder");
    }
    Ok(path)
}

/// Reads the settings of an agent; `None` if it has no file.
///
/// # Errors
/// If the file is a link or cannot be read, or if anything in it is not a setting.
pub fn load(home: &Home, id: &str) -> Result<Option<Loaded<AgentSettings>>, SettingsError> {
    let path = file(home, id)?;
    let Some(bytes) = bytes_of(&path)? else { return Ok(None) };
    Ok(Some(read::read(&path, &bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_one_folder_and_nothing_else() {
        for id in ["ada", "Ada_7", "0198-ab", "-", "_trash", &"x".repeat(ID_BYTES_MAX)] {
            assert!(is_id(id), "{id}");
        }
        for text in ["", ".", "..", "../bob", "a/b", "a\\b", "a b", "a.b", "日本", "a\0", "~"] {
            assert!(!is_id(text), "{text:?}");
        }
        assert!(!is_id(&"x".repeat(ID_BYTES_MAX + 1)));
    }

    #[test]
    fn a_fresh_agent_has_no_switch_and_every_permission() {
        let fresh = AgentSettings::default();
        for row in fresh.rows() {
            match row.section {
                "permissions" => assert_eq!(row.value, "true", "{}", row.key),
                "capabilities" | "fork" | "surface" => {
                    assert_ne!(row.value, "true", "{}.{}", row.section, row.key);
                }
                _ => {}
            }
        }
        assert_eq!(fresh.capabilities.grant_ttl_secs, 3600);
    }

    fn home() -> (tempfile::TempDir, Home) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("agents/ada")).unwrap();
        let home = Home::at(folder.path().to_owned());
        (folder, home)
    }

    #[test]
    fn an_agent_without_a_file_has_none_and_one_with_mistakes_is_told_all_of_them() {
        let (folder, home) = home();
        assert_eq!(load(&home, "ada").unwrap(), None);
        let text = "[capabilities]\ndenied_tool = []\ngrant_ttl_secs = 0\n[fork]\nenabled = 1\n";
        std::fs::write(folder.path().join("agents/ada/agent.toml"), text).unwrap();
        let error = load(&home, "ada").unwrap_err().to_string();
        for part in [":2:1:", "denied_tools", ":3:18:", "an integer from 1 to 604800", ":5:11:"] {
            assert!(error.contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn a_link_or_a_pipe_in_place_of_the_file_is_refused_at_once() {
        let (folder, home) = home();
        let path = folder.path().join("agents/ada/agent.toml");
        std::fs::write(folder.path().join("elsewhere.toml"), "").unwrap();
        std::os::unix::fs::symlink(folder.path().join("elsewhere.toml"), &path).unwrap();
        assert!(load(&home, "ada").is_err());
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(load(&home, "ada").is_err());
    }

    #[test]
    fn a_link_in_place_of_the_folder_is_no_agent_without_a_file() {
        let (folder, home) = home();
        std::os::unix::fs::symlink("/", folder.path().join("agents/eve")).unwrap();
        assert!(folders(&home).unwrap().contains_key("eve"));
        let error = load(&home, "eve").unwrap_err().to_string();
        assert!(error.contains("agents/eve: cannot be read: it is a link"), "{error}");
    }

    #[test]
    fn folders_that_cannot_be_listed_are_not_none() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().to_owned());
        assert!(folders(&home).unwrap().is_empty());
        std::os::unix::fs::symlink("gone", folder.path().join("agents")).unwrap();
        assert!(folders(&home).is_err());
    }

    #[test]
    fn only_folders_with_the_name_of_an_id_are_agents() {
        let (folder, home) = home();
        for name in [".ephemeral", "a b"] {
            std::fs::create_dir(folder.path().join("agents").join(name)).unwrap();
        }
        std::fs::write(folder.path().join("agents/bob"), "").unwrap();
        assert_eq!(folders(&home).unwrap().into_keys().collect::<Vec<_>>(), ["ada"]);
        assert!(load(&home, "../ada").is_err());
    }
}
