//! Openings that follow the settings files while the server runs.

use std::fmt;
use std::ops::ControlFlow;
use std::thread;

use tollgate_tools::call::Caller;

use crate::gate::{Catalog, Narrowing, Openings};
use crate::serve::Opens;
use crate::settings::live::Live;

/// The openings of a home, as its files say at each moment, narrowed by what the connection chose.
pub struct FromSettings {
    live: Live,
    connection: Option<Narrowing>,
}

impl FromSettings {
    /// Follows these settings.
    #[must_use]
    pub const fn new(live: Live) -> Self {
        Self { live, connection: None }
    }

    /// The same, without what a connection chose not to be shown. It never opens anything.
    #[must_use]
    pub const fn narrowed(mut self, by: Option<Narrowing>) -> Self {
        self.connection = by;
        self
    }
}

impl fmt::Debug for FromSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromSettings").finish_non_exhaustive()
    }
}

impl Opens for FromSettings {
    fn now(&self, catalog: &Catalog, caller: &Caller) -> Openings {
        let mut openings = super::of(catalog, caller, &self.live.now());
        openings.narrowings.extend(self.connection);
        openings
    }

    fn is_live(&self) -> bool {
        true
    }

    fn watch(&self, changed: Box<dyn Fn() -> ControlFlow<()> + Send>) {
        let mut changes = self.live.changes();
        let follow = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build()?;
            // Ends with the settings, or when nobody has the view any more.
            runtime.block_on(async {
                while changes.changed().await.is_ok() {
                    if changed().is_break() {
                        return;
                    }
                }
            });
            Ok::<(), std::io::Error>(())
        };
        let thread = thread::Builder::new().name("settings".to_owned()).spawn(follow);
        if let Err(error) = thread {
            tracing::error!(%error, "settings are not followed; they hold as they were");
        }
    }
}
