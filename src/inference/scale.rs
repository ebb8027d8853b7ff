//! A score, the sum S = Σ_r c_r(x_r) of the codes of answers to several items, and the tables from which it is estimated.
//!
//! Its mean, spread and reliability take tables of one, two and four items (`scale_estimate.rs`), its distribution and quantiles the table of all
//! (`scale_distribution.rs`), and means, spread and reliability in groups tables of the items with the attribute that forms groups (`scale_groups.rs`).

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::null_model::invalid;
use super::numbers::check_quantiles;
use crate::error::{Code, Error};
use crate::exact::{size_to_f64, to_index};
use crate::numeric::order::sorted;
use crate::schema::{CompoundKind, Schema, Score};

/// The most items of which the standard deviation and α are given, which need tables of every four of them.
pub(super) const MOST_WITH_SPREAD: usize = 12;

/// The most cells of a table of all items from which the distribution of a score is estimated.
const MOST_CELLS: usize = 4096;

/// The most cells of all tables of items with groups from which the standard deviation and α of groups are estimated.
const MOST_CELLS_BY_GROUP: usize = 1 << 17;

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
    pub(super) items: Vec<(usize, Vec<Option<f64>>)>,
    /// Whether items that agree make the score more reliable, as α says.
    pub(super) is_measure: bool,
    /// The quantiles to estimate, each as the share of people below it.
    pub(super) quantiles: Vec<f64>,
    /// The numbers of categories of all attributes.
    sizes: Vec<u32>,
    /// The column in which devices report the score, and the values of its categories.
    pub(super) reported: Option<(usize, Vec<Option<f64>>)>,
}

impl Scale {
    /// The quantiles that are estimated unless others are asked for.
    pub const QUARTILES: [f64; 3] = [0.25, 0.5, 0.75];

    /// The scale of a score.
    #[must_use]
    pub fn new(schema: &Schema, score: &Score) -> Self {
        Self {
            items: score.attributes.iter().map(|&item| (item, schema.codes(score, item))).collect(),
            is_measure: true,
            quantiles: Self::QUARTILES.to_vec(),
            sizes: schema.sizes(),
            reported: schema.column_of(score).map(|column| (column, schema.values_of_levels(score))),
        }
    }

    /// How many choices were made of a question with several.
    ///
    /// # Errors
    /// `invalid-hypothesis` for any other question.
    pub fn number_chosen(schema: &Schema, question: &str) -> Result<Self, Error> {
        let (attributes, excluding) =
            match schema.compound(question).map(|compound| (&compound.attributes, &compound.kind)) {
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
        Ok(Self {
            items: attributes.clone().map(|item| (item, codes(item))).collect(),
            is_measure: false,
            quantiles: Self::QUARTILES.to_vec(),
            sizes: schema.sizes(),
            reported: None,
        })
    }

    /// The same scale with other quantiles than the quartiles, each given as the share of people below it.
    ///
    /// ```
    /// # use candor::{Code, Survey, inference::Scale};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// let number_chosen = Scale::number_chosen(survey.schema(), "how")?;
    /// assert_eq!(number_chosen.clone().with_quantiles(&Scale::QUARTILES)?, number_chosen);
    /// assert_eq!(number_chosen.with_quantiles(&[1.0]).map_err(|refused| refused.code()), Err(Code::InvalidHypothesis));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where one is not between 0 and 1.
    pub fn with_quantiles(self, shares: &[f64]) -> Result<Self, Error> {
        check_quantiles(shares)?;
        Ok(Self { quantiles: shares.to_vec(), ..self })
    }

    /// The tables that have to be counted, by the positions of their attributes: of the items and of the score, where devices report it, and of either
    /// with the attribute by which people are grouped.
    #[must_use]
    pub fn tables(&self, by: Option<usize>) -> Vec<Vec<usize>> {
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let mut tables = self.together(&items);
        if let Some(by) = by {
            let of_items = match self.has_spread_by(by) {
                true => self.together(&items),
                false => subsets(&items, items.len().min(2)),
            };
            tables.extend(of_items.into_iter().map(|table| sorted([&table[..], &[by]].concat())));
        }
        if let Some((column, _)) = &self.reported {
            tables.push(vec![*column]);
            tables.extend(by.map(|by| sorted(vec![by, *column])));
        }
        tables
    }

    /// Whether the standard deviation and α of groups are estimated: of few items, whose tables with the groups are small.
    pub(super) fn has_spread_by(&self, by: usize) -> bool {
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        let size = |attribute: &usize| self.sizes.get(*attribute).map_or(1, |size| to_index(*size));
        let cells = |table: &Vec<usize>| table.iter().map(size).fold(size(&by), usize::saturating_mul);
        items.len() <= MOST_WITH_SPREAD
            && self.together(&items).iter().map(cells).fold(0, usize::saturating_add) <= MOST_CELLS_BY_GROUP
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

    /// The tables of items that are counted: that of all where it is small, and otherwise every four, or of many items every two.
    fn together(&self, items: &[usize]) -> Vec<Vec<usize>> {
        match self.is_listed() {
            true => vec![items.to_vec()],
            false => subsets(items, items.len().min(if items.len() <= MOST_WITH_SPREAD { 4 } else { 2 })),
        }
    }

    /// Whether the table of all items is small enough to estimate the distribution of the score from.
    pub(super) fn is_listed(&self) -> bool {
        let cells = self.items.iter().map(|(_, codes)| codes.len()).try_fold(1_usize, usize::checked_mul);
        cells.is_some_and(|cells| cells <= MOST_CELLS)
    }

    /// The least and the largest value of the score.
    pub(super) fn limits(&self) -> (f64, f64) {
        let ends = |(_, codes): &(usize, Vec<Option<f64>>)| {
            codes.iter().flatten().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), code| {
                (least.min(*code), most.max(*code))
            })
        };
        self.items.iter().map(ends).fold((0.0, 0.0), |(least, most), (low, high)| (least + low, most + high))
    }

    pub(super) fn code(&self, item: usize) -> &[Option<f64>] {
        self.items.iter().find(|(own, _)| *own == item).map_or(&[], |(_, codes)| codes)
    }
}

/// All subsets of this size, each in order.
pub(super) fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest = subsets(&of[first + 1..], size - 1).into_iter();
        rest.map(move |rest| [&of[first..=first], &rest].concat())
    };
    (0..of.len()).flat_map(with_first).collect()
}

pub(super) fn nobody(item: usize) -> Error {
    let message = format!(
        "the share of people who answered attribute {item}, an item of the score, is not estimated to be above 0"
    );
    Error::new(Code::UndefinedStatistic, message)
}
