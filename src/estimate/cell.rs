//! One estimated share.

use core::fmt;

use serde::Serialize;

/// One estimated share.
///
/// ```
/// # use candor::estimate::{Options, estimate};
/// # use candor::{count::Table, design, schema::{Attribute, Category, Schema}};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// # let levels = design::Levels::new(vec![2], vec![1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// # let smokers = Table::from_counts(&schema, &["smoker"], vec![600, 400])?;
/// let cell = estimate(&law, smokers, &Options::default())?.cell(1);
/// assert_eq!(cell.to_string(), "28.36 % ± 3.35 % (21.75 % to 35.10 %)");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
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

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [estimate, error, lower, upper] =
            [self.estimate, self.standard_error, self.lower, self.upper].map(|share| 100.0 * share);
        write!(f, "{estimate:.2} % ± {error:.2} % ({lower:.2} % to {upper:.2} %)")
    }
}
