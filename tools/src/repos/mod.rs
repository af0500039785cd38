//! Repositories: git working copies that a workspace knows.
//!
//! The operator registers a working copy. An agent never gets its path: it gets an isolated copy,
//! a git worktree on a branch of its own, one for each conversation.

pub mod admin;
mod error;
mod git;
mod model;
pub mod repo;
mod sql;
mod worktree;

pub use error::{GitError, RepoError};
pub use model::Repo;
