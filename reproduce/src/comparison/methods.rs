//! The compared methods, and what each collects in one simulated survey.

use candor::Error;
use candor::design::analysis::{best_split, expected_squared_error};
use candor::design::labelled::BestGuessGoal;
use candor::design::{Levels, Method, Request, independent};
use candor::law::Law;
use rand_core::Rng;

use super::collected::Collected;
use crate::consistency::Consistency;
use crate::draws::{stream, whole};
use crate::measured::surveyed;
use crate::peers::{
    Allocation, BloomReports, Calm, Fake, JointEstimate, Oracle, Randomised, Strategy, Unary,
};
use crate::records::{Population, cells, sets};

/// The most simulated surveys of LoPub, whose EM takes reports × cells a step.
const RUNS_OF_EM: u32 = 3;

/// The most combinations of answers for which the workload-optimised mechanism is found: its matrices have four times as many rows.
const MOST_RECORDS: usize = 160;

/// The error of unbiased tables that a design for the best guess may have, as a multiple of the default design's: what surveys get unless told.
const ERROR_RATIO: f64 = 1.5;

/// The compared methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    Labelled,
    LabelledForBestGuess,
    Analysis,
    Equal,
    Split,
    RandomTable(Allocation),
    Calm(Allocation),
    OneQuestion,
    Fake,
    LoPub,
    Workload,
}

impl Compared {
    /// The methods whose unbiased estimates are compared with those of labelled, and LoPub.
    pub(super) const PEERS: [Self; 11] = [
        Self::Analysis,
        Self::Equal,
        Self::Split,
        Self::RandomTable(Allocation::Even),
        Self::RandomTable(Allocation::BestApart),
        Self::Calm(Allocation::Even),
        Self::Calm(Allocation::BestTogether),
        Self::OneQuestion,
        Self::Fake,
        Self::LoPub,
        Self::Workload,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Labelled => "labelled",
            Self::LabelledForBestGuess => "labelled for the best guess",
            Self::Analysis => "analysis",
            Self::Equal => "independent, equal levels",
            Self::Split => "independent, best levels",
            Self::RandomTable(Allocation::Even) => "one random table, even shares",
            Self::RandomTable(_) => "one random table, best shares",
            Self::Calm(Allocation::Even) => "CALM, even shares",
            Self::Calm(_) => "CALM, best shares",
            Self::OneQuestion => "one question (SMP)",
            Self::Fake => "RS+FD",
            Self::LoPub => "LoPub, LASSO and EM",
            Self::Workload => "workload-optimised",
        }
    }

    /// Whether its estimates are unbiased.
    pub(super) fn is_unbiased(self) -> bool {
        self != Self::LoPub
    }

    /// The number of simulated surveys, of at most this many.
    pub(super) fn runs(self, most: u32) -> u32 {
        if self == Self::LoPub { most.min(RUNS_OF_EM) } else { most }
    }

    /// Whether it estimates tables of `w` of the questions, and is not the same as another method there: tables of one question have no
    /// common margins.
    pub(super) fn estimates(self, sizes: &[u32], w: u32) -> bool {
        match self {
            Self::OneQuestion | Self::Fake => w == 1,
            Self::Calm(_) => w > 1,
            Self::Workload => w > 1 && records(sizes) <= MOST_RECORDS,
            _ => true,
        }
    }
}

/// The number of combinations of answers.
fn records(sizes: &[u32]) -> usize {
    sizes.iter().map(|&size| size as usize).product()
}

/// The sizes of the questions, the tables of interest, the record ε and the number of respondents.
pub(super) struct Asked<'t> {
    pub(super) sizes: &'t [u32],
    pub(super) tables: &'t [Vec<usize>],
    pub(super) epsilon: f64,
    pub(super) respondents: usize,
    /// Whether reports of laws are also counted by single questions, of which the best guess is made.
    pub(super) counts_questions: bool,
}

/// A designed method that is ready to run.
pub(super) enum Ready {
    /// A law of Candor's, with the consistency of the tables by their expected errors.
    Law(Law, Consistency),
    /// One table for each respondent, by the tables' shares of the respondents.
    Table(Compared, Vec<f64>),
    /// A strategy for the whole record.
    Workload(Box<Strategy>),
    /// A method of others that needs no design.
    Peer(Compared),
}

