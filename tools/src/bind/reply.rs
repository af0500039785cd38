//! The answer of a handler, and what the wire makes of it.

use serde_json::value::RawValue;
use tollgate_decl::Schema;

use super::failure::Failure;

/// What a handler may return on success.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the reply of a tool",
    label = "not a reply",
    note = "return a struct with `#[derive(Reply)]`, or `Plain` for bare text"
)]
pub trait Reply {
    /// The schema of `structuredContent`; `None` for bare text.
    const SCHEMA: Option<&'static Schema>;

    /// Encodes the reply.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which is a fault of the server.
    fn into_answer(self) -> Result<Answer, Failure>;
}

/// What a handler returns: a reply, or an error that says whether the caller can act on it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a tool returns",
    label = "not `Result<Reply, Error>`",
    note = "return `Result<R, E>`: `R` with `#[derive(Reply)]`, `E` with `impl From<E> for Failure`"
)]
pub trait Returned {
    /// The schema of `structuredContent`; `None` for bare text.
    const SCHEMA: Option<&'static Schema>;

    /// Encodes what was returned.
    ///
    /// # Errors
    /// What the handler reported, or a reply that cannot be written as JSON.
    fn into_answer(self) -> Result<Answer, Failure>;
}

/// An error that a handler may return: one that says whether the caller can act on it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "it does not say what the caller may read",
    note = "write `impl From<{Self}> for Failure`: `Refused` with a text for the caller, or \
            `Internal` for the log"
)]
pub trait Fails: Into<Failure> {}

#[diagnostic::do_not_recommend]
impl<E: Into<Failure>> Fails for E {}

impl<R: Reply, E: Fails> Returned for Result<R, E> {
    const SCHEMA: Option<&'static Schema> = R::SCHEMA;

    fn into_answer(self) -> Result<Answer, Failure> {
        self.map_err(Into::into)?.into_answer()
    }
}

/// An encoded reply, before a protocol version gives it its form.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The text block; `None` means the JSON of `structured`.
    pub text: Option<String>,
    /// The JSON object of `structuredContent`.
    pub structured: Option<Box<RawValue>>,
}

/// A reply that is bare text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain(pub String);

impl Reply for Plain {
    const SCHEMA: Option<&'static Schema> = None;

    fn into_answer(self) -> Result<Answer, Failure> {
        Ok(Answer { text: Some(self.0), structured: None })
    }
}

impl Answer {
    /// Encodes a value as structured content, with a text block of its own if it has one.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which is a fault of the server.
    pub fn structured(
        value: &impl serde::Serialize,
        text: Option<String>,
    ) -> Result<Self, Failure> {
        let json = serde_json::value::to_raw_value(value).map_err(Failure::internal)?;
        Ok(Self { text, structured: Some(json) })
    }
}
