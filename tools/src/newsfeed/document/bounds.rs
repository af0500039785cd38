//! How intricate a document may be, whatever its size.
//!
//! Lives here: one pass that counts. The parser's time grows with attributes a tag and namespaces
//! in scope, and its memory with elements, so a few megabytes could keep it busy for minutes.
//! Must not: judge whether the markup is right.

use super::DocumentError;
use super::head::tag_end;

/// Elements inside elements.
const DEPTH_MAX: usize = 256;
/// Words and quotes of one tag, about two an attribute.
const TAG_PIECES_MAX: usize = 256;
/// Namespace declarations that hold at the same place.
const NAMESPACES_MAX: usize = 256;
/// Elements, or objects in JSON.
const ELEMENTS_MAX: usize = 200_000;
/// Articles.
const ARTICLES_MAX: usize = 10_000;

/// Counts a document against the bounds.
pub(super) fn check(text: &str) -> Result<(), DocumentError> {
    if text.starts_with('{') {
        let objects = text.bytes().filter(|byte| *byte == b'{').count();
        return bound("objects", objects, ELEMENTS_MAX);
    }
    let mut count = Count::default();
    let mut left = text;
    while let Some(at) = left.find('<') {
        left = &left[at..];
        let Some(end) = markup_end(left) else { break };
        let markup = &left[..end];
        left = &left[end..];
        match markup.as_bytes().get(1) {
            Some(b'!' | b'?') => {}
            Some(b'/') => count.close(),
            _ => count.open(markup)?,
        }
    }
    Ok(())
}

/// Past the tag, comment, section or instruction that the text starts with.
pub(super) fn markup_end(text: &str) -> Option<usize> {
    let closer = if text.starts_with("<!--") {
        "-->"
    } else if text.starts_with("<![CDATA[") {
        "]]>"
    } else if text.starts_with("<?") {
        "?>"
    } else {
        return tag_end(text);
    };
    Some(text.find(closer)? + closer.len())
}

fn bound(what: &'static str, actual: usize, max: usize) -> Result<(), DocumentError> {
    if actual > max { Err(DocumentError::TooIntricate { what, max }) } else { Ok(()) }
}

#[derive(Default)]
struct Count {
    /// Namespace declarations of each open element.
    open: Vec<usize>,
    namespaces: usize,
    elements: usize,
    articles: usize,
}

impl Count {
    fn open(&mut self, tag: &str) -> Result<(), DocumentError> {
        self.elements += 1;
        bound("elements", self.elements, ELEMENTS_MAX)?;
        let name = tag[1..].split(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).next();
        if matches!(name, Some("item" | "entry")) {
            self.articles += 1;
            bound("articles", self.articles, ARTICLES_MAX)?;
        }
        bound("attributes in one tag", pieces(tag), TAG_PIECES_MAX)?;
        let declared = tag.matches("xmlns").count();
        bound("namespaces at one place", self.namespaces + declared, NAMESPACES_MAX)?;
        if !tag.ends_with("/>") {
            self.open.push(declared);
            self.namespaces += declared;
            bound("elements inside each other", self.open.len(), DEPTH_MAX)?;
        }
        Ok(())
    }

    fn close(&mut self) {
        self.namespaces -= self.open.pop().unwrap_or_default();
    }
}

/// Runs of blanks outside quotes, and quoted values.
fn pieces(tag: &str) -> usize {
    let mut quote = None;
    let mut was_blank = false;
    let mut pieces = 0;
    for byte in tag.bytes() {
        let is_blank = byte.is_ascii_whitespace();
        match quote {
            Some(open) if open == byte => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => {
                quote = Some(byte);
                pieces += 1;
            }
            None => pieces += usize::from(is_blank && !was_blank),
        }
        was_blank = is_blank;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{
        ARTICLES_MAX, DEPTH_MAX, DocumentError, ELEMENTS_MAX, NAMESPACES_MAX, TAG_PIECES_MAX, check,
    };

    /// `make(max)` passes and `make(max + 1)` does not.
    #[track_caller]
    fn bounded(what: &'static str, max: usize, make: impl Fn(usize) -> String) {
        assert_eq!(check(&make(max)), Ok(()), "{what} at the bound");
        let max_named = if what == "attributes in one tag" { TAG_PIECES_MAX } else { max };
        let error = DocumentError::TooIntricate { what, max: max_named };
        assert_eq!(check(&make(max + 1)), Err(error), "{what} past the bound");
    }

    #[test]
    fn every_bound_holds_at_its_value_and_not_past_it() {
        bounded("elements inside each other", DEPTH_MAX, |n| "<a>".repeat(n));
        bounded("attributes in one tag", TAG_PIECES_MAX / 2, |n| {
            format!("<a{}>", " b=\"<\"".repeat(n))
        });
        bounded("namespaces at one place", NAMESPACES_MAX, |n| {
            "<a xmlns:b='c'>".repeat(n / 2)
                + &"<a xmlns='c'>".repeat(n / 4)
                + &{
                    let left = n - n / 2 - n / 4;
                    format!("<x {}></x>", "xmlns:x='y' ".repeat(left))
                }
        });
        bounded("elements", ELEMENTS_MAX, |n| "<a/>".repeat(n));
        bounded("articles", ARTICLES_MAX, |n| "<item/>".repeat(n));
        bounded("objects", ELEMENTS_MAX, |n| "{".repeat(n));
    }

    #[test]
    fn closed_elements_do_not_add_up() {
        assert_eq!(check(&"<a xmlns='b'><c/></a>".repeat(1_000)), Ok(()));
    }

    #[test]
    fn comments_and_sections_hold_no_elements() {
        let hidden = "<a>".repeat(DEPTH_MAX + 1);
        assert_eq!(check(&format!("<!--{hidden}--><![CDATA[{hidden}]]><?{hidden}?>")), Ok(()));
    }

    #[test]
    fn unfinished_markup_is_left_to_the_parser() {
        for text in ["<", "<a b='", "<!--", "<![CDATA[", "<?", "</", "</a></a>"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }
}
