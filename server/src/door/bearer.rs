//! What an `Authorization` header shows.

use super::refused::Refused;

/// Bytes of a key or token that is looked at.
pub(super) const BYTES_MAX: usize = 16 * 1024;

const SCHEME: &str = "bearer";

/// The key or token in the value of the header.
pub(super) fn shown(value: &[u8]) -> Result<&str, Refused> {
    let text = std::str::from_utf8(value).map_err(|_| Refused::Malformed)?.trim_ascii();
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    if !scheme.eq_ignore_ascii_case(SCHEME) {
        return Err(Refused::Scheme);
    }
    let token = token.trim_ascii_start();
    if token.len() > BYTES_MAX {
        return Err(Refused::TooLong);
    }
    match !token.is_empty() && token.bytes().all(is_part) {
        true => Ok(token),
        false => Err(Refused::Malformed),
    }
}

/// A character of `token68`, as HTTP has it.
const fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(value: &[u8]) -> &'static str {
        shown(value).unwrap_err().class()
    }

    #[test]
    fn a_token_is_read_however_its_scheme_is_written() {
        for value in ["Bearer a.b-c_d~e+f/g=", "bearer a.b-c_d~e+f/g=", "BEARER   a.b-c_d~e+f/g= "]
        {
            assert_eq!(shown(value.as_bytes()).ok(), Some("a.b-c_d~e+f/g="), "{value}");
        }
    }

    #[test]
    fn what_is_no_token_is_none() {
        for value in ["Basic YTpi", "", "tollgate_key_0", "Bearerx", "Digest a=\"b\""] {
            assert_eq!(class(value.as_bytes()), "scheme", "{value}");
        }
        for value in
            ["Bearer", "Bearer ", "Bearer a b", "Bearer a,b", "Bearer \"a\"", "Bearer \u{e9}"]
        {
            assert_eq!(class(value.as_bytes()), "malformed", "{value}");
        }
        assert_eq!(class(b"Bearer a\xff"), "malformed");
    }

    #[test]
    fn the_longest_token_is_looked_at_and_one_more_byte_is_not() {
        let of = |bytes: usize| format!("Bearer {}", "a".repeat(bytes));
        assert!(shown(of(BYTES_MAX).as_bytes()).is_ok());
        assert_eq!(class(of(BYTES_MAX + 1).as_bytes()), "too_long");
    }
}
