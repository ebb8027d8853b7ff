//! The mean and the quantiles of a numeric question that was asked in bins.
//!
//! Numbers are assumed to be uniform within a bin, so that bin c with the middle m_c has the mean m_c, and the share below x rises linearly
//! through it. Nothing is assumed about a bin with an open end: with one there is no mean, and no quantile within that bin. With A the set
//! of bins, without *no answer*, and C the covariance of the estimates π̂,
//!
//! mean = Σ_A m_c·π̂_c / Σ_A π̂_c,   variance uᵀ·C·u,  u_c = (m_c − mean)/Σ_A π̂,
//!
//! and the p-quantile is the first x where g(x) = Σ_A (b_c(x) − p)·π̂_c reaches 0, b_c(x) being the part of bin c below x. Its confidence interval
//! reaches from the first to the last x at which g = 0 is not rejected, |g(x)| ≤ z·√(b(x)−p)ᵀ·C·(b(x)−p) \[Woodruff52\]. This needs no density
//! estimate, and keeps its coverage where the density is low.
//!
//! Units: those of the edges. Cost: O(N²) for every quantile. Fails where the law erases the question.

use alloc::format;
use alloc::vec::Vec;

use serde::Serialize;

use super::null_model::invalid;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Cell, Covariance, Estimation, Options, Origin};
use crate::exact::to_index;
use crate::numeric::chi_squared;
use crate::numeric::vectors::dot;

/// The number of bisections within the bin that holds a quantile or an interval's end.
const HALVINGS: u32 = 60;

/// A mean, or another number of its units, with its standard error and confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mean {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The lower end of its interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
    /// How far apart the least and the largest value are that it can have.
    #[serde(skip)]
    possible: f64,
}

impl Mean {
    /// The mean with the normal interval of this many standard errors, cut to the values that it can have, or that of the nearest of these if it lies
    /// outside.
    pub(super) fn within(estimate: f64, standard_error: f64, z: f64, (least, most): (f64, f64)) -> Self {
        let centre = estimate.clamp(least - z * standard_error, most + z * standard_error);
        let is_outside = centre.total_cmp(&estimate).is_ne();
        let centre = if is_outside { estimate.clamp(least, most) } else { estimate };
        let end = |times: f64| (centre + times * standard_error).clamp(least, most);
        Self { estimate, standard_error, lower: end(-z), upper: end(z), possible: most - least }
    }

    /// The mean with this interval; its values are at most `possible` apart.
    pub(super) fn with_interval(
        estimate: f64,
        standard_error: f64,
        (lower, upper): (f64, f64),
        possible: f64,
    ) -> Self {
        Self { estimate, standard_error, lower, upper, possible }
    }

    /// The p-value of the hypothesis that the true value is 0, by the normal distribution; 1 for an estimate of 0, also without error.
    pub(super) fn p_value(&self) -> f64 {
        let z = if self.estimate == 0.0 { 0.0 } else { self.estimate / self.standard_error };
        chi_squared::tail(z * z, 1.0)
    }

    /// The mean to show to readers, within its interval; `None` where there are too few reports by the rule of [`Cell::readable`].
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        let Self { estimate, standard_error, lower, upper, possible } = *self;
        Cell::new(estimate, Some(standard_error), (lower, upper)).readable_of(possible)
    }
}

/// A quantile with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Quantile {
    /// The share of numbers below the quantile.
    pub share: f64,
    /// The estimate; `None` in a bin with an open end.
    pub estimate: Option<f64>,
    /// The lower end of its interval; `None` in a bin with an open end.
    pub lower: Option<f64>,
    /// The upper end of its interval; `None` in a bin with an open end.
    pub upper: Option<f64>,
    /// How far apart the least and the largest value are that it can have; infinite where an end is open.
    #[serde(skip)]
    possible: f64,
}

impl Quantile {
    /// The quantile with this share below it: its estimate and both ends of its interval, and the length of all values that it can have.
    pub(super) fn within(share: f64, [estimate, lower, upper]: [Option<f64>; 3], possible: f64) -> Self {
        Self { share, estimate, lower, upper, possible }
    }

