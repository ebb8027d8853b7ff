//! The best guess of all tables together compared with other reconstructions of the same reports, over all tables of two questions under
//! default designs; how often its intervals hold the truth; how long it takes.

use std::fs;
use std::time::Instant;

use candor::count::{Table, Tables};
use candor::design::Request;
use candor::estimate::{Estimate, Options, Reconstruction, Stop, estimate};
use candor::law::Law;
use candor::loglinear::BestGuess;
use candor::perturb::perturb;
use candor::plan::{Caps, Plan};
use candor::report::Report;
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::survey::{Dice, schema_of, shares};
use crate::uci;

/// The reconstructions that are compared; the last is the best guess.
const METHODS: [&str; 5] = ["inverse", "inverse, projected", "hybrid", "auto of one table", "best guess"];

/// A population from which answers are drawn with replacement; its shares are the truth.
pub(crate) struct Population {
    pub(crate) name: &'static str,
    pub(crate) sizes: Vec<u32>,
    pub(crate) records: Vec<Vec<u32>>,
}

/// In how many surveys of a setting the other methods are compared.
const COMPARED: u32 = 40;

/// Prints a row for every setting of the populations whose names begin so.
pub fn print(runs: u32, of: &str) {
    let compared = runs.min(COMPARED);
    println!("Intervals of {runs} surveys of every setting, squared errors of {compared} of these.\n");
    println!(
        "| people | ε | n | {} | held: all cells | strongest tenth | weakest tenth |",
        METHODS[..4].join(" | ")
    );
    println!("|---|---|---|{}---|---|---|", "---|".repeat(4));
    for population in populations().into_iter().filter(|population| population.name.starts_with(of)) {
        let (schema, pairs) = (schema_of(&population.sizes), pairs(population.sizes.len()));
        for epsilon in [0.5, 1.0, 2.0, 4.0] {
            let law = Request::tables(&population.sizes, &pairs, epsilon).design().unwrap().law().clone();
            for n in [2_000, 8_000, population.records.len()] {
                let mut seen = Compared::default();
                for run in 0..runs {
                    let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run) * 1_000_003 + n as u64);
                    seen.push(&population, (&schema, &law), (n, run < COMPARED), &mut rng);
                }
                println!("| {} | {epsilon} | {n} | {} |", population.name, seen.row());
            }
        }
    }
}

/// How long the guess takes from counts: for every plan of a folder, `NAME.plan.json`, in order, the milliseconds for the reports beside it.
pub fn times(folder: &str) {
    let mut plans: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    plans.retain(|path| path.to_str().unwrap().ends_with(".plan.json"));
    plans.sort();
    for path in plans {
        let plan = Plan::from_json(&fs::read_to_string(&path).unwrap(), &Caps::default()).unwrap();
        let questions = plan.schema().len();
        let wanted = (0..questions).map(|question| vec![question]).chain(pairs(questions));
        let mut counted: Vec<Table> = wanted.map(|of| Table::new(&plan, &of).unwrap()).collect();
        let reports =
            path.with_file_name(path.file_name().unwrap().to_str().unwrap().replace(".plan.json", ".ndjson"));
        for line in fs::read_to_string(reports).unwrap().lines() {
            let report = Report::from_json(line, &plan).unwrap();
            counted.iter_mut().for_each(|table| table.add(&report).unwrap());
        }
        let start = Instant::now();
        let guess = BestGuess::of_counts(&plan, &counted, &Options::default(), &Stop::default()).unwrap();
        let took = 1e3 * start.elapsed().as_secs_f64();
        println!("{took:.1} {}", guess.groups().len());
    }
}

pub(crate) fn populations() -> Vec<Population> {
    let mut dice = Dice(41);
    let made = |name, sizes: Vec<u32>, records| Population { name, sizes, records };
    let mut all = Vec::new();
    match uci::adult() {
        Some((records, sizes)) => all.push(made("Adult", sizes, records)),
        None => println!("skipped: ../shared/data/adult.csv is not there"),
    }
    all.push(made("chain, six of 4", vec![4; 6], chain(20_000, &mut dice)));
    all.push(made("one strong pair, six of 4", vec![4; 6], needle(20_000, &mut dice)));
    all.push(made("12 yes/no, one factor", vec![2; 12], factor(&[2; 12], 20_000, &mut dice)));
    let sizes: Vec<u32> = (0..8).map(|j| 2 + j % 4).collect();
    all.push(made("eight of 2 to 5, one factor", sizes.clone(), factor(&sizes, 20_000, &mut dice)));
    let sizes: Vec<u32> = (0..20).map(|j| 2 + j % 4).collect();
    all.push(made("20 of 2 to 5, one factor", sizes.clone(), factor(&sizes, 20_000, &mut dice)));
    all
}

