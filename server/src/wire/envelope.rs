//! One line: what kind of message it is, and what is wrong with one that is none.
//!
//! Lives here: the rules of JSON-RPC as MCP narrows them. Nothing is copied but the id; the
//! parameters stay text until a method reads them.

use std::borrow::Cow;

use jsonrpc_core::Error;
use serde_json::value::RawValue;
use tollgate_tools::decl::JSON_DEPTH_MAX;

use super::depth;
use super::id::Id;
use members::{Members, Shape};

mod members;

/// Items of one batch.
const BATCH_ITEMS_MAX: usize = 64;

/// What one line says.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// Wants exactly one answer.
    Request(Request<'a>),
    /// Wants none, whatever happens.
    Notification(Notification<'a>),
    /// Answers what the server has asked.
    Response(Response<'a>),
    /// Asks for nothing and may not be answered: a notification that nobody can read.
    Dropped,
    /// Several messages, each still unread.
    Batch(Vec<&'a RawValue>),
    /// None of these.
    Wrong(Wrong),
}

/// A message that wants exactly one answer.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    /// What the answer is matched by.
    pub(crate) id: Id,
    /// What is asked.
    pub(crate) method: Cow<'a, str>,
    /// With what: an object, if anything.
    pub(crate) params: Option<&'a RawValue>,
}

/// A message that wants no answer.
#[derive(Debug)]
pub(crate) struct Notification<'a> {
    /// What is said.
    pub(crate) method: Cow<'a, str>,
    /// With what: an object, if anything.
    pub(crate) params: Option<&'a RawValue>,
}

/// A message that answers what the server has asked.
#[derive(Debug)]
pub(crate) struct Response<'a> {
    /// What it answers, as JSON; any text may stand here.
    pub(crate) id: Option<&'a RawValue>,
    /// The result, or the error.
    pub(crate) outcome: Result<&'a RawValue, &'a RawValue>,
}

/// A message that cannot be served.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// Whom to tell; `None` when the message names nobody, and then the answer has no id either.
    pub(crate) id: Option<Id>,
    /// What to tell.
    pub(crate) error: Error,
}

/// Reads one line.
pub(crate) fn read(line: &[u8]) -> Message<'_> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let Ok(text) = std::str::from_utf8(line) else {
        return wrong(None, unreadable("not UTF-8"));
    };
    if depth::exceeds(line, JSON_DEPTH_MAX) {
        return wrong(None, unreadable(&format!("nested deeper than {JSON_DEPTH_MAX} levels")));
    }
    match shape(text) {
        Ok(Shape::Object(members)) => object(members),
        Ok(Shape::Array { len: 0, .. }) => wrong(None, invalid("a batch is never empty")),
        Ok(Shape::Array { len, .. }) if len > BATCH_ITEMS_MAX => {
            wrong(None, invalid(&format!("a batch of {len} messages, limit is {BATCH_ITEMS_MAX}")))
        }
        Ok(Shape::Array { items, .. }) => Message::Batch(items),
        Ok(Shape::Scalar) => wrong(None, invalid("a message is an object")),
        Err(error) => wrong(None, error),
    }
}

/// Reads one item of a batch; a batch in a batch is no message.
pub(crate) fn read_item(item: &RawValue) -> Message<'_> {
    match shape(item.get()) {
        Ok(Shape::Object(members)) => object(members),
        Ok(Shape::Array { .. } | Shape::Scalar) => {
            wrong(None, invalid("an item of a batch is an object"))
        }
        Err(error) => wrong(None, error),
    }
}

fn shape(text: &str) -> Result<Shape<'_>, Error> {
    serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))
}

fn object(members: Members<'_>) -> Message<'_> {
    if members.method.is_none()
        && let Some(outcome) = members.error.map(Err).or(members.result.map(Ok))
    {
        return match members.twice {
            None => Message::Response(Response { id: members.id, outcome }),
            Some(_) => Message::Dropped,
        };
    }
    let id = members.id.map(Id::read);
    if matches!(id, Some(None)) {
        return wrong(None, invalid("`id` is not a string or a 64-bit integer"));
    }
    let id = id.flatten();
    match checked(&members) {
        Ok((method, params)) => match id {
            Some(id) => Message::Request(Request { id, method, params }),
            None => Message::Notification(Notification { method, params }),
        },
        Err(error) if members.is_notification() => {
            tracing::debug!(%error, "a notification was dropped");
            Message::Dropped
        }
        Err(error) => wrong(id, error),
    }
}

fn checked<'a>(members: &Members<'a>) -> Result<(Cow<'a, str>, Option<&'a RawValue>), Error> {
    if let Some(name) = &members.twice {
        return Err(invalid(&format!("`{name}` is given twice")));
    }
    if members.jsonrpc.and_then(text).as_deref() != Some("2.0") {
        return Err(invalid("`jsonrpc` is not \"2.0\""));
    }
    let Some(method) = members.method.and_then(text) else {
        return Err(invalid("`method` is not a string"));
    };
    match members.params.map(RawValue::get) {
        None | Some("null") => Ok((method, None)),
        Some(params) if params.starts_with('{') => Ok((method, members.params)),
        Some(params) if params.starts_with('[') => {
            Err(Error::invalid_params("Invalid params: MCP takes an object, not an array."))
        }
        Some(_) => Err(invalid("`params` is not an object")),
    }
}

fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inside = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        return serde_json::from_str(raw.get()).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inside))
}

fn wrong<'a>(id: Option<Id>, error: Error) -> Message<'a> {
    Message::Wrong(Wrong { id, error })
}

fn invalid(what: &str) -> Error {
    let mut error = Error::invalid_request();
    error.message = format!("Invalid request: {what}.");
    error
}

fn unreadable(what: &str) -> Error {
    let mut error = Error::parse_error();
    error.message = format!("Parse error: {what}.");
    error
}

impl Wrong {
    /// The answer to a message that is longer than anything a client may send.
    pub(crate) fn too_long(bytes_max: usize) -> Self {
        Self { id: None, error: invalid(&format!("a message is at most {bytes_max} bytes")) }
    }

    /// The answer to a message that a rule of the session forbids.
    pub(crate) fn forbidden(id: Option<Id>, what: &str) -> Self {
        Self { id, error: invalid(what) }
    }
}

#[cfg(test)]
mod tests;
