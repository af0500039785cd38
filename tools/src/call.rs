//! What a handler is given besides its arguments.
//!
//! Lives here: who calls, where things are kept, the ports, cancellation and progress.
//! Must not: decide whether the call may happen (gates and stages have done so before).

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tollgate_decl::Scopes;

use crate::port::Ports;
use crate::store::Store;

/// One running call.
#[derive(Clone)]
pub struct Call {
    world: Arc<World>,
    task_id: Option<Arc<str>>,
    cancel: CancellationToken,
    progress: Arc<dyn Progress>,
}

/// What the calls of one caller share.
struct World {
    caller: Caller,
    store: Store,
    ports: Ports,
    home: Arc<Path>,
}

/// Everything a call is made of.
#[derive(Clone)]
pub struct Setting {
    /// Who calls.
    pub caller: Caller,
    /// Where records are kept.
    pub store: Store,
    /// The doors to the world.
    pub ports: Ports,
    /// The folder that holds everything of this installation.
    pub home: Arc<Path>,
    /// Fires when nobody waits for the answer any more.
    pub cancel: CancellationToken,
    /// Takes reports of progress; does nothing when the client asked for none.
    pub progress: Arc<dyn Progress>,
}

/// Who calls. Never taken from an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// A person who owns this installation.
    Operator,
    /// An agent, at work in one workspace.
    Agent {
        /// The agent's id.
        id: String,
        /// The workspace the server put it in.
        workspace_id: String,
    },
    /// A key that is neither the operator's nor an agent's.
    ///
    /// It is bound to no workspace and owns no record.
    Key {
        /// Whom it was given to.
        client: String,
        /// What it may be used for.
        scopes: Scopes,
        /// Whether it was given to somebody outside.
        is_external: bool,
    },
    /// Somebody for whom an authorization server vouches.
    ///
    /// Bound to no workspace and owner of no record, like a key; what it is not given yet it may
    /// ask its authorization server for.
    Subject {
        /// The authorization server.
        issuer: String,
        /// Who it is there.
        subject: String,
        /// What its token may be used for.
        scopes: Scopes,
        /// Whether it counts as somebody outside.
        is_external: bool,
    },
}

/// What somebody may do who is neither the operator nor an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// What the key or token may be used for.
    pub scopes: Scopes,
    /// Whether it is somebody outside.
    pub is_external: bool,
}

impl Caller {
    /// What the scopes of a key or token say; `None` for callers that scopes do not limit.
    #[must_use]
    pub const fn held(&self) -> Option<Held> {
        match self {
            Self::Operator | Self::Agent { .. } => None,
            Self::Key { scopes, is_external, .. } | Self::Subject { scopes, is_external, .. } => {
                Some(Held { scopes: *scopes, is_external: *is_external })
            }
        }
    }
}

/// Takes reports of progress.
pub trait Progress: Send + Sync {
    /// `done` of `total` (if known), and what is being done.
    fn report(&self, done: f64, total: Option<f64>, message: Option<&str>);
}

/// Drops every report.
#[derive(Debug)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _done: f64, _total: Option<f64>, _message: Option<&str>) {}
}

impl Call {
    /// A call in this setting.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        let Setting { caller, store, ports, home, cancel, progress } = setting;
        let world = Arc::new(World { caller, store, ports, home });
        Self { world, task_id: None, cancel, progress }
    }

    /// Another call of the same caller, with nothing of this one's progress or end.
    #[must_use]
    pub fn another(&self, cancel: CancellationToken, progress: Arc<dyn Progress>) -> Self {
        let (world, task_id) = (Arc::clone(&self.world), self.task_id.clone());
        Self { world, task_id, cancel, progress }
    }

    /// The same, on behalf of a task.
    #[must_use]
    pub fn for_task(&self, task_id: Option<Arc<str>>) -> Self {
        Self { task_id, ..self.clone() }
    }

    /// The task that the caller's token is bound to, if it is to one. Never taken from an argument.
    #[must_use]
    pub fn task_id(&self) -> Option<&str> {
        self.task_id.as_deref()
    }

    /// Who calls.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.world.caller
    }

    /// Where records are kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.world.store
    }

    /// The doors to the world.
    #[must_use]
    pub fn ports(&self) -> &Ports {
        &self.world.ports
    }

    /// The folder that holds everything of this installation.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.world.home
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.world.ports.clock.now_ms()
    }

    /// Resolves when nobody waits for the answer any more.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send {
        self.cancel.cancelled()
    }

    /// Whether nobody waits for the answer any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Reports that `done` of `total` (if known) is done. `done` must grow.
    pub fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.progress.report(done, total, message);
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("caller", &self.world.caller).finish_non_exhaustive()
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting")
            .field("caller", &self.caller)
            .field("home", &self.home)
            .finish_non_exhaustive()
    }
}
