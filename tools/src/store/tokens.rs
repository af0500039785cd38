//! SQL cut into tokens while compiling: words, `$1`, single signs.
//!
//! Statements are kept so plain that this is enough: no quotes, no comments, no second statement.

/// Tokens of one statement.
const TOKENS_MAX: usize = 256;

/// The tokens of one statement.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    list: [&'a [u8]; TOKENS_MAX],
    len: usize,
}

impl<'a> Tokens<'a> {
    /// Cuts a statement, or says what it must not contain.
    pub(super) const fn of(text: &'a str) -> Result<Self, &'static str> {
        let bytes = text.as_bytes();
        let mut tokens = Self { list: [&[]; TOKENS_MAX], len: 0 };
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii_whitespace() {
                at += 1;
                continue;
            }
            if let Some(fault) = fault_at(bytes, at) {
                return Err(fault);
            }
            let end = end_of(bytes, at);
            if tokens.len == TOKENS_MAX {
                return Err("the statement is too long to be checked; split it");
            }
            tokens.list[tokens.len] = bytes.split_at(end).0.split_at(at).1;
            tokens.len += 1;
            at = end;
        }
        Ok(tokens)
    }

    /// How many.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// One token; empty beyond the end.
    pub(super) const fn get(&self, at: usize) -> &'a [u8] {
        if at < self.len { self.list[at] } else { &[] }
    }

    /// Whether the token at this place is the word or sign, in any case.
    pub(super) const fn is(&self, at: usize, word: &str) -> bool {
        self.get(at).eq_ignore_ascii_case(word.as_bytes())
    }
}

/// What must not stand at this place.
const fn fault_at(bytes: &[u8], at: usize) -> Option<&'static str> {
    let next = if at + 1 < bytes.len() { bytes[at + 1] } else { 0 };
    match bytes[at] {
        b'\'' | b'"' | b'`' | b'[' => Some("the statement quotes; bind the value as a parameter"),
        b';' => Some("the statement holds more than one statement"),
        b'-' if next == b'-' => {
            Some("the statement holds a comment; write it beside the statement")
        }
        b'/' if next == b'*' => {
            Some("the statement holds a comment; write it beside the statement")
        }
        b'?' => Some("parameters are written $1, $2, ..."),
        128.. => Some("the statement holds characters beyond ASCII; bind the value as a parameter"),
        _ => None,
    }
}

/// Where the token that starts here ends.
const fn end_of(bytes: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    if is_word(bytes[start]) || bytes[start] == b'$' {
        while end < bytes.len() && is_word(bytes[end]) {
            end += 1;
        }
    }
    end
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
