//! Who a request is from.
//!
//! Must not: verify anything by itself; the door does.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::StatusCode;
use hyper::header::AUTHORIZATION;
use hyper::http::request::Parts;

use super::refused::Refused;
use crate::door::Door;
use crate::gate::Credential;
use crate::wire::Lack;

/// Who is let in.
#[derive(Clone)]
pub enum Entrance {
    /// Whoever this door knows.
    Door(Arc<Door>),
    /// Everybody on this machine, as this caller, whatever they show. For servers that run for one
    /// person, or for a test.
    Loopback(Credential),
}

impl Entrance {
    /// Who sent this request.
    pub(super) async fn admit(
        &self,
        head: &Parts,
        peer: SocketAddr,
    ) -> Result<Credential, Refused> {
        match self {
            Self::Door(door) => {
                let mut shown = head.headers.get_all(AUTHORIZATION).iter();
                let value = match (shown.next(), shown.next()) {
                    (None, _) => None,
                    (Some(value), None) => Some(value.as_bytes()),
                    // Of two, none is taken for the one that was meant.
                    (Some(_), Some(_)) => Some(b"".as_slice()),
                };
                door.admit(value, peer.ip()).await.map_err(Refused::from)
            }
            Self::Loopback(credential) if peer.ip().to_canonical().is_loopback() => {
                Ok(credential.clone())
            }
            Self::Loopback(_) => {
                let text = "this server takes requests from its own machine alone";
                Err(Refused::new(StatusCode::FORBIDDEN, text))
            }
        }
    }

    /// What somebody is told whose token would need more.
    pub(super) fn too_narrow(&self, lack: Lack) -> Option<Refused> {
        match self {
            Self::Door(door) => Some(door.too_narrow(lack.tool, lack.scopes).into()),
            Self::Loopback(_) => None,
        }
    }

    /// What the server says of who may let somebody in, if anybody may.
    pub(super) fn metadata(&self) -> Option<String> {
        match self {
            Self::Door(door) => door.metadata(),
            Self::Loopback(_) => None,
        }
    }
}

impl fmt::Debug for Entrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Door(_) => f.write_str("Door"),
            Self::Loopback(credential) => f.debug_tuple("Loopback").field(credential).finish(),
        }
    }
}
