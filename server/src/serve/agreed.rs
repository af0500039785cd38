//! What a session and its client have agreed on, and the questions that one has asked the other.
//!
//! Shared by whatever runs in the session; it keeps none of that alive.

use std::sync::atomic::{AtomicU8, Ordering};

use tollgate_tools::call::{Capability, LogLevel};

use super::questions::Questions;
use crate::wire::{Capabilities, Version};

/// From which level on a client is told what happens that has not said what it wants.
const LOG_LEVEL: LogLevel = LogLevel::Info;

/// The agreement.
#[derive(Debug)]
pub(super) struct Agreed {
    version: AtomicU8,
    capabilities: AtomicU8,
    log_level: AtomicU8,
    /// What the client was asked and has not answered.
    pub(super) questions: Questions,
}

impl Default for Agreed {
    fn default() -> Self {
        Self {
            version: AtomicU8::new(Version::LATEST as u8),
            capabilities: AtomicU8::new(Capabilities::NONE.bits()),
            log_level: AtomicU8::new(LOG_LEVEL as u8),
            questions: Questions::default(),
        }
    }
}

impl Agreed {
    /// The version that messages speak which claim none.
    pub(super) fn version(&self) -> Version {
        let at = usize::from(self.version.load(Ordering::Relaxed));
        Version::ALL.get(at).copied().unwrap_or(Version::LATEST)
    }

    /// Agrees on this.
    pub(super) fn agree(&self, version: Version, capabilities: Capabilities) {
        self.version.store(version as u8, Ordering::Relaxed);
        self.capabilities.store(capabilities.bits(), Ordering::Relaxed);
    }

    /// Tells the client what happens from this level on.
    pub(super) fn log_from(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    /// Whether the client wants to be told what happens at this level.
    pub(super) fn logs(&self, level: LogLevel) -> bool {
        level as u8 >= self.log_level.load(Ordering::Relaxed)
    }

    /// Whether the client can be asked such things.
    pub(super) fn can(&self, capability: Capability) -> bool {
        Capabilities::of_bits(self.capabilities.load(Ordering::Relaxed)).has(capability)
    }
}
