//! Which known names are near to one that nobody knows.
//!
//! Lives here: the score of a name. Must not: know what a tool is.

use crate::decl::TOOL_NAME_BYTES_MAX;

/// How many names are suggested.
const NAMES_MAX: usize = 5;

/// A longer name than this is not near to any: it is not compared, whatever its length.
const BYTES_MAX: usize = 4 * TOOL_NAME_BYTES_MAX;

/// What a name gains by containing the other, or by being contained in it.
const CONTAINED: usize = 2;

/// Words that clients put before every name and that say nothing about a tool.
const NOISE: [&str; 2] = ["mcp", "tollgate"];

/// Words that a concept was called by before, and its word now.
const RENAMED: [(&str, &str); 2] = [("channel", "space"), ("channels", "spaces")];

/// The names nearest to `unknown`: most words in common first, then fewest letters to change.
///
/// A name without a common word is not near, unless `unknown` is a slip of the pen away from it:
/// at most a quarter of its letters differ.
pub(super) fn names(unknown: &str, known: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    if unknown.len() > BYTES_MAX {
        return Vec::new();
    }
    let words = words(unknown);
    let bare = words.join("_");
    if bare.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<_> = known
        .filter_map(|name| {
            let score = score(&words, &bare, name);
            let distance = strsim::osa_distance(&bare, name);
            let is_slip = distance * 4 <= name.chars().count();
            (score > 0 || is_slip).then_some((std::cmp::Reverse(score), distance, name))
        })
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(NAMES_MAX).map(|(_, _, name)| name).collect()
}

fn score(words: &[&str], bare: &str, name: &str) -> usize {
    let common = name.split('_').filter(|word| words.contains(word)).count();
    let is_contained = name.contains(bare) || bare.contains(name);
    common + if is_contained { CONTAINED } else { 0 }
}

/// The words of a name that say something, in today's vocabulary.
fn words(name: &str) -> Vec<&str> {
    name.split(['_', '-', '.', '/', ' '])
        .filter(|word| !word.is_empty() && !NOISE.contains(word))
        .map(|word| RENAMED.iter().find(|(old, _)| *old == word).map_or(word, |(_, new)| new))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 12] = [
        "get_article",
        "get_messages",
        "get_space_notes",
        "list_articles",
        "list_feeds",
        "list_repos",
        "list_spaces",
        "list_workspaces",
        "send_message",
        "send_to_agent",
        "set_article_read",
        "set_article_saved",
    ];

    #[track_caller]
    fn check(unknown: &str, expected: &[&str]) {
        assert_eq!(names(unknown, KNOWN.into_iter()), expected, "{unknown:?}");
    }

    #[test]
    fn prefers_more_words_in_common_then_fewer_letters_to_change() {
        check("set_article", &["set_article_read", "set_article_saved", "get_article"]);
        check("send_mesage", &["send_message", "send_to_agent"]);
    }

    #[test]
    fn finds_a_slip_of_the_pen_without_a_common_word() {
        check("sendmessage", &["send_message"]);
        check("lits_fedes", &["list_feeds"]);
        check("tsil_sdeef", &[]);
    }

    #[test]
    fn passes_over_what_clients_put_before_a_name() {
        check("mcp__tollgate__send_message", &["send_message", "send_to_agent"]);
        check("mcp__tollgate__", &[]);
        check("mcp", &[]);
    }

    #[test]
    fn puts_the_new_name_before_others_for_a_name_of_earlier_versions() {
        for (old, new) in [
            ("list_channels", "list_spaces"),
            ("get_channel_messages", "get_messages"),
            ("send_channel_message", "send_message"),
            ("get_channel_notes", "get_space_notes"),
        ] {
            assert_eq!(names(old, KNOWN.into_iter()).first(), Some(&new), "{old}");
        }
    }

    #[test]
    fn suggests_five_names_at_most_and_none_for_a_stranger() {
        assert_eq!(names("list", KNOWN.into_iter()).len(), 5);
        check("hire", &[]);
        check("", &[]);
        check("___", &[]);
        check(&"send_".repeat(100), &[]);
    }
}
