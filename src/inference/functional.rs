//! Linear functionals of tables, and what their estimates vary together: the parts of statistics of several tables, such as scores.
//!
//! A functional Σ_x u(x)·π(x) of a table is estimated by the inverse of the law. A statistic of several has the first-order change Σ_A Σ_x u_A(x)·δπ_A(x)
//! over tables A, and the variance of that sum. The covariance of two of its parts is taken over a table of reports that contains both; nothing is
//! estimated in that wider table, so that it may be one that the law hides. Cost: O(p²·w·N) for p parts within tables of N cells.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::null_model::invalid;
use super::numbers::Mean;
use crate::error::Error;
use crate::estimate::{Observed, joined};
use crate::numeric::vectors::dot;

/// A first-order change: weights over tables, by the attributes of these.
pub(super) type Change = BTreeMap<Vec<usize>, Vec<f64>>;

/// The weights of one of its tables.
type OfTable<'c> = (&'c Vec<usize>, &'c Vec<f64>);

/// The scores, over the reports in this table, of a sum of parts.
fn scores(table: &Observed<'_>, parts: &[OfTable<'_>]) -> Vec<f64> {
    let mut sums = vec![0.0; table.shares().len()];
    for (attributes, weights) in parts {
        let axis = |attribute: &usize| table.attributes().iter().position(|own| own == attribute);
        let axes: Vec<usize> = attributes.iter().filter_map(axis).collect();
        let of_part = table.scores_of_sum(&axes, weights);
        sums.iter_mut().zip(of_part).for_each(|(sum, score)| *sum += score);
    }
    sums
}

/// A statistic with the change of it that follows from changes of tables.
pub(super) struct Functional {
    pub(super) estimate: f64,
    pub(super) change: Change,
}

/// A group of people: the attribute that forms groups, the place of this one among them, and how many there are.
#[derive(Clone, Copy)]
pub(super) struct GroupOfPeople {
    pub(super) by: usize,
    pub(super) group: usize,
    pub(super) groups: usize,
}

/// The reports of a survey in several tables.
pub(super) struct CountedTables<'l> {
    pub(super) tables: Vec<Observed<'l>>,
    pub(super) z: f64,
}

impl CountedTables<'_> {
    /// The first table that contains these attributes, and their axes in it.
    pub(super) fn containing(&self, attributes: &[usize]) -> Result<(&Observed<'_>, Vec<usize>), Error> {
        let axes = |table: &Observed<'_>| {
            let axis = |attribute: &usize| table.attributes().iter().position(|own| own == attribute);
            attributes.iter().map(axis).collect::<Option<Vec<usize>>>()
        };
        let found = self.tables.iter().find_map(|table| axes(table).map(|axes| (table, axes)));
        found.ok_or_else(|| invalid(format!("no table was counted over attributes {attributes:?}")))
    }

    /// The unbiased estimates of a table over these attributes.
    pub(super) fn shares(&self, attributes: &[usize]) -> Result<Vec<f64>, Error> {
        let (table, axes) = self.containing(attributes)?;
        table.inverse(&axes)
    }

    /// The variance of a statistic.
    pub(super) fn variance(&self, of: &Functional) -> Result<f64, Error> {
        let of = &of.change;
        let all: Vec<usize> = of.keys().flatten().fold(Vec::new(), |all, own| joined(&all, &[*own]));
        // One table of them all needs a single step, and others one for every two parts.
        let parts: Vec<Vec<OfTable<'_>>> = match self.containing(&all) {
            Ok(_) => vec![of.iter().collect()],
            Err(_) => of.iter().map(|part| vec![part]).collect(),
        };
        let mut variance = 0.0;
        for one in &parts {
            for other in &parts {
                let both = [one, other].into_iter().flatten();
                let both = both.fold(Vec::new(), |both, (attributes, _)| joined(&both, attributes));
                let (table, _) = self.containing(&both)?;
                let covered = table.covered(table.expected_reports(), &scores(table, other));
                variance += dot(&scores(table, one), &covered) / table.n();
            }
        }
        Ok(libm::fmax(variance, 0.0))
    }

    /// A statistic with its error and an interval within these limits.
    pub(super) fn told(&self, of: &Functional, (least, most): (f64, f64)) -> Result<Mean, Error> {
        let standard_error = libm::sqrt(self.variance(of)?);
        Ok(Mean::within(of.estimate, standard_error, self.z, (least, most)))
    }

    /// The ratio of sums of a table over these attributes, Σ v·w·π/Σ w·π, among all people or those of a group, and how it changes. `None` where the lower
    /// sum is not above 0.
    pub(super) fn ratio_among(
        &self,
        group: Option<GroupOfPeople>,
        attributes: &[usize],
        values: &[f64],
        weights: &[f64],
    ) -> Result<Option<Functional>, Error> {
        let Some(GroupOfPeople { by, group, groups }) = group else {
            return self.ratio(attributes, values, weights);
        };
        let of_groups = |value: &f64| {
            let value = *value;
            (0..groups).map(move |of| if of == group { value } else { 0.0 })
        };
        let spread = |of: &[f64]| -> Vec<f64> { of.iter().flat_map(of_groups).collect() };
        self.ratio(&[attributes, &[by]].concat(), &spread(values), &spread(weights))
    }

    /// The ratio of sums of a table over these attributes, Σ v·w·π/Σ w·π, and how it changes. `None` where the lower sum is not above 0.
    pub(super) fn ratio(
        &self,
        attributes: &[usize],
        values: &[f64],
        weights: &[f64],
    ) -> Result<Option<Functional>, Error> {
        let shares = self.shares(attributes)?;
        let whole = dot(weights, &shares);
        if whole <= 0.0 {
            return Ok(None);
        }
        let products: Vec<f64> = values.iter().zip(weights).map(|(value, weight)| value * weight).collect();
        let estimate = dot(&products, &shares) / whole;
        let change = values.iter().zip(weights).map(|(value, weight)| weight * (value - estimate) / whole);
        Ok(Some(Functional { estimate, change: Change::from([(attributes.to_vec(), change.collect())]) }))
    }
}

impl Functional {
    /// Σ factor·statistic, whose changes add up.
    pub(super) fn sum<'s>(of: impl IntoIterator<Item = (f64, &'s Self)>) -> Self {
        let mut sum = Self { estimate: 0.0, change: Change::new() };
        for (factor, other) in of {
            sum.estimate += factor * other.estimate;
            for (attributes, weights) in &other.change {
                let own = sum.change.entry(attributes.clone()).or_insert_with(|| vec![0.0; weights.len()]);
                own.iter_mut().zip(weights).for_each(|(own, weight)| *own += factor * weight);
            }
        }
        sum
    }
}
