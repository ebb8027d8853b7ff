//! The ends of an interval.

/// Both ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Interval {
    /// The interval, stretched to hold an estimate, or the end of \[0, 1\] nearest to it.
    pub(crate) fn reaching(self, estimate: f64) -> Self {
        let estimate = estimate.clamp(0.0, 1.0);
        Self { lower: libm::fmin(self.lower, estimate), upper: libm::fmax(self.upper, estimate) }
    }
}
