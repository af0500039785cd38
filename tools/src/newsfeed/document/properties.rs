//! What holds for every document, however damaged.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use url::Url;

use super::{Entry, read};

/// One document of each kind, with something in every place that is read.
const SOUND: &[&str] = &[
    "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE rss [<!ENTITY a 'b'>]>\
     <rss version='0.92' xmlns:dc='http://purl.org/dc/elements/1.1/' \
     xmlns:media='http://search.yahoo.com/mrss/' \
     xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel><title>T &amp; t</title>\
     <item><title>日本 &lt;b&gt;語</title><guid>1</guid><link>https://a.example/1</link>\
     <author>a@b.jp（山田）</author><dc:creator>Ann</dc:creator><media:group>\
     <media:content url='u' duration='99999999999999999999'><media:title>m</media:title>\
     </media:content></media:group><pubDate>Mon, 02 Jan 2006 15:04:05 GMT</pubDate>\
     <content:encoded><![CDATA[<p>x<script>y</script>]]></content:encoded></item></channel></rss>",
    "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://a.example/'><title>T</title>\
     <entry><id>urn:1</id><title type='html'>a &lt;i&gt;b&lt;/i&gt;</title><link href='x'/>\
     <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>p&#233;</p></div>\
     </content><updated>2006-01-02T15:04:05Z</updated><author><name>Ann</name></author></entry>\
     </feed>",
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
     xmlns='http://purl.org/rss/1.0/'><channel><title>T</title></channel>\
     <item rdf:about='x'><title>a</title><link>https://a.example/1</link></item></rdf:RDF>",
    r#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1",
     "url": "https://a.example/1", "content_html": "<p>x</p>", "title": "日本",
     "date_published": "2006-01-02T15:04:05+09:00", "authors": [{"name": "Ann"}]}]}"#,
];

/// Bytes that mean something to some step.
const PIECES: &[&[u8]] = &[
    b"<",
    b">",
    b"/>",
    b"</",
    b"&",
    b"&#0;",
    b";",
    b"'",
    b"\"",
    b"=",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"?>",
    b"<!DOCTYPE",
    b"[",
    b"{",
    b"}",
    b"@",
    b"\0",
    b"\xff",
    b"\xe6\x97",
    b"xmlns",
    b"version",
    b"<rss>",
    b"\xef\xbb\xbf",
    "（".as_bytes(),
    "\u{202e}".as_bytes(),
    b"javascript:",
];

/// A cut out of a document and what takes its place.
type Damage = (Index, usize, Index);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    vec((any::<Index>(), 0_usize..12, any::<Index>()), 0..6)
}

fn damaged(sound: &str, damage: &[Damage]) -> Vec<u8> {
    let mut bytes = sound.as_bytes().to_vec();
    for (at, cut, piece) in damage {
        let at = at.index(bytes.len() + 1);
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, PIECES[piece.index(PIECES.len())].iter().copied());
    }
    bytes
}

/// Reads; whatever comes out is clean.
fn check(bytes: &[u8], content_type: Option<&str>) -> Result<(), TestCaseError> {
    let base = Url::parse("https://a.example/feed").unwrap();
    let Ok(document) = read(bytes, content_type, &base) else { return Ok(()) };
    for Entry { key, title, url, summary, author, .. } in &document.entries {
        prop_assert!(!key.is_empty() && !title.is_empty());
        prop_assert!(url.is_empty() || url.starts_with("http"), "{url}");
        for text in [key, title, url, summary, author, &document.title, &document.description] {
            prop_assert!(!text.contains(|c: char| c.is_control() || c == '\u{202e}'), "{text:?}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn damaged_feeds_are_read_clean_or_refused(sound in any::<Index>(), damage in damage()) {
        check(&damaged(SOUND[sound.index(SOUND.len())], &damage), Some("text/xml"))?;
    }

    #[test]
    fn any_bytes_are_read_clean_or_refused(
        bytes in vec(any::<u8>(), 0..200),
        content_type in "(text/xml)?(; ?charset=\"?(utf-8|utf-16|shift_jis|x)\"?)?",
    ) {
        check(&bytes, Some(&content_type))?;
    }
}
