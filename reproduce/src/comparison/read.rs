//! The errors of what people read in one setting: the tables of each method after the best that was published for it.

use std::rc::Rc;

use candor::{Code, Error};

use super::READ;
use super::collected::Reading;
use super::methods::{Asked, Compared};
use super::ratio::Ratio;
use super::rows::{Measured, Setting, squared_error};
use crate::draws::stream;
use crate::graphical::GraphicalModel;
use crate::measured::Mean;
use crate::peers::Allocation;
use crate::records::{Population, sets};
use crate::table::Value;

/// What all others are compared with: the first row of every setting.
pub(super) const OURS: (Compared, Reading) = (Compared::LabelledForBestGuess, Reading::BestGuess);
/// CALM as published.
pub(super) const CALM: (Compared, Reading) = (Compared::Calm(Allocation::Even), Reading::Consistent);

/// Ways of asking, each with the readings of its reports. For products it is single questions that are asked.
const ASKED: [(Compared, &[Reading]); 11] = [
    (OURS.0, &[OURS.1]),
    (
        Compared::Labelled,
        &[
            Reading::BestGuess,
            Reading::Hybrid,
            Reading::Consistent,
            Reading::Projected,
            Reading::GraphicalModel,
        ],
    ),
    (CALM.0, &[CALM.1, Reading::GraphicalModel]),
    (Compared::Calm(Allocation::BestTogether), &[Reading::Consistent]),
    (Compared::RandomTable(Allocation::BestApart), &[Reading::Consistent, Reading::Projected]),
    (Compared::Workload, &[Reading::LeastSquares]),
    (Compared::Split, &[Reading::Consistent, Reading::Likelihood]),
    (Compared::LoPub, &[Reading::AsEstimated]),
    (Compared::RandomTable(Allocation::BestApart), &[Reading::Product]),
    (Compared::OneQuestion, &[Reading::Product]),
    (Compared::Fake, &[Reading::Product]),
];

/// All methods with a reading, in the order of the rows.
pub(super) fn all() -> impl Iterator<Item = (Compared, Reading)> {
    ASKED.into_iter().flat_map(|(method, readings)| readings.iter().map(move |&by| (method, by)))
}

/// The name of a method with a reading.
pub(super) fn name((method, by): (Compared, Reading)) -> String {
    let asked = match (method, by) {
        (Compared::RandomTable(_), Reading::Product) => "one question, best shares",
        _ => method.name(),
    };
    format!("{asked}: {}", by.name())
}

/// So many of some people are asked for all tables of two questions at one record ε.
pub(super) struct PairsRead {
    pub(super) people: Rc<Population>,
    pub(super) respondents: usize,
    pub(super) epsilon: f64,
    pub(super) runs: u32,
}

impl PairsRead {
    pub(super) fn rows(&self, part: &str) -> Result<Vec<Vec<Value>>, Error> {
        let setting = Setting {
            people: self.people.name(),
            respondents: self.respondents,
            w: 2,
            epsilon: self.epsilon,
            form: READ,
            bound: None,
        };
        let (mut rows, mut ours) = (Vec::new(), None);
        for (method, readings) in ASKED {
            if method == Compared::Workload && !method.estimates(self.people.sizes(), 2) {
                continue;
            }
            let errors = match self.errors(part, method, readings) {
                // The method's law erases a table.
                Err(refused) if refused.code() == Code::UnidentifiableTable => continue,
                errors => errors?,
            };
            for (&by, errors) in readings.iter().zip(errors) {
                let ratio =
                    ours.as_ref().map_or(Ratio::ITSELF, |ours: &Vec<f64>| Ratio::paired(&errors, ours));
                let runs = u32::try_from(errors.len()).unwrap_or(u32::MAX);
                let of = Measured { runs, error: Mean::of(&errors), ratio };
                rows.push(setting.row(&name((method, by)), of));
                ours.get_or_insert(errors);
            }
        }
        Ok(rows)
    }

    /// For each reading of a method's reports, the squared error of every survey. The people of a survey are the same for all methods.
    fn errors(&self, part: &str, method: Compared, readings: &[Reading]) -> Result<Vec<Vec<f64>>, Error> {
        let sizes = self.people.sizes();
        let pairs = sets(sizes.len(), 2);
        let product = readings.contains(&Reading::Product);
        let tables = if product { sets(sizes.len(), 1) } else { pairs.clone() };
        let asked = Asked {
            sizes,
            tables: &tables,
            epsilon: self.epsilon,
            respondents: self.respondents,
            counts_questions: readings.contains(&Reading::BestGuess),
        };
        let (ready, model) = (asked.ready(method)?, GraphicalModel::new(sizes, &tables));
        let mut rng = stream("comparison", &format!("{part}, {}", name((method, readings[0]))));
        let mut found = vec![Vec::new(); readings.len()];
        for run in 0..method.runs(self.runs) {
            let mut drawn = stream("comparison", &format!("{part}, people {run}"));
            let people = self.people.sample(self.respondents, &mut drawn);
            let collected = asked.collected(&ready, &people, &mut rng)?;
            for (&by, found) in readings.iter().zip(&mut found) {
                let read = collected.read(by, &model)?;
                let read = if product { products(&read, &pairs) } else { read };
                found.push(squared_error(&read, &pairs, &people));
            }
        }
        Ok(found)
    }
}

/// The tables of pairs as if their questions were independent.
fn products(questions: &[Vec<f64>], pairs: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let product = |pair: &Vec<usize>| {
        let (one, other) = (&questions[pair[0]], &questions[pair[1]]);
        one.iter().flat_map(|share| other.iter().map(move |of_other| share * of_other)).collect()
    };
    pairs.iter().map(product).collect()
}
