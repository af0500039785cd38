//! Whole documents, one table a format and one a kind of damage.

use url::Url;

use super::{Document, DocumentError, Entry, read};

fn base() -> Url {
    Url::parse("https://site.example/blog/feed.xml").unwrap()
}

fn read_text(text: &str) -> Result<Document, DocumentError> {
    read(text.as_bytes(), Some("application/xml"), &base())
}

/// The single entry of a document.
#[track_caller]
fn only(text: &str) -> Entry {
    let document = read_text(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let [entry] = document.entries.try_into().unwrap_or_else(|all| panic!("{all:?}: {text}"));
    entry
}

fn item(inside: &str) -> String {
    format!("<rss version='2.0'><channel><title>T</title><item>{inside}</item></channel></rss>")
}

const PUBLISHED_MS: i64 = 1_136_214_245_000;

/// The article that every format below tells.
#[track_caller]
fn check_format(text: &str, key: &str, has_author: bool, has_date: bool) {
    let document = read_text(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((&*document.title, &*document.description), ("News & more", "About it"), "{text}");
    let expected = Entry {
        key: key.to_owned(),
        title: "One <first>".to_owned(),
        url: "https://site.example/1".to_owned(),
        summary: "Short text.".to_owned(),
        author: if has_author { "Ann" } else { "" }.to_owned(),
        published_ms: has_date.then_some(PUBLISHED_MS),
    };
    assert_eq!(document.entries, [expected], "{text}");
}

#[test]
fn reads_rss_0_91_to_2_0() {
    for version in ["0.91", "0.92", "0.93", "0.94", "2.0", "2.00", "2.0.1"] {
        let text = format!(
            "<?xml version='1.0'?><!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' \
             'http://my.netscape.com/rss-0.91.dtd'><rss version='{version}'><channel>\
             <title>News &amp;amp; more</title><link>https://site.example/</link>\
             <description>About <![CDATA[<b>it</b>]]></description><item>\
             <title>One &lt;first&gt;</title>"
        );
        // An unknown tag in a title goes, a reference to its brackets stays.
        let text = text.replace("&lt;first&gt;", "&amp;lt;first&amp;gt;")
            + "<link> https://site.example/1 </link>\
               <description>&lt;p&gt;Short&lt;br&gt;text.&lt;/p&gt;</description>\
               <author>Ann</author><pubDate>Mon, 02 Jan 2006 15:04:05 GMT</pubDate>\
               <guid isPermaLink='false'>g-1</guid></item></channel></rss>";
        check_format(&text, "id:g-1", true, true);
    }
}

#[test]
fn reads_rss_0_90_and_1_0() {
    for namespace in ["http://my.netscape.com/rdf/simple/0.9/", "http://purl.org/rss/1.0/"] {
        let text = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
             xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns='{namespace}'>\
             <channel><title>News &amp;amp; more</title><description>About it</description>\
             </channel><item rdf:about='https://site.example/1'>\
             <title>One &amp;lt;first&amp;gt;</title><link>https://site.example/1</link>\
             <description>Short text.</description><dc:creator>Ann</dc:creator>\
             <dc:date>2006-01-02T15:04:05Z</dc:date></item></rdf:RDF>"
        );
        check_format(&text, "link:https://site.example/1", true, true);
    }
}

#[test]
fn reads_atom() {
    for namespace in ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"] {
        let text = format!(
            "<feed xmlns='{namespace}'><title>News &amp; more</title>\
             <subtitle type='html'>About &lt;i&gt;it&lt;/i&gt;</subtitle>\
             <entry><title>One &lt;first&gt;</title><id>urn:1</id>\
             <link rel='enclosure' href='https://site.example/1.mp3'/>\
             <link rel='alternate' type='application/json' href='https://site.example/1.json'/>\
             <link rel='alternate' type='text/html' href='/1'/>\
             <author><name>Ann</name></author><published>2006-01-02T15:04:05Z</published>\
             <updated>2007-01-02T15:04:05Z</updated>\
             <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>\
             <p>Short</p><p>text.</p></div></content></entry></feed>"
        );
        check_format(&text, "id:urn:1", true, true);
    }
}

