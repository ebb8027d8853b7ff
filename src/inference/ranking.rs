//! What a ranking tells: who puts which item first, the mean rank of every item, and which of two is put before the other.
//!
//! With π the shares of the places that item i is given, and A the set of its own categories (the places and "not ranked"),
//!
//! share put first π_1/Σ_A π,   mean rank Σ_A r·π_r/Σ_A π,
//!
//! where "not ranked" counts as the mean of the places that are not given, (p + 1 + k)/2 for p places of k items, so that the mean ranks of all items add up to
//! k(k+1)/2. Of a pair of items, "before" is the share of people who give the first a place and the second a later one, or none; where neither has a place it is not
//! known who is before whom. Whether an item has equal mean ranks, or equal shares of first places, in two groups of people is tested by the normal distribution. All are ratios of linear functionals of one table of one or two items, whose errors follow from its covariances by the delta method,
//! and use what cannot occur: no place is given twice [Mathematics, §15].
//!
//! Units: places, and shares of those who answered. Cost: that of the estimates of k + k(k−1)/2 tables. Fails where the law hides one of them.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::Serialize;

use super::functional::{CountedTables, GroupDifference, given, known};
use super::null_model::invalid;
use super::numbers::Mean;
use super::weights::{Raking, ReportClass, WeightedSample};
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin};
use crate::exact::size_to_f64;
use crate::schema::{CompoundKind, Schema};

/// A question whose items are put in order.
///
/// ```
/// use candor::inference::Ranking;
/// # use candor::Survey;
/// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
/// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "first", "rank": ["pay", "hours", "safety"]}]}"#)?;
/// let first = Ranking::new(survey.schema(), "first")?;
/// assert_eq!(first.items(), [1, 2, 3]);
/// assert_eq!(first.tables(None), [vec![1], vec![2], vec![3], vec![1, 2], vec![1, 3], vec![2, 3]]);
/// assert_eq!(first.tables(Some(0)).len(), 9);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    items: Vec<usize>,
    places: usize,
}

/// What is estimated of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankingEstimate {
    /// The number of reports.
    pub n: u64,
    /// The effective sample size of their weights ([`effective_sample_size`](super::effective_sample_size)); `None` where all count alike.
    pub effective: Option<f64>,
    /// The items, in order.
    pub items: Vec<RankedItem>,
    /// The pairs of items, in order.
    pub pairs: Vec<Precedence>,
}

/// The places of an item.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankedItem {
    /// The position of its attribute.
    pub item: usize,
    /// The share of people who put it first.
    pub first: Mean,
    /// Its mean rank.
    pub mean_rank: Mean,
    /// Its mean rank in every group of people, `None` where nobody in it is estimated to have answered; empty where no groups were asked for.
    pub groups: Vec<Option<Mean>>,
    /// The differences between these: every one less the first that can be told.
    pub differences: Vec<GroupDifference>,
    /// The share of people who put it first in every group, likewise.
    pub first_groups: Vec<Option<Mean>>,
    /// The differences between these shares, likewise.
    pub first_differences: Vec<GroupDifference>,
}

/// Which of two items is put before the other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Precedence {
    /// The position of the first item's attribute.
    pub item: usize,
    /// The position of the second's.
    pub other: usize,
    /// The share of people who put the first before the second.
    pub before: Mean,
    /// The share of people who put the second before the first.
    pub after: Mean,
    /// The p-value of the hypothesis that both are equally frequent, by the normal distribution.
    pub p_value: f64,
}

impl Ranking {
    /// The ranking of this name.
    ///
    /// # Errors
    /// `invalid-hypothesis` for any other question.
    pub fn new(schema: &Schema, question: &str) -> Result<Self, Error> {
        match schema.compound(question).map(|compound| (compound.attributes.clone(), &compound.kind)) {
            Some((items, CompoundKind::Ranking { places })) => {
                Ok(Self { items: items.collect(), places: *places })
            }
            _ => Err(invalid(format!("{question:?} is no ranking"))),
        }
    }

    /// The positions of its items.
    #[must_use]
    pub fn items(&self) -> &[usize] {
        &self.items
    }

    /// The tables that have to be counted, by the positions of their attributes: of every item, of every two, and of every item with the attribute by which
    /// people are grouped.
    #[must_use]
    pub fn tables(&self, by: Option<usize>) -> Vec<Vec<usize>> {
        let mut tables: Vec<Vec<usize>> = self.items.iter().map(|item| vec![*item]).collect();
        tables.extend(self.pairs().map(|(item, other)| vec![item, other]));
        tables.extend(by.iter().flat_map(|by| self.items.iter().map(|item| vec![*item, *by])));
        tables
    }

