//! The mean, standard deviation, distribution and reliability of a score, the sum S = Σ_r c_r(x_r) of the codes of answers to several items.
//!
//! Everything is made of *linear functionals* Σ_x u(x)·π(x) of tables of one or two items, which are estimated without bias by the inverse of the law.
//! With a_r = E c_r, b_r = P(r is answered), a_rs = E c_r·c_s, and so on,
//!
//! mean M = Σ_r a_r/b_r,   covariances C_rs = a_rs/b_rs − (a_r|s/b_rs)·(a_s|r/b_rs) of those who answered both,
//! standard deviation √V, V = Σ_rs C_rs,   Cronbach's α = k/(k−1)·(1 − Σ_r C_rr/V) \[Cronbach51, eq. 2\].
//!
//! An item that was not answered is left out of its own mean and of the covariances with others, no more. A statistic T has the first-order change
//! Σ_A Σ_x ∂T/∂u_A(x)·δπ_A(x) over tables A, and the variance of that sum; two tables A and B have a covariance that is taken over a table of reports that
//! contains both. Nothing is estimated in that wider table, so that it may be one that the law hides.
//!
//! Units: those of the codes. Cost: O(p²·w·N) for p tables of one and two items, within wider tables of N cells.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::null_model::invalid;
use super::numbers::Mean;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Cell, Estimation, Observed, Options, Origin, two_sided_quantile};
use crate::exact::{size_to_f64, to_index};
use crate::numeric::chi_squared;
use crate::numeric::order::{sorted, sorted_by};
use crate::numeric::vectors::dot;
use crate::schema::{CompoundKind, Schema, Score};

/// The most items of which the standard deviation and α are given, which need tables of every four of them.
const MOST_WITH_SPREAD: usize = 12;

/// The most cells of a table of all items from which the distribution of a score is estimated.
const MOST_CELLS: usize = 4096;

/// A score, by the codes of the categories of its items.
///
/// ```
/// use candor::inference::Scale;
/// # use candor::Survey;
/// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
/// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
/// let number_chosen = Scale::number_chosen(survey.schema(), "how")?;
/// // The number of choices needs the table of both, and by sex that of all three.
/// assert_eq!(number_chosen.tables(None), [vec![1, 2]]);
/// assert_eq!(number_chosen.tables(Some(0)), [vec![1, 2], vec![0, 1, 2]]);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// The items, and the codes of their categories.
    items: Vec<(usize, Vec<Option<f64>>)>,
    /// Whether items that agree make the score more reliable, as α says.
    is_measure: bool,
}

impl Scale {
    /// The scale of a score.
    #[must_use]
    pub fn new(schema: &Schema, score: &Score) -> Self {
        Self {
            items: score.attributes.iter().map(|&item| (item, schema.codes(score, item))).collect(),
            is_measure: true,
        }
    }

    /// How many choices were made of a question with several.
    ///
    /// # Errors
    /// `invalid-hypothesis` for any other question.
    pub fn number_chosen(schema: &Schema, question: &str) -> Result<Self, Error> {
        let mut compounds = schema.compounds().iter().filter(|compound| compound.name == question);
        let (attributes, excluding) =
            match compounds.next().map(|compound| (&compound.attributes, &compound.kind)) {
                Some((attributes, CompoundKind::Choices { excluding, .. })) => (attributes, excluding),
                _ => return Err(invalid(format!("{question:?} is no question with several choices"))),
            };
        let code = |item: usize, category: usize| {
            (category < 2).then(|| match excluding.contains(&item) {
                true => 0.0,
                false => size_to_f64(category),
            })
        };
        let codes =
            |item: usize| (0..schema.attributes()[item].categories().len()).map(|c| code(item, c)).collect();
        Ok(Self { items: attributes.clone().map(|item| (item, codes(item))).collect(), is_measure: false })
    }

    /// The tables that have to be counted, by the positions of their attributes: of the items, and with the attribute by which people are grouped.
    #[must_use]
    pub fn tables(&self, by: Option<usize>) -> Vec<Vec<usize>> {
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let mut tables =
            if self.is_listed() { vec![items.clone()] } else { subsets(&items, self.together()) };
        if let Some(by) = by {
            tables.extend(
                subsets(&items, items.len().min(2))
                    .into_iter()
                    .map(|table| sorted([&table[..], &[by]].concat())),
            );
        }
        tables
    }

