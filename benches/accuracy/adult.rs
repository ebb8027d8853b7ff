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
            "\n**{reading}**, {} records, independent perturbation, mean over {runs} runs\n",
            records.len()
        );
        println!("| w | tables | method | AVD | MAE | root mean squared error | seconds a table |");
        println!("|---|---|---|---|---|---|---|");
        for w in 2..=6 {
            row(&law, &records, w, runs);
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
    let (mut tables, mut worst) = (0.0, [0.0_f64; 2]);
    for run in 0..runs {
        let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run));
        let perturbed: Vec<Vec<u32>> = records
            .iter()
            .map(|record| {
                candor::perturb::perturb(law, Record::new(&schema, record.as_slice()).unwrap(), &mut rng)
            })
            .collect();
        for attributes in subsets(w) {
            let count = |rows: &[Vec<u32>]| {
                let mut table = Table::new(&schema, &attributes).unwrap();
                rows.iter().for_each(|row| table.add(row));
                table
            };
            let truth: Vec<f64> =
                count(records).counts().iter().map(|&count| count as f64 / records.len() as f64).collect();
            let observed = count(&perturbed);
            let mut squared = Vec::new();
            for (sums, (_, reconstruction, project)) in sums.iter_mut().zip(METHODS) {
                let options = Options { reconstruction, project, ..Options::default() };
                let start = std::time::Instant::now();
                let estimate = estimate(law, observed.clone(), &options).unwrap();
                sums[3] += start.elapsed().as_secs_f64();
                let errors = estimate.shares().iter().zip(&truth).map(|(share, truth)| (share - truth).abs());
                sums[0] += errors.clone().fold(0.0, f64::max);
                sums[1] += errors.clone().sum::<f64>() / truth.len() as f64;
                let square = errors.map(|e| e * e).sum::<f64>();
                sums[2] += square / truth.len() as f64;
                squared.push(square);
            }
            let better = squared[0].min(squared[1]);
            worst[0] = worst[0].max((squared[4] / better).sqrt());
            worst[1] = worst[1].max((squared[8] / better).sqrt());
            tables += 1.0;
        }
    }
    for (sums, (name, ..)) in sums.iter().zip(METHODS) {
        let [avd, mae, mse, seconds] = sums.map(|sum| sum / tables);
        let number = tables / f64::from(runs);
        println!("| {w} | {number} | {name} | {avd:.5} | {mae:.3e} | {:.3e} | {seconds:.4} |", mse.sqrt());
    }
    println!(
        "| {w} | | worst single table against the better of inverse and independent, root mean squared error | | | hybrid {:.3}, auto {:.3} | |",
        worst[0], worst[1]
    );
}
