//! The table of settings: every section and key, its type, its default and its manual.
//!
//! A new setting is one line here; the reader, the messages and the manual follow.

use super::key::settings;
use super::value::{Level, StorePlace};

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The section.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The value, safe to be shown: it carries no password.
    pub value: String,
}

settings! {
    /// Where workspaces, messages and feeds are kept.
    store: Store {
        /// The address of the store.
        ///
        /// Without it everything is kept in one SQLite file in the home folder. Several servers
        /// that share their records name one PostgreSQL database here.
        url: StorePlace = StorePlace::Embedded,
    }
    /// What tools may fetch.
    http: Http {
        /// Whether tools may fetch from private and loopback addresses.
        ///
        /// Off keeps an address in a feed or a redirect from reaching into the operator's network.
        allow_private: bool = false,
    }
    /// What `tools/list` says beyond what a model reads.
    surface: Surface {
        /// Whether each tool's `outputSchema` is listed.
        ///
        /// Models never read it and it makes a list about a fifth longer; turn it on for clients
        /// that check replies.
        output_schema: bool = false,
    }
    /// What the server writes to its standard error.
    log: Log {
        /// The least important line that is still written.
        level: Level = Level::Info,
    }
}
