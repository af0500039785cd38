//! Watching the files of a home: the system's word is a hint to look at once, and a look every half
//! second is what holds, because some file systems tell nothing and some lose what they tell.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::super::agent::{AGENT_FILE_NAME, AGENTS_FOLDER, folders};
use super::super::{FILE_NAME, Home};
use super::Inner;
use super::look::Look;

/// How often files are looked at when nobody tells of a change.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How long files must stay as they are before they are read: some programs empty a file and then
/// fill it, and an empty file would open what its author never meant to.
const SETTLE: Duration = Duration::from_millis(40);
/// How often that is waited for. Somebody who writes without end must not hold up the others.
const SETTLES_MAX: u32 = 8;
/// How long after a change files are read although they look the same: clocks of file systems tick
/// coarsely, so that two changes can look like one.
const DOUBT: Duration = Duration::from_secs(2);

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
    let (told, changes) = sync_channel(1);
    let mut watched = Watched::new(told);
    let mut last = None;
    let mut changed_at = Instant::now();
    loop {
        // Before the files are looked at: what changes in between is told afterwards.
        watched.cover(home);
        let has_lost = |look: &Look| last.as_ref().is_some_and(|last| look.has_lost(last));
        let pause = || thread::park_timeout(SETTLE);
        let look = settled(last.as_ref(), || Look::at(home), has_lost, pause);
        let is_changed = last.as_ref() != Some(&look);
        if is_changed {
            changed_at = Instant::now();
        }
        let Some(inner) = inner.upgrade() else { return };
        if is_changed || changed_at.elapsed() < DOUBT {
            inner.refresh();
        }
        drop(inner);
        last = Some(look);
        wait(&changes);
    }
}

/// A look at files that are not being written, as far as that can be waited for. A file that is
/// gone or empty is mostly one that is about to be replaced, and without it its restrictions would
/// be gone for that moment.
fn settled<L: PartialEq>(
    last: Option<&L>,
    mut look: impl FnMut() -> L,
    has_lost: impl Fn(&L) -> bool,
    pause: impl Fn(),
) -> L {
    let mut seen = look();
    if last == Some(&seen) {
        return seen;
    }
    for _ in 0..SETTLES_MAX {
        pause();
        let next = look();
        if next == seen && !has_lost(&next) {
            break;
        }
        seen = next;
    }
    seen
}

/// Waits for a hint, or until it is time to look. Hints in a row are one.
fn wait(changes: &Receiver<()>) {
    match changes.recv_timeout(LOOK_EVERY) {
        Ok(()) => thread::park_timeout(SETTLE),
        Err(RecvTimeoutError::Timeout) => {}
        // No watcher could be made, so that nobody ever tells.
        Err(RecvTimeoutError::Disconnected) => thread::park_timeout(LOOK_EVERY),
    }
}

/// The folders that the system tells of.
struct Watched {
    watcher: Option<RecommendedWatcher>,
    folders: Vec<PathBuf>,
}

impl Watched {
    fn new(told: SyncSender<()>) -> Self {
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.as_ref().map_or(true, concerns_settings) {
                // A hint that waits already says the same.
                told.try_send(()).ok();
            }
        });
        Self { watcher: watcher.ok(), folders: Vec::new() }
    }

    /// Asks to be told of the home, of the folder of agents and of each agent's own, not of what
    /// lies deeper. What cannot be watched is looked at all the same.
    fn cover(&mut self, home: &Home) {
        let Some(watcher) = &mut self.watcher else { return };
        let mut wanted = vec![home.path().to_owned(), home.path().join(AGENTS_FOLDER)];
        wanted.extend(folders(home).unwrap_or_default().into_values());
        wanted.retain(|folder| folder.is_dir());
        self.folders.retain(|folder| wanted.contains(folder));
        for folder in wanted {
            if !self.folders.contains(&folder)
                && watcher.watch(&folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.folders.push(folder);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is seen of these looks, the last of which goes on, and how many were taken.
    fn settle(last: Option<u32>, looks: impl IntoIterator<Item = u32>) -> (u32, usize) {
        let mut looks = looks.into_iter();
        let (mut at, mut taken) = (0, 0);
        let look = || {
            at = looks.next().unwrap_or(at);
            taken += 1;
            at
        };
        // Zero stands for files of which one is gone.
        (settled(last.as_ref(), look, |look| last.is_some() && *look == 0, || {}), taken)
    }

    #[test]
    fn a_file_that_is_emptied_to_be_filled_is_seen_filled() {
        let (before, emptied, filled) = (7, 0, 8);
        assert_eq!(settle(Some(before), [emptied, filled]).0, filled);
        assert_eq!(settle(None, [emptied, 1, 2, filled]).0, filled);
    }

    #[test]
    fn a_file_that_is_gone_is_waited_for_as_long_as_somebody_who_writes() {
        assert_eq!(settle(Some(7), [0, 0, 0, 0, 8, 8]), (8, 6));
        assert_eq!(settle(Some(7), [0, 0, 0, 7]).0, 7);
        assert_eq!(settle(Some(7), [0]), (0, 1 + SETTLES_MAX as usize));
    }

    #[test]
    fn what_looks_as_before_is_not_waited_for() {
        assert_eq!(settle(Some(7), [7, 8]), (7, 1));
    }

    #[test]
    fn somebody_who_writes_without_end_is_waited_for_only_so_long() {
        let (_, taken) = settle(None, 0..);
        assert_eq!(taken, 1 + SETTLES_MAX as usize);
    }
}
