//! One line to a client, in pieces, so that a large shared part is never copied.
//!
//! Exactly `jsonrpc`, `id` and `result` or `error`: some clients drop a message that has more.

use std::sync::Arc;

use jsonrpc_core::Error;
use serde::Serialize;
use tollgate_tools::decl::Scopes;

use super::id::Id;
use super::opening::Opening;

/// One message to a client, without the newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    head: Vec<u8>,
    /// An object whose opening brace stands in the head already.
    shared: Option<Arc<Vec<u8>>>,
    code: Option<i64>,
    lack: Option<Lack>,
}

/// What the token of a caller would need besides for the tool that it called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    /// The tool.
    pub(crate) tool: &'static str,
    /// Every scope that is missing.
    pub(crate) scopes: Scopes,
}

/// Bytes of an answer that hardly any answer exceeds.
const HEAD_BYTES: usize = 512;

impl Frame {
    /// An answer whose result `write` appends.
    pub(crate) fn result(id: &Id, write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let mut head = opened(id);
        write(&mut head);
        head.push(b'}');
        Self { head, shared: None, code: None, lack: None }
    }

    /// An answer whose result is an object that many answers share, opened in the way of one
    /// version and with what that version wants to know about how long it may be kept.
    pub(crate) fn shared(
        id: &Id,
        opening: Opening<'_>,
        kept_ms: u32,
        result: Arc<Vec<u8>>,
    ) -> Self {
        let mut head = opened(id);
        opening.write_kept(&mut head, kept_ms);
        Self { head, shared: Some(result), code: None, lack: None }
    }

    /// A message that is written already.
    pub(crate) const fn whole(head: Vec<u8>) -> Self {
        Self { head, shared: None, code: None, lack: None }
    }

    /// An error; without `id` if the message that caused it has none that can be told.
    pub(crate) fn error(id: Option<&Id>, error: &Error) -> Self {
        let mut head = Vec::with_capacity(HEAD_BYTES);
        head.extend_from_slice(b"{\"jsonrpc\":\"2.0\"");
        if let Some(id) = id {
            head.extend_from_slice(b",\"id\":");
            head.extend_from_slice(id.json().as_bytes());
        }
        head.extend_from_slice(b",\"error\":");
        json(&mut head, error);
        head.push(b'}');
        Self { head, shared: None, code: Some(error.code.code()), lack: None }
    }

    /// A notification whose parameters `write` appends.
    pub(crate) fn notification(method: &str, write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let mut head = Vec::with_capacity(HEAD_BYTES);
        head.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":");
        json(&mut head, method);
        head.extend_from_slice(b",\"params\":");
        write(&mut head);
        head.push(b'}');
        Self { head, shared: None, code: None, lack: None }
    }

    /// The answers to a batch; `None` if nothing in it wanted one.
    pub(crate) fn batch(frames: &[Self]) -> Option<Self> {
        if frames.is_empty() {
            return None;
        }
        let mut head = vec![b'['];
        for (at, frame) in frames.iter().enumerate() {
            if at > 0 {
                head.push(b',');
            }
            frame.pieces().iter().for_each(|piece| head.extend_from_slice(piece));
        }
        head.push(b']');
        Some(Self { head, shared: None, code: None, lack: None })
    }

    /// The same error, for want of this.
    pub(crate) fn for_want_of(self, lack: Lack) -> Self {
        Self { lack: Some(lack), ..self }
    }

    /// The code of the error that it is, if it is one.
    pub(crate) const fn code(&self) -> Option<i64> {
        self.code
    }

    /// What its caller lacks, if it is an error for want of that.
    pub(crate) const fn lack(&self) -> Option<Lack> {
        self.lack
    }

    /// Where the part of the shared bytes starts that belongs to the message: their opening brace
    /// stands in the head.
    pub(crate) const SHARED_FROM: usize = 1;

    /// The message, without a copy: its first bytes; and, if it goes on, the bytes that it shares,
    /// from [`Self::SHARED_FROM`] on, after which a brace closes it.
    pub(crate) fn into_parts(self) -> (Vec<u8>, Option<Arc<Vec<u8>>>) {
        (self.head, self.shared)
    }

    /// The message, in the order of its pieces.
    pub(crate) fn pieces(&self) -> [&[u8]; 3] {
        match &self.shared {
            None => [&self.head, b"", b""],
            Some(shared) => [&self.head, shared.get(Self::SHARED_FROM..).unwrap_or_default(), b"}"],
        }
    }
}