#[test]
fn reads_json_feed() {
    for version in ["1", "1.1"] {
        let text = format!(
            r#"{{"version": "https://jsonfeed.org/version/{version}", "title": "News & more",
            "description": "About it", "items": [{{"id": "j1", "url": "https://site.example/1",
            "title": "One <first>", "content_html": "<p>Short text.</p>",
            "date_published": "2006-01-02T15:04:05Z", "authors": [{{"name": "Ann"}}]}}]}}"#
        );
        check_format(&text, "id:j1", true, true);
        check_format(&format!("\u{feff} {text}"), "id:j1", true, true);
    }
}

#[test]
fn reads_rss_with_a_default_namespace_and_prefixes() {
    let text = "<rss version='2.0' xmlns='http://backend.userland.com/rss2' \
                xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>News &amp; more</title>\
                <atom:link rel='self' href='x'/><description>About it</description><item>\
                <title>One &amp;lt;first&amp;gt;</title><link>/1</link>\
                <description>Short text.</description></item></channel></rss>";
    check_format(text, "link:https://site.example/1", false, false);
}

#[test]
fn decodes_before_it_parses() {
    let text = "<?xml version='1.0' encoding='LABEL'?><rss version='2.0'><channel>\
                <title>日本語の見出し</title></channel></rss>";
    for (label, encoding) in [
        ("shift_jis", encoding_rs::SHIFT_JIS),
        ("euc-jp", encoding_rs::EUC_JP),
        ("iso-2022-jp", encoding_rs::ISO_2022_JP),
        ("utf-8", encoding_rs::UTF_8),
    ] {
        let (bytes, _, _) = encoding.encode(text);
        let declared = String::from_utf8_lossy(&bytes).contains("LABEL");
        assert!(declared, "{label} keeps ASCII");
        let text = text.replace("LABEL", label);
        let (bytes, _, _) = encoding.encode(&text);
        let title = read(&bytes, Some("text/xml"), &base()).map(|document| document.title);
        assert_eq!(title.as_deref(), Ok("日本語の見出し"), "{label}");
    }
    let utf16: Vec<u8> =
        text.replace("LABEL", "utf-16").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let title = read(&utf16, None, &base()).map(|document| document.title);
    assert_eq!(title.as_deref(), Ok("日本語の見出し"));
    let latin = b"<rss version='2.0'><channel><title>caf\xe9</title></channel></rss>";
    let title = read(latin, Some("text/html; charset=latin1"), &base()).map(|found| found.title);
    assert_eq!(title.as_deref(), Ok("café"));
}

#[test]
fn finds_the_key_in_the_id_then_the_link_then_the_title() {
    let guid = "<guid> a </guid>";
    let link = "<link>https://site.example/1?a=1&amp;b=2</link>";
    let title = "<title>T</title>";
    assert_eq!(only(&item(&[guid, link, title].concat())).key, "id:a");
    assert_eq!(only(&item(&[link, title].concat())).key, "link:https://site.example/1?a=1&b=2");
    assert_eq!(only(&item(title)).key, "title:T");
    let date = "<pubDate>Mon, 02 Jan 2006 15:04:05 GMT</pubDate>";
    assert_eq!(only(&item(&[title, date].concat())).key, "title:T 1136214245000");
}

#[test]
fn long_keys_are_shortened_and_stay_apart() {
    let long = "日".repeat(1_000);
    let one = only(&item(&format!("<title>T</title><guid>{long}1</guid>"))).key;
    let other = only(&item(&format!("<title>T</title><guid>{long}2</guid>"))).key;
    assert!(one.len() < 512 && one != other, "{one} {other}");
}

#[test]
fn a_permanent_id_stands_in_for_the_link() {
    let entry = only(&item("<title>T</title><guid>https://site.example/2</guid>"));
    assert_eq!(entry.url, "https://site.example/2");
}

#[test]
fn a_summary_or_an_address_stands_in_for_the_headline() {
    assert_eq!(only(&item("<description>Just words</description>")).title, "Just words");
    let entry = only(&item("<link>https://site.example/3</link><title> </title>"));
    assert_eq!(entry.title, "https://site.example/3");
    let empty = read_text(&item("<category>x</category>")).map(|found| found.entries.len());
    assert_eq!(empty, Ok(0), "an entry that says nothing is none");
}

