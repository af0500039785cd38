//! Strangers' text made plain: no markup, one line, nothing hidden.
//!
//! Lives here: HTML to text, and the removal of characters that a person would not see but a
//! model would read. Must not: decide which text is shown.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};

/// Elements whose content nobody reads.
const UNREAD: &[&[u8]] =
    &[b"iframe", b"noembed", b"noframes", b"script", b"style", b"svg", b"template", b"title"];

/// Elements that do not separate words.
const INLINE: &[&[u8]] = &[
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"del", b"dfn", b"em", b"font",
    b"i", b"ins", b"kbd", b"mark", b"q", b"rp", b"rt", b"ruby", b"s", b"samp", b"small", b"span",
    b"strike", b"strong", b"sub", b"sup", b"time", b"tt", b"u", b"var", b"wbr",
];

/// The text of a piece of HTML, cleaned and at most this many characters long.
///
/// It tokenizes as browsers do, so what they would not show as text does not come through, and it
/// builds no tree, so nesting costs nothing.
pub(super) fn from_html(html: &str, chars_max: usize) -> String {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut text = String::new();
    let mut unread: Option<Vec<u8>> = None;
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                if unread.is_none() && !tag.self_closing && UNREAD.contains(&tag.name.as_slice()) {
                    unread = Some(tag.name.to_vec());
                }
                separate(&mut text, &tag.name);
            }
            Token::EndTag(tag) => {
                if unread.as_deref() == Some(tag.name.as_slice()) {
                    unread = None;
                }
                separate(&mut text, &tag.name);
            }
            Token::String(string) if unread.is_none() => {
                text.push_str(&String::from_utf8_lossy(&string));
            }
            _ => {}
        }
    }
    clean(&text, chars_max)
}

fn separate(text: &mut String, element: &[u8]) {
    if !INLINE.contains(&element) {
        text.push(' ');
    }
}

/// Text on one line without control and hidden characters, cut with `…` at this many characters.
pub(in crate::newsfeed) fn clean(text: &str, chars_max: usize) -> String {
    let mut out = String::new();
    let mut chars = 0;
    let mut is_apart = false;
    for c in text.chars() {
        if c.is_whitespace() {
            is_apart = chars > 0;
            continue;
        }
        if c.is_control() || is_hidden(c) {
            continue;
        }
        chars += 1 + usize::from(is_apart);
        if chars > chars_max {
            return cut(out, chars_max);
        }
        if is_apart {
            out.push(' ');
            is_apart = false;
        }
        out.push(c);
    }
    out
}

/// Makes room for the mark.
fn cut(mut text: String, chars_max: usize) -> String {
    let keep = chars_max.saturating_sub(1);
    if let Some((at, _)) = text.char_indices().nth(keep) {
        text.truncate(at);
    }
    text.truncate(text.trim_end().len());
    text.push('…');
    text
}

/// Characters without a shape of their own that can carry or reorder text unseen.
///
/// The joiners U+200C and U+200D and the common variation selectors stay: scripts and emoji need
/// them.
const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{clean, from_html};

    #[track_caller]
    fn check(html: &str, expected: &str) {
        assert_eq!(from_html(html, 100), expected, "{html}");
    }

    #[test]
    fn markup_goes_and_words_stay_apart() {
        check("<p>One</p><p>two<br>three</p>", "One two three");
        check("f<b>oo</b> <i>b</i>ar<img src=x>!", "foo bar !");
        check("<ul><li>a<li>b</ul>", "a b");
        check("日<ruby>本<rt>ほん</rt></ruby>", "日本ほん");
    }

    #[test]
    fn references_are_resolved_once() {
        check("AT&amp;T &lt;b&gt; &eacute;&#x2603;&nbsp;x &amp;amp;", "AT&T <b> é☃ x &amp;");
        check("a & b &unknown; &", "a & b &unknown; &");
    }

    #[test]
    fn a_bare_less_than_is_text() {
        check("1 < 2 and 3 <4> x", "1 < 2 and 3 <4> x");
    }

    #[test]
    fn scripts_styles_and_comments_are_not_text() {
        check("a<script>if (1 < 2) {'</b>'}</script>b<style>p{}</style>c", "a b c");
        check("a<!-- hidden --><!--[if x]>y<![endif]-->b", "ab");
        check("<svg><title>t</title><path/></svg>a", "a");
        check("<iframe src=x>no</iframe>a<script>unfinished", "a");
    }

    #[test]
    fn unfinished_markup_does_not_come_through() {
        check("a<img onerror='x", "a");
        check("a</", "a</");
        check("<", "<");
    }

    #[test]
    fn hidden_and_control_characters_go() {
        assert_eq!(clean("a\u{200b}\u{e0041}\u{202e}b\u{0}\u{7}\u{feff}\u{ad}c", 10), "abc");
        assert_eq!(
            clean("👩\u{200d}🚀 می\u{200c}خواهم ☂\u{fe0f}", 50),
            "👩\u{200d}🚀 می\u{200c}خواهم ☂\u{fe0f}"
        );
    }

    #[test]
    fn whitespace_of_any_kind_is_one_blank() {
        assert_eq!(clean(" \n a\t\r\n\u{3000}\u{2028}b\u{a0}c \n", 10), "a b c");
    }

    #[test]
    fn the_cut_counts_characters_and_shows() {
        assert_eq!(clean("日本語", 3), "日本語");
        assert_eq!(clean("日本語版", 3), "日本…");
        assert_eq!(clean("ab cd", 4), "ab…");
        assert_eq!(clean("abcde \n ", 5), "abcde");
        assert_eq!(clean("ab", 0), "…");
    }

    #[test]
    fn nesting_costs_nothing() {
        let html = "<div>".repeat(200_000) + "deep";
        assert_eq!(from_html(&html, 10), "deep");
    }
}
