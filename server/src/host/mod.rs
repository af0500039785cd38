//! The world behind the ports: this machine's time, network, programs and files.
//!
//! Lives here: one implementation a port. Must not: know tools, callers or settings files; be
//! reached by a tool other than through its port.

mod clock;
mod files;
mod http;
mod process;

use std::sync::Arc;

use tollgate_tools::port::Ports;

pub use clock::HostClock;
pub use files::HostFiles;
pub use http::{HostHttp, Reach};
pub use process::HostProcess;

/// The ports of this machine, with the web as far as `reach` goes.
#[must_use]
pub fn ports(reach: Reach) -> Ports {
    Ports {
        clock: Arc::new(HostClock),
        http: Arc::new(HostHttp::new(reach)),
        process: Arc::new(HostProcess::new()),
        files: Arc::new(HostFiles),
    }
}
