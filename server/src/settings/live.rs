//! Settings while a server runs: files are watched, and what they say is swapped as a whole.
//!
//! A change is seen within a second. A file that cannot be used closes what it governs: what it
//! said before is never kept. Must not: decide what that means for a caller.

mod look;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Once};

use arc_swap::ArcSwap;
use tokio::sync::watch::{Receiver, Sender};

use super::agent::{self, AgentSettings};
use super::{Home, Settings, load};

/// The settings of a home, as its files say now.
#[derive(Clone, Debug)]
pub struct Live(Arc<Inner>);

struct Inner {
    home: Home,
    snapshot: ArcSwap<Snapshot>,
    changes: Sender<u64>,
    watched: Once,
}

/// What all files said at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    config: Config,
    agents: BTreeMap<String, AgentFile>,
    /// Why the folders of agents cannot be listed, if they cannot.
    blind: Option<String>,
}

/// `config.toml`.
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// Its settings; the defaults if there is no file.
    Read(Box<Settings>),
    /// Why it cannot be used.
    Closed(String),
}

/// The file of one agent.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentFile {
    /// There is none.
    Missing,
    /// Its settings.
    Read(Arc<AgentSettings>),
    /// Why it cannot be used.
    Closed(String),
}

impl Live {
    /// Reads the files of a home. They are watched once somebody asks for changes.
    #[must_use]
    pub fn open(home: Home) -> Self {
        let snapshot = Snapshot::read(&home);
        snapshot.complain(&BTreeSet::new());
        let snapshot = ArcSwap::from_pointee(snapshot);
        let changes = Sender::new(0);
        Self(Arc::new(Inner { home, snapshot, changes, watched: Once::new() }))
    }

    /// What the files say now.
    #[must_use]
    pub fn now(&self) -> Arc<Snapshot> {
        self.0.snapshot.load_full()
    }

    /// Counts the changes of what the files say; a file that is written again as it was, or with
    /// another remark, is none.
    #[must_use]
    pub fn changes(&self) -> Receiver<u64> {
        let changes = self.0.changes.subscribe();
        self.0.watched.call_once(|| watch::start(&self.0));
        changes
    }
}

impl Inner {
    /// Reads the files again, and tells if they say something else.
    fn refresh(&self) {
        let snapshot = Snapshot::read(&self.home);
        let before = self.snapshot.load_full();
        if *before == snapshot {
            return;
        }
        snapshot.complain(&before.complaints().collect());
        self.snapshot.store(Arc::new(snapshot));
        self.changes.send_modify(|changes| *changes += 1);
    }
}

impl Snapshot {
    /// Reads every settings file of a home.
    #[must_use]
    pub fn read(home: &Home) -> Self {
        let config = match load(home) {
            Ok(loaded) => Config::Read(Box::new(loaded.settings)),
            Err(error) => Config::Closed(error.to_string()),
        };
        let (folders, blind) = match agent::folders(home) {
            Ok(folders) => (folders, None),
            Err(error) => (BTreeMap::new(), Some(error.to_string())),
        };
        let agents = folders.into_keys().map(|id| {
            let file = match agent::load(home, &id) {
                Ok(None) => AgentFile::Missing,
                Ok(Some(loaded)) => AgentFile::Read(Arc::new(loaded.settings)),
                Err(error) => AgentFile::Closed(error.to_string()),
            };
            (id, file)
        });
        Self { config, agents: agents.collect(), blind }
    }

    /// The settings of the home.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The settings of an agent. Nobody whose id is none, or whose file nobody can see, is taken
    /// for an agent without one.
    #[must_use]
    pub fn agent(&self, id: &str) -> AgentFile {
        match (self.agents.get(id), &self.blind) {
            (Some(file), _) => file.clone(),
            (None, Some(why)) => AgentFile::Closed(why.clone()),
            (None, None) if !agent::is_id(id) => {
                AgentFile::Closed(format!("{id:?} is no id of an agent"))
            }
            (None, None) => AgentFile::Missing,
        }
    }

    /// Why files cannot be used: one text for each that cannot.
    fn complaints(&self) -> impl Iterator<Item = &String> {
        let agents = self.agents.values().filter_map(|file| match file {
            AgentFile::Closed(why) => Some(why),
            AgentFile::Missing | AgentFile::Read(_) => None,
        });
        let config = match &self.config {
            Config::Closed(why) => Some(why),
            Config::Read(_) => None,
        };
        config.into_iter().chain(&self.blind).chain(agents)
    }

    /// Tells the log of every file that cannot be used, unless it is known already.
    fn complain(&self, known: &BTreeSet<&String>) {
        for why in self.complaints().filter(|why| !known.contains(why)) {
            tracing::error!("settings cannot be used, what they govern is closed: {why}");
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("home", &self.home).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
