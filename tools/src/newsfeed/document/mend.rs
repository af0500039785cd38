//! Small damage that many feeds have and every reader forgives.
//!
//! Lives here: references that are none, author lines that the parser cannot split, ids of JSON
//! that are numbers. Tried only after a document was refused. Must not: invent structure; a
//! document that lost a tag or its end stays broken, because nobody can know what is missing.

use serde_json::{Map, Value};

use super::bounds::markup_end;

/// Elements whose text the parser splits into a name and an address.
const PERSONS: &[&str] = &["author", "managingEditor", "webMaster", "dc:creator"];
/// Bytes between `&` and `;` in the longest reference there is, with room.
const REFERENCE_BYTES_MAX: usize = 40;

/// The mended document, or `None` if there was nothing to mend.
pub(super) fn mend(text: &str) -> Option<String> {
    if text.starts_with('{') { mend_json(text) } else { mend_xml(text) }
}

/// Gives JSON what the specification asks of it: a title, and ids that are text.
fn mend_json(text: &str) -> Option<String> {
    let mut feed: Map<String, Value> = serde_json::from_str(text).ok()?;
    feed.entry("title").or_insert_with(|| "".into());
    if let Some(Value::Array(items)) = feed.get_mut("items") {
        for id in items.iter_mut().filter_map(|item| item.get_mut("id")) {
            if let Value::Number(number) = id {
                *id = number.to_string().into();
            }
        }
    }
    serde_json::to_string(&feed).ok()
}

fn mend_xml(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 64);
    let mut left = text;
    let mut is_person = false;
    while !left.is_empty() {
        let at = left.find('<').unwrap_or(left.len());
        let (words, markup) = left.split_at(at);
        mend_text(&mut out, words, is_person);
        let end = markup_end(markup).unwrap_or(markup.len());
        let (markup, after) = markup.split_at(end);
        is_person = PERSONS.iter().any(|name| is_start_of(markup, name));
        if markup.starts_with("<!") || markup.starts_with("<?") {
            out.push_str(markup);
        } else {
            mend_references(&mut out, markup);
        }
        left = after;
    }
    (out != text).then_some(out)
}

fn is_start_of(markup: &str, name: &str) -> bool {
    let after = markup.strip_prefix('<').and_then(|inner| inner.strip_prefix(name));
    after.is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == '>'))
}

fn mend_text(out: &mut String, text: &str, is_person: bool) {
    if !is_person || text.is_ascii() || !text.contains('@') {
        return mend_references(out, text);
    }
    // The parser cuts one byte beside the address; a blank there keeps it between characters.
    let mut was_ascii = true;
    for c in text.chars() {
        if c.is_ascii() != was_ascii {
            out.push(' ');
        }
        was_ascii = c.is_ascii();
        out.push(c);
    }
}

/// Copies text, escaping each `&` that starts no reference and dropping impossible characters.
fn mend_references(out: &mut String, text: &str) {
    let mut left = text;
    while let Some(at) = left.find('&') {
        out.push_str(&left[..at]);
        let after = &left[at + 1..];
        let name = after.split_once(';').map(|(name, _)| name);
        match name.filter(|name| name.len() <= REFERENCE_BYTES_MAX).map(judge) {
            Some(Reference::Fine) => out.push('&'),
            Some(Reference::Impossible(bytes)) => {
                left = &after[bytes..];
                continue;
            }
            Some(Reference::None) | None => out.push_str("&amp;"),
        }
        left = after;
    }
    out.push_str(left);
}

enum Reference {
    Fine,
    /// A number that is no character; it and its `;` are this long.
    Impossible(usize),
    None,
}

fn judge(name: &str) -> Reference {
    let Some(number) = name.strip_prefix('#') else {
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_name = starts_well && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return if is_name { Reference::Fine } else { Reference::None };
    };
    let (digits, radix) = match number.strip_prefix('x') {
        Some(hex) => (hex, 16),
        None => (number, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Reference::None;
    }
    match u32::from_str_radix(digits, radix).ok().and_then(char::from_u32) {
        Some(c) if c != '\0' => Reference::Fine,
        _ => Reference::Impossible(name.len() + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::mend;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(mend(text).as_deref(), expected, "{text}");
    }

    #[test]
    fn a_sound_document_is_left_alone() {
        check("<a b='&lt;'>x &amp; &eacute; &#233; &#xE9;</a>", None);
        check("<a><![CDATA[ & &#0; ]]><!-- & --><?x & ?></a>", None);
    }

    #[test]
    fn json_gets_a_title_and_ids_that_are_text() {
        check("{\"items\":[{\"id\":7},{\"id\":\"8\"},3]", None);
        check(
            r#"{"items":[{"id":7},{"id":"8"},{"id":1.5},3]}"#,
            Some(r#"{"items":[{"id":"7"},{"id":"8"},{"id":"1.5"},3],"title":""}"#),
        );
    }

    #[test]
    fn a_bare_ampersand_is_escaped() {
        check("<a>b & c &d; &; &e f; g&", Some("<a>b &amp; c &d; &amp;; &amp;e f; g&amp;"));
        check("<a href='?x=1&y=2'/>", Some("<a href='?x=1&amp;y=2'/>"));
        check("<a>&#; &#x; &#12z;</a>", Some("<a>&amp;#; &amp;#x; &amp;#12z;</a>"));
    }

    #[test]
    fn impossible_characters_are_dropped() {
        check("<a>x&#0;y&#xD800;z&#99999999999;&#x110000;</a>", Some("<a>xyz</a>"));
    }

    #[test]
    fn addresses_in_author_lines_get_room() {
        check("<author>a@b.jp（山田）</author>", Some("<author>a@b.jp （山田）</author>"));
        check("<author x='y'>【a@b.jp】</author>", Some("<author x='y'> 【 a@b.jp 】</author>"));
        check("<authors>【a@b.jp】</authors>", None);
        check("<author>山田</author>", None);
    }

    #[test]
    fn unfinished_markup_ends_the_text() {
        check("<a>b<c d='&", Some("<a>b<c d='&amp;"));
        check("<a><![CDATA[ &", None);
    }
}
