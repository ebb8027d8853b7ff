//! The intervals of an estimated table. They are computed on demand; only those that a profile has cut are stored.

use alloc::vec::Vec;

use crate::estimate::interval::Interval;
use crate::estimate::interval::rule::{Around, Rule, Sample};
use crate::estimate::methods::influence::{Fragility, Reach};
use crate::estimate::methods::likelihood::information::Information;
use crate::estimate::methods::likelihood::profile;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::truth::shrunk::ShrunkTruth;
use crate::numeric::vectors;

/// What intervals are computed from, besides the estimates and their standard errors.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Intervals {
    sample: Sample,
    critical: f64,
    basis: IntervalBasis,
    centre: Option<Centre>,
    /// The intervals, if the profile likelihood has cut them.
    cut: Option<Vec<Interval>>,
}

/// The rule, the possible true shares at which variances were taken, if not at the estimates, and how far a report moves the estimates, if these
/// are those of the inverse.
#[derive(Debug, Clone, PartialEq)]
struct IntervalBasis {
    rule: Rule,
    truth: Option<ShrunkTruth>,
    reach: Option<Reach>,
}

/// Estimates before they were moved; the intervals are theirs.
#[derive(Debug, Clone, PartialEq)]
struct Centre {
    basis: IntervalBasis,
    shares: Vec<f64>,
    standard_errors: Vec<f64>,
}

impl From<Reconstructed> for Centre {
    fn from(of: Reconstructed) -> Self {
        let basis = IntervalBasis { rule: of.rule, truth: of.truth, reach: of.reach };
        Self { basis, shares: of.shares, standard_errors: vectors::square_roots(of.variances) }
    }
}

impl Intervals {
    pub(crate) fn new(
        sample: Sample,
        critical: f64,
        (rule, truth, reach): (Rule, Option<ShrunkTruth>, Option<Reach>),
        centre: Option<Reconstructed>,
    ) -> Self {
        Self {
            sample,
            critical,
            basis: IntervalBasis { rule, truth, reach },
            centre: centre.map(Centre::from),
            cut: None,
        }
    }

    /// Cuts the intervals to where the profile likelihood leaves no doubt.
    pub(crate) fn cut(self, information: &Information, shares: &[f64], standard_errors: &[f64]) -> Self {
        let cells = shares.iter().zip(standard_errors).enumerate();
        let whole = cells.map(|(cell, (&share, &error))| self.of(cell, share, Some(error)).0).collect();
        let cut = profile::cut(information, standard_errors, whole, self.critical);
        Self { cut: Some(cut), ..self }
    }

    /// The same intervals around these estimates, for others that they were moved to: intervals stay, and are stretched to hold those.
    pub(crate) fn around(&self, shares: &[f64], standard_errors: Option<&[f64]>) -> Self {
        let own = |errors: &[f64]| Centre {
            basis: self.basis.clone(),
            shares: shares.into(),
            standard_errors: errors.into(),
        };
        let centre = self.centre.clone().or_else(|| standard_errors.map(own));
        Self { centre, ..self.clone() }
    }

    /// z: about how many standard errors an interval extends to either side.
    pub(crate) fn critical(&self) -> f64 {
        self.critical
    }

    /// The interval of a cell with this estimate, and how many forged reports move it by half its length. A cell without a standard error was
    /// moved, and has the interval from before.
    pub(crate) fn of(
        &self,
        cell: usize,
        estimate: f64,
        standard_error: Option<f64>,
    ) -> (Interval, Option<Fragility>) {
        match (&self.cut, &self.centre) {
            (Some(cut), _) => (cut[cell].reaching(estimate), None),
            (None, Some(Centre { basis, shares, standard_errors })) => {
                let (interval, fragility) = self.by(basis, cell, shares[cell], standard_errors[cell]);
                (interval.reaching(estimate), fragility)
            }
            (None, None) => self.by(&self.basis, cell, estimate, standard_error.unwrap_or(f64::INFINITY)),
        }
    }

    fn by(
        &self,
        basis: &IntervalBasis,
        cell: usize,
        estimate: f64,
        standard_error: f64,
    ) -> (Interval, Option<Fragility>) {
        let share = basis.truth.as_ref().map_or(estimate, |truth| truth.share(cell, estimate));
        let around = Around { estimate, standard_error, share };
        let interval = basis.rule.interval(around, self.sample, self.critical);
        let half = (interval.upper - interval.lower) / 2.0;
        let moved =
            |reach: Reach| reach.fragility(self.sample.n, estimate, (estimate - half, estimate + half));
        (interval, basis.reach.map(moved))
    }
}