    /// The quantile to show to readers; `None` in a bin with an open end, and where there are too few reports by the rule of [`Cell::readable`].
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        let Self { estimate: Some(estimate), lower: Some(lower), upper: Some(upper), .. } = *self else {
            return self.estimate;
        };
        Cell::new(estimate, None, (lower, upper)).readable_of(self.possible)
    }
}

/// The estimated mean and quantiles of a numeric question.
///
/// ```
/// use candor::inference::{Mean, Numbers, Quantile};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "age", "bins": [18, 30, 45, 60, null], "epsilon": 2}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let ages = || Table::from_counts(&plan, &["age"], vec![700, 1400, 1200, 700]);
/// let edges = [Some(18.0), Some(30.0), Some(45.0), Some(60.0), None];
/// let open = Numbers::new(&plan, ages()?, &edges, &[0.5, 0.999], &Options::default())?;
/// let Quantile { estimate: Some(median), lower: Some(lower), upper: Some(upper), .. } = open.quantiles[0] else { panic!("seen") };
/// assert!(30.0 < lower && lower < median && median < upper && upper < 60.0 && open.quantiles[0].readable() == Some(median));
/// // Of people of 60 years and more nothing else is known.
/// assert_eq!((open.mean, open.quantiles[1].estimate), (None, None));
/// let closed = [edges[0], edges[1], edges[2], edges[3], Some(100.0)];
/// let Mean { estimate, standard_error, .. } = Numbers::new(&plan, ages()?, &closed, &[], &Options::default())?.mean.unwrap();
/// assert!(40.0 < estimate && estimate < 50.0 && standard_error < 1.0);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Numbers {
    /// The number of reports.
    pub n: u64,
    /// The mean; `None` where a bin has an open end.
    pub mean: Option<Mean>,
    /// The requested quantiles.
    pub quantiles: Vec<Quantile>,
}

impl Numbers {
    /// Estimates the mean and quantiles of a question whose first categories are the bins between these edges. Later categories, such as
    /// *no answer*, are left out. An edge of `None` leaves that end open.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table is of several questions or has fewer categories, edges do not rise, or a quantile is not
    /// between 0 and 1; `undefined-statistic` where nobody is estimated to have answered; those of [`Estimation::new`] and
    /// [`Estimation::with_errors`].
    pub fn new<'l>(
        of: impl Into<Origin<'l>>,
        table: Table,
        edges: &[Option<f64>],
        quantiles: &[f64],
        options: &Options,
    ) -> Result<Self, Error> {
        check(table.axes().sizes(), edges, quantiles)?;
        let of = Binned { table: Weighing::new(of, table, options)?, edges };
        if of.answered() <= 0.0 {
            let message = format!(
                "the share of people who gave a number is estimated as {:.3}; it must be above 0",
                of.answered()
            );
            return Err(Error::new(Code::UndefinedStatistic, message));
        }
        Ok(Self {
            n: of.table.n,
            mean: of.mean(),
            quantiles: quantiles.iter().map(|&share| of.quantile(share)).collect(),
        })
    }
}

fn check(sizes: &[u32], edges: &[Option<f64>], quantiles: &[f64]) -> Result<(), Error> {
    let known: Vec<f64> = edges.iter().flatten().copied().collect();
    let inside = edges.len().saturating_sub(2);
    let open_inside = edges.iter().skip(1).take(inside).any(Option::is_none);
    if open_inside
        || known.iter().any(|edge| !edge.is_finite())
        || known.windows(2).any(|two| two[0] >= two[1])
    {
        return Err(invalid(format!(
            "the edges of a numeric question must be in increasing order, and only the first and the last may be open; they are {known:?}"
        )));
    }
    if sizes.len() != 1 || edges.len() < 3 || to_index(sizes[0]) + 1 < edges.len() {
        return Err(invalid(format!(
            "{} edges do not match a table of the sizes {sizes:?}; statistics of numbers need the table of one question and an edge more than it has bins",
            edges.len()
        )));
    }
    check_quantiles(quantiles)
}

/// Refuses quantiles that are not between 0 and 1.
pub(super) fn check_quantiles(shares: &[f64]) -> Result<(), Error> {
    match shares.iter().find(|share| !(**share > 0.0 && **share < 1.0)) {
        Some(share) => {
            Err(invalid(format!("the quantile {share} was requested; it must be above 0 and below 1")))
        }
        None => Ok(()),
    }
}

