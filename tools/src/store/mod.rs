//! Where records are kept.

/// The store.
#[derive(Clone, Debug)]
pub struct Store {}
