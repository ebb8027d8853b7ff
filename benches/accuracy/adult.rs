//! Error of every reconstruction on all 2- to 6-way tables over six Adult attributes. ε = 4 is read both ways:
//! as the column ε of each attribute, and as the sum over the six. Hybrid and auto are also run at other ε and
//! on simulated records.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Clustering, Options, Reconstruction, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::survey::{Dice, schema_of};
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

/// Small tables get this many times more runs, because their errors vary most from run to run.
const MORE: u32 = 20;

pub fn print(runs: u32) {
    let Some((records, sizes)) = uci::adult() else {
        println!("skipped: ../shared/data/adult.csv is not there");
        return;
    };
    for (reading, epsilon) in
        [("ε = 4 for each attribute", 4.0), ("ε = 4 for the record, 4/6 each", 4.0 / 6.0)]
    {
        let law = independent(&sizes, epsilon);
        println!(
            "\n**{reading}**, {} records, independent perturbation, mean over {runs} runs, {MORE} times as many for w = 2 and 3\n",
            records.len()
        );
        println!("| w | tables | method | AVD | MAE | root mean squared error | seconds a table |");
        println!("|---|---|---|---|---|---|---|");
        for w in 2..=6 {
            Compared::new(&law, &records, w, times(runs, w), &METHODS).print();
        }
    }
    println!("\n**Elsewhere**: the worst tables at other ε, and on simulated records\n");
    println!(
        "| records | ε of each attribute | w | tables | method | AVD: worst, mean | MAE: worst, mean | root mean squared error: worst, mean |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (chained, of_chained) = chain(20_000);
    for epsilon in [0.3, 1.0] {
        elsewhere("Adult", &records, &sizes, epsilon, runs);
        elsewhere("chain", &chained, &of_chained, epsilon, runs);
    }
}

fn independent(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.to_vec(), vec![epsilon; sizes.len()]).unwrap();
    Request::levels(&levels).method(Method::Independent).design().unwrap().law().clone()
}

fn times(runs: u32, w: u32) -> u32 {
    if w <= 3 { MORE * runs } else { runs }
}

/// Records of six attributes, each of which repeats the one before it in a third of all records.
fn chain(n: u32) -> (Vec<Vec<u32>>, Vec<u32>) {
    let (sizes, mut dice) = (vec![2, 3, 4, 6, 8, 3], Dice(11));
    let record = |dice: &mut Dice| {
        let mut before = 0;
        let answer = |&a: &u32| {
            let own = |dice: &mut Dice| u32::try_from(dice.next() % u64::from(a)).unwrap();
            before = if dice.next().is_multiple_of(3) { before % a } else { own(dice).min(own(dice)) };
            before
        };
        sizes.iter().map(answer).collect()
    };
    ((0..n).map(|_| record(&mut dice)).collect(), sizes.clone())
}

fn elsewhere(name: &str, records: &[Vec<u32>], sizes: &[u32], epsilon: f64, runs: u32) {
    let law = independent(sizes, epsilon);
    let methods = [METHODS[0], METHODS[1], METHODS[4], METHODS[8]];
    for w in 2..=5 {
        let compared = Compared::new(&law, records, w, times(runs, w), &methods);
        for method in [2, 3] {
            let ratios = compared.ratios(method);
            let column = |measure: usize| {
                let all = ratios.iter().map(|ratios| ratios[measure]);
                let mean = all.clone().sum::<f64>() / ratios.len() as f64;
                format!("{:.3}, {mean:.3}", all.fold(0.0, f64::max))
            };
            println!(
                "| {name} | {epsilon} | {w} | {} | {} | {} | {} | {} |",
                ratios.len(),
                methods[method].0,
                column(0),
                column(1),
                column(2)
            );
        }
    }
}

fn subsets(w: u32) -> impl Iterator<Item = Vec<usize>> {
    (1_usize..64)
        .filter(move |set| set.count_ones() == w)
        .map(|set| (0..6).filter(|i| set >> i & 1 == 1).collect())
}

