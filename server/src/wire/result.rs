//! The results of the methods, as JSON.
//!
//! Lives here: what a result looks like in each version. Must not: bound or redact what is in it.

use serde::Serialize;

use tollgate_tools::bind::Block;

use super::block;
use super::frame::json;
use super::opening::{Opening, ServerInfo};
use super::version::Version;

/// What a tool call has to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content<'a> {
    /// The blocks, if it is more than text.
    pub(crate) blocks: &'a [Block],
    /// The text block, which is there if no blocks are.
    pub(crate) text: &'a str,
    /// The same as a JSON object, for sessions that can take it.
    pub(crate) structured: Option<&'a str>,
}

#[derive(Serialize)]
struct Initialized<'a> {
    #[serde(rename = "protocolVersion")]
    protocol_version: &'a str,
    capabilities: Capabilities,
    #[serde(rename = "serverInfo")]
    server_info: ServerInfo<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
}

#[derive(Serialize)]
struct Discovered<'a> {
    #[serde(rename = "supportedVersions")]
    supported_versions: &'a [&'a str],
    capabilities: Capabilities,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
}

#[derive(Serialize)]
struct Capabilities {
    logging: Nothing,
    tools: Tools,
}

#[derive(Serialize)]
struct Nothing {}

#[derive(Serialize)]
struct Tools {
    /// Left out where nothing can change a list while a session lasts.
    #[serde(rename = "listChanged", skip_serializing_if = "std::ops::Not::not")]
    list_changed: bool,
}

impl Capabilities {
    const fn of(list_changed: bool) -> Self {
        Self { logging: Nothing {}, tools: Tools { list_changed } }
    }
}

/// Appends the result of `initialize`.
pub(crate) fn initialize(
    out: &mut Vec<u8>,
    version: Version,
    server_info: ServerInfo<'_>,
    instructions: Option<&str>,
    list_changed: bool,
) {
    let result = Initialized {
        protocol_version: version.traits().name,
        capabilities: Capabilities::of(list_changed),
        server_info,
        instructions,
    };
    json(out, &result);
}

/// What `server/discover` tells: the same for every client of a server, so it is made once.
pub(crate) fn discovered(instructions: Option<&str>, list_changed: bool) -> Vec<u8> {
    let names: Vec<_> = Version::names().collect();
    let capabilities = Capabilities::of(list_changed);
    let mut out = Vec::new();
    json(&mut out, &Discovered { supported_versions: &names, capabilities, instructions });
    out
}

/// Appends the result of a call that succeeded.
pub(crate) fn tool_result(
    out: &mut Vec<u8>,
    opening: Opening<'_>,
    version: Version,
    content: Content<'_>,
) {
    if content.blocks.is_empty() {
        text_block(out, opening, content.text);
    } else {
        opening.write(out);
        out.extend_from_slice(b"\"content\":");
        block::blocks(out, version, content.blocks);
    }
    if let Some(structured) = content.structured
        && version.traits().has_structured_content
    {
        out.extend_from_slice(b",\"structuredContent\":");
        out.extend_from_slice(structured.as_bytes());
    }
    out.push(b'}');
}

/// Appends the result of a call that failed in a way the model can read and mend.
pub(crate) fn tool_error(out: &mut Vec<u8>, opening: Opening<'_>, text: &str) {
    text_block(out, opening, text);
    out.extend_from_slice(b",\"isError\":true}");
}

fn text_block(out: &mut Vec<u8>, opening: Opening<'_>, text: &str) {
    opening.write(out);
    out.extend_from_slice(b"\"content\":[");
    block::text(out, text);
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(version: Version) -> String {
        let mut out = Vec::new();
        let content = Content { blocks: &[], text: "a \"b\"\n", structured: Some(r#"{"c":1}"#) };
        tool_result(&mut out, Opening::PLAIN, version, content);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn structured_content_goes_only_to_sessions_that_know_it() {
        let text = r#"{"content":[{"type":"text","text":"a \"b\"\n"}]"#;
        for version in [Version::V2024_11_05, Version::V2025_03_26] {
            assert_eq!(result(version), format!("{text}}}"));
        }
        for version in [Version::V2025_06_18, Version::V2025_11_25, Version::V2026_07_28] {
            assert_eq!(result(version), format!(r#"{text},"structuredContent":{{"c":1}}}}"#));
        }
    }

    #[test]
    fn blocks_take_the_place_of_the_text() {
        let mut out = Vec::new();
        let blocks = [Block::text("a"), Block::image(vec![0], "image/png")];
        let content = Content { blocks: &blocks, text: "", structured: None };
        tool_result(&mut out, Opening::PLAIN, Version::LATEST, content);
        let expected = concat!(
            r#"{"content":[{"type":"text","text":"a"},"#,
            r#"{"type":"image","data":"AA==","mimeType":"image/png"}]}"#
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn an_error_says_so_and_has_no_structured_content() {
        let mut out = Vec::new();
        tool_error(&mut out, Opening::PLAIN, "no");
        assert_eq!(out, br#"{"content":[{"type":"text","text":"no"}],"isError":true}"#);
    }

    #[test]
    fn initialize_has_no_nulls() {
        let mut out = Vec::new();
        let info = ServerInfo { name: "n", version: "1" };
        initialize(&mut out, Version::LATEST, info, None, false);
        let expected = concat!(
            r#"{"protocolVersion":"2025-11-25","capabilities":{"logging":{},"tools":{}},"#,
            r#""serverInfo":{"name":"n","version":"1"}}"#
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn discover_names_every_version_and_whether_lists_change() {
        let text = String::from_utf8(discovered(Some("i"), true)).unwrap();
        let expected = concat!(
            r#"{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","#,
            r#""2024-11-05"],"capabilities":{"logging":{},"tools":{"listChanged":true}},"#,
            r#""instructions":"i"}"#
        );
        assert_eq!(text, expected);
        let text = String::from_utf8(discovered(None, false)).unwrap();
        assert!(text.ends_with(r#""capabilities":{"logging":{},"tools":{}}}"#), "{text}");
    }

    #[test]
    fn initialize_says_that_lists_change_where_they_do() {
        let mut out = Vec::new();
        let info = ServerInfo { name: "n", version: "1" };
        initialize(&mut out, Version::LATEST, info, None, true);
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains(r#""capabilities":{"logging":{},"tools":{"listChanged":true}}"#),
            "{text}"
        );
    }
}
