//! The statistic that a calibrated p-value comes from.

use core::str::FromStr;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{self, Hypothesis, Tested};
use candor::plan::Plan;
use candor::{Code, Error};

/// The calibrated statistic of a test.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum TestStatistic {
    /// The generalised score ([`inference::test()`]).
    #[default]
    Score,
    /// The likelihood ratio ([`inference::likelihood_ratio`]), for independence and fit.
    LikelihoodRatio,
}

impl FromStr for TestStatistic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Score, Self::LikelihoodRatio].into_iter().find(|own| own.name() == text).ok_or_else(|| {
            let message = format!("{text:?} is none of score, likelihood-ratio");
            Error::new(Code::InvalidHypothesis, message)
        })
    }
}

impl TestStatistic {
    /// The name by which it is requested.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::LikelihoodRatio => "likelihood-ratio",
        }
    }

    pub(crate) fn test(
        self,
        plan: &Plan,
        table: Table,
        hypothesis: &Hypothesis,
        options: &Options,
    ) -> Result<Tested, Error> {
        match self {
            Self::Score => inference::test(plan, table, hypothesis, options),
            Self::LikelihoodRatio => inference::likelihood_ratio(plan, table, hypothesis, options),
        }
    }
}
