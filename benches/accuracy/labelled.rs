//! Errors of labelled designs on Adult's records compared with the predicted ones; bias, errors and intervals over many simulated
//! surveys.

use candor::count::Table;
use candor::design::analysis::{default_tables, expected_squared_error};
use candor::design::{Method, Request};
use candor::estimate::{Options, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::survey::{schema_of, shares};
use crate::uci;

pub fn print(runs: u32, surveys: u32) {
    match uci::adult() {
        Some((records, sizes)) => on_records(&records, &sizes, runs),
        None => println!("\nskipped: ../shared/data/adult.csv is not there"),
    }
    in_simulations(surveys);
}

fn tables_of(sizes: &[u32]) -> Vec<Vec<usize>> {
    let mut tables = default_tables(sizes.len());
    if sizes.len() == 6 {
        tables.retain(|table| table.len() == 2);
    }
    tables
}

fn labelled(sizes: &[u32], tables: &[Vec<usize>], epsilon: f64) -> Law {
    Request::tables(sizes, tables, epsilon).method(Method::Labelled).design().unwrap().law().clone()
}

/// The summed squared error of Adult's pair tables, divided by what V/n predicts for a uniform truth and by what the estimates
/// state. Respondents are drawn from the records with replacement, because both predictions include the sampling error.
fn on_records(records: &[Vec<u32>], sizes: &[u32], runs: u32) {
    println!(
        "\n**Drawn from Adult's records**: summed squared error of the 15 pair tables over {runs} runs\n"
    );
    println!("| record ε | predicted | measured | over predicted | over stated |\n|---|---|---|---|---|");
    let (schema, tables) = (schema_of(sizes), tables_of(sizes));
    let truths: Vec<Vec<f64>> = tables.iter().map(|table| shares(records, sizes, table)).collect();
    for epsilon in [1.0, 2.0, 4.0] {
        let law = labelled(sizes, &tables, epsilon);
        let predicted =
            tables.iter().map(|t| expected_squared_error(&law, t)).sum::<f64>() / records.len() as f64;
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let (errors, stated): (Vec<f64>, Vec<f64>) =
            (0..runs).map(|_| error_of_run(&law, &schema, records, (&tables, &truths), &mut rng)).unzip();
        let ((measured, error), (stated, _)) = (mean(&errors), mean(&stated));
        let over = |of: f64| format!("{:.3} ± {:.3}", measured / of, error / of);
        println!(
            "| {epsilon} | {predicted:.5} | {measured:.5} ± {error:.5} | {} | {} |",
            over(predicted),
            over(stated)
        );
    }
}

/// The measured error, and the error that the estimates state.
fn error_of_run(
    law: &Law,
    schema: &Schema,
    records: &[Vec<u32>],
    (tables, truths): (&[Vec<usize>], &[Vec<f64>]),
    rng: &mut ChaCha20Rng,
) -> (f64, f64) {
    let mut counted: Vec<Table> = tables.iter().map(|t| Table::new((schema, law), t).unwrap()).collect();
    for _ in records {
        let record = &records[((u64::from(rng.next_u32()) * records.len() as u64) >> 32) as usize];
        let perturbed = perturb(law, Record::new(schema, record.as_slice()).unwrap(), rng);
        counted.iter_mut().for_each(|table| table.add_perturbed(&perturbed).unwrap());
    }
    counted.into_iter().zip(truths).fold((0.0, 0.0), |sums, (table, truth)| {
        let estimate = estimate(law, table, &Options::default()).unwrap();
        estimate.cells().zip(truth).fold(sums, |(squared, stated), (cell, truth)| {
            (squared + (cell.estimate - truth).powi(2), stated + cell.standard_error.unwrap().powi(2))
        })
    })
}

fn mean(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// Four plans with 2,000 respondents: the largest bias in standard errors of the mean, stated variances divided by true ones, and
/// coverage.
pub fn in_simulations(surveys: u32) {
    println!("\n**Simulated surveys**: {surveys} of 2,000 respondents each; over all cells of the tables\n");
    println!(
        "| questions | record ε | bias, standard errors of the mean | variance stated over true | intervals of 95 % cover shares beyond 2 standard errors of 0 | nearer ones |"
    );
    println!("|---|---|---|---|---|---|");
    let plans: [(&[u32], f64); 4] =
        [(&[5, 2, 2, 16, 15, 7], 1.0), (&[2, 2, 2, 2, 2, 2], 0.5), (&[3, 4, 2], 2.0), (&[2, 3, 3, 4], 4.0)];
    for (sizes, epsilon) in plans {
        let (schema, all) = (schema_of(sizes), tables_of(sizes));
        let law = labelled(sizes, &all, epsilon);
        let read = [vec![0], vec![0, 1], vec![1, 2]];
        let mut rng = ChaCha20Rng::seed_from_u64(11);
        let cells = |table: &Vec<usize>| table.iter().map(|&i| sizes[i] as usize).product::<usize>();
        let width: usize = read.iter().map(cells).sum();
        let (mut sums, mut squares, mut stated, mut covered) =
            (vec![0.0; width], vec![0.0; width], vec![0.0; width], vec![0.0; width]);
        let truth: Vec<f64> = read.iter().flat_map(|table| truth_of(sizes, table)).collect();
        for _ in 0..surveys {
            let mut tables: Vec<Table> =
                read.iter().map(|t| Table::new((&schema, &law), t).unwrap()).collect();
            for _ in 0..2000 {
                let record = Record::new(&schema, drawn(sizes, &mut rng)).unwrap();
                let perturbed = perturb(&law, record, &mut rng);
                tables.iter_mut().for_each(|table| table.add_perturbed(&perturbed).unwrap());
            }
            let estimates: Vec<_> =
                tables.into_iter().map(|table| estimate(&law, table, &Options::default()).unwrap()).collect();
            for (place, cell) in estimates.iter().flat_map(|estimate| estimate.cells()).enumerate() {
                let error = cell.estimate - truth[place];
                sums[place] += error;
                squares[place] += error * error;
                stated[place] += cell.standard_error.unwrap() * cell.standard_error.unwrap();
                covered[place] +=
                    f64::from(u8::from(cell.lower <= truth[place] && truth[place] <= cell.upper));
            }
        }
        let n = f64::from(surveys);
        let bias = (0..width).map(|i| (sums[i] / squares[i].sqrt()).abs()).fold(0.0, f64::max);
        let ratios = (0..width).map(|i| stated[i] / squares[i]);
        let range = |low: f64, high: f64| format!("{low:.3} to {high:.3}");
        let ends = |each: &mut dyn Iterator<Item = f64>| {
            each.fold((f64::INFINITY, 0.0_f64), |(low, high), next| (low.min(next), high.max(next)))
        };
        let (low, high) = ends(&mut ratios.clone());
        let near = |place: usize| truth[place] <= 2.0 * (squares[place] / n).sqrt();
        let cover = |of_near: bool| {
            let cells = (0..width).filter(|&place| near(place) == of_near);
            let (least, most) = ends(&mut cells.map(|place| 100.0 * covered[place] / n));
            if most > 0.0 { format!("{least:.1} to {most:.1} %") } else { "–".to_owned() }
        };
        let (above, empty) = (cover(false), cover(true));
        println!("| {sizes:?} | {epsilon} | {bias:.2} | {} | {above} | {empty} |", range(low, high));
    }
}

/// An answer is the first category with probability 1/2, the previous answer modulo the size with 1/4, and one of the first two
/// categories with 1/4.
fn drawn(sizes: &[u32], rng: &mut ChaCha20Rng) -> Vec<u32> {
    let mut last = 0;
    let mut answer = |&size: &u32| {
        let word = rng.next_u32();
        last = if word & 1 == 0 {
            0
        } else if word & 2 == 0 {
            last % size
        } else {
            word / 4 % 2
        };
        last
    };
    sizes.iter().map(&mut answer).collect()
}

/// The true shares of a table, by listing everything that [`drawn`] can do with the first three questions.
fn truth_of(sizes: &[u32], table: &[usize]) -> Vec<f64> {
    let mut shares = vec![0.0; table.iter().map(|&i| sizes[i] as usize).product()];
    for choices in 0..512_u32 {
        let mut last = 0;
        let answers: Vec<u32> = (0..3)
            .map(|i| {
                let word = choices >> (3 * i) & 7;
                last = if word & 1 == 0 {
                    0
                } else if word & 2 == 0 {
                    last % sizes[i]
                } else {
                    word / 4 % 2
                };
                last
            })
            .collect();
        let cell = table.iter().fold(0, |cell, &i| cell * sizes[i] as usize + answers[i] as usize);
        shares[cell] += 1.0 / 512.0;
    }
    shares
}
