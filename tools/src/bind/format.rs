//! Whether a text spells what its declared format says.

use jiff::Timestamp;
use jiff::civil::Date;
use tollgate_decl::Format;
use url::Url;
use uuid::Uuid;

/// Bytes of a UUID with its hyphens and nothing around it.
const UUID_BYTES: usize = 36;

/// Whether `text` follows `format`.
///
/// The parsers alone take more than was published: a date without seconds, a URL with a line
/// break in it, a UUID in braces. A handler keeps the text, so it must be the one spelling.
pub(super) fn holds(format: Format, text: &str) -> bool {
    match format {
        Format::Date => is_like(text.as_bytes(), b"0000-00-00") && text.parse::<Date>().is_ok(),
        Format::DateTime => is_rfc3339(text) && text.parse::<Timestamp>().is_ok(),
        Format::Email => is_email(text),
        Format::Url => is_web(text) && Url::parse(text).is_ok(),
        Format::Uuid => text.len() == UUID_BYTES && Uuid::try_parse(text).is_ok(),
    }
}

/// `2026-01-31T08:00:00Z`, with or without a fraction, or with an offset such as `+09:00`.
fn is_rfc3339(text: &str) -> bool {
    const DATE_TIME: &[u8] = b"0000-00-00T00:00:00";
    const OFFSET: &[u8] = b"+00:00";
    let Some((start, rest)) = text.as_bytes().split_at_checked(DATE_TIME.len()) else {
        return false;
    };
    let digits = match rest {
        [b'.', fraction @ ..] => fraction.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    };
    let zone = match rest {
        [b'.', fraction @ ..] if digits > 0 => &fraction[digits..],
        rest => rest,
    };
    is_like(start, DATE_TIME) && (matches!(zone, b"Z" | b"z") || is_like(zone, OFFSET))
}

/// Whether digits stand where the pattern has digits, and the rest is the same.
fn is_like(text: &[u8], pattern: &[u8]) -> bool {
    text.len() == pattern.len()
        && text.iter().zip(pattern).all(|(byte, like)| match like {
            b'0' => byte.is_ascii_digit(),
            b'+' => matches!(byte, b'+' | b'-'),
            like => byte.eq_ignore_ascii_case(like),
        })
}

/// `name@domain`, as people write addresses: no quoted names, no comments, no numeric hosts.
fn is_email(text: &str) -> bool {
    /// The bounds of RFC 5321.
    const NAME_BYTES_MAX: usize = 64;
    const EMAIL_BYTES_MAX: usize = 254;
    let is_label = |label: &str| {
        let is_inside = |c: char| c.is_alphanumeric() || c == '-';
        !label.is_empty()
            && label.chars().all(is_inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_part = |part: &str| {
        let is_inside = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
        !part.is_empty() && part.chars().all(is_inside)
    };
    let Some((name, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= EMAIL_BYTES_MAX
        && name.len() <= NAME_BYTES_MAX
        && name.split('.').all(is_part)
        && domain.contains('.')
        && domain.split('.').all(is_label)
}

/// Whether it starts like a web address and holds nothing that a URL parser drops silently.
fn is_web(text: &str) -> bool {
    let is_plain = !text.chars().any(|c| c.is_whitespace() || c.is_control());
    let starts = |scheme: &str| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    is_plain && (starts("http://") || starts("https://"))
}
