//! Adjustment for item non-response: people who gave no answer are assumed to be like those of the same group who did.
//!
//! θ(y) = Σ_g W_g·A_g(y)/R_g for every cell y that holds an answer to everything, with W_g the share of group g in all weights, A_g the weighted
//! mean of its scores, and R_g the sum of A_g over these cells. It is unbiased where answers are *missing at random* given the group
//! \[Rubin76\]: within a group, whether somebody answers does not depend on what they would answer. Reports cannot show whether that holds.
//!
//! The estimate is not linear, so that its errors come from replicates, with W, A and R recomputed without each part. Cost: O(classes·N).
//! Fails where the noise leaves nobody in a group who answered.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::raking::invalid;
use super::sample::WeightedSample;
use crate::error::{Code, Error};
use crate::estimate::ClassScores;

/// Flags of the cells that hold "no answer".
pub(super) struct Unanswered<'f> {
    flags: &'f [bool],
}

/// The sums of weights and scores of a group.
struct GroupSums {
    weight: f64,
    sums: Vec<f64>,
}

impl<'f> Unanswered<'f> {
    /// Takes one flag for every cell of the scores.
    pub(super) fn new(flags: &'f [bool], scores: Option<&ClassScores>) -> Result<Self, Error> {
        let cells = scores.map_or(0, |own| own.sums.len());
        if flags.len() != cells || flags.iter().all(|flag| *flag) {
            let message = format!(
                "{} cells were marked as answered or not in a table of {cells} cells; each needs a mark, and at least one must be of answers",
                flags.len()
            );
            return Err(Error::new(Code::InvalidCounts, message));
        }
        Ok(Self { flags })
    }

    /// θ of every cell; 0 for cells that hold "no answer".
    pub(super) fn filled(
        &self,
        sample: &WeightedSample<'_>,
        scores: &[ClassScores],
    ) -> Result<Vec<f64>, Error> {
        let mut groups: BTreeMap<usize, GroupSums> = BTreeMap::new();
        for ((class, weight), own) in sample.each().zip(scores) {
            let group = groups
                .entry(class.group)
                .or_insert_with(|| GroupSums { weight: 0.0, sums: vec![0.0; self.flags.len()] });
            group.weight += weight * own.reports;
            group.sums.iter_mut().zip(&own.sums).for_each(|(sum, score)| *sum += weight * score);
        }
        let all: f64 = groups.values().map(|group| group.weight).sum();
        let mut filled = vec![0.0; self.flags.len()];
        for GroupSums { weight, sums } in groups.values() {
            let answered = self.share_answered(sums);
            if answered <= 0.0 {
                let message = "the estimated share of people who answered is not above 0 in a group: there is too much noise; join groups, or count \"no answer\" as a category";
                return Err(Error::new(Code::UndefinedStatistic, message));
            }
            let each = filled.iter_mut().zip(sums).zip(self.flags).filter(|(_, holds)| !**holds);
            each.for_each(|((filled, sum), _)| *filled += weight / all * sum / answered);
        }
        Ok(filled)
    }

    /// The sum of these shares over the cells with an answer to everything.
    pub(super) fn share_answered(&self, shares: &[f64]) -> f64 {
        shares.iter().zip(self.flags).filter(|(_, holds)| !**holds).map(|(share, _)| share).sum()
    }
}

pub(super) fn unreplicated() -> Error {
    invalid("where answers are missing at random, standard errors come from replicates; divide the reports into parts".into())
}