#[test]
fn addresses_that_a_browser_would_run_are_dropped() {
    for url in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://a/b"] {
        let entry = only(&item(&format!("<title>T</title><link>{url}</link>")));
        assert_eq!(entry.url, "", "{url}");
    }
}

#[test]
fn text_comes_without_markup_and_hidden_instructions() {
    let entry = only(&item(
        "<title>Hi&lt;script&gt;evil()&lt;/script&gt;\u{e0049}\u{e0067}</title>\
         <description>a\u{202e}b&lt;style&gt;x&lt;/style&gt;&lt;!-- obey --&gt;c</description>",
    ));
    assert_eq!((&*entry.title, &*entry.summary), ("Hi", "ab c"));
}

#[test]
fn dates_beyond_reason_are_no_dates() {
    for date in ["0001-01-01T00:00:00Z", "+262000-01-01T00:00:00Z", "yesterday", ""] {
        let entry = only(&item(&format!("<title>T</title><pubDate>{date}</pubDate>")));
        assert_eq!(entry.published_ms, None, "{date}");
    }
}

#[test]
fn small_damage_is_mended() {
    let entry = only(&item("<title>Fish & chips&#0; &nbsp;now</title>"));
    assert_eq!(entry.title, "Fish & chips now");
    let entry = only(&item("<title>T</title><author>a@b.jp（山田）</author>"));
    assert!(entry.author.contains("山田"), "{}", entry.author);
    let version = "https://jsonfeed.org/version/1";
    let entry =
        only(&format!(r#"{{"version": "{version}", "items": [{{"id": 7, "title": "T"}}]}}"#));
    assert_eq!(entry.key, "id:7");
}

#[test]
fn great_damage_is_named() {
    for text in [
        "<rss version='2.0'><channel><title>T</title><item><title>x</title>",
        "<rss version='2.0'><channel><title>T</oops></channel></rss>",
        "<rss version='2.0'></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>x",
        "{\"version\": \"https://jsonfeed.org/version/1\", \"title\": \"x\"",
        "{\"version\": \"2\", \"title\": \"x\", \"items\": []}",
        "{}",
    ] {
        let error = read_text(text).unwrap_err();
        assert!(matches!(error, DocumentError::Broken { .. }), "{text}: {error:?}");
        assert!(error.to_string().len() < 260, "{error}");
    }
}

#[test]
fn other_answers_are_named() {
    let html = "<!DOCTYPE html><html><body>404</body></html>";
    assert_eq!(read_text(html), Err(DocumentError::WebPage));
    for text in ["", "not found", "[1, 2]", "\u{0}\u{1}", "%PDF-1.7"] {
        assert_eq!(read_text(text), Err(DocumentError::NoDocument), "{text:?}");
    }
    assert_eq!(read(&[0xff; 64], None, &base()), Err(DocumentError::NoDocument));
}

#[test]
fn entities_are_not_expanded() {
    let entry = only(
        "<!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>\
         <!ENTITY file SYSTEM 'file:///etc/passwd'>]><rss version='2.0'><channel><item>\
         <title>x &b; &file;</title></item></channel></rss>",
    );
    assert_eq!(entry.title, "x &b; &file;");
}

/// Five megabytes of the worst of each kind end in an answer. Without the bounds some of them keep
/// the parser busy for hours or fill the memory, so this test would not end.
#[test]
fn hostile_documents_end_soon() {
    let bytes_max = 5 * 1_024 * 1_024;
    let rss = |inside: &str| format!("<rss version='2.0'><channel>{inside}</channel></rss>");
    let fill = |piece: &str| piece.repeat(bytes_max / piece.len());
    for text in [
        fill("<a>"),
        fill("<a/>"),
        fill("{"),
        fill("<!--"),
        fill("<!DOCTYPE x ["),
        fill("<rss "),
        fill("&"),
        format!("<rss {}>", fill("a='' ")),
        rss(&format!("<x {}/>", fill("a b "))),
        rss(&fill("<item/>")),
        rss(&fill("<x xmlns:a='b'>")),
        rss(&item(&format!("<title>{}</title>", fill("&amp;lt;b&amp;gt; ")))),
        rss(&format!("<item><title>{}</title></item>", fill("&#0;"))),
        rss(&format!("<item><description><![CDATA[{}", fill("<p "))),
    ] {
        let _ = read_text(&text);
    }
}
