//! The integration tests, all in one binary so that they link once.
//!
//! Lives here: nothing but the module tree; the tests are below `suite`.
//! Must not: hold the compile-fail cases (`ui`) or the tidy rules (`tidy`), which are
//! binaries of their own because they are slow or know nothing of the library.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that panics has failed")]

mod suite;
