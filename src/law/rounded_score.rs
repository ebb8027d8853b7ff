//! A score that the device adds up, rounds at random to one of a few levels, and reports perturbed like an answer [Mathematics, §16].
//!
//! The score is in *steps*: every item adds a whole number of them. Between each level and the next a threshold is drawn uniformly among the
//! scores from the lower level on that are below the upper one, and the category reported is the number of thresholds that the score exceeds. A score between two levels gets the
//! upper one with the probability at which the expected level is the score itself.

use alloc::vec::Vec;

use super::unit::invalid;
use crate::error::Error;
use crate::exact::to_index;
use crate::schema::{MAX_STEPS, Schema, Score};

/// A score that is rounded at random: its items, and the levels.
///
/// ```
/// use candor::law::RoundedScore;
///
/// // Two items of three answers, the second with "don't know", add 0 to 4 steps, which are rounded to 0, 2 or 4, or are no score.
/// let items = vec![(0, vec![Some(0), Some(1), Some(2)]), (1, vec![Some(0), Some(1), Some(2), None])];
/// let score = RoundedScore::new(items.clone(), vec![0, 2, 4])?;
/// assert_eq!((score.levels(), score.size(), score.has_none()), (&[0, 2, 4][..], 4, true));
/// assert_eq!((score.items().collect::<Vec<_>>(), score.raised_steps(1)), (vec![0, 1], &[1, 2, 3, 0][..]));
/// assert!(RoundedScore::new(items, vec![0, 2, 3]).is_err());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundedScore {
    items: Vec<usize>,
    /// For every item and each of its categories the steps and 1, or 0 where it has no code.
    raised: Vec<Vec<usize>>,
    levels: Vec<u32>,
}

impl RoundedScore {
    /// A score of these attributes, each with the steps that its categories add, `None` for a category that has no code; and its levels, in steps.
    ///
    /// # Errors
    /// `invalid-plan` unless levels ascend from 0 to the largest score, which is at most [`MAX_STEPS`].
    pub fn new(items: Vec<(usize, Vec<Option<u32>>)>, levels: Vec<u32>) -> Result<Self, Error> {
        let largest =
            |(_, steps): &(usize, Vec<Option<u32>>)| steps.iter().flatten().copied().max().unwrap_or(0);
        let most = items.iter().map(largest).fold(0, u32::saturating_add);
        let ascend = levels.windows(2).all(|pair| pair[0] < pair[1]);
        if most > MAX_STEPS || !ascend || levels.len() < 2 || levels[0] != 0 || levels.last() != Some(&most) {
            let rule = message!(
                "the levels of a score ascend from 0 to the sum of its steps, ",
                most,
                " of ",
                MAX_STEPS
            );
            return Err(invalid(rule));
        }
        let raised = |steps: Vec<Option<u32>>| {
            steps.into_iter().map(|steps| steps.map_or(0, |steps| to_index(steps) + 1)).collect()
        };
        let (items, steps): (Vec<usize>, Vec<_>) = items.into_iter().unzip();
        Ok(Self::checked(items, steps.into_iter().map(raised).collect(), levels))
    }

    /// The scores of a schema that devices report, in order.
    ///
    /// # Errors
    /// Those of [`RoundedScore::new`].
    pub fn reported(schema: &Schema) -> Result<Vec<Self>, Error> {
        schema
            .reported_scores()
            .map(|score| Self::of(schema, score, score.levels.clone().unwrap_or_default()))
            .collect()
    }

    /// A score of a schema, rounded to these levels.
    ///
    /// # Errors
    /// Those of [`RoundedScore::new`], also where the score has too many steps.
    pub(crate) fn of(schema: &Schema, score: &Score, levels: Vec<u32>) -> Result<Self, Error> {
        let steps = schema.steps(score).unwrap_or_default();
        Self::new(score.attributes.iter().copied().zip(steps).collect(), levels)
    }

    /// Whether this is a score of these items and steps.
    pub(crate) fn is_of(&self, schema: &Schema, score: &Score) -> bool {
        Self::of(schema, score, self.levels.clone()).is_ok_and(|own| own == *self)
    }

    /// A score that was checked before, with 1 added to the steps of categories that have a code, and 0 for the others.
    pub(crate) fn checked(items: Vec<usize>, raised: Vec<Vec<usize>>, levels: Vec<u32>) -> Self {
        Self { items, raised, levels }
    }

    /// The attributes of the score.
    pub fn items(&self) -> impl Iterator<Item = usize> + '_ {
        self.items.iter().copied()
    }

    /// The levels, in steps above the least score, ascending.
    #[must_use]
    pub fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// Whether the last category stands for no score, as some category of an item has no code.
    #[must_use]
    pub fn has_none(&self) -> bool {
        self.raised.iter().any(|steps| steps.contains(&0))
    }

    /// The number of categories: the levels, then "no score" where an item may have no code.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "at most 65,536 levels")]
    pub fn size(&self) -> u32 {
        self.levels.len() as u32 + u32::from(self.has_none())
    }

    /// The category that a record with these answers is likeliest to get: that of the nearest level, or of no score.
    ///
    /// ```
    /// use candor::law::RoundedScore;
    ///
    /// let items = vec![(0, vec![Some(0), Some(1), Some(2)]), (2, vec![Some(0), Some(1), Some(2), None])];
    /// let score = RoundedScore::new(items, vec![0, 1, 4])?;
    /// assert_eq!([[0, 9, 0], [1, 9, 1], [2, 9, 1], [0, 9, 3]].map(|record| score.likeliest(&record)), [0, 1, 2, 3]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn likeliest(&self, record: &[u32]) -> u32 {
        let raised = self.raised().map(|(item, steps)| steps[to_index(record[item])]);
        if raised.clone().any(|steps| steps == 0) {
            return self.size() - 1;
        }
        let score = raised.sum::<usize>() - self.items.len();
        let exceeded = self.levels.windows(2).filter(|pair| 2 * score >= to_index(pair[0] + pair[1]));
        exceeded.fold(0, |number, _| number + 1)
    }

    /// What the sum of raised steps is above the score: the number of items.
    #[allow(clippy::cast_possible_truncation, reason = "every item has a step, and there are at most 65,535")]
    pub(crate) fn raise(&self) -> u32 {
        self.items.len() as u32
    }

    /// For every category of an item its steps and 1, or 0 where it has no code; empty for an attribute that is no item.
    #[must_use]
    pub fn raised_steps(&self, item: usize) -> &[usize] {
        self.raised().find(|(own, _)| *own == item).map_or(&[], |(_, steps)| steps)
    }

    /// The items with their raised steps.
    pub(crate) fn raised(&self) -> impl Iterator<Item = (usize, &[usize])> + Clone {
        self.items.iter().copied().zip(self.raised.iter().map(Vec::as_slice))
    }

    /// Checks that the items are attributes of these sizes, ascending.
    pub(super) fn check(&self, sizes: &[u32]) -> Result<(), Error> {
        let ascend = self.items.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = |(item, steps): (usize, &[usize])| {
            sizes.get(item).is_some_and(|size| steps.len() == to_index(*size))
        };
        if !ascend || !self.raised().all(fits) {
            return Err(invalid(
                "the items of a score ascend, and have steps for each of their categories".into(),
            ));
        }
        Ok(())
    }
}
