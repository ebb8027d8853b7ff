//! A weighted sample: classes of reports with the weights that give them the margins of a population.

use alloc::vec;
use alloc::vec::Vec;

use super::classes::ReportClass;
use super::linearised;
use super::raking::{Raking, effective_sample_size, invalid};
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{ClassScores, Origin, Scored};
use crate::exact::count_to_f64;

/// The classes that have reports, with the final weight of one report of each.
pub(in crate::inference) struct WeightedSample<'m> {
    classes: Vec<ReportClass>,
    weights: Vec<f64>,
    margins: &'m Raking,
}

impl<'m> WeightedSample<'m> {
    /// Matches the weights of classes to margins.
    ///
    /// # Errors
    /// `empty-sample` for no reports; `invalid-weights` for clusters for only some classes, and as of [`Raking::weights`].
    pub(in crate::inference) fn new(
        mut classes: Vec<ReportClass>,
        margins: &'m Raking,
    ) -> Result<Self, Error> {
        classes.retain(|class| class.table.total() > 0);
        if classes.is_empty() {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        }
        let in_clusters = classes.iter().filter(|class| class.cluster.is_some()).count();
        if in_clusters > 0 && in_clusters < classes.len() {
            return Err(invalid(
                "some reports have a cluster and others have none; give one to all reports or to none".into(),
            ));
        }
        let all = |class: &ReportClass| (class.weight * reports(class), class.categories.clone());
        let factors = margins.weights(&classes.iter().map(all).collect::<Vec<_>>())?;
        let weights = classes.iter().zip(factors).map(|(class, factor)| class.weight * factor).collect();
        Ok(Self { classes, weights, margins })
    }

    /// The sample without a part of its reports, whose weights are matched again.
    pub(super) fn without(&self, part: usize) -> Result<Self, Error> {
        let others = self.classes.iter().filter(|class| class.replicate != part);
        Self::new(others.cloned().collect(), self.margins)
    }

    pub(super) fn classes(&self) -> &[ReportClass] {
        &self.classes
    }

    /// The reports of the classes, with their weights.
    pub(super) fn scored<'l>(&self, of: Origin<'l>) -> Result<Scored<'l>, Error> {
        Scored::new(of, &self.each().map(|(class, weight)| (&class.table, weight)).collect::<Vec<_>>())
    }

    /// The same classes in several tables; their weights are matched once.
    ///
    /// # Errors
    /// Those of [`Self::new`]; `invalid-weights` where classes of two tables have other numbers of reports.
    pub(in crate::inference) fn in_tables<'l>(
        of: Origin<'l>,
        tables: &[Vec<ReportClass>],
        margins: &'m Raking,
    ) -> Result<(Self, Vec<Scored<'l>>), Error> {
        let (sample, scored) = Self::in_each(tables, margins, |classes| Scored::new(of, classes))?;
        Ok((sample, scored.into_iter().collect::<Result<_, Error>>()?))
    }

    /// The same classes in several tables, with what is made of the reports and the weights of each table.
    ///
    /// # Errors
    /// Those of [`Self::in_tables`] before anything is made.
    pub(super) fn in_each<Made>(
        tables: &[Vec<ReportClass>],
        margins: &'m Raking,
        make: impl Fn(&[(&Table, f64)]) -> Made,
    ) -> Result<(Self, Vec<Made>), Error> {
        let Some(first) = tables.first() else { return Err(invalid("there is no table to weigh".into())) };
        let sample = Self::new(first.clone(), margins)?;
        let totals = || sample.classes.iter().map(|class| class.table.total());
        let made = |classes: &Vec<ReportClass>| {
            let reported = || classes.iter().map(|class| &class.table).filter(|table| table.total() > 0);
            if !reported().map(Table::total).eq(totals()) {
                return Err(invalid(
                    "all tables must have the same classes, with the same numbers of reports".into(),
                ));
            }
            Ok(make(&reported().zip(sample.weights.iter().copied()).collect::<Vec<_>>()))
        };
        let made = tables.iter().map(made).collect::<Result<_, Error>>()?;
        Ok((sample, made))
    }

    /// The number of reports.
    pub(in crate::inference) fn n(&self) -> u64 {
        self.classes.iter().map(|class| class.table.total()).sum()
    }

    /// The effective sample size of the weights.
    pub(in crate::inference) fn effective(&self) -> f64 {
        let each = self.each().map(|(class, weight)| (weight, reports(class)));
        effective_sample_size(&each.collect::<Vec<_>>())
    }

    /// The weighted mean of the scores, Σ w·S / Σ w·n.
    pub(super) fn mean(&self, scores: &[ClassScores]) -> Vec<f64> {
        let total: f64 = self.each().map(|(class, weight)| weight * reports(class)).sum();
        let mut mean = vec![0.0; scores.first().map_or(0, |own| own.sums.len())];
        for (weight, own) in self.weights.iter().zip(scores) {
            mean.iter_mut().zip(&own.sums).for_each(|(mean, sum)| *mean += weight / total * sum);
        }
        mean
    }

    /// A number for every class.
    pub(in crate::inference) fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.classes.len()]
    }

    /// The variance, by linearisation, of the weighted mean of scores that have these sums, and sums of their squares, over the classes.
    ///
    /// # Errors
    /// `invalid-weights` for a stratum of one report or cluster.
    pub(in crate::inference) fn variance(&self, sums: Vec<f64>, squares: Vec<f64>) -> Result<f64, Error> {
        let scores = |(class, (sum, square)): (&ReportClass, (f64, f64))| ClassScores {
            reports: reports(class),
            sums: vec![sum],
            squares: vec![square],
        };
        let each = self.classes.iter().zip(sums.into_iter().zip(squares));
        Ok(self.variances(&each.map(scores).collect::<Vec<_>>())?[0])
    }

    /// The variances of weighted means of scores, likewise.
    pub(super) fn variances(&self, scores: &[ClassScores]) -> Result<Vec<f64>, Error> {
        linearised::variances(&self.classes, scores, &self.weights, self.margins.margins())
    }

    /// The classes with their weights.
    pub(super) fn each(&self) -> impl Iterator<Item = (&ReportClass, f64)> {
        self.classes.iter().zip(self.weights.iter().copied())
    }
}

fn reports(class: &ReportClass) -> f64 {
    count_to_f64(class.table.total())
}
