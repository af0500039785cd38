//! The results of the methods, as JSON.
//!
//! Lives here: what a result looks like in each version. Must not: bound or redact what is in it.

use serde::Serialize;

use super::frame::json;
use super::version::Version;

/// What a tool call has to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content<'a> {
    /// The text block, which is always there.
    pub(crate) text: &'a str,
    /// The same as a JSON object, for sessions that can take it.
    pub(crate) structured: Option<&'a str>,
}

/// Who answers `initialize`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ServerInfo<'a> {
    /// The server's name.
    pub(crate) name: &'a str,
    /// Its version.
    pub(crate) version: &'a str,
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
struct Capabilities {
    tools: Tools,
}

#[derive(Serialize)]
struct Tools {
    /// Left out where nothing can change a list while a session lasts.
    #[serde(rename = "listChanged", skip_serializing_if = "std::ops::Not::not")]
    list_changed: bool,
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
        capabilities: Capabilities { tools: Tools { list_changed } },
        server_info,
        instructions,
    };
    json(out, &result);
}

/// Appends the result of a call that succeeded.
pub(crate) fn tool_result(out: &mut Vec<u8>, version: Version, content: Content<'_>) {
    text_block(out, content.text);
    if let Some(structured) = content.structured
        && version.traits().has_structured_content
    {
        out.extend_from_slice(b",\"structuredContent\":");
        out.extend_from_slice(structured.as_bytes());
    }
    out.push(b'}');
}

/// Appends the result of a call that failed in a way the model can read and mend.
pub(crate) fn tool_error(out: &mut Vec<u8>, text: &str) {
    text_block(out, text);
    out.extend_from_slice(b",\"isError\":true}");
}

fn text_block(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":");
    json(out, text);
    out.extend_from_slice(b"}]");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(version: Version) -> String {
        let mut out = Vec::new();
        let content = Content { text: "a \"b\"\n", structured: Some(r#"{"c":1}"#) };
        tool_result(&mut out, version, content);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn structured_content_goes_only_to_sessions_that_know_it() {
        let text = r#"{"content":[{"type":"text","text":"a \"b\"\n"}]"#;
        for version in [Version::V2024_11_05, Version::V2025_03_26] {
            assert_eq!(result(version), format!("{text}}}"));
        }
        for version in [Version::V2025_06_18, Version::V2025_11_25] {
            assert_eq!(result(version), format!(r#"{text},"structuredContent":{{"c":1}}}}"#));
        }
    }

    #[test]
    fn an_error_says_so_and_has_no_structured_content() {
        let mut out = Vec::new();
        tool_error(&mut out, "no");
        assert_eq!(out, br#"{"content":[{"type":"text","text":"no"}],"isError":true}"#);
    }

    #[test]
    fn initialize_has_no_nulls() {
        let mut out = Vec::new();
        let info = ServerInfo { name: "n", version: "1" };
        initialize(&mut out, Version::LATEST, info, None, false);
        let expected = concat!(
            r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"#,
            r#""serverInfo":{"name":"n","version":"1"}}"#
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn initialize_says_that_lists_change_where_they_do() {
        let mut out = Vec::new();
        let info = ServerInfo { name: "n", version: "1" };
        initialize(&mut out, Version::LATEST, info, None, true);
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(r#""capabilities":{"tools":{"listChanged":true}}"#), "{text}");
    }
}