    /// Refuses groups by an item.
    ///
    /// ```
    /// # use candor::{Code, Survey, inference::Ranking};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "first", "rank": ["pay", "hours", "safety"]}]}"#)?;
    /// let first = Ranking::new(survey.schema(), "first")?;
    /// assert_eq!(first.check_groups(Some(0)), Ok(()));
    /// assert_eq!(first.check_groups(Some(1)).map_err(|refused| refused.code()), Err(Code::InvalidHypothesis));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where people would be grouped by an item.
    pub fn check_groups(&self, by: Option<usize>) -> Result<(), Error> {
        match by.filter(|by| self.items.contains(by)) {
            None => Ok(()),
            Some(_) => Err(invalid("people cannot be grouped by an item of the ranking")),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let after = |(place, item): (usize, &usize)| {
            let item = *item;
            self.items[place + 1..].iter().map(move |other| (item, *other))
        };
        self.items.iter().enumerate().flat_map(after)
    }

    /// Estimates the ranking from the tables of [`Ranking::tables`], in that order, with groups by the same attribute. Tables that were counted with the items
    /// that they hang on ([`Table::linked`]) give smaller errors.
    ///
    /// ```
    /// use candor::inference::{Precedence, RankedItem, Ranking, RankingEstimate};
    /// use candor::{Plan, Survey, Table, estimate::Options};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 60, "method": "independent"}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "first", "rank": ["pay", "hours", "safety"]}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let ranking = Ranking::new(plan.schema(), "first")?;
    /// // 750 people put pay first, hours second and safety third, 250 safety first and pay second: hardly any noise is added here.
    /// let counted = |attributes: Vec<usize>| {
    ///     let mut table = Table::linked(&plan, &attributes)?;
    ///     table.add_repeated(&[0, 0, 1, 2], 750)?;
    ///     table.add_repeated(&[1, 1, 2, 0], 250)?;
    ///     Ok::<_, candor::Error>(table)
    /// };
    /// let tables = ranking.tables(None).into_iter().map(counted).collect::<Result<_, _>>()?;
    /// let estimate: RankingEstimate = ranking.estimate(&plan, None, tables, &Options::default())?;
    /// let RankedItem { first, mean_rank, .. } = &estimate.items[0];
    /// assert!((first.estimate - 0.75).abs() < 1e-6 && (mean_rank.estimate - 1.25).abs() < 1e-6);
    /// let Precedence { item: 1, other: 3, before, .. } = estimate.pairs[1] else { panic!("pay and safety") };
    /// assert!((before.estimate - 0.75).abs() < 1e-6);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where a table is missing; `undefined-statistic` where nobody is estimated to have answered; the errors of [`crate::estimate::Estimation::new`].
    pub fn estimate<'l>(
        &self,
        of: impl Into<Origin<'l>>,
        by: Option<usize>,
        tables: Vec<Table>,
        options: &Options,
    ) -> Result<RankingEstimate, Error> {
        self.check_groups(by)?;
        let (origin, wanted) = (of.into(), self.tables(by));
        if wanted.len() != tables.len()
            || wanted.iter().zip(&tables).any(|(wanted, table)| table.asked_attributes() != wanted)
        {
            return Err(needed());
        }
        let of_table = |table: Table| {
            let settled = Estimation::new(origin, table, options)?.settled()?;
            Ok(settled.widest().0.clone())
        };
        let tables = tables.into_iter().map(of_table).collect::<Result<Vec<_>, Error>>()?;
        self.estimated(&CountedTables::alike(tables, true, options.confidence)?, by)
    }

