//! The head of a document: what kind it is, and the old and odd spellings of that.
//!
//! Lives here: finding the root, dropping what stands before it, rewriting the root's own tag.
//! Must not: look below the root.

use std::fmt::Write as _;

use super::DocumentError;

const RSS_1_0: &str = "http://purl.org/rss/1.0/";
const ATOM_1_0: &str = "http://www.w3.org/2005/Atom";

/// Namespaces that say the same as one the parser knows.
const NAMESPACES: &[(&str, &str)] = &[
    ("http://my.netscape.com/rdf/simple/0.9/", RSS_1_0),
    ("http://channel.netscape.com/rdf/simple/0.9/", RSS_1_0),
    ("http://purl.org/atom/ns#", ATOM_1_0),
    ("https://www.w3.org/2005/Atom", ATOM_1_0),
    ("https://www.w3.org/2005/Atom/", ATOM_1_0),
    ("http://www.w3.org/2005/Atom/", ATOM_1_0),
];

/// The document from its root on, with a root that the parser understands.
///
/// The declaration goes because the text is decoded already; the document type goes because no
/// entity that it declares is ever expanded.
pub(super) fn normalise(text: &str) -> Result<String, DocumentError> {
    let start = text.find(['<', '{']).ok_or(DocumentError::NoDocument)?;
    let text = &text[start..];
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let text = skip_prolog(text).ok_or(DocumentError::NoDocument)?;
    let end = tag_end(text).ok_or(DocumentError::NoDocument)?;
    let (tag, rest) = text.split_at(end);
    let name = tag[1..].split(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).next();
    let name = name.unwrap_or_default();
    match name.rsplit(':').next().unwrap_or_default() {
        "rss" => Ok(retag(name, tag, rest, rss_attribute, " version=\"2.0\"")),
        "RDF" | "feed" => Ok(retag(name, tag, rest, namespace_attribute, "")),
        local if local.eq_ignore_ascii_case("html") => Err(DocumentError::WebPage),
        local => Err(DocumentError::UnknownRoot { root: super::clean(local, 40) }),
    }
}

/// From the root's tag on, past declarations, instructions, comments and the document type.
fn skip_prolog(mut text: &str) -> Option<&str> {
    loop {
        text = &text[text.find('<')?..];
        text = if let Some(inside) = text.strip_prefix("<?") {
            inside.split_once("?>")?.1
        } else if let Some(inside) = text.strip_prefix("<!--") {
            inside.split_once("-->")?.1
        } else if let Some(inside) = text.strip_prefix("<!") {
            if inside.get(..12).is_some_and(|name| name.eq_ignore_ascii_case("doctype html")) {
                return Some("<html>");
            }
            &text[doctype_end(text)?..]
        } else {
            return Some(text);
        };
    }
}

/// Past `<!DOCTYPE name "..." [ ... ]>`.
fn doctype_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut brackets = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') => brackets += 1,
            (None, b']') => brackets = brackets.saturating_sub(1),
            (None, b'>') if brackets == 0 => return Some(at + 1),
            (None, _) => {}
        }
    }
    None
}

/// Past the tag that the text starts with; quoted `>` do not end it.
pub(super) fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Writes the root's tag again, each attribute as `keep` has it, with `extra` in front of them.
fn retag(
    name: &str,
    tag: &str,
    rest: &str,
    keep: fn(&str, &str) -> Option<String>,
    extra: &str,
) -> String {
    let mut out = String::with_capacity(tag.len() + rest.len() + extra.len());
    let _ = write!(out, "<{name}{extra}");
    let is_empty = tag.ends_with("/>");
    let inside = &tag[1 + name.len()..tag.len() - 1 - usize::from(is_empty)];
    let mut left = inside;
    while let Some((key, value, after)) = attribute(left) {
        left = after;
        if let Some(value) = keep(key, value) {
            let quote = if value.contains('"') { '\'' } else { '"' };
            let _ = write!(out, " {key}={quote}{value}{quote}");
        }
    }
    out.push_str(if is_empty { "/>" } else { ">" });
    out.push_str(rest);
    out
}

/// The next `key="value"`, and what follows it.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (key, after) = text.split_once('=')?;
    let key = key.split_whitespace().next_back()?;
    let after = after.trim_start();
    let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (value, after) = after[1..].split_once(quote)?;
    Some((key, value, after))
}

/// Versions 0.91 to 2.0 differ in what they allow, not in how it reads. A default namespace,
/// which early feeds of this kind had, would hide every element from the parser.
fn rss_attribute(key: &str, value: &str) -> Option<String> {
    (!matches!(key, "version" | "xmlns")).then(|| value.to_owned())
}

fn namespace_attribute(_key: &str, value: &str) -> Option<String> {
    let known = NAMESPACES.iter().find(|(old, _)| *old == value);
    Some(known.map_or(value, |(_, new)| *new).to_owned())
}

#[cfg(test)]
mod tests {
    use super::normalise;
    use crate::newsfeed::document::DocumentError;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(normalise(text).as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn every_version_of_rss_becomes_the_newest() {
        check("<rss version='0.91'><a/>", "<rss version=\"2.0\"><a/>");
        check("<rss version=\"0.94\"/>", "<rss version=\"2.0\"/>");
        check("<rss>", "<rss version=\"2.0\">");
        check(
            "<rss\n xmlns='http://backend.userland.com/rss2'\n version = '2.0' xmlns:x='a>b'>",
            "<rss version=\"2.0\" xmlns:x=\"a>b\">",
        );
    }

    #[test]
    fn old_namespaces_become_the_ones_in_use() {
        check(
            "<rdf:RDF xmlns='http://my.netscape.com/rdf/simple/0.9/' xmlns:rdf='r'><channel>",
            "<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\" xmlns:rdf=\"r\"><channel>",
        );
        check(
            "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\">",
            "<feed version=\"0.3\" xmlns=\"http://www.w3.org/2005/Atom\">",
        );
    }

    #[test]
    fn what_stands_before_the_root_goes() {
        check(
            "\n Notice: x <?xml version='1.0'?><?style a='>'?><!-- <rss> --><!DOCTYPE rss [\
             <!ENTITY a \"]>\">]>\n<feed>&a;</feed>",
            "<feed>&a;</feed>",
        );
        check("junk {\"version\": \"<\"}", "{\"version\": \"<\"}");
    }

    #[test]
    fn web_pages_are_named_as_such() {
        for page in ["<html>", "<!DOCTYPE html><body>", "<!doctype HTML>", "<?xml?><HTML x='1'>"] {
            assert_eq!(normalise(page), Err(DocumentError::WebPage), "{page}");
        }
    }

    #[test]
    fn other_roots_are_named() {
        let error = DocumentError::UnknownRoot { root: "opml".to_owned() };
        assert_eq!(normalise("<opml version='1.0'>"), Err(error));
    }

    #[test]
    fn documents_without_a_root_are_refused() {
        for text in ["", "plain", "<", "<?xml", "<!-- ", "<!DOCTYPE rss [", "<rss version='2.0"] {
            assert_eq!(normalise(text), Err(DocumentError::NoDocument), "{text}");
        }
    }
}
