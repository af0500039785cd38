//! The registry of this build.
//!
//! Lives here: what `build.rs` wrote. Must not: hold a line by hand; adding a tool is adding a
//! function below `tools/src`.

include!(concat!(env!("OUT_DIR"), "/registry.rs"));