/// For every table and method, summed over the runs: largest, mean absolute and mean squared error, and seconds.
struct Compared<'m> {
    w: u32,
    runs: u32,
    methods: &'m [(&'static str, Reconstruction, bool)],
    tables: Vec<Vec<[f64; 4]>>,
}

impl<'m> Compared<'m> {
    /// Leaves out the tables that the law erases.
    fn new(
        law: &Law,
        records: &[Vec<u32>],
        w: u32,
        runs: u32,
        methods: &'m [(&'static str, Reconstruction, bool)],
    ) -> Self {
        let schema = schema_of(law.sizes());
        let count = |rows: &[Vec<u32>], attributes: &[usize]| {
            let mut table = Table::new(&schema, attributes).unwrap();
            rows.iter().for_each(|row| table.add_perturbed(row).unwrap());
            table
        };
        let readable =
            |attributes: &Vec<usize>| estimate(law, count(records, attributes), &Options::default()).is_ok();
        let sets: Vec<Vec<usize>> = subsets(w).filter(readable).collect();
        let mut tables = vec![vec![[0.0; 4]; methods.len()]; sets.len()];
        for run in 0..runs {
            let mut rng = ChaCha20Rng::seed_from_u64(u64::from(run));
            let mut perturbed =
                |record: &Vec<u32>| perturb(law, Record::new(&schema, record.as_slice()).unwrap(), &mut rng);
            let reports: Vec<Vec<u32>> = records.iter().map(&mut perturbed).collect();
            for (attributes, sums) in sets.iter().zip(&mut tables) {
                let truth = count(records, attributes);
                let truth: Vec<f64> =
                    truth.counts().iter().map(|&count| count as f64 / records.len() as f64).collect();
                let observed = count(&reports, attributes);
                for (sums, &(_, reconstruction, project)) in sums.iter_mut().zip(methods) {
                    let options = Options::default().reconstruction(reconstruction).project(project);
                    let start = std::time::Instant::now();
                    let estimate = estimate(law, observed.clone(), &options).unwrap();
                    let seconds = start.elapsed().as_secs_f64();
                    let [largest, mean, square] = errors(estimate.shares(), &truth);
                    let seen = [largest, mean, square, seconds];
                    sums.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
                }
            }
        }
        Self { w, runs, methods, tables }
    }

    fn print(&self) {
        let (w, number) = (self.w, self.tables.len());
        for (method, (name, ..)) in self.methods.iter().enumerate() {
            let over = number as f64 * f64::from(self.runs);
            let mean = |place: usize| self.tables.iter().map(|sums| sums[method][place]).sum::<f64>() / over;
            let [avd, mae, mse, seconds] = [mean(0), mean(1), mean(2), mean(3)];
            println!(
                "| {w} | {number} | {name} | {avd:.5} | {mae:.3e} | {:.3e} | {seconds:.4} |",
                mse.sqrt()
            );
        }
        for method in [4, 8] {
            let most =
                |measure: usize| self.ratios(method).iter().map(|ratios| ratios[measure]).fold(0.0, f64::max);
            println!(
                "| {w} | | {}: worst table, mean over the runs, against the better of inverse and independent | {:.3} | {:.3} | {:.3} | |",
                self.methods[method].0,
                most(0),
                most(1),
                most(2)
            );
        }
    }

    /// The errors of a method divided by those of the better of the first two methods, for every table.
    fn ratios(&self, method: usize) -> Vec<[f64; 3]> {
        let ratio = |sums: &Vec<[f64; 4]>, measure: usize| {
            sums[method][measure] / sums[0][measure].min(sums[1][measure])
        };
        self.tables.iter().map(|sums| [ratio(sums, 0), ratio(sums, 1), ratio(sums, 2).sqrt()]).collect()
    }
}

/// Largest, mean absolute and mean squared error.
fn errors(shares: &[f64], truth: &[f64]) -> [f64; 3] {
    let errors: Vec<f64> = shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs()).collect();
    let cells = truth.len() as f64;
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    [errors.iter().copied().fold(0.0, f64::max), errors.iter().sum::<f64>() / cells, squares / cells]
}