/// Every answer repeats the one before it with probability 1/2.
fn chain(n: usize, dice: &mut Dice) -> Vec<Vec<u32>> {
    let record = |dice: &mut Dice| {
        let mut before = below(4, dice);
        (0..6)
            .map(|_| {
                before = if dice.unit() < 0.5 { before } else { below(4, dice) };
                before
            })
            .collect()
    };
    (0..n).map(|_| record(dice)).collect()
}

/// The first two answers are the same for nine of ten people; all others are independent and not equally frequent.
fn needle(n: usize, dice: &mut Dice) -> Vec<Vec<u32>> {
    let record = |dice: &mut Dice| {
        let mut answers: Vec<u32> = (0..6).map(|_| below(4, dice).min(below(4, dice))).collect();
        if dice.unit() < 0.9 {
            answers[1] = answers[0];
        }
        answers
    };
    (0..n).map(|_| record(dice)).collect()
}

/// A trait of each person moves the answers to all questions, each by a different amount.
fn factor(sizes: &[u32], n: usize, dice: &mut Dice) -> Vec<Vec<u32>> {
    let loadings: Vec<f64> = sizes.iter().map(|_| dice.unit()).collect();
    let record = |dice: &mut Dice| {
        let person = dice.unit();
        let answer = |(&a, loading): (&u32, &f64)| {
            let pushed = if dice.unit() < *loading * 0.6 { person } else { dice.unit() };
            let below = (1..a).filter(|answer| f64::from(*answer) <= pushed * f64::from(a));
            below.max().unwrap_or(0)
        };
        sizes.iter().zip(&loadings).map(answer).collect()
    };
    (0..n).map(|_| record(dice)).collect()
}

fn below(a: u32, dice: &mut Dice) -> u32 {
    u32::try_from(dice.next() % u64::from(a)).unwrap()
}

pub(crate) fn pairs(questions: usize) -> Vec<Vec<usize>> {
    (0..questions).flat_map(|i| (i + 1..questions).map(move |j| vec![i, j])).collect()
}

/// Perturbs records and counts all questions and pairs.
fn counted<'r>(
    of: (&Schema, &Law),
    records: impl Iterator<Item = &'r Vec<u32>>,
    rng: &mut ChaCha20Rng,
) -> Vec<Table> {
    counted_with(&[], of, records, rng)
}

/// The same with further tables behind them, which keep the subsets that reports name.
pub(crate) fn counted_with<'r>(
    further: &[Vec<usize>],
    (schema, law): (&Schema, &Law),
    records: impl Iterator<Item = &'r Vec<u32>>,
    rng: &mut ChaCha20Rng,
) -> Vec<Table> {
    let questions = schema.len();
    let wanted = (0..questions).map(|question| vec![question]).chain(pairs(questions));
    let table = |attributes: Vec<usize>| Table::new((schema, law), &attributes).unwrap();
    let kept = further
        .iter()
        .map(|attributes| table(attributes.clone()).keeping_subsets(Reconstruction::Auto.subset_numbers()));
    let mut tables = Tables::new(wanted.map(table).chain(kept).collect()).unwrap();
    for record in records {
        let perturbed = perturb(law, Record::new(schema, &record[..]).unwrap(), rng);
        tables.add_repeated(&perturbed, 1).unwrap();
    }
    tables.into_tables()
}

/// The results for one population, ε and n.
#[derive(Default)]
struct Compared {
    /// For every method, the squared error of each survey.
    squares: [Vec<f64>; METHODS.len()],
    /// How many cells intervals held, and how many cells there were: of all, of the tenth with the strongest interactions, of the weakest tenth.
    held: [(f64, f64); 3],
}

