//! Simulates a survey: answers are drawn from an imagined population, perturbed by the plan's law and estimated, and the
//! estimates are returned with the true shares.

use candor::count::{Table, Tables};
use candor::estimate::{self, Options};
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::schema::{Record, Schema};
use candor::{Code, Error};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::cell::Cell;
use crate::js::thrown;
use crate::value::{self, object, plan};

/// How often a person is drawn whose choices break the rule of a question.
const MOST_DRAWN: u32 = 10_000;

/// The people to simulate, and the tables to estimate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    people: u32,
    /// For every question, the number of people in the imagined population who give each answer; for a follow-up, of those whom it is asked: its last
    /// number, for "not asked", plays no part.
    truth: Vec<Vec<u64>>,
    /// The share of people whose answers to all questions go together, low with low and high with high; the others answer every
    /// question independently.
    together: f64,
    tables: Vec<Vec<String>>,
}

/// The true and the estimated shares of a table; last attribute fastest.
#[derive(Serialize)]
struct Simulated {
    attributes: Vec<String>,
    truth: Vec<f64>,
    cells: Vec<Cell>,
}

/// Simulates the answers of an imagined population to a plan, and returns true and estimated shares of those who answered:
/// `[{attributes, truth, cells}]`. `seed` has 32 bytes; the same seed gives the same people and the same noise.
///
/// # Errors
/// `invalid-plan` where `of_plan` is not a plan document, `invalid-counts` where `asked` is not `{people, truth, together, tables}` or
/// its truth is not for this plan, or one of whom hardly anybody makes choices that the plan allows; those of [`Plan::verify`], [`Table::new`] and [`estimate::estimate`].
#[wasm_bindgen]
pub fn simulate(of_plan: JsValue, asked: JsValue, seed: &[u8]) -> Result<JsValue, JsValue> {
    simulated(of_plan, asked, seed).map_err(thrown)
}

fn simulated(of_plan: JsValue, asked: JsValue, seed: &[u8]) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let asked: Asked = value::document(asked)
        .map_err(|misfit| invalid(format!("not a description of a simulation: {misfit}")))?;
    let seed = <[u8; 32]>::try_from(seed).map_err(|_| invalid("a seed has 32 bytes".to_owned()))?;
    object(&asked.answered(&plan, &mut ChaCha20Rng::from_seed(seed))?)
}

fn invalid(message: String) -> Error {
    Error::new(Code::InvalidCounts, message)
}

