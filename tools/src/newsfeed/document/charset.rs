//! Bytes to text: which encoding a document is in.
//!
//! Lives here: the order in which the witnesses are heard. Must not: look at markup beyond the
//! XML declaration.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The XML declaration stands within this many bytes.
const DECLARATION_BYTES_MAX: usize = 256;

/// Decodes a document; bytes that fit no encoding become U+FFFD.
///
/// A byte-order mark decides. Valid UTF-8 that the header or the declaration calls UTF-8 is UTF-8,
/// whatever the other one says. Then the header, the shape of UTF-16, the declaration and UTF-8
/// are tried in this order, and the first without a decoding error wins.
pub(super) fn decode(bytes: &[u8], content_type: Option<&str>) -> String {
    if let Some((encoding, mark_bytes)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark_bytes..]).0.into_owned();
    }
    let header = content_type.and_then(header_encoding);
    let declared = declared_encoding(bytes);
    let is_called_utf8 = [header, declared].contains(&Some(UTF_8));
    let utf8 = is_called_utf8.then_some(UTF_8);
    let candidates = [utf8, header, utf16_shape(bytes), declared, Some(UTF_8)];
    for encoding in candidates.into_iter().flatten() {
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            return text.into_owned();
        }
    }
    let fallback = header.or(declared).unwrap_or(WINDOWS_1252);
    fallback.decode_without_bom_handling(bytes).0.into_owned()
}

/// The `charset` of a content type.
fn header_encoding(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        if !name.trim().eq_ignore_ascii_case("charset") {
            return None;
        }
        Encoding::for_label(value.trim().trim_matches(['"', '\'']).as_bytes())
    })
}

/// UTF-16 without a mark: the first character of a feed is `<` or `{`.
fn utf16_shape(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<' | b'{', 0, ..] => Some(UTF_16LE),
        [0, b'<' | b'{', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The encoding of the XML declaration, if it can be read as ASCII.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(DECLARATION_BYTES_MAX)];
    let text = String::from_utf8_lossy(start);
    let declaration = text.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let label = value[1..].split(quote).next()?;
    // A declaration that reads as ASCII is not in UTF-16, whatever it says.
    Some(Encoding::for_label(label.as_bytes())?.output_encoding())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[track_caller]
    fn check(bytes: &[u8], content_type: Option<&str>, expected: &str) {
        assert_eq!(decode(bytes, content_type), expected, "{content_type:?}");
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn utf8_needs_no_witness() {
        check("<a>né</a>".as_bytes(), None, "<a>né</a>");
        check("\u{feff}<a>né</a>".as_bytes(), None, "<a>né</a>");
        check(b"", None, "");
    }

    #[test]
    fn a_mark_beats_header_and_declaration() {
        let text = "<?xml version='1.0' encoding='iso-8859-1'?><a>né</a>";
        let marked = format!("\u{feff}{text}");
        check(marked.as_bytes(), Some("text/xml; charset=shift_jis"), text);
        check(&utf16(&marked, u16::to_le_bytes), Some("text/xml; charset=utf-8"), text);
        check(&utf16(&marked, u16::to_be_bytes), None, text);
    }

    #[test]
    fn utf16_without_a_mark_is_recognised() {
        let text = "<?xml version='1.0' encoding='utf-16'?><a>日本</a>";
        check(&utf16(text, u16::to_le_bytes), None, text);
        check(&utf16(text, u16::to_be_bytes), None, text);
    }

    #[test]
    fn the_header_decides_when_the_document_is_silent() {
        check(b"<a>n\xe9</a>", Some("text/xml; charset=\"ISO-8859-1\""), "<a>né</a>");
        let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode("<a>日本語</a>");
        check(&shift_jis, Some("text/xml;charset=Shift_JIS"), "<a>日本語</a>");
    }

    #[test]
    fn the_declaration_decides_when_the_header_is_silent() {
        for label in ["shift_jis", "euc-jp", "windows-1251", "gb18030", "big5"] {
            let text = format!("<?xml version=\"1.0\" encoding = \"{label}\"?><a>x</a>");
            check(text.as_bytes(), Some("text/xml"), &text);
        }
        let text = "<?xml version=\"1.0\" encoding='euc-jp'?><a>日本語</a>";
        let (euc_jp, _, _) = encoding_rs::EUC_JP.encode(text);
        check(&euc_jp, Some("application/rss+xml"), text);
    }

    #[test]
    fn valid_utf8_that_says_so_is_utf8_against_a_wrong_header() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>né</a>";
        check(text.as_bytes(), Some("text/xml; charset=iso-8859-1"), text);
    }

    #[test]
    fn a_header_that_cannot_be_true_gives_way_to_the_declaration() {
        let bytes = b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>n\xe9</a>";
        let text = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>né</a>";
        check(bytes, Some("text/xml; charset=utf-8"), text);
    }

    #[test]
    fn a_readable_declaration_of_utf16_is_not_believed() {
        let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>né</a>";
        check(text.as_bytes(), None, text);
    }

    #[test]
    fn bytes_without_any_witness_are_western() {
        check(b"<a>n\xe9 \x93quoted\x94</a>", None, "<a>né \u{201c}quoted\u{201d}</a>");
    }

    #[test]
    fn unknown_labels_are_no_witness() {
        check("<a>né</a>".as_bytes(), Some("text/xml; charset=klingon"), "<a>né</a>");
        check(b"<a>x</a>", Some("charset; =; ;"), "<a>x</a>");
    }
}
