//! A reply, bounded: characters are counted, and what is cut says so.

mod blocks;

use serde_json::value::RawValue;
use tollgate_tools::bind::Answer;
use tollgate_tools::decl::Limits;

/// A reply that fits its limit and one line.
///
/// Text is cut on a character boundary. Structured content cannot be cut and stay what its schema
/// says, so one that is too long is left out, and its text says so.
pub(super) fn bounded(answer: Answer, limits: Limits) -> Answer {
    let max = limits.reply_chars;
    if !answer.blocks.is_empty() {
        return Answer::blocks(blocks::bounded(answer.blocks, max));
    }
    let Some(structured) = answer.structured.map(on_one_line) else {
        return Answer::text(cut(answer.text.unwrap_or_default(), max));
    };
    let json = structured.get();
    if !json.starts_with('{') {
        let text = answer.text.unwrap_or_else(|| json.to_owned());
        return Answer::text(cut(text, max));
    }
    match (chars_within(json, max), answer.text) {
        (Ok(()), text) => {
            let text = text.map(|text| cut(text, max));
            Answer { text, structured: Some(structured), blocks: Vec::new() }
        }
        (Err(_), None) => Answer::text(cut(json.to_owned(), max)),
        (Err(total), Some(text)) => {
            let mark =
                format!("\n[structured content left out: {total} characters, limit is {max}]");
            let text = cut(text, max.saturating_sub(mark.chars().count())) + &mark;
            Answer::text(text)
        }
    }
}

/// Shortens a text to `max` characters, the mark that tells of it included.
pub(crate) fn cut(mut text: String, max: usize) -> String {
    let Err(total) = chars_within(&text, max) else { return text };
    let mark = format!("\n[cut: {total} characters, limit is {max}; ask for less at a time]");
    text = start(text, max.saturating_sub(mark.chars().count()));
    text.push_str(&mark);
    text
}

/// The first `chars` characters of a text.
fn start(mut text: String, chars: usize) -> String {
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    text.truncate(end);
    text
}

/// `Err` with the number of characters if it is over `max`; short texts are not counted.
fn chars_within(text: &str, max: usize) -> Result<(), usize> {
    if text.len() <= max {
        return Ok(());
    }
    match text.chars().count() {
        count if count <= max => Ok(()),
        count => Err(count),
    }
}

/// A line feed between members would end the message.
fn on_one_line(json: Box<RawValue>) -> Box<RawValue> {
    if !json.get().contains(['\n', '\r']) {
        return json;
    }
    let spaced = json.get().replace(['\n', '\r'], " ");
    RawValue::from_string(spaced).unwrap_or(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { reply_chars: 100, ..Limits::DEFAULT };

    fn reply(text: Option<String>, structured: Option<&str>) -> (Option<String>, Option<String>) {
        let raw = |json: &str| RawValue::from_string(json.to_owned()).unwrap();
        let structured = structured.map(raw);
        let answer = bounded(Answer { text, structured, blocks: Vec::new() }, LIMITS);
        (answer.text, answer.structured.map(|json| json.get().to_owned()))
    }

    #[test]
    fn a_reply_at_its_limit_is_untouched() {
        let text = "\u{1F600}".repeat(100);
        assert_eq!(reply(Some(text.clone()), None), (Some(text), None));
        let json = format!(r#"{{"a":"{}"}}"#, "x".repeat(100 - 8));
        assert_eq!(reply(None, Some(&json)), (None, Some(json)));
    }

    #[test]
    fn a_text_over_its_limit_is_cut_between_characters_and_says_so() {
        let (text, _) = reply(Some("\u{1F600}".repeat(101)), None);
        let text = text.unwrap();
        assert_eq!(text.chars().count(), 100);
        assert!(text.starts_with('\u{1F600}'));
        assert!(text.ends_with("[cut: 101 characters, limit is 100; ask for less at a time]"));
    }

    #[test]
    fn structured_content_over_its_limit_becomes_cut_text() {
        let json = format!(r#"{{"a":"{}"}}"#, "x".repeat(100 - 7));
        let (text, structured) = reply(None, Some(&json));
        assert_eq!(structured, None);
        assert!(text.unwrap().contains("[cut: 101 characters"));
        let (text, structured) = reply(Some("short".to_owned()), Some(&json));
        let mark = "short\n[structured content left out: 101 characters, limit is 100]";
        assert_eq!((text.as_deref(), structured), (Some(mark), None));
    }

    #[test]
    fn line_feeds_between_members_cannot_end_the_line() {
        let (_, structured) = reply(None, Some("{\n\"a\":\r\n1}"));
        assert_eq!(structured.as_deref(), Some("{ \"a\":  1}"));
    }

    #[test]
    fn structured_content_that_is_no_object_stays_text() {
        assert_eq!(reply(None, Some("[1]")), (Some("[1]".to_owned()), None));
    }
}
