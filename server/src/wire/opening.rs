//! How a result opens: what a version demands of every result, ahead of its own members.
//!
//! The versions with sessions demand nothing, and some of their clients refuse more than they know.

use serde::Serialize;

use super::frame::json;

/// Who answers.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ServerInfo<'a> {
    /// The server's name.
    pub(crate) name: &'a str,
    /// Its version.
    pub(crate) version: &'a str,
}

/// The first bytes of a result: its brace, and the members that every result has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening<'a>(&'a [u8]);

impl<'a> Opening<'a> {
    /// How the versions with sessions open a result.
    pub(crate) const PLAIN: Self = Self(b"{");

    /// With the bytes that `complete` made.
    pub(crate) const fn of(complete: &'a [u8]) -> Self {
        Self(complete)
    }

    /// Opens a result.
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0);
    }

    /// Opens a result that is complete only once the client has answered something; only a
    /// stateless version has such.
    pub(crate) fn write_input_required(self, out: &mut Vec<u8>) {
        out.extend_from_slice(INPUT_REQUIRED);
        out.extend_from_slice(self.0.strip_prefix(COMPLETE).unwrap_or(b","));
    }

    /// Opens a result that a client may keep for a while, for the caller it was given to alone.
    pub(crate) fn write_kept(self, out: &mut Vec<u8>, kept_ms: u32) {
        self.write(out);
        if self.0 != Self::PLAIN.0 {
            out.extend_from_slice(b"\"ttlMs\":");
            json(out, &kept_ms);
            out.extend_from_slice(b",\"cacheScope\":\"private\",");
        }
    }
}

const COMPLETE: &[u8] = b"{\"resultType\":\"complete\"";
const INPUT_REQUIRED: &[u8] = b"{\"resultType\":\"input_required\"";

/// How a stateless version opens a result that is complete. The server's name belongs there, since
/// no handshake has told it.
pub(crate) fn complete(server: ServerInfo<'_>) -> Vec<u8> {
    let mut out = COMPLETE.to_vec();
    out.extend_from_slice(b",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":");
    json(&mut out, &server);
    out.extend_from_slice(b"},");
    out
}
