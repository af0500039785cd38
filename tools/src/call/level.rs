//! How much a log message matters: the eight levels of syslog, as MCP spells them.

/// The level of a log message; a later one matters more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// Detail for whoever looks for a fault.
    Debug,
    /// What happens in the normal course of things.
    Info,
    /// Normal, and worth a look.
    Notice,
    /// Something is not as it should be, and work goes on.
    Warning,
    /// Something failed.
    Error,
    /// A part of the whole is unusable.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LogLevel {
    /// Every level, from the least to the most urgent.
    pub const ALL: &'static [Self] = &[
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The spelling on the wire.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level of exactly this spelling.
    #[must_use]
    pub fn named(wire: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.wire() == wire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_in_their_order_and_are_found_by_their_spelling_alone() {
        assert!(LogLevel::ALL.is_sorted());
        for level in LogLevel::ALL {
            assert_eq!(LogLevel::named(level.wire()), Some(*level));
        }
        for unknown in ["", "warn", "ERROR", "info "] {
            assert_eq!(LogLevel::named(unknown), None, "{unknown:?}");
        }
    }
}
