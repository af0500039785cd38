//! The parser's model to ours.
//!
//! Lives here: which of a publisher's fields count, and in which order. Must not: keep anything
//! unbounded or unclean.

use feed_rs::model::{Content, Entry as Parsed, Feed, FeedType, Link, Text};
use url::Url;

use super::text::{clean, from_html};
use super::{Document, Entry};

/// Characters of a headline, and of a feed's own name.
const TITLE_CHARS_MAX: usize = 300;
/// Characters of what a feed says about itself.
const DESCRIPTION_CHARS_MAX: usize = 500;
/// Characters of a summary.
const SUMMARY_CHARS_MAX: usize = 4_000;
/// Characters of the authors' names.
const AUTHOR_CHARS_MAX: usize = 200;
/// Authors that are named.
const AUTHORS_MAX: usize = 3;
/// Characters of a summary that stand in for a missing headline.
const STANDIN_CHARS_MAX: usize = 80;
/// Bytes of an address.
const URL_BYTES_MAX: usize = 2_048;
/// Bytes of a key; a longer one is shortened to a prefix and a checksum.
const KEY_BYTES_MAX: usize = 512;
/// The last millisecond of the year 9999.
const PUBLISHED_MS_MAX: i64 = 253_402_300_799_999;

/// Ours, from the parser's.
pub(super) fn document(feed: Feed) -> Document {
    let kind = feed.feed_type;
    let text = |text: Option<&Text>, chars_max| text.map(|text| plain(text, &kind, chars_max));
    Document {
        title: text(feed.title.as_ref(), TITLE_CHARS_MAX).unwrap_or_default(),
        description: text(feed.description.as_ref(), DESCRIPTION_CHARS_MAX).unwrap_or_default(),
        entries: feed.entries.iter().filter_map(|parsed| entry(parsed, &kind)).collect(),
    }
}

/// `None` for an entry that says nothing at all.
fn entry(parsed: &Parsed, kind: &FeedType) -> Option<Entry> {
    let id = parsed.id.trim();
    let url = link(&parsed.links).or_else(|| web_address(id)).unwrap_or_default();
    let summary = summary(parsed, kind);
    let title = parsed.title.as_ref().map(|text| plain(text, kind, TITLE_CHARS_MAX));
    let title = [title.unwrap_or_default(), clean(&summary, STANDIN_CHARS_MAX), url.clone()]
        .into_iter()
        .find(|title| !title.is_empty())?;
    let published = parsed.published.or(parsed.updated).map(|time| time.timestamp_millis());
    let published_ms = published.filter(|ms| (0..=PUBLISHED_MS_MAX).contains(ms));
    let key = if !id.is_empty() {
        key("id", id)
    } else if !url.is_empty() {
        key("link", &url)
    } else {
        // Columns repeat their headline every week.
        let date = published_ms.map(|ms| format!(" {ms}")).unwrap_or_default();
        key("title", &(title.clone() + &date))
    };
    Some(Entry { key, title, url, summary, author: author(parsed), published_ms })
}

/// Titles and descriptions of RSS are HTML in practice; other kinds of feed say what they are.
fn plain(text: &Text, kind: &FeedType, chars_max: usize) -> String {
    let is_rss = !matches!(kind, FeedType::Atom | FeedType::JSON);
    if is_rss || text.content_type.subty() != "plain" {
        from_html(&text.content, chars_max)
    } else {
        clean(&text.content, chars_max)
    }
}

/// The publisher's summary, or else the beginning of the content.
fn summary(parsed: &Parsed, kind: &FeedType) -> String {
    let summary = parsed.summary.as_ref().map(|text| plain(text, kind, SUMMARY_CHARS_MAX));
    match summary.filter(|summary| !summary.is_empty()) {
        Some(summary) => summary,
        None => parsed.content.as_ref().map(content).unwrap_or_default(),
    }
}

fn content(content: &Content) -> String {
    let Some(body) = &content.body else { return String::new() };
    if content.content_type.ty() != "text" && content.content_type.subty() != "xhtml" {
        // Inline pictures and the like, in base64.
        return String::new();
    }
    if content.content_type.subty() == "plain" {
        clean(body, SUMMARY_CHARS_MAX)
    } else {
        from_html(body, SUMMARY_CHARS_MAX)
    }
}

fn author(parsed: &Parsed) -> String {
    let names = parsed
        .authors
        .iter()
        .filter_map(|person| person.name.as_deref().or(person.email.as_deref()).map(str::trim));
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).take(AUTHORS_MAX).collect();
    from_html(&names.join(", "), AUTHOR_CHARS_MAX)
}

/// The page of an article: the link that says so, or else the first that leads somewhere.
fn link(links: &[Link]) -> Option<String> {
    let is_page = |link: &&Link| {
        link.target.is_none() && matches!(link.rel.as_deref(), None | Some("alternate"))
    };
    let is_html =
        |link: &&Link| link.media_type.as_deref().is_none_or(|kind| kind.contains("html"));
    let pages = links.iter().filter(is_page);
    let preferred = pages.clone().filter(is_html).chain(pages).chain(links);
    preferred.filter_map(|link| web_address(link.href.trim())).next()
}

/// An address a browser can open; `javascript:` and its kind are not.
fn web_address(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    (is_web && url.as_str().len() <= URL_BYTES_MAX).then(|| url.into())
}

fn key(kind: &str, text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.len() <= KEY_BYTES_MAX {
        return format!("{kind}:{text}");
    }
    let mut end = KEY_BYTES_MAX - 32;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{kind}:{}#{:016x}", &text[..end], checksum(&text))
}

/// FNV-1a: stable over releases and machines, which the standard hasher does not promise.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
