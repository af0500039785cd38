//! Ports for tests: real processes and folders, a clock that moves by hand, no web.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use tollgate_tools::port::{
    Clock, Database, DatabaseQuery, DatabaseReader, DatabaseRows, DatabaseTable, Databases,
    DatabasesError, Files, FilesError, GrantTerms, Http, HttpAnswer, HttpError, HttpGet, Pending,
    Ports, Process, ProcessCommand, ProcessError, ProcessOutput, SetError, SettingChange,
    SettingKey, Settings, SettingsClosed,
};

/// Ports of one test.
pub(crate) fn test_ports(clock: Arc<TestClock>) -> Ports {
    Ports {
        clock,
        http: Arc::new(NoWeb),
        process: Arc::new(RealProcess),
        files: Arc::new(RealFiles),
        databases: Arc::new(NoDatabases),
        settings: Arc::new(TestSettings::default()),
    }
}

/// Moves on by a millisecond whenever somebody looks, and at once past whatever somebody waits for.
#[derive(Debug)]
pub(crate) struct TestClock {
    now_ms: AtomicI64,
    is_held: AtomicBool,
}

impl TestClock {
    /// Moves it on.
    pub(crate) fn advance(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// From now on waiting does not move it: what is waited for comes from somebody else.
    pub(crate) fn hold(&self) {
        self.is_held.store(true, Ordering::Relaxed);
    }

    /// Waiting moves it again.
    pub(crate) fn release(&self) {
        self.is_held.store(false, Ordering::Relaxed);
    }
}

impl Default for TestClock {
    /// Starts at 2026-11-30T19:34:56Z.
    fn default() -> Self {
        Self { now_ms: AtomicI64::new(1_796_067_296_000), is_held: AtomicBool::new(false) }
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        self.now_ms.fetch_add(1, Ordering::Relaxed)
    }

    fn sleep(&self, ms: u64) -> Pending<'_, ()> {
        if !self.is_held.load(Ordering::Relaxed) {
            self.advance(i64::try_from(ms).unwrap_or(i64::MAX));
        }
        Box::pin(tokio::task::yield_now())
    }
}

#[derive(Debug)]
struct NoWeb;

impl Http for NoWeb {
    fn get(&self, _request: HttpGet) -> Pending<'_, Result<HttpAnswer, HttpError>> {
        Box::pin(async { Err(HttpError::Unreachable { reason: "no web in this test".into() }) })
    }
}

#[derive(Debug)]
struct RealProcess;

impl Process for RealProcess {
    fn run(&self, command: ProcessCommand) -> Pending<'_, Result<ProcessOutput, ProcessError>> {
        Box::pin(async move {
            #[expect(clippy::disallowed_methods, reason = "this is the port")]
            let mut process = tokio::process::Command::from({
                let mut process = std::process::Command::new(command.program);
                process.args(&command.args).envs(command.env);
                process
            });
            if let Some(folder) = &command.folder {
                process.current_dir(folder);
            }
            let output = process
                .output()
                .await
                .map_err(|source| ProcessError::Start { program: command.program, source })?;
            Ok(ProcessOutput {
                status: output.status.code(),
                stdout: output.stdout,
                stderr: output.stderr,
                is_cut: false,
            })
        })
    }
}

#[derive(Debug)]
struct RealFiles;

impl Files for RealFiles {
    fn create_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>> {
        Box::pin(async move {
            std::fs::create_dir_all(&path).map_err(|source| FilesError {
                action: "create",
                path: path.display().to_string(),
                source,
            })
        })
    }

    fn exists(&self, path: PathBuf) -> Pending<'_, Result<bool, FilesError>> {
        Box::pin(async move { Ok(path.exists()) })
    }

    fn remove_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>> {
        Box::pin(async move {
            if !path.exists() {
                return Ok(());
            }
            std::fs::remove_dir_all(&path).map_err(|source| FilesError {
                action: "remove",
                path: path.display().to_string(),
                source,
            })
        })
    }
}

#[derive(Debug)]
struct NoDatabases;

impl Databases for NoDatabases {
    fn list<'a>(
        &'a self,
        _reader: &'a DatabaseReader,
    ) -> Pending<'a, Result<Vec<Database>, DatabasesError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn tables<'a>(
        &'a self,
        _reader: &'a DatabaseReader,
        database: &'a str,
    ) -> Pending<'a, Result<Vec<DatabaseTable>, DatabasesError>> {
        Box::pin(async { Err(DatabasesError::NotOpen { name: database.to_owned() }) })
    }

    fn query<'a>(
        &'a self,
        _reader: &'a DatabaseReader,
        query: DatabaseQuery,
    ) -> Pending<'a, Result<DatabaseRows, DatabasesError>> {
        Box::pin(async { Err(DatabasesError::NotOpen { name: query.database }) })
    }
}

/// Settings as a test wants them.
#[derive(Clone, Debug)]
pub(crate) struct TestSettings {
    /// `[memory] working_state_handoff_max_bytes`.
    pub(crate) handoff_bytes_max: usize,
    /// What can be granted to every agent.
    pub(crate) grant_terms: GrantTerms,
    /// Whom each agent reports to.
    pub(crate) reports_to: BTreeMap<String, String>,
}

impl Default for TestSettings {
    fn default() -> Self {
        Self {
            handoff_bytes_max: 16_384,
            grant_terms: GrantTerms::default(),
            reports_to: BTreeMap::new(),
        }
    }
}

impl Settings for TestSettings {
    fn handoff_bytes_max(&self) -> Pending<'_, Result<usize, SettingsClosed>> {
        Box::pin(async { Ok(self.handoff_bytes_max) })
    }

    fn grant_terms<'a>(
        &'a self,
        _agent_id: &'a str,
    ) -> Pending<'a, Result<GrantTerms, SettingsClosed>> {
        Box::pin(async { Ok(self.grant_terms.clone()) })
    }

    fn reports_to<'a>(
        &'a self,
        agent_id: &'a str,
    ) -> Pending<'a, Result<Option<String>, SettingsClosed>> {
        Box::pin(async { Ok(self.reports_to.get(agent_id).cloned()) })
    }

    /// Takes everything, and tells whose key it would be.
    fn set<'a>(
        &'a self,
        agent_id: &'a str,
        key: SettingKey,
        value: &'a str,
    ) -> Pending<'a, Result<SettingChange, SetError>> {
        Box::pin(async move {
            let before = format!("{agent_id} {} {}", key.section, key.name);
            Ok(SettingChange { before, now: value.to_owned() })
        })
    }
}
