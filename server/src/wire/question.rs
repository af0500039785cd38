//! What the server asks its client: as requests of its own where a version has them, and as a
//! result that is not complete where it has not.

use jsonrpc_core::{Error, ErrorCode};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tollgate_tools::call::{Capability, Question};

use super::frame::{self, Frame};
use super::id::Id;
use super::opening::Opening;

/// The code of a request that its client lacks a capability for.
const MISSING_CAPABILITY: i64 = -32021;

#[derive(Serialize)]
struct Request<'a> {
    jsonrpc: &'a str,
    id: u64,
    #[serde(flatten)]
    asked: Asked<'a>,
}

#[derive(Serialize)]
struct Asked<'a> {
    method: &'a str,
    params: &'a RawValue,
}

/// A request of the server.
pub(crate) fn question(id: u64, question: &Question) -> Frame {
    let mut head = Vec::new();
    frame::json(&mut head, &Request { jsonrpc: "2.0", id, asked: asked(question) });
    Frame::whole(head)
}

/// Nobody waits for the answer to the request of this number any more.
pub(crate) fn question_cancelled(id: u64) -> Frame {
    Frame::notification("notifications/cancelled", |out| {
        out.extend_from_slice(b"{\"requestId\":");
        frame::json(out, &id);
        out.push(b'}');
    })
}

/// The answer to a call that goes on once these questions are answered, in their order.
pub(crate) fn input_required(
    id: &Id,
    opening: Opening<'_>,
    questions: &[(String, Question)],
    state: &str,
) -> Frame {
    Frame::result(id, |out| {
        opening.write_input_required(out);
        out.extend_from_slice(b"\"inputRequests\":{");
        for (at, (key, question)) in questions.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            frame::json(out, key);
            out.push(b':');
            frame::json(out, &asked(question));
        }
        out.extend_from_slice(b"},\"requestState\":");
        frame::json(out, state);
        out.push(b'}');
    })
}

/// The error of a request that needs a client which can be asked such things.
pub(crate) fn incapable(capability: Capability, text: &str) -> Error {
    let required = serde_json::from_str::<Value>(capability.required()).unwrap_or_default();
    Error {
        code: ErrorCode::from(MISSING_CAPABILITY),
        message: text.to_owned(),
        data: Some(json!({ "requiredCapabilities": required })),
    }
}

fn asked(question: &Question) -> Asked<'_> {
    Asked { method: question.method, params: &question.params }
}
