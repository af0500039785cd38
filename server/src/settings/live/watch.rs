//! Watching the files of a home: by what the system tells, and where it tells nothing, by looking.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::super::agent::{AGENT_FILE_NAME, AGENTS_FOLDER};
use super::super::{FILE_NAME, Home};
use super::Inner;

/// How long a change may go on: editors write, rename and touch in a row.
const SETTLE: Duration = Duration::from_millis(80);
/// How often files are looked at that the system does not tell of.
const LOOK_EVERY: Duration = Duration::from_millis(700);
/// How often they are looked at although it does, in case it missed something.
const LOOK_ANYWAY: Duration = Duration::from_secs(10);

/// Watches for as long as the settings are in use.
pub(super) fn start(inner: &Arc<Inner>) {
    let home = inner.home.clone();
    let inner = Arc::downgrade(inner);
    let watcher = thread::Builder::new().name("settings-files".to_owned());
    if let Err(error) = watcher.spawn(move || follow(&home, &inner)) {
        tracing::error!(%error, "settings files are not watched; they hold as they are now");
    }
}

fn follow(home: &Home, inner: &Weak<Inner>) {
    let (told, changes) = channel();
    let mut watched = Watched::new(told);
    loop {
        // Before the files are read: what changes in between is told afterwards.
        let is_told = watched.cover(home);
        match inner.upgrade() {
            Some(inner) => inner.refresh(),
            None => return,
        }
        wait(&changes, if is_told { LOOK_ANYWAY } else { LOOK_EVERY });
    }
}

/// Waits for a change and for the end of those that follow it at once, or until it is time to look.
fn wait(changes: &Receiver<()>, at_most: Duration) {
    if changes.recv_timeout(at_most) == Ok(()) {
        while changes.recv_timeout(SETTLE) == Ok(()) {}
    } else if changes.recv_timeout(Duration::ZERO) == Err(RecvTimeoutError::Disconnected) {
        // No watcher could be made, so that nobody ever tells.
        thread::park_timeout(at_most);
    }
}

/// The folders that the system tells of.
struct Watched {
    watcher: Option<RecommendedWatcher>,
    folders: Vec<PathBuf>,
}

impl Watched {
    fn new(told: Sender<()>) -> Self {
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.as_ref().map_or(true, concerns_settings) {
                told.send(()).ok();
            }
        });
        Self { watcher: watcher.ok(), folders: Vec::new() }
    }

    /// Sees to it that both folders are watched; `false` if the system tells of one that is there
    /// nothing, or the home is not there yet.
    fn cover(&mut self, home: &Home) -> bool {
        let agents = home.path().join(AGENTS_FOLDER);
        let home = self.covers(home.path(), RecursiveMode::NonRecursive);
        let agents = !agents.is_dir() || self.covers(&agents, RecursiveMode::Recursive);
        home && agents
    }

    fn covers(&mut self, folder: &Path, mode: RecursiveMode) -> bool {
        let is_there = folder.is_dir();
        if !is_there {
            self.folders.retain(|watched| watched != folder);
            return false;
        }
        if self.folders.iter().any(|watched| watched == folder) {
            return true;
        }
        let watches = self.watcher.as_mut().is_some_and(|it| it.watch(folder, mode).is_ok());
        if watches {
            self.folders.push(folder.to_owned());
        }
        watches
    }
}

/// The store and the audit lie in the same folder and change all the time.
fn concerns_settings(event: &Event) -> bool {
    let is_change = !matches!(event.kind, EventKind::Access(_));
    let is_settings = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        matches!(name, Some(FILE_NAME | AGENT_FILE_NAME | AGENTS_FOLDER))
            || path.parent().and_then(Path::file_name).is_some_and(|name| name == AGENTS_FOLDER)
    };
    is_change && (event.paths.is_empty() || event.paths.iter().any(is_settings))
}
