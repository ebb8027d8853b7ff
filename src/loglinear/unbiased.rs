//! The tables to which the model is fitted.

use alloc::vec::Vec;

use crate::estimate::Estimate;
use crate::exact::to_index;

/// An unbiased table with its standard errors: of one question, or of two in ascending order, row-major.
#[derive(Debug, Clone, PartialEq)]
pub struct UnbiasedTable {
    /// The positions of the questions.
    pub attributes: Vec<usize>,
    /// The estimated share of every cell.
    pub shares: Vec<f64>,
    /// The standard errors of these shares.
    pub standard_errors: Vec<f64>,
    /// Which cells some record can fall into; `None` where that is all of them.
    pub possible: Option<Vec<bool>>,
}

impl UnbiasedTable {
    /// Takes an estimate by [`crate::estimate::Reconstruction::Inverse`], with the noise of cells that cannot occur; `None` for one of another method that has no standard errors.
    ///
    /// ```
    /// # use candor::{count::Table, design, estimate::{Options, estimate}, schema::{Attribute, Category, Schema}};
    /// use candor::loglinear::UnbiasedTable;
    /// # let attribute = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let schema = Schema::new(vec![attribute("smoker")?, attribute("drinker")?])?;
    /// # let levels = design::Levels::new(vec![2, 2], vec![1.0, 1.0])?;
    /// # let law = design::Request::levels(&levels).design()?.law().clone();
    /// // A table whose questions are not in the survey's order is transposed.
    /// let table = Table::from_counts(&schema, &["drinker", "smoker"], vec![400, 200, 150, 250])?;
    /// let estimate = estimate(&law, table, &Options::default())?;
    /// let unbiased = UnbiasedTable::of(&estimate).ok_or(candor::Code::Internal.as_str())?;
    /// assert_eq!((&unbiased.attributes[..], unbiased.shares[1]), (&[0, 1][..], estimate.shares()[2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(estimate: &Estimate) -> Option<Self> {
        let (axes, standard_errors) = (estimate.axes(), estimate.standard_errors()?);
        let (mut attributes, shares) = (axes.attributes().to_vec(), estimate.shares());
        let possible = axes.possible().map(|possible| possible.to_vec());
        Some(match attributes[..] {
            [first, second] if second < first => {
                attributes.reverse();
                let columns = to_index(axes.sizes()[1]);
                Self {
                    attributes,
                    shares: transposed(shares, columns),
                    standard_errors: transposed(standard_errors, columns),
                    possible: possible.map(|possible| transposed(&possible, columns)),
                }
            }
            _ => Self {
                attributes,
                shares: shares.to_vec(),
                standard_errors: standard_errors.to_vec(),
                possible,
            },
        })
    }
}

/// The transpose of a matrix with this many columns.
pub(super) fn transposed<T: Copy>(matrix: &[T], columns: usize) -> Vec<T> {
    (0..columns).flat_map(|column| matrix.iter().skip(column).step_by(columns).copied()).collect()
}
