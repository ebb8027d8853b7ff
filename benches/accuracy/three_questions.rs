//! The best guess of tables of three questions, which is a product of their pairs, compared with other reconstructions of the same reports.

use candor::design::Request;
use candor::estimate::{Estimate, Options, Reconstruction, Stop, estimate};
use candor::loglinear::BestGuess;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::best_guess::{Population, counted_with, populations, ratio, squared};
use crate::survey::{Dice, schema_of, shares};

/// The reconstructions that are compared; the last is the best guess.
const METHODS: [&str; 5] = ["inverse", "inverse, projected", "hybrid", "auto", "best guess"];

/// The most questions whose tables of three are read, the first ones.
const MOST_QUESTIONS: usize = 4;

pub fn print(runs: u32) {
    println!("{runs} surveys of every setting.\n");
    println!("| people | ε | n | {} |", METHODS[..4].join(" | "));
    println!("|---|---|---|{}", "---|".repeat(4));
    let mut all = populations();
    all.pop();
    all.push(parity());
    for population in all {
        let questions = population.sizes.len().min(MOST_QUESTIONS);
        let population = Population {
            sizes: population.sizes[..questions].to_vec(),
            records: population.records.iter().map(|record| record[..questions].to_vec()).collect(),
            ..population
        };
        for epsilon in [0.5, 1.0, 2.0, 4.0] {
            for n in [2_000, 8_000, population.records.len()] {
                println!(
                    "| {} | {epsilon} | {n} | {} |",
                    population.name,
                    compared(&population, epsilon, n, runs)
                );
            }
        }
    }
}

/// Six yes/no questions of which the third says whether the first two are alike, for four of five people.
fn parity() -> Population {
    let mut dice = Dice(43);
    let record = |dice: &mut Dice| {
        let mut answers: Vec<u32> = (0..6).map(|_| u32::from(dice.unit() < 0.4)).collect();
        if dice.unit() < 0.8 {
            answers[2] = u32::from(answers[0] == answers[1]);
        }
        answers
    };
    Population {
        name: "parity, six yes/no",
        sizes: vec![2; 6],
        records: (0..20_000).map(|_| record(&mut dice)).collect(),
    }
}

/// The errors over all tables of three questions, in multiples of the best guess's.
fn compared(of: &Population, epsilon: f64, n: usize, runs: u32) -> String {
    let (schema, triples) = (schema_of(&of.sizes), triples(of.sizes.len()));
    let law = Request::tables(&of.sizes, &triples, epsilon).design().unwrap().law().clone();
    let truths: Vec<Vec<f64>> =
        triples.iter().map(|attributes| shares(&of.records, &of.sizes, attributes)).collect();
    let mut squares: [Vec<f64>; METHODS.len()] = Default::default();
    for run in 0..runs {
        let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run) * 1_000_003 + n as u64);
        let drawn: Vec<&Vec<u32>> = (0..n)
            .map(|_| &of.records[usize::try_from(rng.next_u64() % of.records.len() as u64).unwrap()])
            .collect();
        let mut tables = counted_with(&triples, (&schema, &law), drawn.into_iter(), &mut rng);
        let whole = tables.split_off(tables.len() - triples.len());
        let options = Options::default();
        let guess = BestGuess::of_counts(&law, &tables, &options, &Stop::default()).unwrap();
        let mut sums = [0.0; METHODS.len()];
        for (table, truth) in whole.into_iter().zip(&truths) {
            let of_method = |method: Reconstruction, project| {
                estimate(&law, table.clone(), &options.reconstruction(method).project(project)).unwrap()
            };
            let unbiased = of_method(Reconstruction::Inverse, false);
            let made: [Estimate; METHODS.len()] = [
                unbiased.clone(),
                of_method(Reconstruction::Inverse, true),
                of_method(Reconstruction::Hybrid, false),
                of_method(Reconstruction::Auto, false),
                guess.estimate(&unbiased).unwrap(),
            ];
            made.iter().zip(&mut sums).for_each(|(made, sum)| *sum += squared(made, truth));
        }
        squares.iter_mut().zip(sums).for_each(|(all, own)| all.push(own));
    }
    let guess = &squares[METHODS.len() - 1];
    let ratios: Vec<String> = squares[..METHODS.len() - 1].iter().map(|own| ratio(own, guess)).collect();
    ratios.join(" | ")
}

fn triples(questions: usize) -> Vec<Vec<usize>> {
    let from =
        |i: usize| (i + 1..questions).flat_map(move |j| (j + 1..questions).map(move |k| vec![i, j, k]));
    (0..questions).flat_map(from).collect()
}
