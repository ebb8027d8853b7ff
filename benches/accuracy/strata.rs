//! Plain columns in the model of the best guess, compared with a best guess of every stratum by itself.

use candor::count::Table;
use candor::design::Survey;
use candor::estimate::{Options, Stop};
use candor::loglinear::BestGuess;
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::best_guess::{Population, pairs, populations, ratio};
use crate::survey::shares;

/// A population whose last question is a plain column, and the plan of a survey of it.
struct Stratified {
    of: Population,
    plan: Plan,
}

pub fn print(runs: u32) {
    println!("{runs} surveys of every setting.\n");
    println!(
        "| people | strata | ε | n | pairs of questions | questions by stratum | pairs within strata | pairs of questions without the column |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    // Of Adult the sex; by race some strata have too few people to tell anything of some question.
    for (population, plain) in populations().into_iter().zip([1, 1, 1, 0, 3]) {
        for epsilon in [0.5, 1.0, 2.0, 4.0] {
            let stratified = Stratified::new(&population, plain, epsilon);
            for n in [2_000, 8_000] {
                let strata = stratified.of.sizes.last().unwrap();
                println!(
                    "| {} | {strata} | {epsilon} | {n} | {} |",
                    population.name,
                    stratified.compared(n, runs)
                );
            }
        }
    }
}

impl Stratified {
    fn new(of: &Population, plain: usize, epsilon: f64) -> Self {
        let moved = |record: &Vec<u32>| {
            let mut moved = record.clone();
            let stratum = moved.remove(plain);
            moved.push(stratum);
            moved
        };
        let (sizes, records) = (moved(&of.sizes), of.records.iter().map(moved).collect());
        let column = |(place, size): (usize, &u32)| {
            let values: Vec<String> = (0..*size).map(|value| format!("\"{value}\"")).collect();
            format!(r#"{{"name": "a{place}", "categories": [{}]}}"#, values.join(","))
        };
        let columns: Vec<String> = sizes.iter().enumerate().map(column).collect();
        let (stratum, questions) = columns.split_last().unwrap();
        let survey = format!(
            r#"{{"survey": "strata", "privacy": {{"record_epsilon": {epsilon}}}, "attributes": [{}], "plain": [{stratum}]}}"#,
            questions.join(",")
        );
        let survey = Survey::from_json(&survey).unwrap();
        let plan = Plan::new(&survey, &survey.request().design().unwrap()).unwrap();
        Self { of: Population { name: of.name, sizes, records }, plan }
    }

    /// The squared errors of guesses of every stratum by itself, over those of the guess with the column in the model: of pairs of questions, of questions by
    /// stratum, and of pairs of questions by stratum; last those of pairs of questions of the guess without the column.
    fn compared(&self, n: usize, runs: u32) -> String {
        let mut squares: [[Vec<f64>; 2]; 4] = Default::default();
        for run in 0..runs {
            let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run) * 1_000_003 + n as u64);
            let errors = self.errors(n, &mut rng);
            for (own, of_kind) in errors.into_iter().zip(&mut squares) {
                own.into_iter().zip(of_kind).for_each(|(error, all)| all.push(error));
            }
        }
        squares.map(|[apart, together]| ratio(&apart, &together)).join(" | ")
    }

    /// The squared errors of one survey, apart and together.
    fn errors(&self, n: usize, rng: &mut ChaCha20Rng) -> [[f64; 2]; 4] {
        let (questions, sizes) = (self.plan.schema().len(), &self.of.sizes);
        let strata = sizes[questions] as usize;
        let wanted = |columns: usize| -> Vec<Vec<usize>> {
            (0..columns).map(|question| vec![question]).chain(pairs(columns)).collect()
        };
        let empty = |columns: usize| -> Vec<Table> {
            wanted(columns).iter().map(|of| Table::new(&self.plan, of).unwrap()).collect()
        };
        let (mut whole, mut own) = (empty(questions + 1), vec![empty(questions); strata]);
        for _ in 0..n {
            let place = usize::try_from(rng.next_u64() % self.of.records.len() as u64).unwrap();
            let (stratum, answers) = self.of.records[place].split_last().unwrap();
            let record = Record::new(self.plan.schema(), answers).unwrap();
            let report = [perturb(self.plan.law(), record, rng), vec![*stratum]].concat();
            let tables = whole.iter_mut().chain(&mut own[*stratum as usize]);
            tables.for_each(|table| table.add_perturbed(&report).unwrap());
        }
        let guess = |tables: &Vec<Table>| {
            BestGuess::of_counts(&self.plan, tables, &Options::default(), &Stop::default()).unwrap()
        };
        let together = guess(&whole);
        let without = guess(
            &whole.iter().filter(|table| !table.axes().attributes().contains(&questions)).cloned().collect(),
        );
        // A stratum without reports, or with too few to be estimated, would have no guess; none is so small here.
        let apart: Vec<(f64, BestGuess)> =
            own.iter().map(|tables| (tables[0].total() as f64 / n as f64, guess(tables))).collect();
        let of_strata = |attributes: &[usize]| -> Vec<Vec<f64>> {
            let of_stratum = |(share, guess): &(f64, BestGuess)| {
                guess.table(attributes).unwrap().iter().map(|cell| share * cell).collect()
            };
            apart.iter().map(of_stratum).collect()
        };
        let by_stratum = |attributes: &[usize]| -> Vec<f64> {
            let each = of_strata(attributes);
            (0..each[0].len())
                .flat_map(|cell| each.iter().map(move |own| own[cell]).collect::<Vec<_>>())
                .collect()
        };
        let summed = |attributes: &[usize]| -> Vec<f64> {
            let each = of_strata(attributes);
            (0..each[0].len()).map(|cell| each.iter().map(|own| own[cell]).sum()).collect()
        };
        let mut errors = [[0.0; 2]; 4];
        let mut add = |kind: usize, attributes: &[usize], apart: Vec<f64>| {
            let truth = shares(&self.of.records, sizes, attributes);
            let together = together.table(attributes).unwrap();
            for (error, own) in errors[kind].iter_mut().zip([apart, together]) {
                *error += own.iter().zip(&truth).map(|(own, truth)| (own - truth).powi(2)).sum::<f64>();
            }
        };
        for question in 0..questions {
            add(1, &[question, questions], by_stratum(&[question]));
        }
        for pair in pairs(questions) {
            add(0, &pair, summed(&pair));
            add(3, &pair, without.table(&pair).unwrap());
            add(2, &[&pair[..], &[questions]].concat(), by_stratum(&pair));
        }
        errors
    }
}
