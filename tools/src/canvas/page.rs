//! From pushed HTML to a page that a browser may show.
//!
//! Lives here: the limits of a page and its sanitising, as pure functions.
//! Must not: decide what is allowed (`policy`), know the store or the call.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use html5gum::{Token, Tokenizer};

use super::{HTML_BYTES_MAX, PageError, inspection, policy};

/// A page as it is kept.
#[derive(Debug)]
pub(super) struct Page {
    /// Its HTML.
    pub(super) html: String,
    /// What was removed: names of elements, and of attributes as `a[onclick]`.
    pub(super) removed: BTreeSet<String>,
}

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let set = |names: &[&'static str]| names.iter().copied().collect::<HashSet<_>>();
    let own = policy::TAG_ATTRIBUTES.iter().map(|(tag, names)| (*tag, set(names)));
    let mut builder = Builder::empty();
    builder
        .tags(set(policy::TAGS))
        .clean_content_tags(set(policy::TAGS_WITH_CONTENT))
        .generic_attributes(set(policy::ATTRIBUTES))
        .tag_attributes(own.collect::<HashMap<_, _>>())
        .url_schemes(set(policy::SCHEMES))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(|tag, attribute, value| {
            policy::allows_value(tag, attribute, value).then(|| value.into())
        });
    builder
});

/// The page that this HTML is, without what a page may not have.
///
/// # Errors
/// When it is over a limit, before or after, or when nothing of it is left to see.
pub(super) fn sanitised(html: &str) -> Result<Page, PageError> {
    let given = html.len();
    if given > HTML_BYTES_MAX {
        return Err(PageError::TooLarge { actual: given });
    }
    let removed = inspection::removals(html)?;
    let html = SANITISER.clean(html).to_string();
    if html.len() > HTML_BYTES_MAX {
        return Err(PageError::Grown { given, actual: html.len() });
    }
    if !shows_anything(&html) {
        return Err(PageError::Empty { given, removed: removed.into_iter().collect() });
    }
    Ok(Page { html, removed })
}

/// Whether a sanitised page has text, or an image with an address.
fn shows_anything(html: &str) -> bool {
    Tokenizer::new(html).any(|token| {
        let Ok(token) = token;
        match token {
            Token::String(text) => !String::from_utf8_lossy(&text).trim().is_empty(),
            Token::StartTag(tag) => {
                tag.name.as_slice() == b"img" && tag.attributes.contains_key(b"src".as_slice())
            }
            _ => false,
        }
    })
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