    /// Refuses groups by an item.
    ///
    /// ```
    /// # use candor::{Code, Survey, inference::Scale};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// let number_chosen = Scale::number_chosen(survey.schema(), "how")?;
    /// assert_eq!(number_chosen.check_groups(Some(0)), Ok(()));
    /// assert_eq!(number_chosen.check_groups(Some(1)).map_err(|refused| refused.code()), Err(Code::InvalidHypothesis));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where people would be grouped by an item.
    pub fn check_groups(&self, by: Option<usize>) -> Result<(), Error> {
        match by.filter(|by| self.items.iter().any(|(item, _)| item == by)) {
            None => Ok(()),
            Some(_) => Err(invalid("people cannot be grouped by an item of the score")),
        }
    }

    /// How many items the tables without groups have.
    fn together(&self) -> usize {
        self.items.len().min(if self.items.len() <= MOST_WITH_SPREAD { 4 } else { 2 })
    }

    /// Whether the table of all items is small enough to estimate the distribution of the score from.
    fn is_listed(&self) -> bool {
        let cells = self.items.iter().map(|(_, codes)| codes.len()).try_fold(1_usize, usize::checked_mul);
        cells.is_some_and(|cells| cells <= MOST_CELLS)
    }

    fn code(&self, item: usize) -> &[Option<f64>] {
        self.items.iter().find(|(own, _)| *own == item).map_or(&[], |(_, codes)| codes)
    }
}

/// All subsets of this size, each in order.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest = subsets(&of[first + 1..], size - 1).into_iter();
        rest.map(move |rest| [&of[first..=first], &rest].concat())
    };
    (0..of.len()).flat_map(with_first).collect()
}

/// What is estimated of a score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScaleEstimate {
    /// The number of reports.
    pub n: u64,
    /// The mean.
    pub mean: Mean,
    /// The standard deviation; `None` for more than 12 items, or where the estimated variance is not above 0.
    pub standard_deviation: Option<Mean>,
    /// Cronbach's α of at least two items; `None` in the same cases, and for the number of choices.
    pub alpha: Option<Mean>,
    /// The share of every value of the score among those who answered all items; `None` where the table of all items has more than 4,096 cells or is hidden by
    /// the law.
    pub distribution: Option<Vec<ValueShare>>,
    /// The mean of every group of people, in the order of the categories that form them; empty where none were asked for.
    pub groups: Vec<Option<Mean>>,
    /// The differences between groups: every one less the first whose mean can be told.
    pub differences: Vec<GroupDifference>,
}

/// The share of a value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ValueShare {
    /// The value.
    pub value: f64,
    /// Its share.
    pub share: Cell,
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

/// A first-order change: weights over tables, by the attributes of these.
type Change = BTreeMap<Vec<usize>, Vec<f64>>;

/// The weights of one of its tables.
type Part<'c> = (&'c Vec<usize>, &'c Vec<f64>);

/// The scores, over the reports in this table, of a sum of parts.
fn scores(table: &Observed<'_>, parts: &[Part<'_>]) -> Vec<f64> {
    let mut sums = vec![0.0; table.shares().len()];
    for (attributes, weights) in parts {
        let axis = |attribute: &usize| table.attributes().iter().position(|own| own == attribute);
        let axes: Vec<usize> = attributes.iter().filter_map(axis).collect();
        let of_part = table.scores_of_sum(&axes, weights);
        sums.iter_mut().zip(of_part).for_each(|(sum, score)| *sum += score);
    }
    sums
}

/// The attributes of one table and those of another.
fn joined(one: &[usize], other: &[usize]) -> Vec<usize> {
    one.iter().chain(other.iter().filter(|attribute| !one.contains(attribute))).copied().collect()
}

/// A statistic with the change of it that follows from changes of tables.
struct Statistic {
    estimate: f64,
    change: Change,
}

/// The reports of a survey in several tables.
struct CountedTables<'l> {
    tables: Vec<Observed<'l>>,
    z: f64,
}

