//! The ends of an interval.

/// An interval, as its two ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Interval {
    /// The interval, stretched to hold an estimate moved into \[0, 1\].
    pub(crate) fn reaching(self, estimate: f64) -> Self {
        let estimate = estimate.clamp(0.0, 1.0);
        Self { lower: libm::fmin(self.lower, estimate), upper: libm::fmax(self.upper, estimate) }
    }
}
