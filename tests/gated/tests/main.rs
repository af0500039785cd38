//! Who sees what, on the compiled server: random callers and settings, and settings that change.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test starts its server, and one that panics has failed"
)]

mod suite;
