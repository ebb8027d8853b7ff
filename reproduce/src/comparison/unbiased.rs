//! The errors of all methods' unbiased estimates in one setting.

use std::rc::Rc;

use candor::Code;
use candor::design::analysis::protocol_bound;

use super::UNBIASED;
use super::methods::{Asked, Compared};
use super::ratio::{Error, Ratio};
use super::rows::{Measured, Setting, squared_error};
use crate::draws::stream;
use crate::records::{Population, sets};
use crate::table::Value;

/// People asked for all tables of `w` questions at one record ε.
pub(super) struct Unbiased {
    pub(super) people: Rc<Population>,
    pub(super) w: u32,
    pub(super) epsilon: f64,
    pub(super) runs: u32,
}

impl Unbiased {
    pub(super) fn rows(&self, name: &str) -> Result<Vec<Vec<Value>>, candor::Error> {
        let (sizes, respondents) = (self.people.sizes(), self.people.rows().len());
        let tables = sets(sizes.len(), self.w);
        let asked =
            Asked { sizes, tables: &tables, epsilon: self.epsilon, respondents, counts_questions: false };
        let bound = protocol_bound(sizes, &tables, self.epsilon);
        let setting = Setting {
            people: self.people.name(),
            respondents,
            w: self.w,
            epsilon: self.epsilon,
            form: UNBIASED,
            bound: Some(bound),
        };
        let labelled = Error::of(&self.errors(&asked, Compared::Labelled, name)?);
        let own = Measured { runs: self.runs, error: labelled.mean, ratio: Ratio::ITSELF };
        let mut rows = vec![setting.row(Compared::Labelled.name(), own)];
        for method in Compared::PEERS.into_iter().filter(|method| method.estimates(sizes, self.w)) {
            match self.errors(&asked, method, name) {
                // The method's law erases a table.
                Err(refused) if refused.code() == Code::UnidentifiableTable => {}
                found => {
                    let error = Error::of(&found?);
                    let of = Measured {
                        runs: method.runs(self.runs),
                        error: error.mean,
                        ratio: Ratio::apart(error, labelled),
                    };
                    rows.push(setting.row(method.name(), of));
                }
            }
        }
        Ok(rows)
    }

    /// The squared error of each survey by a method.
    fn errors(&self, asked: &Asked<'_>, method: Compared, name: &str) -> Result<Vec<f64>, candor::Error> {
        // Every method has random numbers of its own, which do not depend on the other methods run.
        let mut rng = stream("comparison", &format!("{name}, {}", method.name()));
        let ready = asked.ready(method)?;
        let survey = |_| {
            let people = self.people.sample(self.people.rows().len(), &mut rng);
            let estimates = asked.collected(&ready, &people, &mut rng)?.unbiased()?;
            Ok(squared_error(&estimates, asked.tables, &people))
        };
        (0..method.runs(self.runs)).map(survey).collect()
    }
}
