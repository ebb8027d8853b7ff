//! Linear functionals of tables, and what their estimates vary together: the parts of statistics of several tables, such as scores.
//!
//! A functional Σ_x u(x)·π(x) of a table is estimated by the inverse of the law, given which cells cannot occur. A statistic of several has the first-order
//! change Σ_A Σ_x u_A(x)·δπ_A(x) over tables A, and the variance of that sum. The covariance of two of its parts is taken over a table of reports that contains
//! both; nothing is estimated in that wider table, so that it may be one that the law hides. Where reports have weights, variances are those of weighted means
//! of the same scores ([`super::weights`]). Cost: O(p²·w·N) for p parts within tables of N cells, for every class of reports.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::null_model::invalid;
use super::numbers::Mean;
use super::weights::WeightedSample;
use crate::error::{Code, Error};
use crate::estimate::{Observed, Scored, Unbiased, joined, spread_over, two_sided_quantile};
use crate::exact::to_index;
use crate::numeric::vectors::dot;

/// A first-order change: weights over tables, by the attributes of these.
pub(super) type Change = BTreeMap<Vec<usize>, Vec<f64>>;

/// The weights of one of its tables.
type OfTable<'c> = (&'c Vec<usize>, &'c Vec<f64>);

/// Takes the place of a table, the scores of two parts over it, and how often they occur.
type OnPair<'p> = dyn FnMut(usize, [&[f64]; 2], f64) + 'p;

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

/// The difference between the mean of a group and that of the first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupDifference {
    /// The category of the group.
    pub group: usize,
    /// The category of the first group.
    pub reference: usize,
    /// The difference.
    pub difference: Mean,
    /// The p-value of the hypothesis that there is none, by the normal distribution.
    pub p_value: f64,
}

/// The reports of a survey in several tables.
pub(super) struct CountedTables<'l> {
    reports: Reports<'l>,
    /// Whether a sum of cells is estimated in the first whole table that holds its attributes, if some cells of that cannot occur.
    whole: bool,
    pub(super) z: f64,
}

/// Reports in tables: all alike, or in classes of different weights.
enum Reports<'l> {
    Alike(Vec<Unbiased<'l>>),
    Weighted(WeightedSample<'l>, Vec<Scored<'l>>),
}

/// Sums of cells of a table: their estimates, and their coefficients of the inverse estimates of the table over these attributes.
struct Sums<const N: usize> {
    estimates: [f64; N],
    attributes: Vec<usize>,
    coefficients: [Vec<f64>; N],
}

impl<'l> CountedTables<'l> {
    /// Reports that count alike, with intervals at this confidence. With `whole`, what cannot occur in a whole table is used, so that every two statistics must
    /// take the same table or have one that holds both.
    pub(super) fn alike(tables: Vec<Observed<'l>>, whole: bool, confidence: f64) -> Result<Self, Error> {
        let tables = tables.into_iter().map(Unbiased::new).collect::<Result<_, Error>>()?;
        Ok(Self { reports: Reports::Alike(tables), whole, z: two_sided_quantile(1.0 - confidence) })
    }

    /// The classes of a sample in several tables, likewise.
    pub(super) fn weighted(
        sample: WeightedSample<'l>,
        tables: Vec<Scored<'l>>,
        whole: bool,
        confidence: f64,
    ) -> Self {
        Self { reports: Reports::Weighted(sample, tables), whole, z: two_sided_quantile(1.0 - confidence) }
    }

    /// The number of reports, and the effective sample size where they have weights.
    pub(super) fn n(&self) -> (u64, Option<f64>) {
        match &self.reports {
            Reports::Alike(tables) => (tables.first().map_or(0, |table| table.observed().reports()), None),
            Reports::Weighted(sample, _) => (sample.n(), Some(sample.effective())),
        }
    }

