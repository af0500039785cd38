//! Whether a text spells what its declared format says.

use jiff::Timestamp;
use tollgate_decl::Format;
use url::Url;
use uuid::Uuid;

/// Whether `text` follows `format`.
pub(super) fn holds(format: Format, text: &str) -> bool {
    match format {
        Format::DateTime => text.parse::<Timestamp>().is_ok(),
        Format::Url => Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https")),
        Format::Uuid => Uuid::try_parse(text).is_ok(),
    }
}
