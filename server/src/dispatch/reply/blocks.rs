//! Blocks of a reply, bounded: text is cut, everything else fits or is left out whole.

use tollgate_tools::bind::{Block, Body, Embedded, Link, Media};

use super::start;

/// Characters that are kept free for the mark, once anything has to go.
const MARK_CHARS: usize = 200;

/// Blocks of at most `max` characters, the mark that tells what is missing included. Bytes count as
/// the Base64 that they travel in, and an empty block as one character.
pub(super) fn bounded(blocks: Vec<Block>, max: usize) -> Vec<Block> {
    let total = blocks.iter().fold(0, |sum: usize, block| sum.saturating_add(chars(block)));
    if total <= max {
        return blocks;
    }
    let mut room = max.saturating_sub(MARK_CHARS);
    let mut left_out = 0;
    let mut kept = Vec::new();
    for block in blocks {
        let cost = chars(&block);
        match block {
            block if cost <= room => {
                room -= cost;
                kept.push(block);
            }
            Block::Text(text) if room > 0 => {
                kept.push(Block::Text(start(text, room)));
                room = 0;
            }
            _ => left_out += 1,
        }
    }
    let blocks = if left_out == 1 { "block" } else { "blocks" };
    kept.push(Block::Text(format!(
        "[cut: {total} characters, limit is {max}; {left_out} {blocks} left out; ask for less at a \
         time]"
    )));
    kept
}

fn chars(block: &Block) -> usize {
    let chars = match block {
        Block::Text(text) => text.chars().count(),
        Block::Image(Media { data, mime }) | Block::Audio(Media { data, mime }) => {
            base64(data) + mime.len()
        }
        Block::Resource(Embedded { uri, mime, body }) => {
            let inside = match body {
                Body::Text(text) => text.chars().count(),
                Body::Blob(bytes) => base64(bytes),
            };
            inside + uri.len() + mime.as_ref().map_or(0, |mime| mime.len())
        }
        Block::Link(Link { uri, name, title, description, mime, size: _ }) => {
            let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
            let mime = mime.as_ref().map_or(0, |mime| mime.len());
            uri.len() + name.len() + text(title) + text(description) + mime
        }
    };
    chars.max(1)
}

/// Characters of these bytes in Base64.
const fn base64(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(3).saturating_mul(4)
}

#[cfg(test)]
mod tests {
    use tollgate_tools::bind::Content;

    use super::*;

    const MAX: usize = 1_000;

    fn total(blocks: &[Block]) -> usize {
        blocks.iter().map(chars).sum()
    }

    fn words(block: &Block) -> &str {
        match block {
            Block::Text(text) => text,
            other => panic!("{other:?} is no text"),
        }
    }

    /// A picture of exactly so many characters, in fours.
    fn image(chars: usize) -> Block {
        Block::image(vec![0; (chars - 8) / 4 * 3], "image/gi")
    }

    #[test]
    fn blocks_at_their_limit_are_untouched() {
        let at_limit = Content::new()
            .text("\u{1F600}".repeat(MAX - 400))
            .with(image(200))
            .resource("a", "b", "c".repeat(98))
            .link(Link::new("u".repeat(50), "n".repeat(50)))
            .blocks;
        assert_eq!(total(&at_limit), MAX);
        assert_eq!(bounded(at_limit.clone(), MAX), at_limit);
    }

    #[test]
    fn a_text_over_the_limit_is_cut_between_characters_and_says_so() {
        let found = bounded(vec![Block::text("\u{1F600}".repeat(MAX + 1))], MAX);
        assert_eq!(words(&found[0]), "\u{1F600}".repeat(MAX - MARK_CHARS));
        let mark =
            "[cut: 1001 characters, limit is 1000; 0 blocks left out; ask for less at a time]";
        assert_eq!(words(&found[1]), mark);
        assert!(total(&found) <= MAX);
    }

    #[test]
    fn a_picture_that_does_not_fit_is_left_out_whole_and_the_rest_stays() {
        let blocks = vec![Block::text("before"), image(MAX), Block::text("after")];
        let found = bounded(blocks, MAX);
        assert_eq!(found.len(), 3);
        assert_eq!((words(&found[0]), words(&found[1])), ("before", "after"));
        let mark =
            "[cut: 1011 characters, limit is 1000; 1 block left out; ask for less at a time]";
        assert_eq!(words(&found[2]), mark);
    }

    #[test]
    fn every_kind_of_block_counts_with_everything_that_travels() {
        let link = Link {
            title: Some("t".repeat(3)),
            description: Some("d".repeat(4)),
            mime: Some("m".into()),
            ..Link::new("uu", "n")
        };
        for (block, expected) in [
            (Block::text(""), 1),
            (Block::text("漢字"), 2),
            (Block::image(vec![0; 4], "x/y"), 8 + 3),
            (Block::audio(vec![0; 3], "x/y"), 4 + 3),
            (Block::resource("uri", "m", vec![0; 1]), 4 + 3 + 1),
            (Block::resource("uri", "m", "漢字"), 2 + 3 + 1),
            (Block::Link(link), 2 + 1 + 3 + 4 + 1),
        ] {
            assert_eq!(chars(&block), expected, "{block:?}");
        }
    }

    #[test]
    fn no_number_of_small_blocks_passes_the_limit() {
        let found = bounded(vec![Block::text(""); 5 * MAX], MAX);
        assert_eq!(found.len(), MAX - MARK_CHARS + 1);
    }
}
