//! Tests hypotheses on counted tables.

use candor::count::Table;
use candor::estimate::{Options, Reconstruction};
use candor::inference::{self, Effects, Hypothesis, Strength, Tested};
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};

use crate::tables::{name, names};
use crate::test_results::{Outcome, Tests};
use crate::test_statistic::TestStatistic;

/// Why a screen leaves a table out: its plan hides it, or one question decides which answers the other can have.
const LEFT_OUT: [Code; 2] = [Code::UnidentifiableTable, Code::InvalidHypothesis];

/// Options for testing tables.
pub struct Testing {
    /// The statistic of the calibrated p-value.
    pub statistic: TestStatistic,
    /// Options of the reconstruction for the published statistic.
    pub options: Options,
    /// The level: a hypothesis is rejected where its p-value, adjusted where there are several, is below this.
    pub level: f64,
    /// Whether tables that the plan hides, and those of which there is nothing to test, are left out with a warning, and the others sorted by their p-values.
    pub screen: bool,
}

/// Every pair of attributes, in the notation of requested tables.
///
/// # Errors
/// `invalid-hypothesis` where there is no pair.
pub fn every_pair(schema: &Schema) -> Result<Vec<String>, Error> {
    let firsts = 0..schema.len();
    let pairs = firsts.flat_map(|first| (first + 1..schema.len()).map(move |second| [first, second]));
    let pairs: Vec<String> = pairs.map(|pair| name(schema, &pair)).collect();
    if pairs.is_empty() {
        let message = "the plan has one attribute: there is no pair to test";
        return Err(Error::new(Code::InvalidHypothesis, message));
    }
    Ok(pairs)
}

impl Testing {
    /// The most numbers of subsets that tables of a labelled plan should keep.
    #[must_use]
    pub fn subset_numbers(&self) -> usize {
        match self.statistic {
            TestStatistic::Score => self.options.reconstruction.subset_numbers(),
            TestStatistic::LikelihoodRatio => Reconstruction::Likelihood.subset_numbers(),
        }
    }

    /// Refuses an invalid level.
    ///
    /// # Errors
    /// `invalid-confidence` outside (0, 1).
    pub fn check(&self) -> Result<(), Error> {
        if self.level > 0.0 && self.level < 1.0 {
            return Ok(());
        }
        let message = format!("the level is {}; it must lie strictly between 0 and 1", self.level);
        Err(Error::new(Code::InvalidConfidence, message))
    }

    /// Tests one hypothesis on each table.
    ///
    /// # Errors
    /// Those of [`inference::test()`] and [`Effects::new`], naming the table.
    pub fn each(&self, plan: &Plan, tables: Vec<Table>, hypothesis: &Hypothesis) -> Result<Tests, Error> {
        let (mut tested, mut warnings) = (Vec::new(), Vec::new());
        for table in tables {
            let attributes = names(plan.table_schema(), table.asked_attributes());
            match self
                .tested_table(plan, table, hypothesis)
                .map_err(|error| error.at(format_args!("table {:?}", attributes.join(","))))
            {
                Ok((of_table, effects, strength)) => {
                    tested.push(Outcome { attributes, tested: of_table, effects, strength });
                }
                Err(error) if self.screen && LEFT_OUT.contains(&error.code()) => {
                    warnings.push(format!("left out: {error}"));
                }
                Err(error) => return Err(error),
            }
        }
        let tests = self.document(hypothesis.to_string(), tested, warnings);
        Ok(if self.screen { tests.sorted() } else { tests })
    }

    /// Tests the equality of two surveys of different people, on each table of both.
    ///
    /// # Errors
    /// `invalid-hypothesis` for the likelihood ratio; those of [`inference::equality`], naming the table.
    pub fn equality(
        &self,
        (plan, tables): (&Plan, Vec<Table>),
        (other, others): (&Plan, Vec<Table>),
    ) -> Result<Tests, Error> {
        if self.statistic == TestStatistic::LikelihoodRatio {
            let message = "the likelihood ratio tests only independence and fit, not equality";
            return Err(Error::new(Code::InvalidHypothesis, message));
        }
        let mut tested = Vec::new();
        for (table, of_other) in tables.into_iter().zip(others) {
            let attributes = names(plan.table_schema(), table.asked_attributes());
            let both = inference::equality((plan, table), (other, of_other), &self.options);
            let both = both.map_err(|error| error.at(format_args!("table {:?}", attributes.join(","))))?;
            tested.push(Outcome { attributes, tested: both, effects: None, strength: None });
        }
        Ok(self.document("equality".to_owned(), tested, Vec::new()))
    }

    fn document(&self, test: String, tested: Vec<Outcome>, warnings: Vec<String>) -> Tests {
        let (statistic, method) = (self.statistic.name(), self.options.reconstruction.to_string());
        Tests::new(test, self.level, (statistic, &method), tested, warnings)
    }

    /// The result for a table: its test; for independence also the strength of association, and the effects of two groups on two outcomes.
    fn tested_table(
        &self,
        plan: &Plan,
        table: Table,
        hypothesis: &Hypothesis,
    ) -> Result<(Tested, Option<Effects>, Option<Strength>), Error> {
        let options = &self.options;
        if *hypothesis != Hypothesis::Independence {
            return Ok((self.statistic.test(plan, table, hypothesis, options)?, None, None));
        }
        let of_groups = (table.axes().sizes()[..table.asked()] == [2, 2]).then(|| table.clone());
        let tested = self.statistic.test(plan, table.clone(), hypothesis, options)?;
        let effects = of_groups.map(|table| Effects::new(plan, table, options)).transpose()?;
        let strength = match Strength::new(plan, table, options) {
            Ok(strength) => Some(strength),
            Err(error) if [Code::UndefinedStatistic, Code::TooLarge].contains(&error.code()) => None,
            Err(error) => return Err(error),
        };
        Ok((tested, effects, strength))
    }
}
