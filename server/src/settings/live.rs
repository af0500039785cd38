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

use super::agent::{self, AGENTS_FOLDER, AgentSettings};
use super::{FILE_NAME, Home, Settings, SettingsError, load};

/// The settings of a home, as its files say now.
#[derive(Clone, Debug)]
pub struct Live(Arc<Inner>);

struct Inner {
    home: Home,
    snapshot: ArcSwap<Snapshot>,
    changes: Sender<u64>,
    watched: Once,
    seen: Seen,
}

/// Whoever sees each snapshot before it holds.
type Seen = Box<dyn Fn(&Snapshot) + Send + Sync>;

/// What all files said at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    config: Config,
    agents: BTreeMap<String, AgentFile>,
    /// Why the folders of agents cannot be listed, if they cannot.
    blind: Option<Unusable>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// For whoever mends it: the file, each place in it, and what stands there.
    pub text: String,
    /// The same without a word of what stands there.
    pub reason: String,
}

/// `config.toml`.
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// Its settings; the defaults if there is no file.
    Read(Box<Settings>),
    /// Why it cannot be used.
    Closed(Unusable),
}

/// The file of one agent.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentFile {
    /// There is none.
    Missing,
    /// Its settings.
    Read(Arc<AgentSettings>),
    /// Why it cannot be used.
    Closed(Unusable),
}

impl Live {
    /// Reads the files of a home. They are watched once somebody asks for changes.
    #[must_use]
    pub fn open(home: Home) -> Self {
        Self::seen_by(home, |_| {})
    }

    /// The same, and lets somebody see what the files say, now and after each change.
    #[must_use]
    pub fn seen_by(home: Home, seen: impl Fn(&Snapshot) + Send + Sync + 'static) -> Self {
        let snapshot = Snapshot::read(&home);
        snapshot.complain(&BTreeSet::new());
        seen(&snapshot);
        let snapshot = ArcSwap::from_pointee(snapshot);
        let (changes, watched, seen) = (Sender::new(0), Once::new(), Box::new(seen));
        Self(Arc::new(Inner { home, snapshot, changes, watched, seen }))
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
        snapshot.complain(&before.complaints().map(|(_, why)| &why.text).collect());
        (self.seen)(&snapshot);
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
            Err(error) => Config::Closed(Unusable::of(&error)),
        };
        let (folders, blind) = match agent::folders(home) {
            Ok(folders) => (folders, None),
            Err(error) => (BTreeMap::new(), Some(Unusable::of(&error))),
        };
        let agents = folders.into_keys().map(|id| {
            let file = match agent::load(home, &id) {
                Ok(None) => AgentFile::Missing,
                Ok(Some(loaded)) => AgentFile::Read(Arc::new(loaded.settings)),
                Err(error) => AgentFile::Closed(Unusable::of(&error)),
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
                let reason = "no id of an agent".to_owned();
                AgentFile::Closed(Unusable { text: format!("{id:?} is {reason}"), reason })
            }
            (None, None) => AgentFile::Missing,
        }
    }

    /// The settings of each agent that has a folder, by its id.
    pub fn agents(&self) -> impl Iterator<Item = (&String, &AgentFile)> {
        self.agents.iter()
    }

    /// The files that cannot be used, and why: as they are called from the home on.
    pub fn complaints(&self) -> impl Iterator<Item = (String, &Unusable)> {
        let agents = self.agents.iter().filter_map(|(id, file)| match file {
            AgentFile::Closed(why) => Some((agent::file_of(id), why)),
            AgentFile::Missing | AgentFile::Read(_) => None,
        });
        let config = match &self.config {
            Config::Closed(why) => Some((FILE_NAME.to_owned(), why)),
            Config::Read(_) => None,
        };
        let blind = self.blind.iter().map(|why| (AGENTS_FOLDER.to_owned(), why));
        config.into_iter().chain(blind).chain(agents)
    }

    /// Tells the log of every file that cannot be used, unless it is known already.
    fn complain(&self, known: &BTreeSet<&String>) {
        for (_, Unusable { text, .. }) in self.complaints() {
            if !known.contains(text) {
                tracing::error!("settings cannot be used, what they govern is closed: {text}");
            }
        }
    }
}

impl Unusable {
    fn of(error: &SettingsError) -> Self {
        Self { text: error.to_string(), reason: error.reason() }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("home", &self.home).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