impl Compared {
    /// Adds a survey of n people, of which other methods are compared or not.
    fn push(
        &mut self,
        of: &Population,
        (schema, law): (&Schema, &Law),
        (n, is_compared): (usize, bool),
        rng: &mut ChaCha20Rng,
    ) {
        let drawn: Vec<&Vec<u32>> = (0..n)
            .map(|_| &of.records[usize::try_from(rng.next_u64() % of.records.len() as u64).unwrap()])
            .collect();
        let tables = counted((schema, law), drawn.into_iter(), rng);
        let guess = BestGuess::of_counts(law, &tables, &Options::default(), &Stop::default()).unwrap();
        let mut squares = [0.0; METHODS.len()];
        let mut cells: Vec<(f64, bool)> = Vec::new();
        for table in tables.into_iter().filter(|table| table.axes().attributes().len() == 2) {
            let truth = shares(&of.records, &of.sizes, table.axes().attributes());
            let of_method = |method: Reconstruction, project| {
                let options = Options::default().reconstruction(method).project(project);
                estimate(law, table.clone(), &options).unwrap()
            };
            // A pair that no report names tells nothing.
            let Ok(unbiased) = estimate(law, table.clone(), &Options::default()) else { continue };
            let guessed = guess.estimate(&unbiased).unwrap();
            let interactions = interactions(&truth, of.sizes[table.axes().attributes()[1]] as usize);
            for ((cell, share), interaction) in guessed.cells().zip(&truth).zip(interactions) {
                cells.push((interaction.abs(), cell.lower <= *share && *share <= cell.upper));
            }
            if !is_compared {
                continue;
            }
            let made = [
                unbiased,
                of_method(Reconstruction::Inverse, true),
                of_method(Reconstruction::Hybrid, false),
                of_method(Reconstruction::Auto, false),
                guessed,
            ];
            made.iter().zip(&mut squares).for_each(|(made, sum)| *sum += squared(made, &truth));
        }
        if is_compared {
            self.squares.iter_mut().zip(squares).for_each(|(all, own)| all.push(own));
        }
        cells.sort_by(|one, other| one.0.total_cmp(&other.0));
        let tenth = cells.len() / 10;
        for (place, part) in
            [&cells[..], &cells[cells.len() - tenth..], &cells[..tenth]].into_iter().enumerate()
        {
            self.held[place].0 += part.iter().filter(|(_, held)| *held).count() as f64;
            self.held[place].1 += part.len() as f64;
        }
    }

    fn row(&self) -> String {
        let guess = &self.squares[METHODS.len() - 1];
        let ratios: Vec<String> =
            self.squares[..METHODS.len() - 1].iter().map(|own| ratio(own, guess)).collect();
        let held = self.held.map(|(held, cells)| format!("{:.1} %", 100.0 * held / cells));
        format!("{} | {}", ratios.join(" | "), held.join(" | "))
    }
}

/// The sum of squared errors over that of the best guess, with its standard error over the surveys.
pub(crate) fn ratio(own: &[f64], guess: &[f64]) -> String {
    let runs = own.len() as f64;
    let (sum, of_guess): (f64, f64) = (own.iter().sum(), guess.iter().sum());
    let ratio = sum / of_guess;
    let apart = own.iter().zip(guess).map(|(own, guess)| (own - ratio * guess).powi(2)).sum::<f64>();
    let error = (apart / (runs * (runs - 1.0))).sqrt() / (of_guess / runs);
    let digits = if ratio < 0.1 { 4 } else { 2 };
    format!("{ratio:.digits$} ± {error:.digits$}")
}

pub(crate) fn squared(made: &Estimate, truth: &[f64]) -> f64 {
    made.shares().iter().zip(truth).map(|(share, truth)| (share - truth).powi(2)).sum()
}

/// What each cell has beyond the means of its row and its column.
fn interactions(table: &[f64], columns: usize) -> Vec<f64> {
    let rows = table.len() / columns;
    let of_row = |row: usize| table[row * columns..][..columns].iter().sum::<f64>() / columns as f64;
    let of_column = |column: usize| table.iter().skip(column).step_by(columns).sum::<f64>() / rows as f64;
    let mean = 1.0 / table.len() as f64;
    let (by_row, by_column): (Vec<f64>, Vec<f64>) =
        ((0..rows).map(of_row).collect(), (0..columns).map(of_column).collect());
    (0..table.len())
        .map(|cell| table[cell] - by_row[cell / columns] - by_column[cell % columns] + mean)
        .collect()
}
