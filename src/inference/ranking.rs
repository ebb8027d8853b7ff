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

use super::null_model::invalid;
use super::numbers::{Mean, Weighing};
use super::scale_groups::GroupDifference;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Options, Origin};
use crate::exact::{size_to_f64, to_index};
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
        let wanted = self.tables(by);
        if wanted.len() != tables.len()
            || wanted.iter().zip(&tables).any(|(wanted, table)| table.asked_attributes() != wanted)
        {
            return Err(invalid(
                "a ranking needs the tables of its items, of all pairs of them, and of the groups",
            ));
        }
        let (of, mut tables) = (of.into(), tables.into_iter());
        let mut weighed = |count: usize| {
            let weigh = |table| Weighing::new(of, table, options);
            tables.by_ref().take(count).map(weigh).collect::<Result<Vec<_>, Error>>()
        };
        let (alone, pairs) = (weighed(self.items.len())?, weighed(self.pairs().count())?);
        let grouped = weighed(usize::MAX)?;
        let item = |(place, alone): (usize, &Weighing)| {
            let item = self.items[place];
            let ranks = self.ranks();
            let is_first: Vec<f64> = (0..ranks.len()).map(|place| f64::from(u8::from(place == 0))).collect();
            let limits = (1.0, size_to_f64(self.items.len()));
            let of = |values: &[f64], limits| among(alone, values, limits).ok_or_else(|| nobody(&[item]));
            let in_groups = |values: &[f64], limits| {
                grouped.get(place).map(|table| of_groups(table, values, limits)).unwrap_or_default()
            };
            let (first_groups, first_differences) = in_groups(&is_first, (0.0, 1.0));
            let (groups, differences) = in_groups(&ranks, limits);
            let (first, mean_rank) = (of(&is_first, (0.0, 1.0))?, of(&ranks, limits)?);
            Ok(RankedItem { item, first, mean_rank, groups, differences, first_groups, first_differences })
        };
        let pair = |((item, other), table): ((usize, usize), &Weighing)| {
            self.precedence(table, item, other).ok_or_else(|| nobody(&[item, other]))
        };
        Ok(RankingEstimate {
            n: alone[0].n(),
            items: alone.iter().enumerate().map(item).collect::<Result<_, Error>>()?,
            pairs: self.pairs().zip(&pairs).map(pair).collect::<Result<_, Error>>()?,
        })
    }

    /// The rank that each own category of an item stands for.
    fn ranks(&self) -> Vec<f64> {
        let (items, places) = (self.items.len(), self.places);
        let rest = (places < items).then(|| 0.5 * size_to_f64(places + 1 + items));
        (1..=places).map(size_to_f64).chain(rest).collect()
    }

    fn precedence(&self, table: &Weighing, item: usize, other: usize) -> Option<Precedence> {
        let (own, [height, width]) = (self.ranks().len(), [0, 1].map(|axis| to_index(table.sizes()[axis])));
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
            table.mean(&(0..height * width).map(value).collect::<Vec<_>>(), (least, 1.0))
        };
        let (before, after) = (mean(1.0, 0.0, 0.0)?, mean(0.0, 1.0, 0.0)?);
        let more = mean(1.0, -1.0, -1.0)?;
        Some(Precedence { item, other, before, after, p_value: more.p_value() })
    }
}

/// The mean of these values of an item's own categories.
fn among(table: &Weighing, values: &[f64], limits: (f64, f64)) -> Option<Mean> {
    let cells = to_index(table.sizes()[0]);
    table.mean(&(0..cells).map(|cell| values.get(cell).copied()).collect::<Vec<_>>(), limits)
}

/// The same in every group, and the differences from the first that has one.
fn of_groups(
    table: &Weighing,
    values: &[f64],
    (least, most): (f64, f64),
) -> (Vec<Option<Mean>>, Vec<GroupDifference>) {
    let [places, groups] = [0, 1].map(|axis| to_index(table.sizes()[axis]));
    let mean = |group: usize| {
        let value = |cell: usize| values.get(cell / groups).filter(|_| cell % groups == group).copied();
        table.ratio(&(0..places * groups).map(value).collect::<Vec<_>>())
    };
    let means: Vec<_> = (0..groups).map(mean).collect();
    let told = means.iter().map(|mean| mean.as_ref().map(|mean| table.told(mean, (least, most)))).collect();
    let mut each = means.iter().enumerate().filter_map(|(group, mean)| Some((group, mean.as_ref()?)));
    let Some((reference, (of_first, change_of_first))) = each.next() else { return (told, Vec::new()) };
    let difference = |(group, (mean, change)): (usize, &(f64, Vec<f64>))| {
        let change = change.iter().zip(change_of_first).map(|(own, first)| own - first).collect();
        let difference = table.told(&(mean - of_first, change), (least - most, most - least));
        GroupDifference { group, reference, difference, p_value: difference.p_value() }
    };
    (told, each.map(difference).collect())
}

fn nobody(items: &[usize]) -> Error {
    let message =
        format!("the share of people who ranked the attributes {items:?} is not estimated to be above 0");
    Error::new(Code::UndefinedStatistic, message)
}
