//! Files of a real home that change, and what is told of it.

use std::time::{Duration, Instant};

use super::*;
use crate::settings::FILE_NAME;

/// A change is seen within a second; the rest is for a machine that does other work.
const SEEN_WITHIN: Duration = Duration::from_secs(15);

struct Place {
    folder: tempfile::TempDir,
    live: Live,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let live = Live::open(Home::at(folder.path().to_owned()));
        Self { folder, live }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[track_caller]
    fn sees(&self, what: impl Fn(&Snapshot) -> bool) {
        let until = Instant::now() + SEEN_WITHIN;
        while !what(&self.live.now()) {
            assert!(Instant::now() < until, "it is not seen: {:?}", self.live.now());
            std::thread::park_timeout(Duration::from_millis(20));
        }
    }
}

fn has_github(snapshot: &Snapshot) -> bool {
    matches!(snapshot.config(), Config::Read(settings) if settings.integrations.github)
}

fn has_os(snapshot: &Snapshot) -> bool {
    matches!(snapshot.agent("ada"), AgentFile::Read(agent) if agent.capabilities.os_native)
}

#[test]
fn files_are_followed_from_their_making_to_their_end() {
    let place = Place::new();
    let changes = place.live.changes();
    place.write(FILE_NAME, "[integrations]\ngithub = true\n");
    place.sees(has_github);
    place.write("agents/ada/agent.toml", "[capabilities]\nos_native = true\n");
    place.sees(has_os);
    place.write("agents/ada/agent.toml", "[capabilities]\nos_native = false\n");
    place.sees(|snapshot| !has_os(snapshot));
    std::fs::remove_dir_all(place.folder.path().join("agents")).unwrap();
    place.sees(|snapshot| snapshot.agent("ada") == AgentFile::Missing);
    std::fs::remove_file(place.folder.path().join(FILE_NAME)).unwrap();
    place.sees(|snapshot| !has_github(snapshot));
    assert!(*changes.borrow() >= 5);
}

#[test]
fn a_file_that_breaks_is_closed_and_never_what_it_was() {
    let place = Place::new();
    let _changes = place.live.changes();
    place.write("agents/ada/agent.toml", "[capabilities]\nos_native = true\n");
    place.sees(has_os);
    place.write("agents/ada/agent.toml", "[capabilities]\nos_nativ = true\n");
    place.sees(|snapshot| {
        matches!(snapshot.agent("ada"), AgentFile::Closed(why) if why.text.contains("os_native"))
    });
    place.write(FILE_NAME, "[integrations\n");
    place.sees(|snapshot| matches!(snapshot.config(), Config::Closed(_)));
}

#[test]
fn the_same_settings_in_other_words_are_no_change() {
    let place = Place::new();
    place.write(FILE_NAME, "[integrations]\ngithub = true\n");
    let place = Place { live: Live::open(place.live.0.home.clone()), ..place };
    let changes = place.live.changes();
    place.write(FILE_NAME, "# Ours.\n[integrations]\ngithub = true\ngoogle_workspace = false\n");
    place.write("agents/ada/notes.txt", "not a setting");
    place.write("agents/ada/agent.toml", "[capabilities]\nos_native = true\n");
    place.sees(has_os);
    assert_eq!(*changes.borrow(), 1, "only the agent's file says something else");
}

#[test]
fn a_home_that_is_made_later_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let later = folder.path().join("later");
    let live = Live::open(Home::at(later.clone()));
    let _changes = live.changes();
    std::fs::create_dir(&later).unwrap();
    std::fs::write(later.join(FILE_NAME), "[integrations]\ngithub = true\n").unwrap();
    Place { folder, live }.sees(has_github);
}

#[test]
fn what_cannot_be_looked_at_is_closed_and_not_missing() {
    let place = Place::new();
    let closed = |id: &str| {
        let snapshot = Snapshot::read(&place.live.0.home);
        matches!(snapshot.agent(id), AgentFile::Closed(_))
    };
    for id in ["../ada", "", "a/b"] {
        assert!(closed(id), "{id:?} is no id");
    }
    let agents = place.folder.path().join("agents");
    std::fs::create_dir(&agents).unwrap();
    std::os::unix::fs::symlink("/", agents.join("eve")).unwrap();
    assert!(closed("eve"), "a link in place of the agent's folder");
    std::fs::remove_dir_all(&agents).unwrap();
    std::fs::write(&agents, "no folder").unwrap();
    assert!(closed("ada"), "agents cannot be listed");
}

#[test]
fn a_settings_link_to_nowhere_is_no_home_without_settings() {
    let place = Place::new();
    std::os::unix::fs::symlink("gone", place.folder.path().join(FILE_NAME)).unwrap();
    let snapshot = Snapshot::read(&place.live.0.home);
    assert!(matches!(snapshot.config(), Config::Closed(_)));
}

#[test]
fn a_change_that_the_system_does_not_tell_of_is_seen_too() {
    let place = Place::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("ours.toml");
    std::fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, place.folder.path().join(FILE_NAME)).unwrap();
    let changes = place.live.changes();
    // Past the time in which files are read whatever they look like.
    std::thread::park_timeout(Duration::from_millis(3_200));
    assert_eq!(*changes.borrow(), 0);
    std::fs::write(&file, "[integrations]\ngithub = true\n").unwrap();
    place.sees(has_github);
}

#[test]
fn fifty_rewrites_of_the_same_settings_are_no_change() {
    let place = Place::new();
    let text = "[integrations]\ngithub = true\n";
    place.write(FILE_NAME, text);
    let place = Place { live: Live::open(place.live.0.home.clone()), ..place };
    let changes = place.live.changes();
    for _ in 0..50 {
        let next = place.folder.path().join("next.toml");
        std::fs::write(&next, text).unwrap();
        std::fs::rename(&next, place.folder.path().join(FILE_NAME)).unwrap();
        std::thread::park_timeout(Duration::from_millis(10));
    }
    std::thread::park_timeout(Duration::from_secs(1));
    assert_eq!(*changes.borrow(), 0);
}

#[test]
fn an_agent_that_writes_without_end_does_not_hold_up_the_others() {
    let place = Place::new();
    place.write("agents/ada/agent.toml", "");
    let _changes = place.live.changes();
    place.write(FILE_NAME, "[integrations]\ngithub = true\n");
    let until = Instant::now() + SEEN_WITHIN;
    while !has_github(&place.live.now()) {
        assert!(Instant::now() < until, "it is not seen");
        place.write("agents/ada/agent.toml", "# busy\n");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}
