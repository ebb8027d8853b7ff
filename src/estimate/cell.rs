//! One estimated share.

/// One estimated share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The estimate; where it is unbiased it may leave \[0, 1\].
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The lower end of the confidence interval, in \[0, 1\].
    pub lower: f64,
    /// The upper end, in \[0, 1\].
    pub upper: f64,
}

impl Cell {
    /// This estimate with the interval of another, stretched to hold it where it is above `least` and below 1.
    pub(super) fn within(self, around: &Self, least: f64) -> Self {
        let estimate = self.estimate.clamp(least, 1.0);
        Self { lower: libm::fmin(around.lower, estimate), upper: libm::fmax(around.upper, estimate), ..self }
    }
}
