//! JSON that is joined while compiling: what a macro wrote, and what only a type knows.
//!
//! Whoever knows a part writes it once, escaped; here parts are only put one after another.
//! Must not: escape, format or decide.

use crate::param::ParamDecl;

/// A part of a JSON text.
#[derive(Clone, Copy, Debug)]
pub enum Fragment {
    /// JSON as it stands.
    Json(&'static str),
    /// What a type says of itself.
    Nested(&'static [Self]),
    /// The keyword `required` with the names of those members that a call must give, or nothing
    /// if it may leave out all of them.
    Required(&'static [ParamDecl]),
}

/// Bytes of the joined text.
#[must_use]
pub const fn joined_len(fragments: &[Fragment]) -> usize {
    let mut sink = Sink { buffer: &mut [], len: 0 };
    sink.all(fragments);
    sink.len
}

/// The joined text as bytes; `N` is its `joined_len`.
#[must_use]
pub const fn joined<const N: usize>(fragments: &[Fragment]) -> [u8; N] {
    let mut bytes = [0; N];
    let mut sink = Sink { buffer: &mut bytes, len: 0 };
    sink.all(fragments);
    bytes
}

/// The text of joined bytes.
///
/// # Panics
/// While compiling, if the bytes are not UTF-8: a fault of this module, never of a declaration.
#[must_use]
pub const fn utf8(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("joined JSON is not UTF-8"),
    }
}

/// Where JSON goes: into a buffer, or nowhere while it is only counted.
struct Sink<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl Sink<'_> {
    const fn all(&mut self, fragments: &[Fragment]) {
        let mut at = 0;
        while at < fragments.len() {
            match fragments[at] {
                Fragment::Json(text) => self.put(text),
                Fragment::Nested(fragments) => self.all(fragments),
                Fragment::Required(params) => self.required(params),
            }
            at += 1;
        }
    }

    const fn required(&mut self, params: &[ParamDecl]) {
        let mut is_any = false;
        let mut at = 0;
        while at < params.len() {
            if params[at].required {
                self.put(if is_any { ",\"" } else { ",\"required\":[\"" });
                self.put(params[at].name);
                self.put("\"");
                is_any = true;
            }
            at += 1;
        }
        if is_any {
            self.put("]");
        }
    }

    const fn put(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if !self.buffer.is_empty() {
            #[expect(clippy::mem_replace_with_default, reason = "`mem::take` is not const")]
            let buffer = core::mem::replace(&mut self.buffer, &mut []);
            let (target, rest) = buffer.split_at_mut(bytes.len());
            target.copy_from_slice(bytes);
            self.buffer = rest;
        }
        self.len += bytes.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: &[Fragment] = &[Fragment::Json("2"), Fragment::Nested(&[]), Fragment::Json("é")];
    const ALL: &[Fragment] = &[Fragment::Json("1"), Fragment::Nested(INNER), Fragment::Json("")];

    #[test]
    fn fragments_are_joined_in_their_order() {
        const BYTES: [u8; joined_len(ALL)] = joined(ALL);
        assert_eq!(utf8(&BYTES), "12é");
    }

    #[test]
    fn required_names_only_what_a_call_must_give() {
        const fn param(name: &'static str, required: bool) -> ParamDecl {
            ParamDecl { name, required, ..ParamDecl::BLANK }
        }
        const ONE: &[ParamDecl] = &[param("a", false), param("b", true), param("c", true)];
        const NONE: &[ParamDecl] = &[param("a", false)];
        const FRAGMENTS: &[Fragment] = &[Fragment::Required(NONE), Fragment::Required(ONE)];
        const BYTES: [u8; joined_len(FRAGMENTS)] = joined(FRAGMENTS);
        assert_eq!(utf8(&BYTES), ",\"required\":[\"b\",\"c\"]");
    }
}
