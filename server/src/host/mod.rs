//! The world behind the ports: this machine's time, network, programs and files.
//!
//! Lives here: one implementation a port. Must not: know tools or callers; read settings, but for
//! the databases and the settings port, which are what the files say at each question; be reached
//! by a tool other than through its port.

mod clock;
mod databases;
mod files;
mod http;
mod process;
mod settings;

use std::path::Path;
use std::sync::Arc;

use tollgate_tools::port::Ports;

use crate::settings::Home;

pub use clock::HostClock;
pub use databases::HostDatabases;
pub use files::HostFiles;
pub use http::{HostHttp, Reach};
pub use process::HostProcess;
pub use settings::HostSettings;

/// The ports of this machine, with the web as far as `reach` goes, and the databases and settings
/// of a home.
#[must_use]
pub fn ports(reach: Reach, home: &Path) -> Ports {
    let home = Home::at(home.to_owned());
    Ports {
        clock: Arc::new(HostClock),
        http: Arc::new(HostHttp::new(reach)),
        process: Arc::new(HostProcess::new()),
        files: Arc::new(HostFiles),
        databases: Arc::new(HostDatabases::new(home.clone())),
        settings: Arc::new(HostSettings::new(home)),
    }
}
