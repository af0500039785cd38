//! The web port: bounded reads of public addresses.

use std::fmt::Debug;

use url::Url;

use super::Pending;

/// Fetches from the web.
pub trait Http: Send + Sync + Debug {
    /// Fetches one address, following a few redirects, each checked like the first.
    ///
    /// # Errors
    /// When the address may not be reached, cannot be reached, or answers too much or too late.
    /// A status such as 404 is an answer, not an error.
    fn get(&self, request: HttpGet) -> Pending<'_, Result<HttpAnswer, HttpError>>;
}

/// What to fetch, and the bounds of the answer.
#[derive(Clone, Debug)]
pub struct HttpGet {
    /// An `http` or `https` address.
    pub url: Url,
    /// Additional request headers.
    pub headers: Vec<(&'static str, String)>,
    /// Bytes of the body after decompression.
    pub bytes_max: usize,
    /// Milliseconds for the whole exchange, redirects included.
    pub timeout_ms: u64,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct HttpAnswer {
    /// The status code.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The decompressed body.
    pub body: Vec<u8>,
    /// The address that answered, after redirects.
    pub url: Url,
    /// The address that every redirect before it called permanent, if one did.
    pub moved_to: Option<Url>,
}

impl HttpAnswer {
    /// The first header of this lower-case name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Why nothing came back.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The host is, or resolves to, an address of this machine or its network.
    #[error("`{host}` is a private address; an operator can allow it with `[http] allow_private`")]
    PrivateAddress {
        /// The host as asked for.
        host: String,
    },
    /// Neither `http` nor `https`.
    #[error("only http and https can be fetched, not `{scheme}`")]
    Scheme {
        /// The scheme as asked for.
        scheme: String,
    },
    /// The body goes on.
    #[error("the answer is larger than {bytes_max} bytes")]
    TooLarge {
        /// The bound.
        bytes_max: usize,
    },
    /// The answer did not come in time.
    #[error("no complete answer within {timeout_ms} ms")]
    TimedOut {
        /// The bound.
        timeout_ms: u64,
    },
    /// Redirect after redirect.
    #[error("more than {redirects_max} redirects")]
    TooManyRedirects {
        /// The bound.
        redirects_max: usize,
    },
    /// No connection, a broken answer, a redirect to nowhere.
    #[error("unreachable: {reason}")]
    Unreachable {
        /// What the network said.
        reason: String,
    },
}
