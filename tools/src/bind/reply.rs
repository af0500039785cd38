//! The answer of a handler, and what the wire makes of it.

use std::io;

use serde_json::ser::{Formatter, Serializer};
use serde_json::value::RawValue;
use tollgate_decl::Schema;

use super::block::Block;
use super::failure::Failure;

/// What a handler may return on success.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the reply of a tool",
    label = "not a reply",
    note = "return a struct with `#[derive(Reply)]`, `Plain` for bare text, or `Content` for blocks"
)]
pub trait Reply {
    /// The schema of `structuredContent`; `None` for bare text.
    const SCHEMA: Option<&'static Schema>;
    /// The same as JSON; empty for bare text.
    const OUTPUT_SCHEMA: &'static str;
    /// Whether it is content blocks, of any kind.
    const HAS_BLOCKS: bool = false;

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
    /// The same as JSON; empty for bare text.
    const OUTPUT_SCHEMA: &'static str;
    /// Whether it is content blocks, of any kind.
    const HAS_BLOCKS: bool;

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
    const OUTPUT_SCHEMA: &'static str = R::OUTPUT_SCHEMA;
    const HAS_BLOCKS: bool = R::HAS_BLOCKS;

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
    /// Content blocks. If there are any, they are the whole reply.
    pub blocks: Vec<Block>,
}

/// A reply that is bare text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain(pub String);

impl Reply for Plain {
    const SCHEMA: Option<&'static Schema> = None;
    const OUTPUT_SCHEMA: &'static str = "";

    fn into_answer(self) -> Result<Answer, Failure> {
        Ok(Answer::text(self.0))
    }
}

/// Writes JSON like `serde_json` does, and fails where that would write `null`.
struct WithoutNull;

impl Formatter for WithoutNull {
    fn write_null<W: io::Write + ?Sized>(&mut self, _writer: &mut W) -> io::Result<()> {
        Err(io::Error::other("a reply holds `null`: a number that is not finite, or no value"))
    }
}

impl Answer {
    /// Bare text.
    #[must_use]
    pub const fn text(text: String) -> Self {
        Self { text: Some(text), structured: None, blocks: Vec::new() }
    }

    /// Blocks.
    #[must_use]
    pub const fn blocks(blocks: Vec<Block>) -> Self {
        Self { text: None, structured: None, blocks }
    }

    /// Encodes a value as structured content, with a text block of its own if it has one.
    ///
    /// # Errors
    /// When it cannot be written as JSON, or only with a `null` in it, which no schema allows: a
    /// number that is not finite is written so. Both are faults of the server.
    pub fn structured(
        value: &impl serde::Serialize,
        text: Option<String>,
    ) -> Result<Self, Failure> {
        let json = serde_json::value::to_raw_value(value).map_err(Failure::internal)?;
        // A text may well say "null"; only then is it worth a second look.
        if json.get().contains("null") {
            let mut writer = Serializer::with_formatter(io::sink(), WithoutNull);
            value.serialize(&mut writer).map_err(Failure::internal)?;
        }
        Ok(Self { text, structured: Some(json), blocks: Vec::new() })
    }
}