    /// The table at this place, if there are so many.
    fn table(&self, place: usize) -> Option<&Unbiased<'l>> {
        match &self.reports {
            Reports::Alike(tables) => tables.get(place),
            Reports::Weighted(_, tables) => tables.get(place).map(Scored::table),
        }
    }

    /// The first table that holds these attributes, its place, and their axes in it.
    fn containing(&self, attributes: &[usize]) -> Result<(usize, &Unbiased<'l>, Vec<usize>), Error> {
        let axes = |table: &Unbiased<'_>| {
            let axis =
                |attribute: &usize| table.observed().attributes().iter().position(|own| own == attribute);
            attributes.iter().map(axis).collect::<Option<Vec<usize>>>()
        };
        let mut tables = (0..).map_while(|place| Some((place, self.table(place)?)));
        let found = tables.find_map(|(place, table)| Some((place, table, axes(table)?)));
        found.ok_or_else(|| invalid(format!("no table was counted over attributes {attributes:?}")))
    }

    /// The number of categories of an attribute.
    pub(super) fn size(&self, attribute: usize) -> Result<usize, Error> {
        let (_, table, axes) = self.containing(&[attribute])?;
        Ok(to_index(table.observed().sizes()[axes[0]]))
    }

    /// The unbiased estimates of sums of cells of the table over these attributes.
    fn sums<const N: usize>(&self, attributes: &[usize], of: [&[f64]; N]) -> Result<Sums<N>, Error> {
        let (_, table, axes) = self.containing(attributes)?;
        let observed = table.observed();
        // Refuses what the law hides.
        let inverse = observed.inverse(&axes)?;
        let sums = |attributes: &[usize], inverse: &[f64], coefficients: [Vec<f64>; N]| Sums {
            estimates: coefficients.each_ref().map(|own| dot(own, inverse)),
            attributes: attributes.to_vec(),
            coefficients,
        };
        if observed.occurring().is_none() {
            return Ok(sums(attributes, &inverse, of.map(<[f64]>::to_vec)));
        }
        if self.whole && table.impossible().is_some() {
            let inverse = observed.inverse_of_shown(observed.shares().to_vec());
            let spread = of.map(|of| spread_over(of, observed.sizes(), &axes));
            let coefficients = spread.map(|of| table.coefficients(&of).into_owned());
            return Ok(sums(observed.attributes(), &inverse, coefficients));
        }
        let table = Unbiased::new(observed.of_axes(&axes))?;
        Ok(sums(attributes, &inverse, of.map(|of| table.coefficients(of).into_owned())))
    }

    /// Whether the law shows the table over these attributes.
    pub(super) fn shows(&self, attributes: &[usize]) -> Result<bool, Error> {
        let (_, table, axes) = self.containing(attributes)?;
        match table.observed().inverse_factors(&axes) {
            Err(error) if error.code() == Code::UnidentifiableTable => Ok(false),
            factors => factors.map(|_| true),
        }
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
        match &self.reports {
            Reports::Alike(tables) => {
                let mut variance = 0.0;
                let mut covariances: Vec<_> = tables.iter().map(|_| None).collect();
                self.of_pairs(&parts, &mut |place, [one, other], times| {
                    let table = tables[place].observed();
                    let covariance =
                        covariances[place].get_or_insert_with(|| table.covariance(table.expected_reports()));
                    variance += times * dot(one, &covariance.times(other)) / table.n();
                })?;
                Ok(libm::fmax(variance, 0.0))
            }
            Reports::Weighted(sample, tables) => {
                let (mut sums, mut squares) = (sample.zeros(), sample.zeros());
                for part in &parts {
                    let (place, [scores]) = self.scores([part])?;
                    sums.iter_mut().zip(tables[place].sums(&scores)).for_each(|(sum, own)| *sum += own);
                }
                self.of_pairs(&parts, &mut |place, scores, times| {
                    let products = tables[place].products(scores);
                    squares.iter_mut().zip(products).for_each(|(square, own)| *square += times * own);
                })?;
                sample.variance(sums, squares)
            }
        }
    }

    /// Passes every two parts on, as scores over the table at this place, which holds both, and how often they occur: two different ones twice.
    fn of_pairs(&self, parts: &[Vec<OfTable<'_>>], pass: &mut OnPair<'_>) -> Result<(), Error> {
        for (place, one) in parts.iter().enumerate() {
            let (table, [own]) = self.scores([one])?;
            pass(table, [&own, &own], 1.0);
            for other in &parts[place + 1..] {
                let (table, [one, other]) = self.scores([one, other])?;
                pass(table, [&one, &other], 2.0);
            }
        }
        Ok(())
    }

    /// The first table that holds all of these parts, and the scores of each over the reports in it.
    fn scores<const P: usize>(&self, parts: [&Vec<OfTable<'_>>; P]) -> Result<(usize, [Vec<f64>; P]), Error> {
        let all = parts.into_iter().flatten();
        let all = all.fold(Vec::new(), |all, (attributes, _)| joined(&all, attributes));
        let (place, table, _) = self.containing(&all)?;
        let table = table.observed();
        let axis = |attribute: &usize| table.attributes().iter().position(|own| own == attribute);
        let of_part = |part: &Vec<OfTable<'_>>| {
            let mut sums = vec![0.0; table.shares().len()];
            for (attributes, weights) in part {
                let axes: Vec<usize> = attributes.iter().filter_map(axis).collect();
                let of_part = table.scores_of_sum(&axes, weights);
                sums.iter_mut().zip(of_part).for_each(|(sum, score)| *sum += score);
            }
            sums
        };
        Ok((place, parts.map(of_part)))
    }

    /// A statistic with its error and an interval within these limits.
    pub(super) fn told(&self, of: &Functional, (least, most): (f64, f64)) -> Result<Mean, Error> {
        let standard_error = libm::sqrt(self.variance(of)?);
        Ok(Mean::within(of.estimate, standard_error, self.z, (least, most)))
    }

    /// The mean of these values of the cells of a table over these attributes, where a cell without a value is left out, and how it changes. `None` where the
    /// others do not add up to more than 0.
    pub(super) fn mean_of(
        &self,
        attributes: &[usize],
        values: &[Option<f64>],
    ) -> Result<Option<Functional>, Error> {
        self.ratio(attributes, &given(values), &known(values))
    }

    /// A statistic in every group that the categories of an attribute form, if it can be told, and the differences from the first that has one; both within
    /// what the statistic can be.
    pub(super) fn in_groups(
        &self,
        by: usize,
        (least, most): (f64, f64),
        statistic: &dyn Fn(GroupOfPeople) -> Result<Option<Functional>, Error>,
    ) -> Result<(Vec<Option<Mean>>, Vec<GroupDifference>), Error> {
        let groups = self.size(by)?;
        let of_group = |group: usize| statistic(GroupOfPeople { by, group, groups });
        let each = (0..groups).map(of_group).collect::<Result<Vec<_>, Error>>()?;
        let told = each.iter().map(|own| own.as_ref().map(|own| self.told(own, (least, most))).transpose());
        let told = told.collect::<Result<_, Error>>()?;
        let mut known = each.iter().enumerate().filter_map(|(group, own)| Some((group, own.as_ref()?)));
        let Some((reference, first)) = known.next() else { return Ok((told, Vec::new())) };
        let difference = |(group, own): (usize, &Functional)| {
            let limits = (least - most, most - least);
            let difference = self.told(&Functional::sum([(1.0, own), (-1.0, first)]), limits)?;
            Ok(GroupDifference { group, reference, difference, p_value: difference.p_value() })
        };
        let differences = known.map(difference).collect::<Result<_, Error>>()?;
        Ok((told, differences))
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
        let products: Vec<f64> = values.iter().zip(weights).map(|(value, weight)| value * weight).collect();
        let Sums { estimates: [part, whole], attributes, coefficients: [of_part, of_whole] } =
            self.sums(attributes, [&products, weights])?;
        if whole <= 0.0 {
            return Ok(None);
        }
        let estimate = part / whole;
        let change =
            of_part.iter().zip(of_whole).map(|(of_part, of_whole)| (of_part - estimate * of_whole) / whole);
        Ok(Some(Functional { estimate, change: Change::from([(attributes, change.collect())]) }))
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

/// The values of cells, 0 where there is none.
pub(super) fn given(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(0.0)).collect()
}

/// 1 where a cell has a value, otherwise 0.
pub(super) fn known(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| f64::from(u8::from(value.is_some()))).collect()
}
