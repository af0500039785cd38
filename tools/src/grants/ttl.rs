//! How long a grant lasts.

/// Seconds that a grant lasts at most.
const SECS_MAX: u32 = 604_800;

/// The seconds of a grant: neither none nor too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ttl(u32);

/// A grant that would last for no time, or for too long.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grant lasts 1 to {SECS_MAX} seconds, got {given}")]
pub struct TtlError {
    given: u32,
}

impl Ttl {
    /// The longest.
    pub const MAX: Self = Self(SECS_MAX);

    /// So many seconds.
    ///
    /// # Errors
    /// When that is none, or more than the longest.
    pub const fn secs(given: u32) -> Result<Self, TtlError> {
        match given {
            1..=SECS_MAX => Ok(Self(given)),
            _ => Err(TtlError { given }),
        }
    }

    /// In seconds.
    #[must_use]
    pub const fn as_secs(self) -> u32 {
        self.0
    }

    /// In milliseconds.
    #[must_use]
    pub const fn as_ms(self) -> i64 {
        self.0 as i64 * 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_lasts_for_a_second_to_a_week() {
        for secs in [1, SECS_MAX] {
            assert_eq!(Ttl::secs(secs).map(Ttl::as_secs), Ok(secs));
        }
        for given in [0, SECS_MAX + 1, u32::MAX] {
            assert_eq!(Ttl::secs(given), Err(TtlError { given }));
        }
    }
}
