//! What a publisher sent: bytes in, entries out, without any effect.
//!
//! Lives here: the steps from bytes to entries, one file a step, and what can be wrong with them.
//! Must not: fetch, store, or trust a single byte: a document is text by strangers.

mod bounds;
mod charset;
mod entry;
mod head;
mod mend;
mod text;

use std::panic::catch_unwind;

use feed_rs::parser::Builder;
use url::Url;

pub(super) use text::clean;

/// A feed as its publisher describes it: text without markup, control or hidden characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its name; empty if it has none.
    pub title: String,
    /// What it is about; empty if it does not say.
    pub description: String,
    /// Its articles, as ordered by the publisher.
    pub entries: Vec<Entry>,
}

/// One article of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What makes it the same article the next time: its own id, or else its link, or else
    /// its title and date.
    pub key: String,
    /// Its headline; never empty.
    pub title: String,
    /// Where to read it, always `http` or `https`; empty if there is no such place.
    pub url: String,
    /// Its beginning, or the publisher's summary; empty if there is none.
    pub summary: String,
    /// Who wrote it; empty if it does not say.
    pub author: String,
    /// When it was published, in milliseconds since 1970.
    pub published_ms: Option<i64>,
}

/// Why a document is not a feed that can be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DocumentError {
    /// Nothing that opens an element or an object.
    #[error("the answer is not a feed: it holds neither XML nor JSON")]
    NoDocument,
    /// HTML: a moved feed, a login form, an error page with the wrong status.
    #[error("the answer is a web page, not a feed")]
    WebPage,
    /// XML of another kind.
    #[error("the answer is not a feed: its root element is `{root}`")]
    UnknownRoot {
        /// The root element's name.
        root: String,
    },
    /// More of something than any honest feed has.
    #[error("the feed has more than {max} {what}")]
    TooIntricate {
        /// What there is too much of.
        what: &'static str,
        /// The bound.
        max: usize,
    },
    /// A feed, but a damaged one.
    #[error("the feed is broken: {reason}")]
    Broken {
        /// What the parser stumbled over.
        reason: String,
    },
}

/// Reads a document that came with this `Content-Type` from this address.
///
/// The type of the content is judged by the content: many feeds are sent as `text/html`.
///
/// # Errors
/// When it is no feed, too intricate, or broken beyond mending.
pub fn read(
    bytes: &[u8],
    content_type: Option<&str>,
    base: &Url,
) -> Result<Document, DocumentError> {
    let decoded = charset::decode(bytes, content_type);
    let text = head::normalise(&decoded)?;
    bounds::check(&text)?;
    let first = match parse(&text, base) {
        Ok(document) => return Ok(document),
        Err(error) => error,
    };
    match mend::mend(&text) {
        Some(mended) => parse(&mended, base).map_err(|_| broken(&first)),
        None => Err(broken(&first)),
    }
}

/// The parser is not free of panics on hostile input, so one is an error like any other.
fn parse(text: &str, base: &Url) -> Result<Document, String> {
    let parsed = catch_unwind(|| {
        let parser = Builder::new()
            .base_uri(Some(base.as_str()))
            .id_generator(|_, _, _| String::new())
            .sanitize_content(false)
            .build();
        parser.parse(text.as_bytes())
    });
    match parsed {
        Ok(Ok(feed)) => Ok(entry::document(feed)),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the parser gave up".to_owned()),
    }
}

fn broken(reason: &str) -> DocumentError {
    DocumentError::Broken { reason: clean(reason, 200) }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
