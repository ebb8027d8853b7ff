//! Ring: statistics. All 2- to 6-way tables over six Adult attributes, perturbed anew in every run. ε = 4 is read both ways:
//! as the column ε of each attribute, and as the sum over the six. **For every single table** and each of three measures,
//! the expected error of hybrid and of auto must not be significantly more than 5 % above that of the better of inverse and
//! independent. `scripts/bench coverage` compares over more runs. Ignored by default, because the records are not in the
//! repository; `scripts/test` runs it if they are next to it.
//!
//! Expectations are means over the runs in [`RUNS`]. A table fails if the mean of error − 1.05·better is above 0 by more
//! than [`ALLOWED`] of its standard errors. The seeds are fixed, so this cannot fail by chance. Hybrid with the published
//! thresholds fails.

use crate::common::adult::adult;
use crate::common::{self, schema_of};
use candor::count::Table;
use candor::design::analysis::expected_squared_error;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, Reconstruction, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// The number of attributes of a table, and the number of runs over which its errors are averaged: small tables get more
/// runs, because their errors vary most.
const RUNS: [(u32, u32); 5] = [(2, 40), (3, 24), (4, 4), (5, 2), (6, 2)];

/// How many standard errors of the mean a table may be above 0.
const ALLOWED: f64 = 2.5;

/// Two methods to compare with, two methods under test, and one that must fail.
const METHODS: [Reconstruction; 5] = [
    Reconstruction::Inverse,
    Reconstruction::Independent,
    Reconstruction::Hybrid,
    Reconstruction::Auto,
    Reconstruction::HybridPublished,
];

/// Each measure, and the factor by which 5 % more error in the shares increases it.
const MEASURES: [(&str, f64); 3] = [("AVD", 1.05), ("MAE", 1.05), ("mean squared error", 1.05 * 1.05)];

/// Errors of all methods on one table in one run: largest, mean absolute, mean squared.
type Run = [[f64; 3]; METHODS.len()];

fn errors(shares: &[f64], truth: &[f64]) -> [f64; 3] {
    let errors: Vec<f64> = shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs()).collect();
    let cells = truth.len() as f64;
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    [errors.iter().copied().fold(0.0, f64::max), errors.iter().sum::<f64>() / cells, squares / cells]
}

fn independent(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.to_vec(), vec![epsilon; sizes.len()]).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

/// The table over some of the attributes, from the table over all.
fn marginal(schema: &Schema, whole: &Table, attributes: &[usize]) -> Table {
    let mut counts = vec![0; attributes.iter().map(|&a| whole.axes().sizes()[a] as usize).product()];
    for (mut cell, count) in whole.counts().iter().enumerate() {
        let mut record = vec![0; whole.axes().sizes().len()];
        for (digit, &a) in record.iter_mut().zip(whole.axes().sizes()).rev() {
            *digit = cell % a as usize;
            cell /= a as usize;
        }
        let at = attributes.iter().fold(0, |at, &a| at * whole.axes().sizes()[a] as usize + record[a]);
        counts[at] += count;
    }
    Table::from_counts(schema, attributes, counts).unwrap()
}

struct Adult {
    schema: Schema,
    records: Vec<Vec<u32>>,
}

impl Adult {
    fn whole(&self, rows: impl Iterator<Item = Vec<u32>>) -> Table {
        let mut table = Table::new(&self.schema, &[0, 1, 2, 3, 4, 5]).unwrap();
        rows.for_each(|row| table.add_perturbed(&row).unwrap());
        table
    }

    fn perturbed(&self, law: &Law, run: u32) -> Table {
        let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run));
        let row =
            |record: &Vec<u32>| perturb(law, Record::new(&self.schema, record.as_slice()).unwrap(), &mut rng);
        self.whole(self.records.iter().map(row))
    }

    /// The errors on every table in every run.
    fn compare(&self, law: &Law) -> Vec<(Vec<usize>, Vec<Run>)> {
        let truth = self.whole(self.records.iter().cloned());
        let sets = (2..=6).flat_map(|w| (1_usize..64).filter(move |set| set.count_ones() == w));
        let attributes = |set| (0..6).filter(|i| set >> i & 1 == 1).collect::<Vec<usize>>();
        let mut compared: Vec<_> = sets.map(|set| (attributes(set), Vec::new())).collect();
        for run in 0..RUNS[0].1 {
            let observed = self.perturbed(law, run);
            let wanted = |w: usize| RUNS.iter().any(|&(of, runs)| of as usize == w && run < runs);
            for (attributes, runs) in compared.iter_mut().filter(|(attributes, _)| wanted(attributes.len())) {
                let truth = marginal(&self.schema, &truth, attributes);
                let truth: Vec<f64> =
                    truth.counts().iter().map(|&count| count as f64 / truth.total() as f64).collect();
                let observed = marginal(&self.schema, &observed, attributes);
                runs.push(METHODS.map(|reconstruction| {
                    let options = Options::default().reconstruction(reconstruction);
                    errors(estimate(law, observed.clone(), &options).unwrap().shares(), &truth)
                }));
            }
        }
        compared
    }
}

