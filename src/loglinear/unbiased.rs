//! The tables to which the model is fitted.

use alloc::vec;
use alloc::vec::Vec;

use crate::count::Axes;
use crate::estimate::Estimate;
use crate::exact::to_index;
use crate::numeric::order::sorted;

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
        let errors = estimate.standard_errors()?;
        Some(Self::over(estimate.axes(), estimate.shares().to_vec(), errors.to_vec()))
    }

    /// The table over these axes.
    pub(crate) fn over(axes: &Axes, shares: Vec<f64>, standard_errors: Vec<f64>) -> Self {
        let possible = axes.possible().map(|possible| possible.to_vec());
        match *axes.attributes() {
            [first, second] if second < first => {
                let columns = to_index(axes.sizes()[1]);
                Self {
                    attributes: vec![second, first],
                    shares: transposed(&shares, columns),
                    standard_errors: transposed(&standard_errors, columns),
                    possible: possible.map(|possible| transposed(&possible, columns)),
                }
            }
            _ => Self { attributes: axes.attributes().to_vec(), shares, standard_errors, possible },
        }
    }
}

/// Of these tables those of one and two questions, each once: if a pair is there in both orders, the ascending one is used, so that numbers do not depend on what
/// else was counted.
pub(crate) fn once_each<T>(
    tables: impl IntoIterator<Item = T>,
    attributes: impl Fn(&T) -> Vec<usize>,
) -> Vec<T> {
    let mut each: Vec<(Vec<usize>, T)> = Vec::new();
    for table in tables {
        let own = attributes(&table);
        let ascending = sorted(own.clone());
        match each.iter_mut().find(|(known, _)| *known == ascending) {
            _ if !(1..=2).contains(&own.len()) => {}
            Some((_, known)) if own == ascending => *known = table,
            Some(_) => {}
            None => each.push((ascending, table)),
        }
    }
    each.into_iter().map(|(_, table)| table).collect()
}

/// The transpose of a matrix with this many columns.
pub(super) fn transposed<T: Copy>(matrix: &[T], columns: usize) -> Vec<T> {
    (0..columns).flat_map(|column| matrix.iter().skip(column).step_by(columns).copied()).collect()
}
