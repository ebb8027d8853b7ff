//! Simulates surveys under a hypothesis, which tell how large a statistic may become: surveys drawn at given true shares, reports with the
//! answers to one of two questions permuted, and reports exchanged between two surveys.
//!
//! Under a labelled law every label keeps its number of reports: labels do not depend on answers.

use alloc::vec::Vec;

use super::Observed;
use super::labelled::Combined;
use crate::exact::{floor_u128, to_f64, to_index};
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

impl Observed<'_> {
    /// Like [`Self::drawn`], with the subsets of the reports if those were kept.
    pub(crate) fn drawn_with_subsets(&self, truth: &[f64], generator: &mut Generator) -> Self {
        match self.subsets() {
            Some(subsets) => self.with_subsets(subsets.drawn(truth, self.n(), generator)),
            None => self.drawn(truth, generator),
        }
    }

    /// Draws a survey of as many reports at these true shares. Cost: O(N); O(d) for every report that names d cells.
    pub(crate) fn drawn(&self, truth: &[f64], generator: &mut Generator) -> Self {
        let shares = if let Some(combined) = self.labelled() {
            combined.drawn(truth, generator)
        } else {
            let mut expected = truth.to_vec();
            self.perturb(&mut expected);
            let counts = generator.multinomial(self.n(), &expected);
            counts.into_iter().map(|count| count / self.n()).collect()
        };
        self.with_shares(shares)
    }

    /// Permutes the reported answers to one of two questions; `None` if the law perturbs the two together, or a report names several cells.
    /// If the questions are independent, all such surveys are equally likely. Cost: O(n).
    pub(crate) fn permuted(&self, generator: &mut Generator) -> Option<Self> {
        let &[_, columns] = self.sizes() else { return None };
        let shares = if let Some(combined) = self.labelled() {
            combined.permuted(generator)?
        } else {
            if !self.law().forms().iter().all(|form| form.perturbs_apart(self.attributes())) {
                return None;
            }
            generator.dealt_shares(self.n(), self.shares(), to_index(columns))
        };
        Some(self.with_shares(shares))
    }

    /// Deals the reports of two surveys under one law out to both at random; `None` if the laws differ, or a report names several cells. If
    /// the true shares are the same, all such pairs are equally likely. Cost: O(n).
    pub(crate) fn exchanged(&self, other: &Self, generator: &mut Generator) -> Option<[Self; 2]> {
        if self.law() != other.law() || self.attributes() != other.attributes() {
            return None;
        }
        let [own, theirs] = match (self.labelled(), other.labelled()) {
            (Some(own), Some(theirs)) => own.exchanged(theirs, generator)?,
            _ => generator.exchanged([(self.n(), self.shares()), (other.n(), other.shares())]),
        };
        Some([self.with_shares(own), other.with_shares(theirs)])
    }

    /// The largest part, at most 1, of `more` that can be added to these true shares so that no report is expected less often than never.
    pub(crate) fn most_of(&self, more: &[f64], truth: &[f64]) -> f64 {
        if let Some(combined) = self.labelled() {
            return combined.most_of(more, truth);
        }
        let expected = |shares: &[f64]| {
            let mut expected = shares.to_vec();
            self.perturb(&mut expected);
            expected
        };
        most_added(&expected(more), &expected(truth))
    }

    /// For every kind of report, or for a sample that stands for all: how many are expected at these true shares, and what one adds to n
    /// times the sums of the observed shares with these scores.
    pub(crate) fn contributions(
        &self,
        truth: &[f64],
        scores: &[Vec<f64>],
        generator: &mut Generator,
    ) -> Vec<(f64, Vec<f64>)> {
        let mut expected = truth.to_vec();
        self.perturb(&mut expected);
        if let Some(combined) = self.labelled() {
            return combined.contributions(&expected, scores, generator);
        }
        let means: Vec<f64> = scores.iter().map(|row| dot(row, &expected)).collect();
        let of_cell = |(cell, share): (usize, &f64)| {
            let own = scores.iter().zip(&means).map(|(row, mean)| row[cell] - mean);
            (self.n() * share, own.collect())
        };
        expected.iter().enumerate().map(of_cell).collect()
    }

    /// A seed that depends on the counts and on nothing else.
    pub(crate) fn seed(&self) -> u64 {
        let whole = |count: f64| u64::try_from(floor_u128(libm::round(count))).unwrap_or(u64::MAX);
        match self.labelled() {
            Some(combined) => Generator::seed(combined.counts().map(whole)),
            None => Generator::seed(self.shares().iter().map(|share| whole(share * self.n()))),
        }
    }

    /// About how many numbers a test handles in one survey for each number that it tests.
    pub(crate) fn numbers(&self) -> f64 {
        let cells = to_f64(self.shares().len() as u128);
        cells + self.labelled().map_or(0.0, Combined::cells_of_views)
    }

    /// About how many steps it takes to draw a survey.
    pub(crate) fn steps_of_drawing(&self) -> f64 {
        self.labelled().map_or(0.0, Combined::cells_named) + self.numbers()
    }
}

/// The largest part, at most 1, of `more` that can be added to numbers that are not negative so that none of them becomes so.
pub(super) fn most_added(more: &[f64], to: &[f64]) -> f64 {
    let of_cell = |(more, to): (&f64, &f64)| if *more < 0.0 { -to.max(0.0) / more } else { 1.0 };
    more.iter().zip(to).map(of_cell).fold(1.0, f64::min)
}
