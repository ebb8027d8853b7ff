//! One cell of an estimated table.

use core::fmt;

use serde::Serialize;

use crate::estimate::methods::influence::Fragility;

/// The text shown in place of a number that so few reports, under so much noise, do not tell.
///
/// ```
/// use candor::estimate::TOO_FEW;
/// # use candor::estimate::{Options, estimate};
/// # use candor::{count::Table, design, schema::{Attribute, Category, Schema}};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// # let levels = design::Levels::new(vec![2], vec![0.1])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// // Of five people noise at an ε of 0.1 leaves nothing.
/// let smokers = Table::from_counts(&schema, &["smoker"], vec![3, 2])?;
/// assert_eq!(estimate(&law, smokers, &Options::default())?.cell(1).to_string(), TOO_FEW);
/// # Ok::<(), candor::Error>(())
/// ```
pub const TOO_FEW: &str = "too few reports to tell";

/// One estimated share, with its standard error and confidence interval.
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
/// assert_eq!(cell.readable(), Some(cell.estimate));
/// # Ok::<(), candor::Error>(())
/// ```
///
/// Displays as what people are shown: [`Cell::readable`], with its standard error, if it has one, and interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cell {
    /// The estimate; an unbiased one may lie outside \[0, 1\].
    pub estimate: f64,
    /// The standard error of the estimate; `None` for a best guess, whose bias is not known.
    pub standard_error: Option<f64>,
    /// The lower end of the confidence interval, in \[0, 1\].
    pub lower: f64,
    /// The upper end of the confidence interval, in \[0, 1\].
    pub upper: f64,
    /// How many forged reports would move the unbiased estimate, and with it the interval, by half the interval's length. `None` for methods
    /// whose intervals are not those of the inverse, for `auto` where it chooses among methods, and for groups that may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fragility: Option<Fragility>,
}

/// The least part of all possible values that an interval must leave out to tell anything.
const LEAST_LEFT_OUT: f64 = 0.05;

impl Cell {
    /// An estimate with its interval, of which nobody knows how many forged reports move it.
    pub(crate) fn new(estimate: f64, standard_error: Option<f64>, (lower, upper): (f64, f64)) -> Self {
        Self { estimate, standard_error, lower, upper, fragility: None }
    }

    /// The number that people are shown: the estimate moved into its interval, and so into \[0, 1\]. `None` if there are too few reports to
    /// tell: the interval leaves out less than a twentieth of all shares, or there is a standard error of 1/2 or more, which no number
    /// between 0 and 1 can have.
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        self.readable_of(1.0)
    }

    /// [`Cell::readable`] for a number whose possible values form an interval of this length.
    pub(crate) fn readable_of(&self, possible: f64) -> Option<f64> {
        let tells = self.standard_error.is_none_or(|error| 2.0 * error < possible)
            && self.upper - self.lower <= (1.0 - LEAST_LEFT_OUT) * possible;
        // Adding 0 turns −0 into 0.
        tells.then(|| libm::fmin(libm::fmax(self.estimate, self.lower), self.upper) + 0.0)
    }

    /// Whether the interval is all of \[0, 1\].
    pub(crate) fn is_unknown(&self) -> bool {
        self.lower <= 0.0 && self.upper >= 1.0
    }

    /// This estimate with the interval of another, stretched to hold it as far as it is above `least` and below 1.
    pub(crate) fn within(self, around: &Self, least: f64) -> Self {
        let estimate = self.estimate.clamp(least, 1.0);
        let (lower, upper) = (libm::fmin(around.lower, estimate), libm::fmax(around.upper, estimate));
        Self { lower, upper, fragility: around.fragility, ..self }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(shown) = self.readable() else { return f.write_str(TOO_FEW) };
        let [estimate, lower, upper] = [shown, self.lower, self.upper].map(|share| 100.0 * share);
        write!(f, "{estimate:.2} % ")?;
        if let Some(error) = self.standard_error {
            write!(f, "± {:.2} % ", 100.0 * error)?;
        }
        write!(f, "({lower:.2} % to {upper:.2} %)")
    }
}