impl Asked {
    fn answered(&self, plan: &Plan, rng: &mut ChaCha20Rng) -> Result<Vec<Simulated>, Error> {
        self.check(plan)?;
        let tables: Result<Vec<Table>, Error> = self
            .tables
            .iter()
            .map(|attributes| Table::new((plan.schema(), plan.law()), attributes))
            .collect();
        let mut tables = Tables::new(tables?)?;
        let mut truths: Vec<Vec<u64>> =
            tables.tables().iter().map(|table| vec![0; cells(table.axes().sizes())]).collect();
        for _ in 0..self.people {
            let answers = self.person(plan.schema(), rng)?;
            for (table, truth) in tables.tables().iter().zip(&mut truths) {
                truth[cell(&answers, table)] += 1;
            }
            let sent = perturb(plan.law(), Record::new(plan.schema(), answers)?, rng);
            tables.add_repeated(&sent, 1)?;
        }
        let beside = |(table, truth): (Table, Vec<u64>)| self.beside(plan, table, &truth);
        tables.into_tables().into_iter().zip(truths).map(beside).collect()
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        if !(0.0..=1.0).contains(&self.together) {
            return Err(invalid(format!("together is {}; it must be from 0 to 1", self.together)));
        }
        let questions = plan.schema().attributes();
        if self.truth.len() != questions.len() {
            return Err(invalid(format!(
                "truth has {} questions; the plan has {}",
                self.truth.len(),
                questions.len()
            )));
        }
        for (question, truth) in questions.iter().zip(&self.truth) {
            let given = &truth[..(question.offered() as usize).min(truth.len())];
            let (name, sum) = (question.name(), given.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n)));
            if truth.len() != question.categories().len() {
                return Err(invalid(format!("{} counts for the answers of \"{name}\"", truth.len())));
            }
            if !sum.is_some_and(|sum| 0 < sum && sum < 1 << 53) {
                return Err(invalid(format!("the counts of \"{name}\" must sum to 1 up to 2⁵³")));
            }
        }
        Ok(())
    }

    /// Draws the true answers of one person, again where their choices break the rule of a question.
    fn person(&self, schema: &Schema, rng: &mut ChaCha20Rng) -> Result<Vec<u32>, Error> {
        let people = (0..MOST_DRAWN).map(|_| self.drawn(schema, rng));
        let mut people = people.filter(|person| schema.is_feasible(person));
        people.next().ok_or_else(|| {
            invalid("hardly anybody of this truth makes choices that the questions allow".to_owned())
        })
    }

    /// Draws answers; follow-ups that are not asked are "not asked". Choices and ranks of one question never go together, as most of them would break its rule
    /// then; an item that is ranked is given one of the places that are left.
    fn drawn(&self, schema: &Schema, rng: &mut ChaCha20Rng) -> Vec<u32> {
        let shared = (uniform(rng) < self.together).then(|| uniform(rng));
        let mut person = Vec::with_capacity(schema.len());
        for (position, (question, counts)) in schema.attributes().iter().zip(&self.truth).enumerate() {
            let joint = schema.compound_of(position).filter(|question| question.is_one_answer());
            let place = shared.filter(|_| joint.is_none()).unwrap_or_else(|| uniform(rng));
            let mut offered = counts[..question.offered() as usize].to_vec();
            if joint.is_some_and(|question| !question.has_choices()) {
                for (answer, count) in (0..).zip(&mut offered) {
                    person.push(answer);
                    if !schema.is_possible_start(&person) {
                        *count = 0;
                    }
                    person.pop();
                }
            }
            let answer = match question.not_asked() {
                Some(not_asked) if !schema.is_asked(position, &person) => not_asked,
                _ => chosen(&offered, place),
            };
            person.push(answer);
        }
        person
    }

    fn beside(&self, plan: &Plan, table: Table, truth: &[u64]) -> Result<Simulated, Error> {
        let attributes = table.axes().names().to_vec();
        let estimate = estimate::estimate(plan.law(), table, &Options::default())?;
        let people = f64::from(self.people);
        #[allow(clippy::cast_precision_loss, reason = "counts of at most 2³² people")]
        let truth = truth.iter().map(|&count| count as f64 / people).collect();
        Ok(Simulated { attributes, truth, cells: estimate.cells().map(Cell::from).collect() })
    }
}

/// A uniform random number from 0 to below 1.
#[allow(clippy::cast_precision_loss, reason = "53 bits are exact")]
fn uniform(rng: &mut ChaCha20Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The answer at a quantile, from 0 to below 1, of a population sorted by its answers.
#[allow(clippy::cast_precision_loss, reason = "counts sum to less than 2⁵³")]
fn chosen(counts: &[u64], place: f64) -> u32 {
    let mut left = place * counts.iter().sum::<u64>() as f64;
    let mut last = 0;
    for (answer, &count) in (0..).zip(counts) {
        if count > 0 {
            last = answer;
            if left < count as f64 {
                break;
            }
        }
        left -= count as f64;
    }
    last
}

fn cells(sizes: &[u32]) -> usize {
    sizes.iter().map(|&size| size as usize).product()
}

fn cell(answers: &[u32], table: &Table) -> usize {
    let axes = table.axes();
    let join =
        |cell: usize, (&attribute, &size): (&usize, &u32)| cell * size as usize + answers[attribute] as usize;
    axes.attributes().iter().zip(axes.sizes()).fold(0, join)
}

#[cfg(test)]
mod tests {
    use super::{ChaCha20Rng, SeedableRng, chosen, uniform};

    #[test]
    fn answers_are_chosen_in_proportion_to_their_counts() {
        let at = |place| chosen(&[0, 3, 0, 1, 0], place);
        assert_eq!([0.0, 0.74, 0.75, 0.999_999].map(at), [1, 1, 3, 3]);
    }

    #[test]
    fn places_are_within_bounds() {
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        assert!((0..1000).map(|_| uniform(&mut rng)).all(|place| (0.0..1.0).contains(&place)));
    }
}
