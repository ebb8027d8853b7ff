//! An estimated table: shares, standard errors, intervals, and what a reader should know before trusting
//! them.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::cell::Cell;
use super::intervals::Intervals;
use crate::count::Axes;
use crate::error::Error;
use crate::estimate::interval::Interval;
use crate::estimate::interval::rule::Sample;
use crate::estimate::method::Reconstruction;
use crate::estimate::methods::likelihood::ascent::Convergence;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::exact::to_f64;
use crate::numeric::vectors;

/// The condition above which an estimate carries a warning.
const WARN_CONDITION: f64 = 100.0;

/// The table that was counted, without its counts.
pub(crate) struct Counted {
    pub(crate) axes: Arc<Axes>,
    pub(crate) n: u64,
    /// The finite population correction: the part of the variance of drawing respondents that is left.
    pub(crate) sampled: f64,
}

/// The estimated table of true shares.
///
/// Displays as one line per cell; serializes as its attributes, what it rests on, and its cells with their categories.
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{self, Options};
/// # use candor::{design, schema::{Attribute, Category, Schema}};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// # let levels = design::Levels::new(vec![2], vec![1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// # let smokers = Table::from_counts(&schema, &["smoker"], vec![600, 400])?;
/// let estimate = estimate::estimate(&law, smokers, &Options::default())?;
/// assert_eq!(estimate.get(&["yes"])?, estimate.cell(1));
/// assert!(estimate.to_string().starts_with("smoker (1000 reports, 95% intervals, inverse)\nno: 71.64 %"));
/// assert_eq!((estimate.shares().len(), estimate.standard_errors().map(<[f64]>::len), estimate.critical() > 1.9), (2, Some(2), true));
/// assert!(!estimate.projected() && estimate.warning().is_none());
/// // Without a population the errors of drawing and of perturbing are one.
/// assert_eq!((estimate.standard_errors_of_noise(), estimate.standard_errors_of_sampling()), (None, None));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    axes: Arc<Axes>,
    n: u64,
    confidence: f64,
    method: Reconstruction,
    reason: Option<String>,
    condition: f64,
    influence: Option<f64>,
    intervals: Intervals,
    projected: bool,
    convergence: Option<Convergence>,
    shares: Vec<f64>,
    /// `None` for a best guess.
    standard_errors: Option<Vec<f64>>,
    parts: Option<ErrorParts>,
}

/// The standard errors due to perturbing answers and to drawing respondents, whose squares add up.
#[derive(Debug, Clone, PartialEq)]
struct ErrorParts {
    noise: Vec<f64>,
    sampling: Vec<f64>,
}

impl Estimate {
    pub(crate) fn new(counted: Counted, confidence: f64, critical: f64, of: Reconstructed) -> Self {
        let Counted { axes, n, sampled } = counted;
        let (shares, standard_errors) = (of.shares, vectors::square_roots(of.variances));
        let sample = Sample { n: to_f64(n.into()), sampled };
        let centre = of.centre.map(|centre| *centre);
        let mut intervals = Intervals::new(sample, critical, (of.rule, of.truth, of.reach), centre);
        if let Some(information) = of.information {
            intervals = intervals.cut(&information, &shares, &standard_errors);
        }
        Self {
            axes,
            n,
            confidence,
            method: of.method,
            reason: of.reason,
            condition: of.condition,
            influence: of.influence,
            intervals,
            projected: of.projected,
            convergence: of.convergence,
            shares,
            standard_errors: Some(standard_errors),
            parts: None,
        }
    }

    /// Splits the errors: `noise` and `sampling` are the variances due to perturbing answers and to drawing respondents.
    pub(crate) fn of_parts(self, noise: Vec<f64>, sampling: Vec<f64>) -> Self {
        let parts =
            ErrorParts { noise: vectors::square_roots(noise), sampling: vectors::square_roots(sampling) };
        Self { parts: Some(parts), ..self }
    }

    /// The axes of the table.
    #[must_use]
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// The number of reports.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The confidence asked for: of each interval, or of all of them at once.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// z: about how many standard errors an interval extends to either side.
    #[must_use]
    pub fn critical(&self) -> f64 {
        self.intervals.critical()
    }

    /// The reconstruction that was used; for `auto` and `hybrid` the one they chose.
    #[must_use]
    pub fn method(&self) -> Reconstruction {
        self.method
    }

    /// Whether the estimates were projected onto the nearest shares.
    #[must_use]
    pub fn projected(&self) -> bool {
        self.projected
    }