    /// Estimates the ranking from reports that are weighted to these margins: for every table of [`Ranking::tables`], in their order, the classes of its reports,
    /// which give smaller errors where they were counted with the items that these hang on. Classes are the same, and in the same order, for all tables. Standard
    /// errors are those of linearisation; replicates and groups of non-response play no part.
    ///
    /// ```
    /// use candor::inference::{Raking, RankedItem, Ranking, ReportClass};
    /// use candor::{Plan, Survey, Table, estimate::Options};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 60, "method": "independent"}, "attributes": [
    /// #     {"name": "first", "rank": ["pay", "hours"]}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let ranking = Ranking::new(plan.schema(), "first")?;
    /// // In the first region three of four people put pay first, in the second one of four; half of all live in each. Hardly any noise is added here.
    /// let region = |region: usize, attributes: &[usize], [pay, hours]: [u64; 2]| {
    ///     let mut table = Table::new(&plan, attributes)?;
    ///     table.add_repeated(&[0, 1], pay)?;
    ///     table.add_repeated(&[1, 0], hours)?;
    ///     Ok::<_, candor::Error>(ReportClass::new(table, vec![region]))
    /// };
    /// let classes = |table: Vec<usize>| Ok::<_, candor::Error>(vec![region(0, &table, [900, 300])?, region(1, &table, [100, 300])?]);
    /// let tables = ranking.tables(None).into_iter().map(classes).collect::<Result<Vec<_>, _>>()?;
    /// let weighted = ranking.weighted(&plan, None, &tables, &Raking::new(vec![vec![0.5, 0.5]])?, &Options::default())?;
    /// let RankedItem { first, mean_rank, .. } = &weighted.items[0];
    /// assert!((first.estimate - 0.5).abs() < 1e-6 && (mean_rank.estimate - 1.5).abs() < 1e-6);
    /// assert!((weighted.effective.unwrap() - 1200.0).abs() < 1e-6);
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
    ) -> Result<RankingEstimate, Error> {
        options.check()?;
        self.check_groups(by)?;
        let wanted = self.tables(by);
        let is_its = |(wanted, classes): (&Vec<usize>, &Vec<ReportClass>)| {
            classes.iter().all(|class| class.table.asked_attributes() == wanted)
        };
        if wanted.len() != tables.len() || !wanted.iter().zip(tables).all(is_its) {
            return Err(needed());
        }
        let whole = tables.iter().map(|classes| classes.iter().cloned().map(ReportClass::whole).collect());
        let whole = whole.collect::<Result<Vec<_>, Error>>()?;
        let (sample, scored) = WeightedSample::in_tables(of.into(), &whole, margins)?;
        self.estimated(&CountedTables::weighted(sample, scored, true, options.confidence), by)
    }

    fn estimated(&self, counted: &CountedTables<'_>, by: Option<usize>) -> Result<RankingEstimate, Error> {
        let ranks = self.ranks();
        let is_first: Vec<f64> = (0..ranks.len()).map(|place| f64::from(u8::from(place == 0))).collect();
        let of_item = |&item: &usize| {
            let categories = counted.size(item)?;
            let mean = |values: &[f64], limits| {
                let values: Vec<Option<f64>> =
                    (0..categories).map(|cell| values.get(cell).copied()).collect();
                let mean = counted.mean_of(&[item], &values)?.ok_or_else(|| nobody(&[item]))?;
                let in_groups = match by {
                    Some(by) => counted.in_groups(by, limits, &|group| {
                        counted.ratio_among(Some(group), &[item], &given(&values), &known(&values))
                    })?,
                    None => (Vec::new(), Vec::new()),
                };
                Ok::<_, Error>((counted.told(&mean, limits)?, in_groups))
            };
            let (first, (first_groups, first_differences)) = mean(&is_first, (0.0, 1.0))?;
            let (mean_rank, (groups, differences)) = mean(&ranks, (1.0, size_to_f64(self.items.len())))?;
            Ok(RankedItem { item, first, mean_rank, groups, differences, first_groups, first_differences })
        };
        let (n, effective) = counted.n();
        Ok(RankingEstimate {
            n,
            effective,
            items: self.items.iter().map(of_item).collect::<Result<_, Error>>()?,
            pairs: self.pairs().map(|pair| self.precedence(counted, pair)).collect::<Result<_, Error>>()?,
        })
    }

    /// The rank that each own category of an item stands for.
    fn ranks(&self) -> Vec<f64> {
        let (items, places) = (self.items.len(), self.places);
        let rest = (places < items).then(|| 0.5 * size_to_f64(places + 1 + items));
        (1..=places).map(size_to_f64).chain(rest).collect()
    }

    fn precedence(
        &self,
        counted: &CountedTables<'_>,
        (item, other): (usize, usize),
    ) -> Result<Precedence, Error> {
        let (own, [height, width]) = (self.ranks().len(), [counted.size(item)?, counted.size(other)?]);
        // What a cell is worth where the first has a place and the second a later one or none, and the other way round; where neither is given a place, both are
        // in the same category.
        let mean = |before: f64, after: f64, least: f64| {
            let value = |cell: usize| {
                let (first, second) = (cell / width, cell % width);
                (first < own && second < own).then(|| match first.cmp(&second) {
                    Ordering::Less => before,
                    Ordering::Greater => after,
                    Ordering::Equal => 0.0,
                })
            };
            let values: Vec<Option<f64>> = (0..height * width).map(value).collect();
            let mean = counted.mean_of(&[item, other], &values)?.ok_or_else(|| nobody(&[item, other]))?;
            counted.told(&mean, (least, 1.0))
        };
        let (before, after) = (mean(1.0, 0.0, 0.0)?, mean(0.0, 1.0, 0.0)?);
        let more = mean(1.0, -1.0, -1.0)?;
        Ok(Precedence { item, other, before, after, p_value: more.p_value() })
    }
}

fn needed() -> Error {
    invalid("a ranking needs the tables of its items, of all pairs of them, and of the groups")
}

fn nobody(items: &[usize]) -> Error {
    let message =
        format!("the share of people who ranked the attributes {items:?} is not estimated to be above 0");
    Error::new(Code::UndefinedStatistic, message)
}
