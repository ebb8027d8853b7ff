//! The hypotheses that can be tested on one table.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::fit::{self, Given};
use super::independence::Independent;
use super::null_model::{NullModel, invalid};
use super::transmission::{Mendelian, TYPES};
use super::trend::{self, NoTrend};
use crate::error::Error;
use crate::estimate::Observed;
use crate::exact::{count_to_f64, to_index};
use crate::schema::Schema;

/// A hypothesis about the true shares of a table, which a test may reject.
///
/// ```
/// use candor::inference::Hypothesis;
/// let codominant = Hypothesis::Trend { scores: Some(vec![0.0, 1.0, 2.0]) };
/// let census = Hypothesis::Fit { shares: vec![0.49, 0.51] };
/// assert_eq!((codominant.to_string(), census.to_string()), ("trend".into(), "fit".into()));
/// assert_ne!(Hypothesis::Independence, Hypothesis::Transmission);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Hypothesis {
    /// The two questions of the table are independent; of two follow-ups of one answer, among those who were asked both.
    Independence,
    /// The proportion of the second of two categories does not rise or fall with the scores of the rows.
    Trend {
        /// A finite score for each row; 0, 1, 2 … if `None`.
        scores: Option<Vec<f64>>,
    },
    /// Heterozygous parents transmit both alleles equally often. The cells are types of families, (1,0), (0,1), (1,1), (2,0), (0,2), (0,0).
    Transmission,
    /// The table has these shares.
    Fit {
        /// A share for each cell, row-major, last attribute fastest; they sum to 1.
        shares: Vec<f64>,
    },
}

impl Hypothesis {
    /// Shares near given ones of the table over these attributes for which the hypothesis holds; what the hypothesis leaves open, such as margins, is kept.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema};
    /// use candor::inference::Hypothesis;
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let schema = Schema::new(vec![yes_no("smoker")?, yes_no("cough")?])?;
    /// let even = Hypothesis::Independence.nearest(&schema, &[0, 1], &[0.3, 0.2, 0.3, 0.2])?;
    /// assert!(even.iter().zip([0.3, 0.2, 0.3, 0.2]).all(|(one, other)| (one - other).abs() < 1e-12));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where the hypothesis does not fit the table, or there is not one share for each cell; those of [`Schema::table_sizes`].
    pub fn nearest(&self, schema: &Schema, table: &[usize], shares: &[f64]) -> Result<Vec<f64>, Error> {
        let sizes = schema.table_sizes(table)?;
        let possible = schema.possible_cells(table);
        fit::check_of_table(shares, cells(&sizes), possible.as_deref())?;
        Ok(self.model(&sizes, possible.as_deref())?.nearest(shares))
    }

    /// The null model of what was observed.
    pub(super) fn model_of(&self, observed: &Observed<'_>) -> Result<Box<dyn NullModel>, Error> {
        self.model(observed.sizes(), observed.occurring())
    }

    /// The null model of a table of these sizes, of which these cells can occur; `None` stands for all.
    fn model(&self, sizes: &[u32], occurring: Option<&[bool]>) -> Result<Box<dyn NullModel>, Error> {
        let cells = cells(sizes);
        Ok(match (self, sizes) {
            (Self::Independence, &[rows, columns]) => {
                Box::new(Independent::new([rows, columns].map(to_index), occurring)?)
            }
            (Self::Trend { .. }, &[_, 2]) if occurring.is_some() => {
                return Err(invalid(
                    "some answers to the two questions cannot be given together, so that a trend would follow from what was asked; test either with another question",
                ));
            }
            (Self::Trend { scores }, &[rows, 2]) => {
                let usual = || (0..u64::from(rows)).map(count_to_f64).collect();
                let scores = scores.clone().unwrap_or_else(usual);
                trend::check(&scores, to_index(rows))?;
                Box::new(NoTrend { scores })
            }
            (Self::Transmission, _) if cells == TYPES => Box::new(Mendelian),
            (Self::Fit { shares }, _) => Box::new(Given::new(shares, cells, occurring)?),
            _ => return Err(self.of_another_shape(sizes)),
        })
    }

    fn of_another_shape(&self, sizes: &[u32]) -> Error {
        let needed = match self {
            Self::Independence => "two questions",
            Self::Trend { .. } => "an ordered question and then one of two categories",
            Self::Transmission => "the six types of families",
            Self::Fit { .. } => "at least two cells",
        };
        invalid(format!("a test of {self} needs a table of {needed}; the sizes of this one are {sizes:?}"))
    }
}

/// The number of cells of a table.
pub(super) fn cells(sizes: &[u32]) -> usize {
    sizes.iter().map(|&size| to_index(size)).product()
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Independence => "independence",
            Self::Trend { .. } => "trend",
            Self::Transmission => "tdt",
            Self::Fit { .. } => "fit",
        })
    }
}
