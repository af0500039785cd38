//! Pages before and after: ordinary ones, hostile ones, and those at a limit.
//!
//! Must not: know the store or the call.

use super::super::{ELEMENTS_MAX, HTML_BYTES_MAX, NESTING_MAX, PageError};
use super::sanitised;

/// What is kept of a page and what is told, once it is known to survive another browser's reading.
#[track_caller]
fn kept(html: &str) -> (String, String) {
    let page = sanitised(html).unwrap_or_else(|error| panic!("{html}: {error}"));
    let again = sanitised(&page.html).unwrap();
    assert_eq!(again.html, page.html, "{html}: it changes when it is read again");
    (page.html, page.removed.into_iter().collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn becomes(html: &str, expected: &str, removed: &str) {
    assert_eq!(kept(html), (expected.to_owned(), removed.to_owned()), "{html}");
}

/// A hostile page, between others: what is kept has nothing that runs, and loads images alone.
#[track_caller]
fn harmless(html: &str) {
    let (kept, _) =
        kept(&format!("<p>first</p>{html}</style></script></title></svg></math><p>end</p>"));
    let markup = kept.to_lowercase();
    for tag in markup.split('<').skip(1) {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_end = tag.starts_with('/');
        assert!(is_end || super::policy::allows_tag(name), "{html} became {kept}");
        let within = tag.split('>').next().unwrap_or_default();
        for word in [" on", "style=", "srcset=", "javascript:", "text/html", "id=", "class="] {
            // A quoted `<` ends the piece, so that a value never looks like an attribute here.
            assert!(!without_values(within).contains(word), "{html} became {kept}");
        }
    }
    for address in addresses(&markup) {
        let is_good = ["https://", "http://", "data:image/"].iter().any(|s| address.starts_with(s));
        assert!(is_good, "{html} became {kept}");
    }
}

/// A tag without what is quoted in it.
fn without_values(tag: &str) -> String {
    tag.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// The values of `href` and `src`.
fn addresses(markup: &str) -> impl Iterator<Item = &str> {
    let values = [" href=\"", " src=\""].into_iter().flat_map(|name| markup.split(name).skip(1));
    values.map(|rest| rest.split('"').next().unwrap_or_default())
}

#[test]
fn an_ordinary_page_stays_as_it_is() {
    for page in [
        "<h1>Sales</h1><table><thead><tr><th scope=\"col\">Month</th></tr></thead>\
         <tbody><tr><td colspan=\"2\">12 \u{20ac}</td></tr></tbody></table>",
        "<ol start=\"3\"><li>a</li><li><code>x &lt; y &amp;&amp; z</code></li></ol>",
        "<details open=\"\"><summary>More</summary><p dir=\"rtl\" lang=\"ar\">a</p></details>",
        "<figure><img src=\"https://a.example/a.png\" alt=\"A &amp; b\" width=\"3\"></figure>",
        "<img src=\"data:image/png;base64,AAAA\">",
        "plain \u{65e5}\u{672c}",
    ] {
        becomes(page, page, "");
    }
}

#[test]
fn links_tell_the_other_side_nothing() {
    becomes(
        "<a href=\"https://a.example\" rel=\"opener\" target=_blank>a</a>",
        "<a href=\"https://a.example\" rel=\"noopener noreferrer\">a</a>",
        "a[rel] a[target]",
    );
}

#[test]
fn what_is_removed_is_named_once_and_what_stands_in_it_stays_if_it_is_text() {
    becomes(
        "<!doctype html><title>t</title><style>p{}</style><script>alert(1)</script>\
         <form action=/x><label>l <input name=n></label><button>b</button></form>\
         <p onclick=a onclick=b style=c id=d class=e>a</p><p onclick=f>b<font>c</font></p>",
        "<label>l </label>b<p>a</p><p>bc</p>"
            .replace("<label>", "")
            .replace("</label>", "")
            .as_str(),
        "button font form input label p[class] p[id] p[onclick] p[style] script style title",
    );
    becomes("<my-chart><b>a</b></my-chart>", "<b>a</b>", "my-chart");
    becomes("<html><head><meta charset=utf-8></head><body onload=x>a</body></html>", "a", "meta");
    becomes("a<!-- b --><?c d?>e", "ae", "");
}

#[test]
fn scripts_in_every_disguise_are_harmless() {
    for html in [
        "<script>alert(1)</script>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<<script>script>alert(1)<</script>/script>",
        "<ScRiPt src=//a.example/a.js>",
        "<script\u{0}>alert(1)</script>",
        "<script/x>alert(1)</script >",
        "<img src=x onerror=alert(1)>",
        "<img src='https://a.example/a' onerror\n=\nalert(1)>",
        "<img src=\"https://a.example/a\"onerror=\"alert(1)\">",
        "<img/src=`x`/onerror=alert(1)//>",
        "<p onmouseover=alert(1)>",
        "<details open ontoggle=alert(1)>",
        "<body onload=alert(1)><html onclick=alert(1)>",
        "<p style=\"background:url(javascript:alert(1))\">",
        "<p style='behavior:url(#default#time2)'>",
        "<style>@import 'https://a.example/a.css';</style>",
        "<link rel=stylesheet href=https://a.example/a.css>",
        "<iframe src=javascript:alert(1)>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<object data=data:text/html,<script>alert(1)</script>>",
        "<embed src=https://a.example/a.swf>",
        "<form action=https://a.example><input autofocus onfocus=alert(1)>",
        "<button formaction=javascript:alert(1)>",
        "<base href=https://a.example/>",
        "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
        "<video poster=javascript:alert(1)><source onerror=alert(1)></video>",
        "<audio src=https://a.example/a onerror=alert(1)>",
        "<input type=image src=https://a.example/a onerror=alert(1)>",
        "<keygen autofocus onfocus=alert(1)><isindex action=javascript:alert(1)>",
    ] {
        harmless(html);
    }
}

#[test]
fn addresses_in_every_disguise_are_harmless() {
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " \t\njavascript:alert(1)",
        "java\tscript:alert(1)",
        "java&#10;script:alert(1)",
        "java&Tab;script&colon;alert(1)",
        "&#x6A;avascript:alert(1)",
        "&#0000106avascript:alert(1)",
        "\u{1}javascript:alert(1)",
        "java\u{0}script:alert(1)",
        "javascript&#58;alert(1)",
        "javascript://a.example/%0Aalert(1)",
        "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:text/html;base64,PHNjcmlwdD4=",
        "data:application/xhtml+xml,a",
        "data:image/svg+xml;base64,AAAA",
        "feed:javascript:alert(1)",
        "//a.example/a",
        "\\\\a.example\\a",
        "/a",
        "a.html",
        "#a",
        "blob:https://a.example/a",
        "file:///a",
    ] {
        let (kept, removed) = kept(&format!("<a href=\"{address}\">a</a>"));
        assert_eq!(kept, "<a rel=\"noopener noreferrer\">a</a>", "{address}");
        assert_eq!(removed, "a[href]", "{address}");
        harmless(&format!("<img src=\"{address}\"><a xlink:href=\"{address}\" ping={address}>"));
        harmless(&format!("<area href={address}><q cite={address}><img longdesc={address}>"));
        harmless(&format!("<img srcset=\"{address} 2x\" src=https://a.example/a>"));
    }
}

/// What one parser reads as text and the next one as markup.
#[test]
fn pages_that_change_when_they_are_read_again_are_harmless() {
    for html in [
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 \
         onerror=alert(1)&gt;\">",
        "<math><mtext><table><mglyph><style><math><table id=\"</table>\"><img src onerror=a\">",
        "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        "<svg><p><style><a title=\"</style><img src onerror=alert(1)>\">",
        "<svg><foreignObject><p><svg><style><a title=\"</style><img src onerror=alert(1)>\">",
        "<svg><script>alert(1)</script></svg><svg onload=alert(1)>",
        "<svg><a xlink:href=javascript:alert(1)><text y=1>a</text></a></svg>",
        "<svg><animate onbegin=alert(1) attributeName=x><set attributeName=href to=javascript:a>",
        "<svg><use href=\"data:image/svg+xml,a#x\"></svg>",
        "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>",
        "<math href=javascript:alert(1)>a</math><math><maction actiontype=statusline#http://a>",
        "<math><annotation-xml encoding=text/html><style><img src onerror=alert(1)></style>",
        "<math><annotation-xml encoding=\"TEXT/html\"><svg><style><a title=\"</style><img \
         onerror=a>\">",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<noembed><p title=\"</noembed><img src=x onerror=alert(1)>\">",
        "<textarea><p title=\"</textarea><img src=x onerror=alert(1)>\">",
        "<title><p title=\"</title><img src=x onerror=alert(1)>\">",
        "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
        "<template><p title=\"</template><img src=x onerror=alert(1)>\"><script>a</script>",
        "<select><style><a title=\"</style><img src onerror=alert(1)>\"></select>",
        "<select><template><option><svg><style><p title=\"</style><img onerror=a>\">",
        "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
        "<!--><img src=x onerror=alert(1)>--><!--!> <img src=x onerror=alert(1)> -->",
        "<p title=\"<script>alert(1)</script>\">a</p><p title='\"><img src onerror=a>'>",
        "<p title=\"`><script>alert(1)</script>\" title=b lang=\"&quot;&gt;&lt;script&gt;\">",
        "<table><script>alert(1)</script><tr><td><img src onerror=a></table>",
        "<table><form><p></table><table><a href=javascript:alert(1)><tr></a>",
        "<a href=\"https://a.example/&quot;onmouseover=alert(1)//\">a</a>",
        "<a href='https://a.example/\"><script>alert(1)</script>'>a</a>",
        "<b><svg><b><math><b><style><!--</style>--><img src onerror=alert(1)>",
        "<plaintext\u{0}><img src onerror=alert(1)>",
    ] {
        harmless(html);
    }
}

#[test]
fn nothing_after_a_hidden_end_is_lost() {
    becomes("<meta charset=utf-16><p>a</p>", "<p>a</p>", "meta");
    becomes("a\u{0}b&#0;c", "ab\u{fffd}c", "");
}

#[test]
fn a_page_with_nothing_to_see_is_refused_and_told_why() {
    for (html, removed) in [
        ("", ""),
        (" \n&nbsp;\u{3000}<p></p><hr><br>", ""),
        ("<!-- a -->", ""),
        ("<script>alert(1)</script>", "script"),
        ("<svg><text>a</text></svg>", "svg"),
        ("<img src=a.png>", "img[src]"),
        ("<iframe>a</iframe><style>b</style>", "iframe style"),
    ] {
        let error = sanitised(html).unwrap_err();
        let PageError::Empty { given, removed: told } = &error else { panic!("{html}: {error}") };
        assert_eq!((*given, told.join(" ")), (html.len(), removed.to_owned()), "{html}");
    }
    let text = sanitised("<script></script><style></style>").unwrap_err().to_string();
    assert!(text.contains("(removed: `script`, `style`)"), "{text}");
    let many: String = (0..25).map(|at| format!("<x-{at:02}>")).collect();
    let text = sanitised(&many).unwrap_err().to_string();
    assert!(text.contains("`x-19` and 5 more)"), "{text}");
}

#[test]
fn a_page_has_a_limit_before_and_after_it_is_sanitised() {
    let longest = "x".repeat(HTML_BYTES_MAX);
    assert_eq!(kept(&longest).0.len(), HTML_BYTES_MAX);
    let error = sanitised(&format!("{longest}y")).unwrap_err();
    assert_eq!(error, PageError::TooLarge { actual: HTML_BYTES_MAX + 1 });
    assert!(error.to_string().contains("has 262145 bytes, limit is 262144 (1 over)"), "{error}");

    // `&` becomes `&amp;`: four bytes more.
    let grown = format!("{}&", "x".repeat(HTML_BYTES_MAX - 5));
    assert_eq!(kept(&grown).0.len(), HTML_BYTES_MAX);
    let error = sanitised(&format!("x{grown}")).unwrap_err();
    assert_eq!(error, PageError::Grown { given: HTML_BYTES_MAX - 3, actual: HTML_BYTES_MAX + 1 });
    assert!(error.to_string().contains("262145 after sanitising"), "{error}");
}

#[test]
fn elements_have_a_limit_in_depth_and_in_number() {
    let nested = |depth: usize| format!("{}a", "<div>".repeat(depth));
    assert!(sanitised(&nested(NESTING_MAX)).is_ok());
    assert!(matches!(sanitised(&nested(NESTING_MAX + 1)), Err(PageError::TooDeep { .. })));
    assert!(matches!(sanitised(&nested(50_000)), Err(PageError::TooDeep { .. })));
    // A hundred elements for each `<p>a`, and two around them.
    let many =
        |more: usize| format!("<p>{}{}{}", open(99), "<p>a".repeat(998), "<br>".repeat(more));
    let at_the_limit = ELEMENTS_MAX - 2 - 100 - 998 * 100;
    assert!(matches!(sanitised(&many(at_the_limit)), Err(PageError::Grown { .. })));
    assert_eq!(sanitised(&many(at_the_limit + 1)).unwrap_err(), PageError::TooMany);
}

/// Elements that a parser opens again after each end of a paragraph.
fn open(count: usize) -> String {
    (0..count).map(|at| format!("<b title={at}>")).collect()
}

/// Small pages of which a parser that is not stopped makes gigabytes.
#[test]
fn pages_that_grow_while_they_are_parsed_are_refused() {
    let html = format!("<p>{}{}", open(200), "<p>a".repeat(40_000));
    assert_eq!(sanitised(&html).unwrap_err(), PageError::TooMany);
    let html = format!("<p>{}{}", open(9_000), "<p>a".repeat(20_000));
    assert!(matches!(sanitised(&html), Err(PageError::TooDeep { .. })));
    let html: String = (0..5_000).map(|at| format!("<table><b title={at}><table><i>")).collect();
    assert!(matches!(sanitised(&html), Err(PageError::TooDeep { .. })));
}
