//! Answers that are no message of a session: refusals, and what has no body.
//!
//! A refusal is a JSON-RPC error whatever was refused, so that every client can show its text.

use hyper::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use hyper::{Response, StatusCode};
use jsonrpc_core::{Error, ErrorCode};

use crate::door::Unauthorized;
use crate::transport::http::Body;
use crate::wire::{Frame, Id};

/// The code of a request that is refused before anybody reads what it asks for.
const INVALID_REQUEST: i64 = -32600;
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Why a request is not served.
#[derive(Debug)]
pub(super) struct Refused(Box<Told>);

/// What its sender is told.
#[derive(Debug)]
struct Told {
    status: StatusCode,
    error: Error,
    id: Option<Id>,
    header: Option<(HeaderName, HeaderValue)>,
    retry_after_s: Option<u32>,
}

impl Refused {
    /// With this status, in these words.
    pub(super) fn new(status: StatusCode, text: impl Into<String>) -> Self {
        let code = ErrorCode::from(INVALID_REQUEST);
        Self::with(status, Error { code, message: text.into(), data: None })
    }

    /// With this status and this error.
    pub(super) fn with(status: StatusCode, error: Error) -> Self {
        Self(Box::new(Told { status, error, id: None, header: None, retry_after_s: None }))
    }

    /// A method that the path does not have; these it has.
    pub(super) fn method(allow: &'static str) -> Self {
        let text = format!("this path takes {allow}");
        let mut refused = Self::new(StatusCode::METHOD_NOT_ALLOWED, text);
        refused.0.header = Some((ALLOW, HeaderValue::from_static(allow)));
        refused
    }

    /// There is no room, but there may be soon.
    pub(super) fn full(text: impl Into<String>, retry_after_s: u32) -> Self {
        let mut refused = Self::new(StatusCode::SERVICE_UNAVAILABLE, text);
        refused.0.retry_after_s = Some(retry_after_s);
        refused
    }

    /// The same, to whoever asked with this id.
    pub(super) fn to(mut self, id: Option<Id>) -> Self {
        self.0.id = id;
        self
    }

    /// The same, in the words of a message that the client asked for.
    pub(super) fn with_message(self, frame: Frame) -> Response<Body> {
        let mut response = json(self.0.status, frame);
        response.headers_mut().extend(self.0.header);
        response
    }
}

impl From<Unauthorized> for Refused {
    fn from(told: Unauthorized) -> Self {
        let status = StatusCode::from_u16(told.status).unwrap_or(StatusCode::UNAUTHORIZED);
        let challenge = told.challenge.and_then(|text| HeaderValue::try_from(text).ok());
        let mut refused = Self::new(status, told.text);
        refused.0.header = challenge.map(|challenge| (WWW_AUTHENTICATE, challenge));
        refused.0.retry_after_s = told.retry_after_s;
        refused
    }
}

impl From<Refused> for Response<Body> {
    fn from(refused: Refused) -> Self {
        let Told { status, error, id, header, retry_after_s } = *refused.0;
        let mut response = json(status, Frame::error(id.as_ref(), &error));
        response.headers_mut().extend(header);
        if let Some(seconds) = retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A message as the whole answer.
pub(super) fn json(status: StatusCode, frame: Frame) -> Response<Body> {
    let mut response = Response::new(Body::from(frame));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

/// An answer without a body.
pub(super) fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