impl Asked<'_> {
    /// Designs the method, if it needs a design.
    pub(super) fn ready(&self, method: Compared) -> Result<Ready, Error> {
        let sizes = self.sizes;
        let request = |method| Request::tables(sizes, self.tables, self.epsilon).method(method);
        let designed = |request: Request| Ok(self.by(request.design()?.law().clone()));
        let apart = |levels| Ok(self.by(independent::law(&Levels::new(sizes.to_vec(), levels)?)?));
        match method {
            Compared::Labelled => designed(request(Method::Labelled)),
            Compared::LabelledForBestGuess => {
                let goal = BestGuessGoal { respondents: self.respondents as f64, error_ratio: ERROR_RATIO };
                designed(request(Method::Labelled).best_guess(goal))
            }
            Compared::Analysis => designed(request(Method::Analysis)),
            Compared::Equal => apart(vec![self.epsilon / sizes.len() as f64; sizes.len()]),
            Compared::Split => apart(best_split(sizes, self.tables, self.epsilon)),
            Compared::RandomTable(allocation) | Compared::Calm(allocation) => {
                Ok(Ready::Table(method, allocation.shares(sizes, self.tables, self.epsilon)?))
            }
            Compared::Workload => {
                let mut rng = stream("workload-optimised", &format!("{sizes:?} {}", self.epsilon));
                Ok(Ready::Workload(Box::new(Strategy::optimised(sizes, self.tables, self.epsilon, &mut rng))))
            }
            peer => Ok(Ready::Peer(peer)),
        }
    }

    fn by(&self, law: Law) -> Ready {
        let variance = |table: &Vec<usize>| {
            expected_squared_error(&law, table) / (cells(self.sizes, table) as f64 - 1.0)
        };
        let variances: Vec<f64> = self.tables.iter().map(variance).collect();
        Ready::Law(law, Consistency::new(self.sizes, self.tables, &variances))
    }

    /// Runs the method on everybody.
    pub(super) fn collected<'r>(
        &self,
        ready: &'r Ready,
        people: &Population,
        rng: &mut impl Rng,
    ) -> Result<Collected<'r>, Error> {
        Ok(match ready {
            Ready::Law(law, consistency) => {
                let mut tables = self.tables.to_vec();
                if self.counts_questions {
                    tables.extend(sets(self.sizes.len(), 1));
                }
                let counted = surveyed(law, people, &tables, rng)?;
                Collected::Counted { law, counted, tables: self.tables.len(), consistency }
            }
            Ready::Table(method, shares) => {
                let of = Calm::new(people, self.tables, shares, self.epsilon, rng);
                Collected::OneTable { of, agree: matches!(method, Compared::Calm(_)) }
            }
            Ready::Workload(strategy) => {
                Collected::Records { strategy, shares: strategy.surveyed(people, rng) }
            }
            Ready::Peer(method) => Collected::Shares(self.by_peer(*method, people, rng)),
        })
    }

    fn by_peer(&self, method: Compared, people: &Population, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        if method == Compared::LoPub {
            let reports = BloomReports::new(people, self.epsilon, rng);
            return self.tables.iter().map(|table| reports.shares(table, JointEstimate::LassoEm)).collect();
        }
        self.singles(method, people, rng)
    }
    /// Estimates single questions: each respondent is asked one drawn question by the better of GRR and OUE, or hides it among fake answers.
    fn singles(&self, method: Compared, people: &Population, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        let k = u32::try_from(self.sizes.len()).unwrap_or(u32::MAX);
        let asked: Vec<u32> = people.rows().iter().map(|_| whole(0, k - 1, rng)).collect();
        let of = |table: &Vec<usize>, rng: &mut _| {
            let (place, a) = (table[0], self.sizes[table[0]]);
            let by_turns = |&(_, &turn): &(&Vec<u32>, &u32)| turn as usize == place;
            let everybody = people.rows().iter().zip(&asked);
            let (grr, oue) = (Randomised::new(a, self.epsilon), Unary::new(a, self.epsilon));
            if method == Compared::Fake {
                let fake = Fake::new(k, a, self.epsilon);
                return inverted(&fake, a, everybody.map(|(row, _)| row[place]), rng);
            }
            let answers = everybody.filter(by_turns).map(|(row, _)| row[place]);
            if grr.squared_error(a) < oue.squared_error(a) {
                inverted(&grr, a, answers, rng)
            } else {
                inverted(&oue, a, answers, rng)
            }
        };
        self.tables.iter().map(|table| of(table, rng)).collect()
    }
}

/// Estimates shares from the reports of a frequency oracle.
fn inverted(
    oracle: &impl Oracle,
    categories: u32,
    answers: impl Iterator<Item = u32>,
    rng: &mut impl Rng,
) -> Vec<f64> {
    let (mut counts, mut n) = (vec![0.0; categories as usize], 0.0);
    for answer in answers {
        oracle.report(answer, rng, |category| counts[category as usize] += 1.0);
        n += 1.0;
    }
    let share = |count: &f64| {
        (count / n - oracle.supports_other()) / (oracle.supports_true() - oracle.supports_other())
    };
    counts.iter().map(share).collect()
}
