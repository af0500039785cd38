//! What a handler is given besides its arguments.
//!
//! Lives here: who calls, where things are kept, the ports, cancellation, and the client as a
//! handler may speak to it: progress, logs, and questions (`question` says how those behave).
//! Must not: decide whether the call may happen (gates and stages have done so before), or know
//! how a protocol version carries what is said.

mod caller;
mod capability;
mod elicit;
mod level;
mod peer;
mod question;
mod roots;
mod sample;

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

pub use caller::{Caller, Held};
pub use capability::Capability;
pub use elicit::Elicited;
pub use level::LogLevel;
pub use peer::{NoPeer, Peer};
pub use question::{AskError, Question};
pub use roots::Root;
pub use sample::{Sampled, Sampling, SamplingMessage, Speaker};

use crate::port::Ports;
use crate::store::Store;

/// One running call.
#[derive(Clone)]
pub struct Call {
    world: Arc<World>,
    task_id: Option<Arc<str>>,
    cancel: CancellationToken,
    peer: Arc<dyn Peer>,
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
    /// The client, as the handler may speak to it.
    pub peer: Arc<dyn Peer>,
}

impl Call {
    /// A call in this setting.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        let Setting { caller, store, ports, home, cancel, peer } = setting;
        let world = Arc::new(World { caller, store, ports, home });
        Self { world, task_id: None, cancel, peer }
    }

    /// Another call of the same caller, with nothing of this one's peer or end.
    #[must_use]
    pub fn another(&self, cancel: CancellationToken, peer: Arc<dyn Peer>) -> Self {
        let (world, task_id) = (Arc::clone(&self.world), self.task_id.clone());
        Self { world, task_id, cancel, peer }
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
        self.peer.progress(done, total, message);
    }

    /// Tells the client's log: a text, or any value that is JSON. What cannot be written as JSON is
    /// dropped, and so is what the client did not ask to hear.
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        match serde_json::value::to_raw_value(&data) {
            Ok(data) => self.peer.log(level, &data),
            Err(error) => tracing::debug!(%error, "a log message is no JSON"),
        }
    }

    /// Whether the client says that it can answer such questions.
    #[must_use]
    pub fn can(&self, capability: Capability) -> bool {
        self.peer.can(capability)
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