    /// Why this reconstruction was chosen, or what became of the one asked for.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// max 1/|μ_T|: by how much the noise of the table's weakest component is multiplied. For a product
    /// over clusters, that of its worst cluster.
    #[must_use]
    pub fn condition(&self) -> f64 {
        self.condition
    }

    /// The most by which any cell changes when any one report is replaced by a forged one. `None` where nothing bounds that: for
    /// `likelihood`, `clusters`, `auto`, `hybrid` of several attributes, and tables made consistent with others.
    #[must_use]
    pub fn influence(&self) -> Option<f64> {
        self.influence
    }

    /// How the iterations of a likelihood estimate ended.
    #[must_use]
    pub fn convergence(&self) -> Option<&Convergence> {
        self.convergence.as_ref()
    }

    /// The estimated shares, row-major, last attribute fastest.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The standard errors of the shares; `None` for [`Reconstruction::LogLinear`], whose bias is not known.
    #[must_use]
    pub fn standard_errors(&self) -> Option<&[f64]> {
        self.standard_errors.as_deref()
    }

    /// The standard errors due to perturbing alone. `None` if the population is not known, and for a choice between reconstructions (auto,
    /// hybrid), whose weight depends on all errors.
    #[must_use]
    pub fn standard_errors_of_noise(&self) -> Option<&[f64]> {
        self.parts.as_ref().map(|parts| &parts.noise[..])
    }

    /// The standard errors due to drawing the respondents, known where those of noise are; the squares of both add up to that of the whole error.
    #[must_use]
    pub fn standard_errors_of_sampling(&self) -> Option<&[f64]> {
        self.parts.as_ref().map(|parts| &parts.sampling[..])
    }

    /// One cell with its interval.
    ///
    /// # Panics
    /// If `index` is not below the number of cells.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        if self.is_known_zero(index) {
            return Cell::new(0.0, self.standard_errors.as_ref().map(|_| 0.0), (0.0, 0.0));
        }
        let (estimate, standard_error) =
            (self.shares[index], self.standard_errors.as_ref().map(|errors| errors[index]));
        let (Interval { lower, upper }, fragility) = self.intervals.of(index, estimate, standard_error);
        Cell { estimate, standard_error, lower, upper, fragility }
    }

    /// Whether a cell cannot occur, and the method made use of that.
    fn is_known_zero(&self, index: usize) -> bool {
        self.shares[index] == 0.0 && self.axes.possible().is_some_and(|possible| !possible[index])
    }

    /// The cell with these categories, one for every axis.
    ///
    /// # Errors
    /// `unknown-category`.
    pub fn get(&self, categories: &[impl AsRef<str>]) -> Result<Cell, Error> {
        Ok(self.cell(self.axes.cell(categories)?))
    }

    /// The cells, row-major, last attribute fastest.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        (0..self.shares.len()).map(|index| self.cell(index))
    }

    /// A warning if the condition is so large that the table is hard to read, or if the iterations of a likelihood estimate did not converge.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if self.condition > WARN_CONDITION {
            let condition = self.condition;
            return Some(format!(
                "the law nearly erases this table: noise is multiplied by up to {condition:.0}"
            ));
        }
        self.convergence.as_ref().filter(|convergence| !convergence.converged).map(|convergence| {
            format!("the likelihood was still rising after {} steps", convergence.iterations)
        })
    }

    /// Moves the estimate to other shares. Its intervals stay, and are stretched to hold the new shares; how far a share was moved is added
    /// to its standard error, as independent noise.
    pub(crate) fn moved_to(&self, shares: Vec<f64>) -> Self {
        let intervals = self.intervals.around(&self.shares, self.standard_errors());
        let moves = || self.shares.iter().zip(&shares).map(|(from, to)| to - from);
        let moved = |errors: &[f64]| {
            errors.iter().zip(moves()).map(|(error, moved)| libm::hypot(*error, moved)).collect()
        };
        let standard_errors = self.standard_errors().map(moved);
        Self { standard_errors, intervals, shares, influence: None, ..self.clone() }
    }

    /// The best guess of this unbiased estimate's table: its intervals are stretched to hold the new shares, which have no standard errors.
    pub(crate) fn guessed(&self, shares: Vec<f64>, reason: String) -> Self {
        Self {
            intervals: self.intervals.around(&self.shares, self.standard_errors()),
            method: Reconstruction::LogLinear,
            reason: Some(reason),
            shares,
            standard_errors: None,
            influence: None,
            parts: None,
            ..self.clone()
        }
    }
}
