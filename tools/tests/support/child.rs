//! This test binary once more, as another process that plays a part in one test.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};

use tollgate_tools::store::{Store, StoreUrl};

/// Tells the other process that it is one, and which store it uses.
const STORE: &str = "TOLLGATE_TEST_CHILD_STORE";
/// How the other process starts a line that is for the test.
const MARK: &str = "child says ";

/// The store to use, if this process is the other one.
#[expect(clippy::disallowed_methods, reason = "a process has to learn what it is")]
pub(crate) fn store_of_child() -> Option<Store> {
    let file = std::env::var(STORE).ok()?;
    Some(Store::lazy(StoreUrl::sqlite(file.as_ref()).unwrap()))
}

/// Says a line to the test.
pub(crate) fn say(line: impl std::fmt::Display) {
    println!("{MARK}{line}");
}

/// The other process, and what it says.
pub(crate) struct Spawned {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Spawned {
    /// Starts the test of this name in another process, over the same embedded store.
    #[expect(clippy::disallowed_methods, reason = "the test is about processes")]
    pub(crate) fn test(name: &str, store: &Store) -> Self {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(STORE, store.url().file().unwrap())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// What it says next; `None` when it has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next()?.unwrap();
            if let Some((_, said)) = line.split_once(MARK) {
                return Some(said.to_owned());
            }
        }
    }

    /// Ends it without a chance to tidy up: this is `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end; whether it passed.
    pub(crate) fn passes(mut self) -> bool {
        while self.hear().is_some() {}
        self.child.wait().unwrap().success()
    }
}
