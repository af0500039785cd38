//! Who a process is that says it acts for an agent: the home signs it, the home verifies it.
//!
//! Lives here: the key of the home, and the tokens that it signs. An id in an environment is a
//! claim; a token makes it an identity, for one agent, in one workspace, until a moment.
//! Must not: read an environment, open a store, or write a secret anywhere but into its file.

mod key;
mod token;

pub use key::{FILE_NAME, IdentityKey, IdentityKeyError};
pub use token::{BEGINS as TOKEN_BEGINS, Identity, TOKEN_BYTES_MAX, TokenError};
