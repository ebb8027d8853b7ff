//! The mean, standard deviation and reliability of a score, the sum S = Σ_r c_r(x_r) of the codes of answers to several items.
//!
//! Everything is made of *linear functionals* Σ_x u(x)·π(x) of tables of one or two items, which are estimated without bias by the inverse of the law.
//! With a_r = E c_r, b_r = P(r is answered), a_rs = E c_r·c_s, and so on,
//!
//! mean M = Σ_r a_r/b_r,   covariances C_rs = a_rs/b_rs − (a_r|s/b_rs)·(a_s|r/b_rs) of those who answered both,
//! standard deviation √V, V = Σ_rs C_rs,   Cronbach's α = k/(k−1)·(1 − Σ_r C_rr/V) \[Cronbach51, eq. 2\].
//!
//! Where devices report the score itself, rounded at random to levels l, the mean is Σ_l l·π(l)/Σ_l π(l) of those who answered all items.
//!
//! An item that was not answered is left out of its own mean and of the covariances with others, no more. A statistic T has the first-order change
//! Σ_A Σ_x ∂T/∂u_A(x)·δπ_A(x) over tables A, and the variance of that sum; two tables A and B have a covariance that is taken over a table of reports that
//! contains both. Nothing is estimated in that wider table, so that it may be one that the law hides. The interval of √V has the roots of that of V for its ends,
//! and the interval of α follows from Fieller's of Σ_r C_rr/V \[Fieller54\]: both hold their share where V is small beside its error.
//!
//! Units: those of the codes. Cost: O(p²·w·N) for p tables of one and two items, within wider tables of N cells.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::functional::{CountedTables, Functional, GroupDifference, GroupOfPeople, given, known};
use super::numbers::{Mean, Quantile};
use super::scale::{MOST_WITH_SPREAD, Scale, nobody, subsets};
use super::scale_distribution::ValueShare;
use super::scale_groups::GroupEstimate;
use super::weights::{Raking, ReportClass, WeightedSample};
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin, Ratio};
use crate::exact::size_to_f64;

/// What is estimated of a score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScaleEstimate {
    /// The number of reports.
    pub n: u64,
    /// The effective sample size of their weights ([`effective_sample_size`](super::effective_sample_size)); `None` where all count alike.
    pub effective: Option<f64>,
    /// The least value that the score can have.
    pub least: f64,
    /// The largest value.
    pub most: f64,
    /// The mean.
    pub mean: Mean,
    /// The standard deviation; `None` for more than 12 items, where the law hides two of them together, or where the estimated variance is not
    /// above 0.
    pub standard_deviation: Option<Mean>,
    /// Cronbach's α of at least two items; `None` in the same cases, for the number of choices, and where the variance is not told apart from 0, so that α may be
    /// anything.
    pub alpha: Option<Mean>,
    /// The requested quantiles; `None` where the distribution is.
    pub quantiles: Option<Vec<Quantile>>,
    /// The share of every value of the score among those who answered all items; `None` where the table of all items has more than 4,096 cells or is hidden by
    /// the law.
    pub distribution: Option<Vec<ValueShare>>,
    /// What is estimated of every group of people, in the order of the categories that form them; empty where none were asked for.
    pub groups: Vec<GroupEstimate>,
    /// The differences between groups: every one less the first whose mean can be told.
    pub differences: Vec<GroupDifference>,
}

