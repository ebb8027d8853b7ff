//! How often intervals of a score's mean, standard deviation and Cronbach's α miss the truth, and how often two groups with equal means are said
//! to differ at 5 %.
//!
//! `cargo bench --bench scores -- [SURVEYS] [METHOD]` prints a row of Markdown for every setting as soon as it is done, of one method if it is named. Standard errors over 10,000
//! surveys: 0.22 % of a rate of 5 %.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

#[path = "../tests/common/mod.rs"]
mod common;

use candor::design::Method;
use candor::estimate::Options;
use candor::inference::{GroupDifference, Mean, Scale};
use candor::law::Law;
use candor::schema::Schema;

use common::Dice;
use common::moods::{counted, survey, truth};

const METHODS: [Method; 3] = [Method::Labelled, Method::Analysis, Method::Independent];

const EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];

const PEOPLE: [u32; 2] = [1_000, 4_000];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let surveys: u32 = asked.first().and_then(|number| number.parse().ok()).unwrap_or(10_000);
    let is_wanted = |method: &Method| asked.get(1).is_none_or(|name| *name == method.to_string());
    println!(
        "| law | record ε | n | false alarms | mean missed | deviation missed | α missed | no deviation | no α |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for method in METHODS.into_iter().filter(is_wanted) {
        for epsilon in EPSILONS {
            let (schema, law) = survey(method, epsilon);
            for people in PEOPLE {
                let rates = Rates::of((&schema, &law), people, surveys);
                println!("| {method} | {epsilon} | {people} | {} |", rates.row(surveys));
            }
        }
    }
}

/// In how many surveys something was so.
#[derive(Default)]
struct Rates {
    /// Two groups with equal means were said to differ at 5 %.
    alarms: u32,
    /// Mean, standard deviation and α had intervals that did not hold the truth.
    missed: [u32; 3],
    /// Mean, standard deviation and α were not told.
    untold: [u32; 3],
}

impl Rates {
    fn of((schema, law): (&Schema, &Law), people: u32, surveys: u32) -> Self {
        let (truth, scale) = (truth().numbers, Scale::new(schema, &schema.scores()[0]));
        let mut dice = Dice::new(u64::from(people));
        let mut rates = Self::default();
        for _ in 0..surveys {
            let tables = counted((schema, law), &scale.tables(Some(0)), people, &mut dice);
            let found = scale.estimate(law, Some(0), tables, &Options::default()).unwrap();
            rates.count(
                found.differences.first(),
                [Some(found.mean), found.standard_deviation, found.alpha],
                truth,
            );
        }
        rates
    }

    fn count(&mut self, difference: Option<&GroupDifference>, found: [Option<Mean>; 3], truth: [f64; 3]) {
        // There is none where noise leaves one of the groups without people.
        self.alarms += u32::from(difference.is_some_and(|difference| difference.p_value < 0.05));
        for (place, (of, truth)) in found.into_iter().zip(truth).enumerate() {
            match of {
                Some(of) => self.missed[place] += u32::from(truth < of.lower || of.upper < truth),
                None => self.untold[place] += 1,
            }
        }
    }

    fn row(&self, surveys: u32) -> String {
        let share = |part: u32| format!("{:.1} %", 100.0 * f64::from(part) / f64::from(surveys));
        let all = [self.alarms].into_iter().chain(self.missed).chain([self.untold[1], self.untold[2]]);
        all.map(share).collect::<Vec<_>>().join(" | ")
    }
}
