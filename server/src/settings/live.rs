//! Settings while a server runs: files are watched, and what they say is swapped as a whole.
//!
//! A change is seen within a second. A file that cannot be used closes what it governs: what it
//! said before is never kept. Must not: decide what that means for a caller.

mod watch;

use std::collections::BTreeMap;
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
        let snapshot = ArcSwap::from_pointee(Snapshot::read(&home));
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
        if *self.snapshot.load().as_ref() == snapshot {
            return;
        }
        snapshot.complain();
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
        let agents = agent::ids(home).into_iter().map(|id| {
            let file = match agent::load(home, &id) {
                Ok(None) => AgentFile::Missing,
                Ok(Some(loaded)) => AgentFile::Read(Arc::new(loaded.settings)),
                Err(error) => AgentFile::Closed(error.to_string()),
            };
            (id, file)
        });
        Self { config, agents: agents.collect() }
    }

    /// The settings of the home.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The settings of an agent.
    #[must_use]
    pub fn agent(&self, id: &str) -> AgentFile {
        self.agents.get(id).cloned().unwrap_or(AgentFile::Missing)
    }

    /// Tells the log of every file that cannot be used.
    fn complain(&self) {
        let closed = self.agents.values().filter_map(|file| match file {
            AgentFile::Closed(why) => Some(why),
            AgentFile::Missing | AgentFile::Read(_) => None,
        });
        let config = match &self.config {
            Config::Closed(why) => Some(why),
            Config::Read(_) => None,
        };
        for why in config.into_iter().chain(closed) {
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
