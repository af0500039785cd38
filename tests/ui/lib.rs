//! Declarations that must not compile, with what the compiler says.
//!
//! The cases are below `fail`, one behaviour a file; `ui.rs` runs them. A crate of its own
//! because it runs the compiler, and needs nothing that the other tests need.