/// An estimated table, of whose cells weighted sums are taken.
struct Weighing {
    n: u64,
    shares: Vec<f64>,
    covariance: Covariance,
    z: f64,
}

impl Weighing {
    fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let (estimate, errors) = Estimation::new(of, table, options)?.with_errors()?;
        let covariance = errors.covariance()?;
        Ok(Self { n: estimate.n(), shares: estimate.shares().into(), covariance, z: estimate.critical() })
    }

    /// The standard error √uᵀCu of a weighted sum of the shares of the first cells.
    fn error(&self, weights: &[f64]) -> f64 {
        let rows = weights.iter().enumerate();
        let row =
            |(cell, own): (usize, &f64)| own * dot(weights, &self.covariance.row(cell)[..weights.len()]);
        libm::sqrt(libm::fmax(rows.map(row).sum(), 0.0))
    }
}

/// Estimated shares of bins, the first categories of a question.
struct Binned<'e> {
    table: Weighing,
    edges: &'e [Option<f64>],
}

impl Binned<'_> {
    fn shares(&self) -> &[f64] {
        &self.table.shares[..self.edges.len() - 1]
    }

    fn answered(&self) -> f64 {
        self.shares().iter().sum()
    }

    fn mean(&self) -> Option<Mean> {
        let middles = self.edges.windows(2).map(|two| Some(0.5 * (two[0]? + two[1]?)));
        let middles: Vec<f64> = middles.collect::<Option<_>>()?;
        let (estimate, answered) = (dot(&middles, self.shares()) / self.answered(), self.answered());
        let change: Vec<f64> = middles.iter().map(|middle| (middle - estimate) / answered).collect();
        let limits = (middles[0], middles[middles.len() - 1]);
        Some(Mean::within(estimate, self.table.error(&change), self.table.z, limits))
    }

    fn quantile(&self, share: f64) -> Quantile {
        let (above, reversed) = (|weights: &[f64]| dot(weights, self.shares()), true);
        let ends = |sign: f64| {
            move |weights: &[f64]| {
                dot(weights, self.shares()) + sign * self.table.z * self.table.error(weights)
            }
        };
        let estimate = self.first(share, above, !reversed);
        let ends = [self.first(share, ends(1.0), !reversed), self.first(share, ends(-1.0), reversed)];
        let known = self.edges[0].zip(self.edges[self.edges.len() - 1]);
        let possible = known.map_or(f64::INFINITY, |(least, most)| most - least);
        Quantile::within(share, [estimate, ends[0], ends[1]], possible)
    }

    /// The first x, going up from the lower end, where `of` is at least 0; with `from_above`, the first going down where it is at most 0.
    fn first(&self, share: f64, of: impl Fn(&[f64]) -> f64, from_above: bool) -> Option<f64> {
        let at = |bin: usize, part: f64| {
            let below = |own: usize| {
                if own < bin {
                    1.0
                } else if own == bin {
                    part
                } else {
                    0.0
                }
            };
            let weights: Vec<f64> = (0..self.shares().len()).map(|own| below(own) - share).collect();
            if from_above { of(&weights) <= 0.0 } else { of(&weights) >= 0.0 }
        };
        let bins = self.shares().len();
        let place = |bin: usize, part: f64| {
            let (low, high) = (self.edges[bin]?, self.edges[bin + 1]?);
            Some(low + part * (high - low))
        };
        for step in 0..bins {
            let bin = if from_above { bins - 1 - step } else { step };
            let (near, far) = if from_above { (1.0, 0.0) } else { (0.0, 1.0) };
            if at(bin, near) {
                return place(bin, near);
            }
            if at(bin, far) {
                let (mut outside, mut inside) = (near, far);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (outside + inside);
                    if at(bin, middle) { inside = middle } else { outside = middle }
                }
                return place(bin, inside);
            }
        }
        // With noisy shares `of` may never cross 0: the result is the last edge then.
        place(if from_above { 0 } else { bins - 1 }, if from_above { 0.0 } else { 1.0 })
    }
}
