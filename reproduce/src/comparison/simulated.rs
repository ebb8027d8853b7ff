//! The errors of all methods in one setting, and the respondents they need.

use std::rc::Rc;

use candor::Code;
use candor::design::analysis::protocol_bound;
use rand_core::Rng;

use super::FORMS;
use super::methods::{Asked, Compared, Ready};
use super::needed::{Error, Times};
use crate::draws::stream;
use crate::measured::{errors, rounded};
use crate::records::{Population, sets};
use crate::table::Value;

/// The fewest people that a survey is simulated with.
const FEWEST: usize = 500;
/// The most simulated surveys of LoPub, whose EM takes reports × cells a step.
const RUNS_OF_EM: u32 = 3;

/// People asked for all tables of `w` questions at one record ε.
pub(super) struct Simulated {
    pub(super) people: Rc<Population>,
    pub(super) w: u32,
    pub(super) epsilon: f64,
    pub(super) runs: u32,
}

/// The measured errors of a method with a number of respondents, one for each of [`FORMS`].
struct Measured {
    method: Compared,
    respondents: f64,
    runs: u32,
    errors: [Error; 2],
}

impl Simulated {
    pub(super) fn rows(&self, name: &str) -> Result<Vec<Vec<Value>>, candor::Error> {
        let sizes = self.people.sizes();
        let tables = sets(sizes.len(), self.w);
        let asked = Asked { sizes, tables: &tables, epsilon: self.epsilon };
        let labelled = asked.ready(Compared::Labelled)?;
        // Every method has random numbers of its own, which do not depend on the other methods run.
        let numbers = |method: Compared| stream("comparison", &format!("{name}, {}", method.name()));
        let (mut curve, mut rng) = (Vec::new(), numbers(Compared::Labelled));
        let mut n = self.people.rows().len();
        while n >= FEWEST {
            curve.push(self.measured(&asked, (Compared::Labelled, &labelled), n, &mut rng)?);
            n /= 4;
        }
        let mut others = Vec::new();
        for method in Compared::PEERS.into_iter().filter(|method| method.estimates(self.w)) {
            let ready = asked.ready(method)?;
            match self.measured(&asked, (method, &ready), self.people.rows().len(), &mut numbers(method)) {
                // The method's law erases a table.
                Err(refused) if refused.code() == Code::UnidentifiableTable => {}
                measured => others.push(measured?),
            }
        }
        let bound = protocol_bound(sizes, &tables, self.epsilon);
        let own = curve.iter().enumerate().map(|(place, of)| {
            let itself = Times { factor: 1.0, lower: f64::NAN, upper: f64::NAN };
            (of, [if place == 0 { itself } else { Times { factor: f64::NAN, ..itself } }; 2])
        });
        let rows = own.chain(others.iter().map(|of| (of, times(of, &curve))));
        Ok(rows.flat_map(|(of, times)| self.rows_of(of, times, bound)).collect())
    }

    fn measured(
        &self,
        asked: &Asked<'_>,
        (method, ready): (Compared, &Ready),
        respondents: usize,
        rng: &mut impl Rng,
    ) -> Result<Measured, candor::Error> {
        let runs = if method == Compared::LoPub { self.runs.min(RUNS_OF_EM) } else { self.runs };
        let mut found = [Vec::new(), Vec::new()];
        for _ in 0..runs {
            let people = self.people.sample(respondents, rng);
            let truths: Vec<Vec<f64>> = asked.tables.iter().map(|table| people.shares(table)).collect();
            for (found, tables) in found.iter_mut().zip(&asked.run(ready, &people, rng)?) {
                let squared =
                    |(own, truth): (&Vec<f64>, &Vec<f64>)| errors(own, truth)[2] * truth.len() as f64;
                found.push(tables.iter().zip(&truths).map(squared).sum());
            }
        }
        let errors = [Error::of(&found[0]), Error::of(&found[1])];
        Ok(Measured { method, respondents: respondents as f64, runs, errors })
    }

    fn rows_of(&self, of: &Measured, times: [Times; 2], bound: f64) -> Vec<Vec<Value>> {
        let row = |place: usize| {
            let (error, times) = (of.errors[place].mean, times[place]);
            vec![
                self.people.name().into(),
                of.respondents.into(),
                self.w.into(),
                self.epsilon.into(),
                of.method.name().into(),
                FORMS[place].into(),
                of.runs.into(),
                error.mean.into(),
                error.standard_error.into(),
                rounded(times.factor, 4).into(),
                rounded(times.lower, 4).into(),
                rounded(times.upper, 4).into(),
                rounded(of.respondents * error.mean / bound, 4).into(),
            ]
        };
        [row(0), row(1)].into()
    }
}

/// The factors by which a method needs more respondents than labelled, as estimated and as processed.
fn times(of: &Measured, curve: &[Measured]) -> [Times; 2] {
    let projected: Vec<(f64, Error)> = curve.iter().map(|own| (own.respondents, own.errors[1])).collect();
    let own = curve.first().map(|own| own.errors[0]).unwrap_or(of.errors[0]);
    [Times::unbiased(of.errors[0], own), Times::read_off(of.errors[1], &projected)]
}
