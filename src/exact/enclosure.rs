//! A lower and an upper bound of an exact value, carried through products, quotients and sums.

use super::scaled::{Scaled, Toward};

/// `low ≤ exact value ≤ high`, all positive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Enclosure {
    low: Scaled,
    high: Scaled,
}

impl Enclosure {
    pub(crate) const ONE: Self = Self { low: Scaled::ONE, high: Scaled::ONE };

    pub(crate) fn new(value: u128) -> Self {
        Self { low: Scaled::new(value, Toward::Down), high: Scaled::new(value, Toward::Up) }
    }

    pub(crate) fn high(self) -> Scaled {
        self.high
    }

    pub(crate) fn low(self) -> Scaled {
        self.low
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { low: self.low.times(other.low, Toward::Down), high: self.high.times(other.high, Toward::Up) }
    }

    /// The quotient; `divisor` is positive.
    pub(crate) fn over(self, divisor: Self) -> Self {
        Self { low: self.low.over(divisor.high, Toward::Down), high: self.high.over(divisor.low, Toward::Up) }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { low: self.low.plus(other.low, Toward::Down), high: self.high.plus(other.high, Toward::Up) }
    }

    /// The larger of the two ratios between the values, rounded up; at least 1.
    pub(crate) fn spread(self, other: Self) -> Scaled {
        let [there, back] = [self.high.over(other.low, Toward::Up), other.high.over(self.low, Toward::Up)];
        there.max(back).max(Scaled::ONE)
    }
}