/// Appends a value as JSON.
///
/// Only called with what always has a JSON form; one that has none leaves `null`.
pub(super) fn json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let start = out.len();
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"null");
    }
}

fn opened(id: &Id) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    head.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    head.extend_from_slice(id.json().as_bytes());
    head.extend_from_slice(b",\"result\":");
    head
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::wire::opening::{self, ServerInfo};

    fn text(frame: &Frame) -> String {
        String::from_utf8(frame.pieces().concat()).unwrap()
    }

    fn id(text: &str) -> Id {
        Id::read(serde_json::from_str(text).unwrap()).unwrap()
    }

    #[test]
    fn a_result_is_wrapped() {
        let frame = Frame::result(&id("\"a\""), |out| out.extend_from_slice(b"{}"));
        assert_eq!(text(&frame), r#"{"jsonrpc":"2.0","id":"a","result":{}}"#);
    }

    #[test]
    fn a_shared_result_is_not_copied() {
        let shared: Arc<Vec<u8>> = Arc::new(b"{\"tools\":[]}".to_vec());
        let frame = Frame::shared(&id("7"), Opening::PLAIN, 1, Arc::clone(&shared));
        assert_eq!(text(&frame), r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#);
        assert_eq!(Arc::strong_count(&shared), 2);
    }

    #[test]
    fn a_shared_result_can_open_in_the_way_of_a_stateless_version() {
        let complete = opening::complete(ServerInfo { name: "n", version: "1" });
        let shared = Arc::new(b"{\"tools\":[]}".to_vec());
        let frame = Frame::shared(&id("7"), Opening::of(&complete), 5, shared);
        let result: Value = serde_json::from_str(&text(&frame)).unwrap();
        assert_eq!(
            result["result"],
            json!({
                "resultType": "complete",
                "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "n", "version": "1" } },
                "ttlMs": 5,
                "cacheScope": "private",
                "tools": [],
            })
        );
    }

    #[test]
    fn an_error_knows_its_code_and_what_it_is_for_want_of() {
        let error = Frame::error(None, &Error::method_not_found());
        assert_eq!((error.code(), error.lack()), (Some(-32601), None));
        let lack = Lack { tool: "t", scopes: Scopes::NONE };
        assert_eq!(error.for_want_of(lack).lack(), Some(lack));
        assert_eq!(Frame::result(&id("1"), |out| out.extend_from_slice(b"{}")).code(), None);
    }

    #[test]
    fn an_error_to_nobody_has_no_id() {
        assert_eq!(
            text(&Frame::error(None, &Error::parse_error())),
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#
        );
        assert_eq!(
            text(&Frame::error(Some(&id("0")), &Error::method_not_found())),
            r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"Method not found"}}"#
        );
    }

    #[test]
    fn a_batch_of_nothing_is_no_message() {
        assert!(Frame::batch(&[]).is_none());
        let ping = Frame::result(&id("1"), |out| out.extend_from_slice(b"{}"));
        let list = Frame::shared(&id("2"), Opening::PLAIN, 1, Arc::new(b"{}".to_vec()));
        let batch = Frame::batch(&[ping, list]).unwrap();
        let one = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        assert_eq!(text(&batch), format!("[{one},{}]", one.replace(":1,", ":2,")));
    }
}
