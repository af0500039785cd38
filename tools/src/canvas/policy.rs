//! What a page may consist of.
//!
//! Lives here: the allowed elements, attributes and addresses, as pure functions.
//! Must not: parse a page.

use url::Url;

/// Every element that a page may have. What is in none of these lists is removed, and its content
/// stays.
pub(super) const TAGS: &[&str] = &[
    "a",
    "abbr",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Elements whose content goes with them: it is not text, or a browser does not read it as text.
pub(super) const TAGS_WITH_CONTENT: &[&str] = &[
    "applet",
    "embed",
    "frameset",
    "iframe",
    "math",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "plaintext",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
    "xmp",
];

/// Attributes of every allowed element.
pub(super) const ATTRIBUTES: &[&str] = &["dir", "lang", "title"];

/// Attributes of single elements.
pub(super) const TAG_ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("data", &["value"]),
    ("del", &["datetime"]),
    ("details", &["open"]),
    ("img", &["alt", "height", "src", "width"]),
    ("ins", &["datetime"]),
    ("li", &["value"]),
    ("ol", &["reversed", "start", "type"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("time", &["datetime"]),
];

/// The schemes that any address may have at all.
pub(super) const SCHEMES: &[&str] = &["data", "http", "https"];

/// Whether an element stays.
pub(super) fn allows_tag(tag: &str) -> bool {
    TAGS.contains(&tag)
}

/// Whether an attribute of an allowed element stays with this value.
pub(super) fn allows_attribute(tag: &str, attribute: &str, value: &str) -> bool {
    let own = TAG_ATTRIBUTES.iter().find(|(owner, _)| *owner == tag);
    let is_own = own.is_some_and(|(_, names)| names.contains(&attribute));
    (is_own || ATTRIBUTES.contains(&attribute)) && allows_value(tag, attribute, value)
}

/// Whether a value may stand there. Addresses are read as a browser reads them, so that neither
/// blanks nor line breaks hide a scheme; one that is relative to somewhere has none.
pub(super) fn allows_value(tag: &str, attribute: &str, value: &str) -> bool {
    match (tag, attribute) {
        ("a", "href") => Url::parse(value)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host()),
        ("img", "src") => Url::parse(value).is_ok_and(|url| match url.scheme() {
            "https" => url.has_host(),
            "data" => is_image(url.path()),
            _ => false,
        }),
        _ => true,
    }
}

/// Whether the content of a `data:` address says of itself that it is an image.
fn is_image(content: &str) -> bool {
    let Some((head, _)) = content.split_once(',') else { return false };
    let kind = head.split(';').next().unwrap_or_default();
    let Some((major, minor)) = kind.split_once('/') else { return false };
    let is_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-');
    major.eq_ignore_ascii_case("image") && !minor.is_empty() && minor.chars().all(is_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_element_is_in_two_lists() {
        for tag in TAGS_WITH_CONTENT {
            assert!(!allows_tag(tag), "{tag}");
        }
        for (tag, _) in TAG_ATTRIBUTES {
            assert!(allows_tag(tag), "{tag}");
        }
        for list in [TAGS, TAGS_WITH_CONTENT, ATTRIBUTES, SCHEMES] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn a_link_goes_to_the_web_and_nowhere_else() {
        for good in ["http://a.example", "https://a.example/b?c#d", " HTTPS://a.example", "https:a"]
        {
            assert!(allows_attribute("a", "href", good), "{good}");
        }
        for bad in [
            "",
            "/a",
            "a.html",
            "//a.example",
            "#a",
            "?a",
            "https://",
            "javascript:alert(1)",
            " \u{1}java\nscri\tpt:alert(1)",
            "vbscript:a",
            "data:text/html,a",
            "data:image/png;base64,AAAA",
            "mailto:a@a.example",
            "file:///etc/passwd",
            "blob:https://a.example/a",
            "view-source:https://a.example",
        ] {
            assert!(!allows_attribute("a", "href", bad), "{bad}");
        }
    }

    #[test]
    fn an_image_comes_over_tls_or_with_the_page() {
        for good in [
            "https://a.example/a.png",
            "data:image/png;base64,AAAA",
            "DATA:IMAGE/svg+xml,%3Csvg%3E",
            "data:image/vnd.a-b+c;d=e;base64,",
        ] {
            assert!(allows_attribute("img", "src", good), "{good}");
        }
        for bad in [
            "http://a.example/a.png",
            "a.png",
            "//a.example/a.png",
            "data:text/html,a",
            "data:,a",
            "data:image/png",
            "data:image/,a",
            "data:image,a",
            "data: image/png,a",
            "data:text/html;image/png,a",
            "data:image/png\u{b}x,a",
            "javascript:alert(1)",
        ] {
            assert!(!allows_attribute("img", "src", bad), "{bad}");
        }
    }

    #[test]
    fn an_attribute_of_one_element_is_not_one_of_another() {
        assert!(allows_attribute("p", "title", "a") && allows_attribute("ol", "start", "2"));
        for (tag, attribute) in [("p", "href"), ("div", "src"), ("p", "style"), ("a", "onclick")] {
            assert!(!allows_attribute(tag, attribute, "https://a.example"), "{tag} {attribute}");
        }
    }
}