/// If a method is worse than the better of the first two, a sentence that says where.
fn failing(runs: &[Run], method: usize) -> Option<String> {
    let n = runs.len() as f64;
    let mean = |of: &dyn Fn(&Run) -> f64| runs.iter().map(of).sum::<f64>() / n;
    MEASURES.iter().enumerate().find_map(|(measure, (name, factor))| {
        let of = |method: usize| mean(&|run| run[method][measure]);
        let better = if of(0) < of(1) { 0 } else { 1 };
        let excess = |run: &Run| run[method][measure] - factor * run[better][measure];
        let worse = mean(&excess);
        let spread = mean(&|run| (excess(run) - worse).powi(2));
        let told = format!("{name} is {} times that of {}", of(method) / of(better), METHODS[better]);
        (worse > ALLOWED * (spread / (n - 1.0)).sqrt()).then_some(told)
    })
}

#[test]
#[ignore = "reads ../shared/data/adult.csv"]
fn hybrid_and_auto_are_never_much_worse_than_the_better_of_two() {
    let (records, sizes) = adult().expect("../shared/data/adult.csv");
    let adult = Adult { schema: schema_of(&sizes), records };
    for epsilon in [4.0, 4.0 / 6.0] {
        let compared = adult.compare(&independent(&sizes, epsilon));
        for (attributes, runs) in &compared {
            for method in [2, 3] {
                let told = format!("ε = {epsilon}, table {attributes:?}, {}", METHODS[method]);
                assert_eq!(failing(runs, method), None, "{told}");
            }
        }
        let published = compared.iter().filter(|(_, runs)| failing(runs, 4).is_some()).count();
        assert!(published > 0, "ε = {epsilon}: the published thresholds went unnoticed");
    }
}

/// The summed squared error of the 15 pair tables under labelled designs, over 50 surveys each, is within 5 % of what the
/// designs predict for a uniform truth. The measurements themselves vary by 1 %.
#[test]
#[ignore = "reads ../shared/data/adult.csv"]
fn labelled_designs_have_the_errors_that_they_predict() {
    let (records, sizes) = adult().expect("../shared/data/adult.csv");
    let schema = schema_of(&sizes);
    let tables: Vec<Vec<usize>> = (0..6).flat_map(|j| (0..j).map(move |i| vec![i, j])).collect();
    let truth = |table: &Vec<usize>| {
        let mut counted = Table::new(&schema, table).unwrap();
        records.iter().for_each(|record| counted.add_perturbed(record).unwrap());
        counted.counts().iter().map(|&count| count as f64 / records.len() as f64).collect::<Vec<_>>()
    };
    let truths: Vec<Vec<f64>> = tables.iter().map(truth).collect();
    for epsilon in [1.0, 2.0, 4.0] {
        let request = Request::tables(&sizes, &tables, epsilon).method(Method::Labelled);
        let law = common::designed(request).unwrap().law().clone();
        let predicted = tables.iter().map(|table| expected_squared_error(&law, table)).sum::<f64>();
        let mut rng = ChaCha20Rng::seed_from_u64(23);
        let mut measured = 0.0;
        for _ in 0..50 {
            let mut counted: Vec<Table> =
                tables.iter().map(|table| Table::new((&schema, &law), table).unwrap()).collect();
            for record in &records {
                let perturbed = perturb(&law, Record::new(&schema, record.as_slice()).unwrap(), &mut rng);
                counted.iter_mut().for_each(|table| table.add_perturbed(&perturbed).unwrap());
            }
            for (table, truth) in counted.into_iter().zip(&truths) {
                let estimate = estimate(&law, table, &Options::default()).unwrap();
                let squares =
                    estimate.shares().iter().zip(truth).map(|(share, truth)| (share - truth).powi(2));
                measured += squares.sum::<f64>() / 50.0;
            }
        }
        let ratio = measured * records.len() as f64 / predicted;
        println!("record ε {epsilon}: measured over predicted {ratio:.4}");
        assert!((ratio - 1.0).abs() < 0.05, "record ε {epsilon}: {ratio}");
    }
}