impl Scale {
    /// Estimates the score from the tables of [`Scale::tables`], with groups by the same attribute.
    ///
    /// ```
    /// use candor::inference::{GroupDifference, GroupEstimate, Quantile, Scale, ScaleEstimate, ValueShare};
    /// use candor::{Plan, Report, Survey, Table, count, estimate::Options};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 60, "method": "independent"}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let chosen = Scale::number_chosen(plan.schema(), "how")?;
    /// // 300 women chose nothing, 100 women touch; 200 men both: hardly any noise is added here.
    /// let counted = |attributes: Vec<usize>| {
    ///     let mut table = Table::new(&plan, &attributes)?;
    ///     for (times, record) in [(300, [0, 0, 0]), (100, [0, 0, 1]), (200, [1, 1, 1])] {
    ///         (0..times).try_for_each(|_| table.add_perturbed(&record))?;
    ///     }
    ///     Ok::<_, candor::Error>(table)
    /// };
    /// let tables = chosen.tables(Some(0)).into_iter().map(counted).collect::<Result<_, _>>()?;
    /// let ScaleEstimate { mean, distribution: Some(shares), quantiles: Some(quantiles), groups, differences, .. } =
    ///     chosen.estimate(&plan, Some(0), tables, &Options::default())?
    /// else { panic!("two choices have a distribution") };
    /// assert!((mean.estimate - 5.0 / 6.0).abs() < 1e-6);
    /// let Quantile { share, estimate: Some(median), .. } = quantiles[1] else { panic!("so has it quantiles") };
    /// assert!(share == 0.5 && median <= 1.0 && quantiles[2].estimate == Some(2.0));
    /// let ValueShare { value, share, .. } = shares[2];
    /// assert!(value == 2.0 && (share.estimate - 1.0 / 3.0).abs() < 1e-6);
    /// let GroupDifference { difference, p_value, .. } = differences[0];
    /// assert!((difference.estimate - 1.75).abs() < 1e-6 && p_value < 1e-6);
    /// let GroupEstimate { mean: Some(mean), standard_deviation: Some(deviation), .. } = groups[0] else { panic!("women") };
    /// assert!((mean.estimate - 0.25).abs() < 1e-6 && (deviation.estimate - 0.1875_f64.sqrt()).abs() < 1e-6);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `unidentifiable-table` where the law hides an item, or an item with the groups; `undefined-statistic` where nobody is
    /// estimated to have answered an item; `invalid-hypothesis` where a table is missing, or people are grouped by an item; those of [`Estimation::new`].
    pub fn estimate<'l>(
        &self,
        of: impl Into<Origin<'l>>,
        by: Option<usize>,
        tables: Vec<Table>,
        options: &Options,
    ) -> Result<ScaleEstimate, Error> {
        self.check_groups(by)?;
        let origin = of.into();
        let of_table = |table: Table| Ok(Estimation::new(origin, table, options)?.observed().clone());
        let tables = tables.into_iter().map(of_table).collect::<Result<Vec<_>, Error>>()?;
        self.estimated(&CountedTables::alike(tables, self.is_listed(), options.confidence)?, by)
    }

    /// Estimates the score from reports that are weighted to these margins: for every table of [`Scale::tables`], in their order, the classes of its reports. Classes
    /// are the same, and in the same order, for all tables. Standard errors are those of linearisation; replicates and groups of non-response play no part.
    ///
    /// ```
    /// use candor::inference::{Raking, ReportClass, Scale};
    /// use candor::{Plan, Survey, Table, estimate::Options};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 60, "method": "independent"}, "attributes": [
    /// #     {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let chosen = Scale::number_chosen(plan.schema(), "how")?;
    /// // In the first region one of four people chose both, in the second all; half of all live in each. Hardly any noise is added here.
    /// let region = |region: usize, neither: u64, both: u64| {
    ///     let mut table = Table::new(&plan, &chosen.tables(None)[0])?;
    ///     (0..neither).try_for_each(|_| table.add_perturbed(&[0, 0]))?;
    ///     (0..both).try_for_each(|_| table.add_perturbed(&[1, 1]))?;
    ///     Ok::<_, candor::Error>(ReportClass::new(table, vec![region]))
    /// };
    /// let classes = vec![region(0, 300, 100)?, region(1, 0, 100)?];
    /// let weighted = chosen.weighted(&plan, None, &[classes], &Raking::new(vec![vec![0.5, 0.5]])?, &Options::default())?;
    /// assert!((weighted.mean.estimate - 1.25).abs() < 1e-6 && weighted.n == 500);
    /// assert!((weighted.effective.unwrap() - 320.0).abs() < 1e-6);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::estimate`]; `invalid-weights` as of [`Weighted::new`](super::Weighted::new), and where the classes of two tables have other numbers of
    /// reports.
    pub fn weighted<'l>(
        &self,
        of: impl Into<Origin<'l>>,
        by: Option<usize>,
        tables: &[Vec<ReportClass>],
        margins: &Raking,
        options: &Options,
    ) -> Result<ScaleEstimate, Error> {
        options.check()?;
        self.check_groups(by)?;
        let (sample, scored) = WeightedSample::in_tables(of.into(), tables, margins)?;
        self.estimated(&CountedTables::weighted(sample, scored, self.is_listed(), options.confidence), by)
    }

    fn estimated(&self, counted: &CountedTables<'_>, by: Option<usize>) -> Result<ScaleEstimate, Error> {
        let mean = self.mean(counted, None)?.ok_or_else(|| nobody(self.items[0].0))?;
        let limits = self.limits();
        let [standard_deviation, alpha] = match self.spread(counted, None) {
            // A law for the mean alone asks no two items together.
            Err(error) if error.code() == Code::UnidentifiableTable => [None; 2],
            spread => spread?,
        };
        let (groups, differences) = match by {
            Some(by) => self.by_group(counted, by)?,
            None => (Vec::new(), Vec::new()),
        };
        let (distribution, quantiles) = self.distribution(counted)?.unzip();
        let (n, effective) = counted.n();
        Ok(ScaleEstimate {
            n,
            effective,
            least: limits.0,
            most: limits.1,
            mean: counted.told(&mean, limits)?,
            standard_deviation,
            alpha,
            quantiles,
            distribution,
            groups,
            differences,
        })
    }

    /// The mean, of all people or of a group: of the score that devices report, where the law shows it, and otherwise the sum of the means of items. `None` where
    /// nobody is estimated to have answered an item.
    pub(super) fn mean(
        &self,
        counted: &CountedTables<'_>,
        group: Option<GroupOfPeople>,
    ) -> Result<Option<Functional>, Error> {
        let by = group.map(|group| group.by);
        if let Some((column, values)) = &self.reported {
            let table: Vec<usize> = by.into_iter().chain([*column]).collect();
            if counted.shows(&table)? {
                return counted.ratio_among(group, &[*column], &given(values), &known(values));
            }
        }
        let mean = |(item, codes): &(usize, Vec<Option<f64>>)| {
            counted.ratio_among(group, &[*item], &given(codes), &known(codes))
        };
        let means = self.items.iter().map(mean).collect::<Result<Option<Vec<_>>, Error>>()?;
        Ok(means.map(|means| Functional::sum(means.iter().map(|mean| (1.0, mean)))))
    }

    /// The covariance C_rs of two items among those who answered both, or the variance of one, of all people or of a group.
    fn joint(
        &self,
        counted: &CountedTables<'_>,
        group: Option<GroupOfPeople>,
        [r, s]: [usize; 2],
    ) -> Result<Functional, Error> {
        let attributes = if r == s { vec![r] } else { vec![r, s] };
        let (of_r, of_s) = (self.code(r), self.code(s));
        let cells: Vec<[Option<f64>; 2]> = match r == s {
            true => of_r.iter().map(|code| [*code, *code]).collect(),
            false => of_r.iter().flat_map(|one| of_s.iter().map(move |other| [*one, *other])).collect(),
        };
        let weights: Vec<f64> =
            cells.iter().map(|[one, other]| f64::from(u8::from(one.is_some() && other.is_some()))).collect();
        let value = |of: fn(f64, f64) -> f64| -> Vec<f64> {
            cells.iter().map(|[one, other]| of(one.unwrap_or(0.0), other.unwrap_or(0.0))).collect()
        };
        let ratio = |values: Vec<f64>| {
            counted.ratio_among(group, &attributes, &values, &weights)?.ok_or_else(|| nobody(r))
        };
        let (product, one, other) =
            (ratio(value(|x, y| x * y))?, ratio(value(|x, _| x))?, ratio(value(|_, y| y))?);
        let mut joint = Functional::sum([(1.0, &product), (-other.estimate, &one), (-one.estimate, &other)]);
        joint.estimate = product.estimate - one.estimate * other.estimate;
        Ok(joint)
    }

    /// The standard deviation of the score, and Cronbach's α, of all people or of a group.
    pub(super) fn spread(
        &self,
        counted: &CountedTables<'_>,
        group: Option<GroupOfPeople>,
    ) -> Result<[Option<Mean>; 2], Error> {
        let k = self.items.len();
        if k > MOST_WITH_SPREAD {
            return Ok([None; 2]);
        }
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let own =
            items.iter().map(|&r| self.joint(counted, group, [r, r])).collect::<Result<Vec<_>, Error>>()?;
        let pairs = subsets(&items, 2).into_iter().map(|pair| self.joint(counted, group, [pair[0], pair[1]]));
        let pairs = pairs.collect::<Result<Vec<_>, Error>>()?;
        let of_items = Functional::sum(own.iter().map(|own| (1.0, own)));
        let variance =
            Functional::sum([(1.0, &of_items)].into_iter().chain(pairs.iter().map(|pair| (2.0, pair))));
        if variance.estimate <= 0.0 {
            return Ok([None; 2]);
        }
        let square = counted.variance(&variance)?;
        let (least, most) = self.limits();
        let deviation = deviation(variance.estimate, libm::sqrt(square), counted.z, (most - least) / 2.0);
        if k < 2 || !self.is_measure {
            return Ok([Some(deviation), None]);
        }
        // Var(C + V) = Var C + 2 Cov + Var V, with C the sum of the items' variances.
        let own = counted.variance(&of_items)?;
        let both = counted.variance(&Functional::sum([(1.0, &of_items), (1.0, &variance)]))?;
        let part = Ratio {
            share: of_items.estimate,
            whole: variance.estimate,
            own,
            both: (both - own - square) / 2.0,
            of_whole: square,
        };
        Ok([Some(deviation), alpha(&part, counted.z, size_to_f64(k) / size_to_f64(k - 1))])
    }
}

/// The standard deviation √V with the roots of the interval of V.
fn deviation(variance: f64, error: f64, z: f64, most: f64) -> Mean {
    let estimate = libm::sqrt(variance);
    let end = |times: f64| libm::fmin(libm::sqrt(libm::fmax(variance + times * error, 0.0)), most);
    Mean::with_interval(estimate, error / (2.0 * estimate), (end(-z), end(z)), most)
}

/// Cronbach's α, f·(1 − ρ), from the part ρ of the score's variance that its items have; `None` where the interval of ρ has no end.
fn alpha(part: &Ratio, z: f64, factor: f64) -> Option<Mean> {
    let (least, most) = part.interval(z)?;
    let of = |part: f64| factor * (1.0 - part);
    let ends = (libm::fmin(of(most), 1.0), libm::fmin(of(least), 1.0));
    Some(Mean::with_interval(
        of(part.share / part.whole),
        factor * part.standard_error(),
        ends,
        f64::INFINITY,
    ))
}