impl CountedTables<'_> {
    /// The first table that contains these attributes, and their axes in it.
    fn containing(&self, attributes: &[usize]) -> Result<(&Observed<'_>, Vec<usize>), Error> {
        let axes = |table: &Observed<'_>| {
            let axis = |attribute: &usize| table.attributes().iter().position(|own| own == attribute);
            attributes.iter().map(axis).collect::<Option<Vec<usize>>>()
        };
        let found = self.tables.iter().find_map(|table| axes(table).map(|axes| (table, axes)));
        found.ok_or_else(|| invalid(format!("no table was counted over attributes {attributes:?}")))
    }

    /// The unbiased estimates of a table over these attributes.
    fn shares(&self, attributes: &[usize]) -> Result<Vec<f64>, Error> {
        let (table, axes) = self.containing(attributes)?;
        table.inverse(&axes)
    }

    /// The variance of a change.
    fn variance(&self, of: &Change) -> Result<f64, Error> {
        let all: Vec<usize> = of.keys().flatten().fold(Vec::new(), |all, own| joined(&all, &[*own]));
        // One table of them all needs a single step, and others one for every two parts.
        let parts: Vec<Vec<Part<'_>>> = match self.containing(&all) {
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
    fn told(&self, of: &Statistic, (least, most): (f64, f64)) -> Result<Mean, Error> {
        let standard_error = libm::sqrt(self.variance(&of.change)?);
        Ok(Mean::within(of.estimate, standard_error, self.z, (least, most)))
    }

    /// The ratio of sums of a table over these attributes, Σ v·w·π/Σ w·π, and how it changes. `None` where the lower sum is not above 0.
    fn ratio(
        &self,
        attributes: &[usize],
        values: &[f64],
        weights: &[f64],
    ) -> Result<Option<Statistic>, Error> {
        let shares = self.shares(attributes)?;
        let whole = dot(weights, &shares);
        if whole <= 0.0 {
            return Ok(None);
        }
        let products: Vec<f64> = values.iter().zip(weights).map(|(value, weight)| value * weight).collect();
        let estimate = dot(&products, &shares) / whole;
        let change = values.iter().zip(weights).map(|(value, weight)| weight * (value - estimate) / whole);
        Ok(Some(Statistic { estimate, change: Change::from([(attributes.to_vec(), change.collect())]) }))
    }
}

