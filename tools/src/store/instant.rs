//! How stored instants are shown.

use jiff::Timestamp;

/// Milliseconds since 1970-01-01T00:00:00Z as RFC 3339 in UTC. What lies beyond the calendar is
/// shown as its nearest end.
#[must_use]
pub fn rfc3339(ms: i64) -> String {
    let nearest = if ms < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(ms).unwrap_or(nearest).to_string()
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn instants_are_shown_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(1_796_067_296_123), "2026-11-30T19:34:56.123Z");
        assert_eq!(rfc3339(i64::MAX), "9999-12-30T22:00:00.999999999Z");
    }
}
