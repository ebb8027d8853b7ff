//! Error of every reconstruction on all 2- to 6-way tables over six Adult attributes, under both readings of
//! ε = 4: each attribute's column ε, and the sum over the six.

use candor::count::Table;
use candor::design::{Design, Levels, Method, Options as DesignOptions};
use candor::estimate::{Clustering, Options, Reconstruction, estimate};
use candor::law::Law;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::survey::schema_of;
use crate::uci;

const METHODS: [(&str, Reconstruction, bool); 9] = [
    ("inverse", Reconstruction::Inverse, false),
    ("independent", Reconstruction::Independent, false),
    ("clusters", Reconstruction::Clusters(Clustering::Threshold(0.1)), false),
    ("truncated", Reconstruction::Truncated, false),
    ("hybrid", Reconstruction::Hybrid, false),
    ("hybrid:published", Reconstruction::HybridPublished, false),
    ("likelihood", Reconstruction::Likelihood, false),
    ("inverse, projected", Reconstruction::Inverse, true),
    ("auto", Reconstruction::Auto, false),
];

/// How many times as many runs small tables get: their errors vary most from run to run.
const MORE: u32 = 20;

pub fn print(runs: u32) {
    let Some((records, sizes)) = uci::adult() else {
        println!("skipped: ../shared/data/adult.csv is not there");
        return;
    };
    for (reading, epsilon) in
        [("ε = 4 for each attribute", 4.0), ("ε = 4 for the record, 4/6 each", 4.0 / 6.0)]
    {
        let levels = Levels::new(sizes.clone(), vec![epsilon; 6]).unwrap();
        let options = DesignOptions { method: Some(Method::Independent), ..DesignOptions::default() };
        let law = Design::with_levels(&levels, options).unwrap().law().clone();
        println!(
            "\n**{reading}**, {} records, independent perturbation, mean over {runs} runs, {MORE} times as many for w = 2 and 3\n",
            records.len()
        );
        println!("| w | tables | method | AVD | MAE | root mean squared error | seconds a table |");
        println!("|---|---|---|---|---|---|---|");
        for w in 2..=6 {
            row(&law, &records, w, if w <= 3 { MORE * runs } else { runs });
        }
    }
}

fn subsets(w: u32) -> impl Iterator<Item = Vec<usize>> {
    (1_usize..64)
        .filter(move |set| set.count_ones() == w)
        .map(|set| (0..6).filter(|i| set >> i & 1 == 1).collect())
}

fn row(law: &Law, records: &[Vec<u32>], w: u32, runs: u32) {
    let schema = schema_of(law.sizes());
    let mut sums = vec![[0.0; 4]; METHODS.len()];
    let mut tables = 0.0;
    let mut by_table = vec![[[0.0; 3]; METHODS.len()]; subsets(w).count()];
    for run in 0..runs {
        let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run));
        let perturbed: Vec<Vec<u32>> = records
            .iter()
            .map(|record| {
                candor::perturb::perturb(law, Record::new(&schema, record.as_slice()).unwrap(), &mut rng)
            })
            .collect();
        for (attributes, of_table) in subsets(w).zip(&mut by_table) {
            let count = |rows: &[Vec<u32>]| {
                let mut table = Table::new(&schema, &attributes).unwrap();
                rows.iter().for_each(|row| table.add(row));
                table
            };
            let truth: Vec<f64> =
                count(records).counts().iter().map(|&count| count as f64 / records.len() as f64).collect();
            let observed = count(&perturbed);
            for ((sums, of_table), (_, reconstruction, project)) in sums.iter_mut().zip(of_table).zip(METHODS)
            {
                let options = Options { reconstruction, project, ..Options::default() };
                let start = std::time::Instant::now();
                let estimate = estimate(law, observed.clone(), &options).unwrap();
                sums[3] += start.elapsed().as_secs_f64();
                let errors = estimate.shares().iter().zip(&truth).map(|(share, truth)| (share - truth).abs());
                let largest = errors.clone().fold(0.0, f64::max);
                let mean = errors.clone().sum::<f64>() / truth.len() as f64;
                let square = errors.map(|e| e * e).sum::<f64>() / truth.len() as f64;
                for (place, error) in [largest, mean, square].into_iter().enumerate() {
                    sums[place] += error;
                    of_table[place] += error;
                }
            }
            tables += 1.0;
        }
    }
    for (sums, (name, ..)) in sums.iter().zip(METHODS) {
        let [avd, mae, mse, seconds] = sums.map(|sum| sum / tables);
        let number = tables / f64::from(runs);
        println!("| {w} | {number} | {name} | {avd:.5} | {mae:.3e} | {:.3e} | {seconds:.4} |", mse.sqrt());
    }
    let worst = |method: usize| -> [f64; 3] {
        let ratio = |table: &[[f64; 3]; METHODS.len()], measure: usize| {
            table[method][measure] / table[0][measure].min(table[1][measure])
        };
        let most = |measure| by_table.iter().map(|table| ratio(table, measure)).fold(0.0, f64::max);
        [most(0), most(1), most(2).sqrt()]
    };
    for (name, method) in [("hybrid", 4), ("auto", 8)] {
        let [avd, mae, rmse] = worst(method);
        println!(
            "| {w} | | {name}: worst table, mean over the runs, against the better of inverse and independent | {avd:.3} | {mae:.3} | {rmse:.3} | |"
        );
    }
}
