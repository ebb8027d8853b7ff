//! The reports of a survey by LoPub, and what is estimated of them.

use rand_core::Rng;

use super::bloom::Bloom;
use super::{copula, em, lasso};
use crate::records::{Population, cells};

/// By what joint shares are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointEstimate {
    /// LASSO on the counts of all bits, divided by its sum.
    Lasso,
    /// EM from equal shares.
    Em,
    /// EM from what LASSO found, without the cells that it left at 0.
    LassoEm,
    /// The Gaussian copula of the single questions and the rank correlations of pairs, both by [`JointEstimate::LassoEm`].
    Copula,
}

/// Everybody's report: a filter for every question.
#[derive(Debug, Clone)]
pub struct BloomReports {
    questions: Vec<Bloom>,
    sizes: Vec<u32>,
    reports: Vec<Vec<u64>>,
}

impl BloomReports {
    /// Everybody's record with an ε that is shared evenly by the questions.
    #[must_use]
    pub fn new(people: &Population, record_epsilon: f64, rng: &mut impl Rng) -> Self {
        let level = record_epsilon / people.sizes().len() as f64;
        let questions: Vec<Bloom> =
            people.sizes().iter().enumerate().map(|(place, &a)| Bloom::new(place, a, level)).collect();
        let report = |row: &Vec<u32>, rng: &mut _| -> Vec<u64> {
            questions.iter().zip(row).map(|(question, &answer)| question.report(answer, rng)).collect()
        };
        let reports = people.rows().iter().map(|row| report(row, rng)).collect();
        Self { questions, sizes: people.sizes().to_vec(), reports }
    }

    /// The shares of a table. Cost: LASSO O(cells) a round, EM O(reports × cells) a step.
    #[must_use]
    pub fn shares(&self, table: &[usize], by: JointEstimate, rng: &mut impl Rng) -> Vec<f64> {
        let equal = || vec![1.0 / cells(&self.sizes, table) as f64; cells(&self.sizes, table)];
        match by {
            JointEstimate::Lasso => self.by_lasso(table),
            JointEstimate::Em => em::ascended(&self.likelihoods(table), &equal()),
            JointEstimate::LassoEm => em::ascended(&self.likelihoods(table), &self.by_lasso(table)),
            JointEstimate::Copula => {
                let singles: Vec<Vec<f64>> =
                    table.iter().map(|&place| self.shares(&[place], JointEstimate::LassoEm, rng)).collect();
                let pair = |i: usize, j: usize, rng: &mut _| {
                    self.shares(&[table[i], table[j]], JointEstimate::LassoEm, rng)
                };
                let ranks = copula::correlations(table.len(), |i, j| {
                    copula::kendall(&pair(i, j, rng), self.sizes[table[j]] as usize)
                });
                copula::sampled(&singles, &ranks, rng)
            }
        }
    }

    fn by_lasso(&self, table: &[usize]) -> Vec<f64> {
        let questions: Vec<lasso::Observed<'_>> = table.iter().map(|&place| self.observed(place)).collect();
        lasso::fitted(&questions, self.reports.len() as f64)
    }

    /// How often each bit is set in true filters, estimated.
    fn observed(&self, place: usize) -> lasso::Observed<'_> {
        let question = &self.questions[place];
        let n = self.reports.len() as f64;
        let rate = |bit: u32| {
            let set = self.reports.iter().filter(|report| report[place] >> bit & 1 == 1).count();
            (set as f64 / n - question.flipped()) / (1.0 - 2.0 * question.flipped())
        };
        let rates = (0..u64::BITS).map(rate).collect();
        lasso::Observed { question, rates }
    }

    /// By question of the table and by report, how likely it is from each category.
    fn likelihoods(&self, table: &[usize]) -> Vec<Vec<Vec<f64>>> {
        let of = |&place: &usize| {
            self.reports.iter().map(|report| self.questions[place].likelihoods(report[place])).collect()
        };
        table.iter().map(of).collect()
    }
}
