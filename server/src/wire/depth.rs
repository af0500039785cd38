//! How deep a text nests, without parsing it.

/// Whether `text` opens more than `max` brackets inside each other.
///
/// Most texts have fewer brackets than that altogether, so they are only counted.
pub(super) fn exceeds(text: &[u8], max: usize) -> bool {
    opening(text) > max && deepest(text) > max
}

/// Opening brackets, in a form that the compiler makes vector instructions of.
fn opening(text: &[u8]) -> usize {
    /// The one bit in which `{` differs from `[`.
    const DIFFERENCE: u8 = b'{' ^ b'[';
    let chunks = text.chunks(usize::from(u8::MAX));
    let counts = chunks
        .map(|chunk| -> u8 { chunk.iter().map(|byte| u8::from(byte | DIFFERENCE == b'{')).sum() });
    counts.map(usize::from).sum()
}

fn deepest(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => _ = bytes.next(),
            b'"' => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_levels_and_not_brackets() {
        let wide = format!("[{}]", ["{}", "[]"].repeat(500).join(","));
        assert_eq!(opening(wide.as_bytes()), 1_001);
        assert!(!exceeds(wide.as_bytes(), 2));
        assert!(exceeds(wide.as_bytes(), 1));
    }

    #[test]
    fn brackets_inside_strings_do_not_nest() {
        let text = format!(r#"["{}\"[[[\\"]"#, "[".repeat(200));
        assert!(!exceeds(text.as_bytes(), 1));
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(!exceeds(nested(64).as_bytes(), 64));
        assert!(exceeds(nested(65).as_bytes(), 64));
    }
}
