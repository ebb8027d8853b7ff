//! The reports of a survey by LoPub, and estimates from them.

use candor::Error;
use rand_core::Rng;

use super::bloom::Bloom;
use super::em::{Likelihoods, ascended};
use super::{copula, lasso};
use crate::records::{Population, cells, sets};

/// The method by which joint shares are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointEstimate {
    /// LASSO on the counts of all bits, divided by its sum.
    Lasso,
    /// EM from equal shares.
    Em,
    /// EM from the result of LASSO, without the cells that it left at 0.
    LassoEm,
}

/// The reports of all people: a filter for every question.
#[derive(Debug, Clone)]
pub struct BloomReports {
    questions: Vec<Bloom>,
    /// The questions, without people.
    asked: Population,
    /// The reported filters by question.
    reports: Vec<Vec<u64>>,
}

impl BloomReports {
    /// Perturbs everybody's record, with an ε that is split evenly over the questions.
    #[must_use]
    pub fn new(people: &Population, record_epsilon: f64, rng: &mut impl Rng) -> Self {
        let level = record_epsilon / people.sizes().len() as f64;
        let questions: Vec<Bloom> =
            people.sizes().iter().enumerate().map(|(place, &a)| Bloom::new(place, a, level)).collect();
        let mut reports = vec![Vec::with_capacity(people.rows().len()); questions.len()];
        for row in people.rows() {
            for ((question, reports), &answer) in questions.iter().zip(&mut reports).zip(row) {
                reports.push(question.report(answer, rng));
            }
        }
        Self { questions, asked: people.split(0).0, reports }
    }

    /// The shares of a table. Cost: LASSO O(cells) a round, EM O(reports × cells) a step.
    #[must_use]
    pub fn shares(&self, table: &[usize], by: JointEstimate) -> Vec<f64> {
        let number = cells(self.asked.sizes(), table);
        match by {
            JointEstimate::Lasso => self.by_lasso(table),
            JointEstimate::Em => ascended(&self.likelihoods(table), &vec![1.0 / number as f64; number]),
            JointEstimate::LassoEm => ascended(&self.likelihoods(table), &self.by_lasso(table)),
        }
    }

    /// LoCop: records drawn from the Gaussian copula of the single questions and of the rank correlations of all pairs, both by
    /// [`JointEstimate::LassoEm`] \[WangYang19\].
    ///
    /// # Errors
    /// None: the drawn records always fit the questions.
    pub fn copula(&self, rng: &mut impl Rng) -> Result<Population, Error> {
        let sizes = self.asked.sizes();
        let shares = |table: &[usize]| self.shares(table, JointEstimate::LassoEm);
        let singles: Vec<Vec<f64>> = (0..sizes.len()).map(|place| shares(&[place])).collect();
        let ranks = sets(sizes.len(), 2).into_iter().map(|pair| {
            let tau = copula::kendall(&shares(&pair), sizes[pair[1]] as usize);
            (pair[0], pair[1], tau)
        });
        self.asked.with(copula::drawn(&singles, &copula::correlations(sizes.len(), ranks), rng))
    }

    fn by_lasso(&self, table: &[usize]) -> Vec<f64> {
        let questions: Vec<lasso::Observed<'_>> = table.iter().map(|&place| self.observed(place)).collect();
        lasso::fitted(&questions, self.reports[0].len() as f64)
    }

    /// The estimated rate at which each bit is set in true filters.
    fn observed(&self, place: usize) -> lasso::Observed<'_> {
        let (question, reports) = (&self.questions[place], &self.reports[place]);
        let rate = |bit: u32| {
            let set = reports.iter().filter(|&report| report >> bit & 1 == 1).count();
            (set as f64 / reports.len() as f64 - question.flipped()) / (1.0 - 2.0 * question.flipped())
        };
        let rates = (0..u64::BITS).map(rate).collect();
        lasso::Observed { question, rates }
    }

    fn likelihoods(&self, table: &[usize]) -> Vec<Likelihoods> {
        table.iter().map(|&place| Likelihoods::new(&self.questions[place], &self.reports[place])).collect()
    }
}
