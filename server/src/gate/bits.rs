//! A set of tools: a bit for each position of the registry.

/// Tools that one registry can hold.
pub const TOOLS_MAX: usize = 1_024;

const WORD_BITS: usize = u64::BITS as usize;
const WORDS: usize = TOOLS_MAX / WORD_BITS;

/// A set of tools, by their position in the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits([u64; WORDS]);

impl Bits {
    /// No tool.
    pub const NONE: Self = Self([0; WORDS]);

    /// The set of the positions at which `is_in` holds, of `count` positions.
    pub fn of(count: usize, mut is_in: impl FnMut(usize) -> bool) -> Self {
        let mut bits = Self::NONE;
        for at in (0..count.min(TOOLS_MAX)).filter(|at| is_in(*at)) {
            bits.0[at / WORD_BITS] |= 1 << (at % WORD_BITS);
        }
        bits
    }

    /// Whether the set has the tool at this position.
    #[must_use]
    pub fn contains(&self, position: usize) -> bool {
        self.0.get(position / WORD_BITS).is_some_and(|word| word & 1 << (position % WORD_BITS) != 0)
    }

    /// How many tools are in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The positions of the set, rising.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..TOOLS_MAX).filter(|at| self.contains(*at))
    }

    /// What is in either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |left, right| left | right)
    }

    /// What is in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |left, right| left & right)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |left, right| left & !right)
    }

    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_every_position_up_to_the_last() {
        let bits = Bits::of(TOOLS_MAX, |at| [0, 63, 64, TOOLS_MAX - 1].contains(&at));
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, TOOLS_MAX - 1]);
        assert_eq!(bits.count(), 4);
        assert!(!bits.contains(TOOLS_MAX) && !bits.contains(1));
    }

    #[test]
    fn joins_two_sets() {
        let low = Bits::of(4, |at| at < 3);
        let odd = Bits::of(4, |at| at % 2 == 1);
        assert_eq!(low.and(odd), Bits::of(4, |at| at == 1));
        assert_eq!(low.or(odd), Bits::of(4, |_| true));
        assert_eq!(low.without(odd), Bits::of(4, |at| at == 0 || at == 2));
    }
}
