//! Settings files that stop being usable, and that are usable again: told to the audit, once each.
//!
//! Every process tells what it sees itself, under its own session. Must not: close anything.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::{unknown_in_agent, unknown_in_home};
use crate::audit::{Audit, Event};
use crate::gate::Catalog;
use crate::openings::Misnamed;
use crate::settings::FILE_NAME;
use crate::settings::agent::{AGENTS_FOLDER, file_of};
use crate::settings::live::{AgentFile, Config, Snapshot};

/// Tells the audit of a home's files what becomes of them.
pub struct Told {
    audit: Audit,
    catalog: Catalog,
    /// The files that cannot be used, as far as they were told.
    known: Mutex<BTreeMap<String, String>>,
}

impl Told {
    /// Nothing was told yet.
    #[must_use]
    pub fn new(audit: Audit, catalog: Catalog) -> Self {
        Self { audit, catalog, known: Mutex::default() }
    }

    /// Tells what is different from the last time.
    pub fn see(&self, snapshot: &Snapshot) {
        let unusable = unusable(&self.catalog, snapshot);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (file, reason) in unusable.iter().filter(|(file, _)| !known.contains_key(*file)) {
            let agent_id = agent_of(file);
            self.audit.tell(&Event::SettingsUnusable { file, agent_id, reason });
        }
        for file in known.keys().filter(|file| !unusable.contains_key(*file)) {
            self.audit.tell(&Event::SettingsUsable { file, agent_id: agent_of(file) });
        }
        *known = unusable;
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Told").field("known", &self.known).finish_non_exhaustive()
    }
}

/// The files that cannot be used, from the home on, and why, without what stands in them: those
/// that cannot be read, and those whose surface names what this build does not have.
fn unusable(catalog: &Catalog, snapshot: &Snapshot) -> BTreeMap<String, String> {
    let unread = snapshot.complaints().map(|(file, why)| (file, why.reason.clone()));
    let mut unusable: BTreeMap<_, _> = unread.collect();
    if let Config::Read(settings) = snapshot.config() {
        let misnamed = unknown_in_home(catalog, settings);
        unusable.extend(reason(&misnamed).map(|why| (FILE_NAME.to_owned(), why)));
    }
    for (id, file) in snapshot.agents() {
        if let AgentFile::Read(settings) = file {
            let misnamed = unknown_in_agent(catalog, settings);
            unusable.extend(reason(&misnamed).map(|why| (file_of(id), why)));
        }
    }
    unusable
}

/// Which entries name nothing, without the names: they may be anything.
fn reason(misnamed: &[Misnamed]) -> Option<String> {
    let entry = |it: &Misnamed| format!("{}.{}[{}]", it.section, it.key, it.index);
    let entries: Vec<_> = misnamed.iter().map(entry).collect();
    (!entries.is_empty()).then(|| format!("names what this build lacks: {}", entries.join(", ")))
}

/// The agent whose file it is.
fn agent_of(file: &str) -> Option<&str> {
    file.strip_prefix(AGENTS_FOLDER)?.strip_prefix('/')?.split('/').next()
}
