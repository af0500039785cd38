//! What a request that claims its version repeats in headers, for whoever stands in between and
//! reads no bodies: the version, the method, and what it is about. Whatever is missing, there twice
//! or says something else is refused.

use std::borrow::Cow;

use data_encoding::BASE64;
use hyper::StatusCode;
use hyper::header::{HeaderMap, HeaderName};
use jsonrpc_core::{Error, ErrorCode};
use serde::Deserialize;

use super::refused::Refused;
use crate::wire::{Claim, Request};

/// The code of headers that do not say what the body says.
const MISMATCH: i64 = -32020;
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// What the methods are about that are about something.
#[derive(Default, Deserialize)]
struct About<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    uri: Option<Cow<'a, str>>,
}

/// Compares the headers of a request with what it says.
pub(super) fn check(
    headers: &HeaderMap,
    request: &Request<'_>,
    claim: &Claim<'_>,
) -> Result<(), Refused> {
    same(headers, &VERSION, claim.version())?;
    same(headers, &METHOD, &request.method)?;
    let is_about_uri = match &*request.method {
        "tools/call" | "prompts/get" => false,
        "resources/read" => true,
        _ => return Ok(()),
    };
    let params = request.params.map_or("{}", |params| params.get());
    // What is no such request at all is told by whoever serves it.
    let about: About<'_> = serde_json::from_str(params).unwrap_or_default();
    let said = if is_about_uri { about.uri } else { about.name };
    match (said, only(headers, &NAME)?) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(mismatch(&NAME, "names what the body does not")),
        (Some(_), None) => Err(mismatch(&NAME, "is missing")),
        (Some(said), Some(shown)) if *decoded(&NAME, shown)? == *said => Ok(()),
        (Some(_), Some(_)) => Err(mismatch(&NAME, "is not what the body says")),
    }
}

fn same(headers: &HeaderMap, name: &HeaderName, said: &str) -> Result<(), Refused> {
    match only(headers, name)? {
        Some(shown) if shown == said => Ok(()),
        Some(_) => Err(mismatch(name, "is not what the body says")),
        None => Err(mismatch(name, "is missing")),
    }
}

/// The only value of a header, without the blanks around it.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Refused> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(mismatch(name, "is there more than once"));
    }
    match std::str::from_utf8(value.as_bytes()) {
        Ok(text) => Ok(Some(text.trim_matches([' ', '\t']))),
        Err(_) => Err(mismatch(name, "is no text")),
    }
}

/// A value as it was meant: what cannot stand in a header comes as `=?base64?..?=`.
fn decoded<'v>(name: &HeaderName, value: &'v str) -> Result<Cow<'v, str>, Refused> {
    let Some(inside) = value.strip_prefix("=?base64?").and_then(|it| it.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = BASE64.decode(inside.as_bytes()).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(Cow::Owned).ok_or_else(|| mismatch(name, "is no text in base64"))
}

fn mismatch(name: &HeaderName, why: &str) -> Refused {
    let name = match name {
        name if *name == VERSION => "MCP-Protocol-Version",
        name if *name == METHOD => "Mcp-Method",
        _ => "Mcp-Name",
    };
    let message = format!("Header mismatch: `{name}` {why}.");
    let code = ErrorCode::from(MISMATCH);
    Refused::with(StatusCode::BAD_REQUEST, Error { code, message, data: None })
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;
    use crate::wire::{Message, read};

    const RIGHT: [(&str, &str); 3] = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "echo"),
    ];

    fn body(method: &str, params: &str) -> String {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}"_meta":{{
               "io.modelcontextprotocol/protocolVersion":"2026-07-28",
               "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    }

    fn is_right(body: &str, shown: &[(&str, &str)]) -> bool {
        let Message::Request(request) = read(body.as_bytes()) else { panic!("{body}") };
        let claim = Claim::of(&request).unwrap().unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in shown {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        check(&headers, &request, &claim).is_ok()
    }

    #[test]
    fn each_header_has_to_be_there_once_and_say_the_same() {
        let body = body("tools/call", r#""name":"echo","#);
        assert!(is_right(&body, &RIGHT));
        for (at, (name, value)) in RIGHT.into_iter().enumerate() {
            let mut without = RIGHT.to_vec();
            without.remove(at);
            assert!(!is_right(&body, &without), "{name} is missing");
            for wrong in ["", "other", &value.to_uppercase()] {
                let mut other = without.clone();
                other.push((name, wrong));
                assert_eq!(is_right(&body, &other), wrong == value, "{name}: {wrong:?}");
            }
            let mut twice = RIGHT.to_vec();
            twice.push((name, value));
            assert!(!is_right(&body, &twice), "{name} is there twice");
        }
    }

    #[test]
    fn blanks_around_a_value_do_not_count() {
        let shown = RIGHT.map(|(name, value)| (name, format!(" \t{value} ")));
        let shown: Vec<_> = shown.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert!(is_right(&body("tools/call", r#""name":"echo","#), &shown));
    }

    #[test]
    fn a_name_can_come_in_base64() {
        let body = body("tools/call", r#""name":"\u00e9cho","#);
        let shown = |name| [RIGHT[0], RIGHT[1], ("mcp-name", name)];
        assert!(is_right(&body, &shown("=?base64?w6ljaG8=?=")));
        for wrong in ["=?base64?w6ljaG8?=", "=?base64?w6ljaG8-?=", "=?base64?/w==?=", "=?base64??="]
        {
            assert!(!is_right(&body, &shown(wrong)), "{wrong}");
        }
    }

    #[test]
    fn a_method_about_nothing_needs_no_name_and_one_without_a_name_shows_none() {
        let shown = |method| [RIGHT[0], ("mcp-method", method)];
        assert!(is_right(&body("tools/list", ""), &shown("tools/list")));
        assert!(is_right(&body("tools/call", ""), &shown("tools/call")));
        assert!(!is_right(&body("tools/call", ""), &RIGHT));
        assert!(!is_right(&body("resources/read", r#""uri":"a:b","#), &shown("resources/read")));
        let named = [RIGHT[0], ("mcp-method", "resources/read"), ("mcp-name", "a:b")];
        assert!(is_right(&body("resources/read", r#""uri":"a:b","#), &named));
    }
}
