//! Content blocks, as each version writes them.
//!
//! A block that a version does not know is a text that says what it was. Must not: bound what is in
//! a block.

use data_encoding::BASE64;
use serde::Serialize;
use tollgate_tools::bind::{Block, Body, Link, Media};

use super::frame::json;
use super::version::Version;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LinkOnWire<'a> {
    r#type: &'static str,
    uri: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// Appends a list of blocks.
pub(crate) fn blocks(out: &mut Vec<u8>, version: Version, blocks: &[Block]) {
    out.push(b'[');
    for (at, one) in blocks.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        block(out, version, one);
    }
    out.push(b']');
}

/// Appends one block.
pub(crate) fn block(out: &mut Vec<u8>, version: Version, block: &Block) {
    match block {
        Block::Text(words) => text(out, words),
        Block::Image(image) => media(out, "image", image),
        Block::Audio(audio) if version.traits().has_audio => media(out, "audio", audio),
        Block::Audio(Media { data, mime }) => {
            let bytes = data.len();
            text(
                out,
                &format!("[a sound, {mime}, {bytes} bytes: this client has no way to take it]"),
            );
        }
        Block::Resource(embedded) => {
            out.extend_from_slice(b"{\"type\":\"resource\",\"resource\":");
            contents(out, &embedded.uri, embedded.mime.as_deref(), &embedded.body);
            out.push(b'}');
        }
        Block::Link(there) if version.traits().has_resource_links => json(out, &on_wire(there)),
        Block::Link(there) => text(out, &in_words(there)),
    }
}

/// Appends a block of words.
pub(crate) fn text(out: &mut Vec<u8>, words: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    json(out, words);
    out.push(b'}');
}

/// Appends what is in a resource, with its address: part of a block, or of what `resources/read`
/// answers.
pub(crate) fn contents(out: &mut Vec<u8>, uri: &str, mime: Option<&str>, body: &Body) {
    out.extend_from_slice(b"{\"uri\":");
    json(out, uri);
    if let Some(mime) = mime {
        out.extend_from_slice(b",\"mimeType\":");
        json(out, mime);
    }
    match body {
        Body::Text(words) => {
            out.extend_from_slice(b",\"text\":");
            json(out, words);
        }
        Body::Blob(bytes) => {
            out.extend_from_slice(b",\"blob\":");
            base64(out, bytes);
        }
    }
    out.push(b'}');
}

fn media(out: &mut Vec<u8>, kind: &str, media: &Media) {
    out.extend_from_slice(b"{\"type\":");
    json(out, kind);
    out.extend_from_slice(b",\"data\":");
    base64(out, &media.data);
    out.extend_from_slice(b",\"mimeType\":");
    json(out, &*media.mime);
    out.push(b'}');
}

fn base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    let start = out.len();
    out.resize(start + BASE64.encode_len(bytes.len()), 0);
    BASE64.encode_mut(bytes, &mut out[start..]);
    out.push(b'"');
}

fn on_wire(link: &Link) -> LinkOnWire<'_> {
    LinkOnWire {
        r#type: "resource_link",
        uri: &link.uri,
        name: &link.name,
        title: link.title.as_deref(),
        description: link.description.as_deref(),
        mime_type: link.mime.as_deref(),
        size: link.size,
    }
}

fn in_words(link: &Link) -> String {
    let name = link.title.as_ref().unwrap_or(&link.name);
    match &link.description {
        Some(description) => format!("[a resource: {name}, {}: {description}]", link.uri),
        None => format!("[a resource: {name}, {}]", link.uri),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tollgate_tools::bind::Content;

    use super::*;

    fn written(version: Version, content: Content) -> Value {
        let mut out = Vec::new();
        blocks(&mut out, version, &content.blocks);
        serde_json::from_slice(&out).unwrap()
    }

    fn link() -> Link {
        Link {
            description: Some("What is new".to_owned()),
            mime: Some("text/plain".into()),
            size: Some(7),
            ..Link::new("file:///news", "news")
        }
    }

    #[test]
    fn text_images_and_resources_are_the_same_in_every_version() {
        for version in Version::ALL {
            let content = Content::new()
                .text("a \"b\"")
                .image(vec![0, 1, 2, 255], "image/png")
                .resource("test://text", "text/plain", "words")
                .resource("test://blob", "application/octet-stream", vec![0xff]);
            let text = json!({ "uri": "test://text", "mimeType": "text/plain", "text": "words" });
            let blob = json!({
                "uri": "test://blob", "mimeType": "application/octet-stream", "blob": "/w==",
            });
            let expected = json!([
                { "type": "text", "text": "a \"b\"" },
                { "type": "image", "data": "AAEC/w==", "mimeType": "image/png" },
                { "type": "resource", "resource": text },
                { "type": "resource", "resource": blob },
            ]);
            assert_eq!(written(version, content), expected, "{version:?}");
        }
    }

    #[test]
    fn a_sound_is_described_to_the_version_that_has_none() {
        for version in Version::ALL {
            let found = written(version, Content::new().audio(vec![1, 2, 3], "audio/wav"));
            let sound = json!([{ "type": "audio", "data": "AQID", "mimeType": "audio/wav" }]);
            let words = "[a sound, audio/wav, 3 bytes: this client has no way to take it]";
            let words = json!([{ "type": "text", "text": words }]);
            let expected = if version == Version::V2024_11_05 { words } else { sound };
            assert_eq!(found, expected, "{version:?}");
        }
    }

    #[test]
    fn a_link_is_described_to_versions_without_links() {
        for version in Version::ALL {
            let found = written(version, Content::new().link(link()));
            let on_wire = json!([{
                "type": "resource_link", "uri": "file:///news", "name": "news",
                "description": "What is new", "mimeType": "text/plain", "size": 7,
            }]);
            let words = "[a resource: news, file:///news: What is new]";
            let words = json!([{ "type": "text", "text": words }]);
            let is_old = matches!(version, Version::V2024_11_05 | Version::V2025_03_26);
            assert_eq!(found, if is_old { words } else { on_wire }, "{version:?}");
        }
    }

    #[test]
    fn what_a_block_does_not_say_is_left_out() {
        let bare = Content::new().link(Link::new("file:///a", "a"));
        let expected = json!([{ "type": "resource_link", "uri": "file:///a", "name": "a" }]);
        assert_eq!(written(Version::LATEST, bare.clone()), expected);
        let words = json!([{ "type": "text", "text": "[a resource: a, file:///a]" }]);
        assert_eq!(written(Version::V2024_11_05, bare), words);
        let mut out = Vec::new();
        contents(&mut out, "a:", None, &Body::Text(String::new()));
        assert_eq!(out, br#"{"uri":"a:","text":""}"#);
        assert_eq!(written(Version::LATEST, Content::new()), json!([]));
    }
}
