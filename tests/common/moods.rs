//! People of two sexes whose moods decide how they answer three items, which two scores sum; and what is true of those scores.

use candor::count::{Table, Tables};
use candor::design::{Method, Survey};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use super::{Dice, designed};

/// The schema and the law of a survey with two scores of three items.
pub fn survey(method: Method, record_epsilon: f64) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {record_epsilon}, "method": "{method}"}}, "attributes": [
        {{"name": "sex", "categories": ["f", "m"]}},
        {{"name": "climate", "rows": [{{"name": "safe"}}, {{"name": "heard"}}, {{"name": "blamed"}}], "categories": ["1", "2", "3"]}}],
        "scores": [{{"name": "climate-score", "of": ["climate"], "codes": [0, 1, 3], "reversed": ["climate.blamed"]}},
            {{"name": "two", "of": ["climate.safe", "climate.heard"], "codes": [0, 1, 3]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// The answers of a person: a mood decides three items, whose codes are 0, 1 and 3, but for chance; sexes do not differ.
fn person(dice: &mut Dice) -> [u32; 4] {
    let (sex, mood) = (dice.between(0, 1), [0, 1, 1, 2][dice.index(4)]);
    let mut item = || if dice.index(5) < 3 { mood } else { dice.between(0, 2) };
    [sex, item(), item(), 2 - item()]
}

/// The tables of a simulated survey of so many people, whose records are perturbed one after the other.
pub fn counted(
    (schema, law): (&Schema, &Law),
    tables: &[Vec<usize>],
    people: u32,
    dice: &mut Dice,
) -> Vec<Table> {
    let empty = |attributes: &Vec<usize>| Table::new((schema, law), attributes).unwrap();
    let mut tables = Tables::new(tables.iter().map(empty).collect()).unwrap();
    for _ in 0..people {
        let report = perturb(law, Record::new(schema, person(dice)).unwrap(), &mut dice.0);
        tables.add_repeated(&report, 1).unwrap();
    }
    tables.into_tables()
}

/// What is true of the score, by a listing of all people.
pub struct Truth {
    /// Mean, standard deviation and α.
    pub numbers: [f64; 3],
    /// The share of people whose score of the first two items is at most every whole number.
    pub up_to: [f64; 7],
}

impl Truth {
    pub fn quantile(&self, share: f64) -> f64 {
        (0_u32..)
            .zip(self.up_to)
            .find(|(_, up_to)| *up_to >= share)
            .map(|(value, _)| f64::from(value))
            .unwrap()
    }
}

/// The truth about these people.
pub fn truth() -> Truth {
    let codes = [0.0, 1.0, 3.0];
    let (mut sums, mut up_to) = ([0.0; 4], [0.0; 7]);
    for mood in [0_usize, 1, 1, 2] {
        for cell in 0..27 {
            let items = [cell / 9, cell / 3 % 3, cell % 3];
            let chance = |item: &usize| if *item == mood { 0.6 + 0.4 / 3.0 } else { 0.4 / 3.0 };
            let probability = 0.25 * items.iter().map(chance).product::<f64>();
            let score: f64 = items.iter().map(|item| codes[*item]).sum();
            sums[0] += probability * score;
            sums[1] += probability * score * score;
            sums[2] += probability * codes[items[0]];
            sums[3] += probability * codes[items[0]].powi(2);
            let reached = (0_u32..)
                .zip(&mut up_to)
                .filter(|(value, _)| f64::from(*value) >= codes[items[0]] + codes[items[1]]);
            reached.for_each(|(_, share)| *share += probability);
        }
    }
    let variance = sums[1] - sums[0] * sums[0];
    let of_item = sums[3] - sums[2] * sums[2];
    Truth { numbers: [sums[0], variance.sqrt(), 1.5 * (1.0 - 3.0 * of_item / variance)], up_to }
}