impl Statistic {
    /// Σ factor·statistic, whose changes add up.
    fn sum<'s>(of: impl IntoIterator<Item = (f64, &'s Self)>) -> Self {
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

impl Scale {
    /// Estimates the score from the tables of [`Scale::tables`], with groups by the same attribute.
    ///
    /// ```
    /// use candor::inference::{GroupDifference, Scale, ScaleEstimate, ValueShare};
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
    /// let ScaleEstimate { mean, distribution: Some(shares), groups, differences, .. } =
    ///     chosen.estimate(&plan, Some(0), tables, &Options::default())?
    /// else { panic!("two choices have a distribution") };
    /// assert!((mean.estimate - 5.0 / 6.0).abs() < 1e-6);
    /// let ValueShare { value, share, .. } = shares[2];
    /// assert!(value == 2.0 && (share.estimate - 1.0 / 3.0).abs() < 1e-6);
    /// let GroupDifference { difference, p_value, .. } = differences[0];
    /// assert!(groups[0].is_some() && (difference.estimate - 1.75).abs() < 1e-6 && p_value < 1e-6);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `unidentifiable-table` where the law hides an item, two items together, or an item with the groups; `undefined-statistic` where nobody is
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
        let of_table =
            |table: Table| Ok(Estimation::new(origin, table, options)?.observed().clone().of_all_cells());
        let tables = tables.into_iter().map(of_table).collect::<Result<Vec<_>, Error>>()?;
        let counted = CountedTables { tables, z: two_sided_quantile(1.0 - options.confidence) };
        let means = self.means(&counted)?;
        let mean = Statistic::sum(means.iter().map(|mean| (1.0, mean)));
        let limits = self.limits();
        let [standard_deviation, alpha] = self.spread(&counted, &means)?;
        let (groups, differences) = match by {
            Some(by) => self.by_group(&counted, by)?,
            None => (Vec::new(), Vec::new()),
        };
        Ok(ScaleEstimate {
            n: counted.tables.first().map_or(0, Observed::reports),
            mean: counted.told(&mean, limits)?,
            standard_deviation,
            alpha,
            distribution: self.distribution(&counted)?,
            groups,
            differences,
        })
    }

    /// The least and the largest value of the score.
    fn limits(&self) -> (f64, f64) {
        let ends = |(_, codes): &(usize, Vec<Option<f64>>)| {
            codes.iter().flatten().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), code| {
                (least.min(*code), most.max(*code))
            })
        };
        self.items.iter().map(ends).fold((0.0, 0.0), |(least, most), (low, high)| (least + low, most + high))
    }

    /// The mean of every item among those who answered it.
    fn means(&self, counted: &CountedTables<'_>) -> Result<Vec<Statistic>, Error> {
        let mean = |(item, codes): &(usize, Vec<Option<f64>>)| {
            counted.ratio(&[*item], &values(codes), &answered(codes))?.ok_or_else(|| nobody(*item))
        };
        self.items.iter().map(mean).collect()
    }

    /// The covariance C_rs of two items among those who answered both, or the variance of one.
    fn joint(&self, counted: &CountedTables<'_>, r: usize, s: usize) -> Result<Statistic, Error> {
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
        let ratio =
            |values: Vec<f64>| counted.ratio(&attributes, &values, &weights)?.ok_or_else(|| nobody(r));
        let (product, one, other) =
            (ratio(value(|x, y| x * y))?, ratio(value(|x, _| x))?, ratio(value(|_, y| y))?);
        let mut joint = Statistic::sum([(1.0, &product), (-other.estimate, &one), (-one.estimate, &other)]);
        joint.estimate = product.estimate - one.estimate * other.estimate;
        Ok(joint)
    }

    /// The standard deviation of the score, and Cronbach's α.
    fn spread(&self, counted: &CountedTables<'_>, means: &[Statistic]) -> Result<[Option<Mean>; 2], Error> {
        let k = means.len();
        if k > MOST_WITH_SPREAD {
            return Ok([None; 2]);
        }
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let own = items.iter().map(|&r| self.joint(counted, r, r)).collect::<Result<Vec<_>, Error>>()?;
        let pairs = subsets(&items, 2).into_iter().map(|pair| self.joint(counted, pair[0], pair[1]));
        let pairs = pairs.collect::<Result<Vec<_>, Error>>()?;
        let of_items = Statistic::sum(own.iter().map(|own| (1.0, own)));
        let variance =
            Statistic::sum([(1.0, &of_items)].into_iter().chain(pairs.iter().map(|pair| (2.0, pair))));
        if variance.estimate <= 0.0 {
            return Ok([None; 2]);
        }
        let deviation = libm::sqrt(variance.estimate);
        let mut of_deviation = Statistic::sum([(0.5 / deviation, &variance)]);
        of_deviation.estimate = deviation;
        let (least, most) = self.limits();
        let deviation = counted.told(&of_deviation, (0.0, (most - least) / 2.0))?;
        if k < 2 || !self.is_measure {
            return Ok([Some(deviation), None]);
        }
        let factor = size_to_f64(k) / size_to_f64(k - 1);
        let part = of_items.estimate / variance.estimate;
        let mut alpha = Statistic::sum([
            (-factor / variance.estimate, &of_items),
            (factor * part / variance.estimate, &variance),
        ]);
        alpha.estimate = factor * (1.0 - part);
        Ok([Some(deviation), Some(counted.told(&alpha, (f64::NEG_INFINITY, 1.0))?)])
    }

    /// The share of every value among those who answered all items.
    fn distribution(&self, counted: &CountedTables<'_>) -> Result<Option<Vec<ValueShare>>, Error> {
        if !self.is_listed() {
            return Ok(None);
        }
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let mut sums = vec![Some(0.0)];
        for (_, codes) in &self.items {
            let with = |sum: &Option<f64>| {
                let sum = *sum;
                codes.iter().map(move |code| Some(sum? + (*code)?))
            };
            sums = sums.iter().flat_map(with).collect();
        }
        match counted.shares(&items) {
            Err(error) if error.code() == Code::UnidentifiableTable => return Ok(None),
            found => found?,
        };
        let mut values = sorted_by(sums.iter().flatten().copied().collect(), f64::total_cmp);
        values.dedup();
        let weights: Vec<f64> = sums.iter().map(|sum| f64::from(u8::from(sum.is_some()))).collect();
        let share = |&value: &f64| {
            let is_value: Vec<f64> =
                sums.iter().map(|sum| f64::from(u8::from(*sum == Some(value)))).collect();
            let share = counted.ratio(&items, &is_value, &weights)?.ok_or_else(|| nobody(items[0]))?;
            let Mean { estimate, standard_error, lower, upper, .. } = counted.told(&share, (0.0, 1.0))?;
            Ok(ValueShare { value, share: Cell::new(estimate, Some(standard_error), (lower, upper)) })
        };
        values.iter().map(share).collect::<Result<Vec<_>, Error>>().map(Some)
    }

    /// The mean of every group that these categories form, and the differences from the first that has one.
    fn by_group(
        &self,
        counted: &CountedTables<'_>,
        by: usize,
    ) -> Result<(Vec<Option<Mean>>, Vec<GroupDifference>), Error> {
        let categories = {
            let (table, axes) = counted.containing(&[by])?;
            to_index(table.sizes()[axes[0]])
        };
        let mean = |group: usize| -> Result<Option<Statistic>, Error> {
            let mut means = Vec::new();
            for (item, codes) in &self.items {
                let attributes = sorted(vec![*item, by]);
                let cells: Vec<(usize, usize)> = match *item < by {
                    true => (0..codes.len())
                        .flat_map(|own| (0..categories).map(move |group| (own, group)))
                        .collect(),
                    false => (0..categories)
                        .flat_map(|group| (0..codes.len()).map(move |own| (own, group)))
                        .collect(),
                };
                let (of_codes, is_answered) = (values(codes), answered(codes));
                let of_cells: Vec<f64> = cells.iter().map(|(own, _)| of_codes[*own]).collect();
                let weights: Vec<f64> = cells
                    .iter()
                    .map(|(own, of)| if *of == group { is_answered[*own] } else { 0.0 })
                    .collect();
                match counted.ratio(&attributes, &of_cells, &weights)? {
                    Some(mean) => means.push(mean),
                    None => return Ok(None),
                }
            }
            Ok(Some(Statistic::sum(means.iter().map(|mean| (1.0, mean)))))
        };
        let means = (0..categories).map(mean).collect::<Result<Vec<_>, Error>>()?;
        let limits = self.limits();
        let told = means.iter().map(|mean| mean.as_ref().map(|mean| counted.told(mean, limits)).transpose());
        let told = told.collect::<Result<Vec<_>, Error>>()?;
        let mut each =
            means.iter().enumerate().filter_map(|(group, mean)| mean.as_ref().map(|mean| (group, mean)));
        let Some((reference, first)) = each.next() else { return Ok((told, Vec::new())) };
        let difference = |(group, mean): (usize, &Statistic)| {
            let width = limits.1 - limits.0;
            let difference = counted.told(&Statistic::sum([(1.0, mean), (-1.0, first)]), (-width, width))?;
            let z = difference.estimate / difference.standard_error;
            Ok(GroupDifference { group, reference, difference, p_value: chi_squared::tail(z * z, 1.0) })
        };
        let differences = each.map(difference).collect::<Result<_, Error>>()?;
        Ok((told, differences))
    }
}

/// The codes, 0 where there is none.
fn values(codes: &[Option<f64>]) -> Vec<f64> {
    codes.iter().map(|code| code.unwrap_or(0.0)).collect()
}

/// 1 where there is a code, otherwise 0.
fn answered(codes: &[Option<f64>]) -> Vec<f64> {
    codes.iter().map(|code| f64::from(u8::from(code.is_some()))).collect()
}

fn nobody(item: usize) -> Error {
    let message = format!(
        "the share of people who answered attribute {item}, an item of the score, is not estimated to be above 0"
    );
    Error::new(Code::UndefinedStatistic, message)
}
