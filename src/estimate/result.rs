//! An estimated table: shares, standard errors, intervals, and what a reader should know before trusting
//! them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::interval::{Interval, Rule};
use super::likelihood::Convergence;
use super::method::Reconstruction;
use super::roots;
use crate::exact::to_f64;

/// The condition above which an estimate carries a warning.
const WARN_CONDITION: f64 = 100.0;

/// What a reconstruction hands on.
#[derive(Clone)]
pub(super) struct Reconstructed {
    pub(super) method: Reconstruction,
    pub(super) shares: Vec<f64>,
    pub(super) variances: Vec<f64>,
    pub(super) condition: f64,
    pub(super) influence: f64,
    pub(super) rule: Rule,
    pub(super) projected: bool,
    pub(super) reason: Option<String>,
    pub(super) convergence: Option<Convergence>,
}

impl Reconstructed {
    pub(super) fn new(
        method: Reconstruction,
        shares: Vec<f64>,
        variances: Vec<f64>,
        condition: f64,
        influence: f64,
    ) -> Self {
        Self {
            method,
            shares,
            variances,
            condition,
            influence,
            rule: Rule::Normal,
            projected: false,
            reason: None,
            convergence: None,
        }
    }

    /// Its intervals are those of an unbiased estimate.
    pub(super) fn unbiased(self) -> Self {
        Self { rule: Rule::Score, ..self }
    }

    pub(super) fn because(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }
}

/// What was counted.
pub(super) struct Shape {
    pub(super) attributes: Vec<usize>,
    pub(super) sizes: Vec<u32>,
    pub(super) n: u64,
}

/// The estimated table of true shares.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    attributes: Vec<usize>,
    sizes: Vec<u32>,
    n: u64,
    confidence: f64,
    critical: f64,
    method: Reconstruction,
    reason: Option<String>,
    condition: f64,
    influence: f64,
    rule: Rule,
    projected: bool,
    convergence: Option<Convergence>,
    shares: Vec<f64>,
    standard_errors: Vec<f64>,
}

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

impl Estimate {
    pub(super) fn new(table: Shape, confidence: f64, critical: f64, reconstructed: Reconstructed) -> Self {
        let Shape { attributes, sizes, n } = table;
        let Reconstructed {
            method,
            shares,
            variances: mut standard_errors,
            condition,
            influence,
            rule,
            projected,
            reason,
            convergence,
        } = reconstructed;
        roots::take(&mut standard_errors);
        Self {
            attributes,
            sizes,
            n,
            confidence,
            critical,
            method,
            reason,
            condition,
            influence,
            rule,
            projected,
            convergence,
            shares,
            standard_errors,
        }
    }

    /// The attributes, in the order of the axes.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The numbers of categories along the axes.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
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

    /// z: how many standard errors an interval reaches to either side, about.
    #[must_use]
    pub fn critical(&self) -> f64 {
        self.critical
    }

    /// The reconstruction that was used; for `auto` and `hybrid` the one they chose.
    #[must_use]
    pub fn method(&self) -> Reconstruction {
        self.method
    }

    /// Whether the estimates were then moved to the nearest shares.
    #[must_use]
    pub fn projected(&self) -> bool {
        self.projected
    }

    /// Why this reconstruction, or what became of the one asked for.
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

    /// The most that a single forged report can move any cell: a bound for the inverse and the products,
    /// and the bound of the inverse for reconstructions that start from it.
    #[must_use]
    pub fn influence(&self) -> f64 {
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

    /// Their standard errors.
    #[must_use]
    pub fn standard_errors(&self) -> &[f64] {
        &self.standard_errors
    }

    /// One cell with its interval.
    ///
    /// # Panics
    /// If `index` is not below the number of cells.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        let (estimate, standard_error) = (self.shares[index], self.standard_errors[index]);
        let n = to_f64(self.n.into());
        let Interval { lower, upper } = self.rule.interval(estimate, standard_error, n, self.critical);
        Cell { estimate, standard_error, lower, upper }
    }

    /// The cells, row-major, last attribute fastest.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        (0..self.shares.len()).map(|index| self.cell(index))
    }

    /// A sentence where the condition is so large that the table is hard to read, or the iterations of a
    /// likelihood estimate did not converge.
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

    /// The same estimate with other shares.
    pub(super) fn with_shares(&self, shares: Vec<f64>) -> Self {
        Self { shares, rule: Rule::Normal, ..self.clone() }
    }
}
