//! Intervals of tables whose cells are empty, rare or full, under labelled laws and under the best law without labels, compared with
//! intervals of normal estimates.

use candor::count::Table;
use candor::design::analysis::default_tables;
use candor::design::{Method, Request};
use candor::estimate::{Options, Simultaneous, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::normal;
use crate::survey::{Dice, schema_of};

const METHODS: [Method; 2] = [Method::Labelled, Method::Analysis];
const KINDS: [&str; 6] = ["scattered", "empty row", "rare", "full", "even", "product"];
const EPSILONS: [f64; 10] = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0];
const REPORTS: [u32; 8] = [50, 100, 200, 300, 500, 1000, 2000, 5000];
const SIZES: [&[u32]; 10] =
    [&[2, 2], &[2, 3], &[8, 2], &[3, 4], &[4, 4], &[5, 3], &[6, 6], &[5, 5], &[3, 3, 2], &[4, 2, 3]];

/// A survey whose first two questions form the table; all answers to a third question are equally likely.
struct Setting {
    method: Method,
    sizes: &'static [u32],
    epsilon: f64,
    n: u32,
    kind: &'static str,
}

/// Coverage and length, first of Candor's intervals and then of normal ones: the fraction of surveys in which the interval of each
/// cell held its share, in which all intervals did, and the lengths of both kinds of interval.
struct Seen {
    cells: [Vec<f64>; 2],
    all: [f64; 2],
    lengths: [f64; 2],
    lengths_of_all: [f64; 2],
}

impl Setting {
    /// True shares of the table. Kinds: a fifth of the cells have people and the others none; one row is empty; some cells hold one in
    /// a hundred; one cell holds nearly everybody; all cells are equal; shares fall and the questions are independent.
    fn truth(&self) -> Vec<f64> {
        let (rows, columns) = (self.sizes[0] as usize, self.sizes[1] as usize);
        let cells = rows * columns;
        let falling = |place: usize, by: f64| by.powf(place as f64);
        let weight = |cell: usize| match (self.kind, cell / columns, cell % columns) {
            ("scattered", ..) if cell * 7 % cells < (cells / 5).max(2) => falling(cell * 7 % cells, 0.8),
            ("empty row", row, _) if row + 1 < rows => 1.0,
            ("rare", ..) => {
                if cell % 3 == 1 {
                    0.01 * cells as f64
                } else {
                    1.0
                }
            }
            ("full", ..) if cell == 1 || cell == 2 => falling(cell - 1, 0.02),
            ("even", ..) => 1.0,
            ("product", row, column) => falling(row + column, 0.4),
            _ => 0.0,
        };
        let weights: Vec<f64> = (0..cells).map(weight).collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }

    fn law(&self) -> Law {
        let tables = default_tables(self.sizes.len());
        Request::tables(self.sizes, &tables, self.epsilon).method(self.method).design().unwrap().law().clone()
    }

    fn simulate(&self, surveys: u32, seed: u64) -> Seen {
        let (law, schema, truth) = (self.law(), schema_of(self.sizes), self.truth());
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let none = || vec![0.0; truth.len()];
        let mut seen =
            Seen { cells: [none(), none()], all: [0.0; 2], lengths: [0.0; 2], lengths_of_all: [0.0; 2] };
        for _ in 0..surveys {
            let table = self.table(&law, &schema, &truth, &mut rng);
            seen.push(&law, table, &truth, 1.0 / f64::from(surveys));
        }
        seen
    }

    fn table(&self, law: &Law, schema: &Schema, truth: &[f64], rng: &mut ChaCha20Rng) -> Table {
        let mut table = Table::new((schema, law), &[0, 1]).unwrap();
        for _ in 0..self.n {
            let mut left = (rng.next_u64() >> 11) as f64 / 2_f64.powi(53);
            let inside = |share: &f64| {
                left -= share;
                left < 0.0
            };
            let cell = u32::try_from(truth.iter().position(inside).unwrap_or(1)).unwrap();
            let third = self.sizes.get(2).map(|size| rng.next_u32() % size);
            let answers = [cell / self.sizes[1], cell % self.sizes[1]].into_iter().chain(third);
            let record = Record::new(schema, answers.collect::<Vec<_>>()).unwrap();
            table.add_perturbed(&perturb(law, record, rng)).unwrap();
        }
        table
    }
}

impl Seen {
    fn push(&mut self, law: &Law, table: Table, truth: &[f64], weight: f64) {
        for together in [false, true] {
            let options = Options::default().simultaneous(together.then_some(Simultaneous::Sidak));
            let found = estimate(law, table.clone(), &options).unwrap();
            let mut all = [true; 2];
            for (place, (cell, truth)) in found.cells().zip(truth).enumerate() {
                let normal = normal::interval(
                    cell.estimate,
                    cell.standard_error.unwrap(),
                    found.n() as f64,
                    found.critical(),
                );
                for (kind, (low, high)) in [(cell.lower, cell.upper), normal].into_iter().enumerate() {
                    let holds = low <= *truth && *truth <= high;
                    all[kind] &= holds;
                    let lengths = if together { &mut self.lengths_of_all } else { &mut self.lengths };
                    lengths[kind] += weight * (high - low);
                    self.cells[kind][place] += if holds && !together { weight } else { 0.0 };
                }
            }
            for (held, all) in self.all.iter_mut().zip(all) {
                *held += if all && together { weight } else { 0.0 };
            }
        }
    }

    fn least(&self, kind: usize) -> f64 {
        self.cells[kind].iter().copied().fold(1.0, f64::min)
    }

    fn holds(&self, kind: usize) -> bool {
        self.least(kind) >= 0.94 && self.all[kind] >= 0.94
    }

    /// Length relative to normal intervals: of single intervals, and of simultaneous ones.
    fn ratios(&self) -> [f64; 2] {
        [self.lengths, self.lengths_of_all].map(|[own, normal]| own / normal)
    }
}

/// The settings in which intervals of normal estimates cover an empty cell, or all cells together, least often.
fn hard() -> Vec<Setting> {
    let each = |method| {
        [
            (&[8, 2], 300, "empty row"),
            (&[3, 4], 500, "empty row"),
            (&[6, 6], 240, "scattered"),
            (&[3, 4], 200, "scattered"),
        ]
        .map(|(sizes, n, kind): (&'static [u32; 2], u32, &'static str)| Setting {
            method,
            sizes,
            epsilon: 8.0,
            n,
            kind,
        })
    };
    METHODS.into_iter().flat_map(each).collect()
}

/// Every size appears three times with every ε; everything else is drawn at random.
fn settings(number: usize) -> Vec<Setting> {
    let mut dice = Dice(29);
    let mut pick = |of: usize| usize::try_from(dice.next() % of as u64).unwrap();
    let setting = |i: usize| Setting {
        sizes: SIZES[i % 10],
        epsilon: EPSILONS[i / 10 % 10],
        kind: KINDS[pick(6)],
        method: METHODS[pick(3) / 2],
        n: REPORTS[pick(8)],
    };
    (0..number).map(setting).collect()
}

pub fn print(number: usize, surveys: u32) {
    let simulated = |(i, setting): (usize, Setting)| {
        let mut seen = setting.simulate(surveys, i as u64);
        for (more, seed) in [(4, 1000), (40, 2000)] {
            if !seen.holds(0) {
                seen = setting.simulate(more * surveys, seed + i as u64);
            }
        }
        (setting, seen)
    };
    let head = |first: &str| {
        println!(
            "\n| {first} | least held | all at once | normal: least held | normal: all at once | length, normal = 1 | all at once |"
        );
        println!("|---|---|---|---|---|---|---|");
    };
    head("survey");
    for (setting, seen) in hard().into_iter().enumerate().map(simulated) {
        let Setting { method, sizes, epsilon, n, kind } = &setting;
        row(&format!("{method}, {sizes:?}, {kind}, ε = {epsilon}, n = {n}"), &[&seen]);
    }
    let all: Vec<(Setting, Seen)> = settings(number).into_iter().enumerate().map(simulated).collect();
    println!(
        "\n{number} settings, each with {surveys} surveys; if intervals held in less than 94 % of them, with 4 and then 40 times as many others instead:"
    );
    head("method and table; settings");
    let group = |name: String, of: &dyn Fn(&Setting) -> bool| {
        let seen: Vec<&Seen> = all.iter().filter(|(setting, _)| of(setting)).map(|(_, seen)| seen).collect();
        if !seen.is_empty() {
            row(&format!("{name}; {}", seen.len()), &seen);
        }
    };
    for method in METHODS {
        for kind in KINDS {
            group(format!("{method}, {kind}"), &|of| of.method == method && of.kind == kind);
        }
    }
    EPSILONS.into_iter().for_each(|epsilon| group(format!("ε = {epsilon}"), &|of| of.epsilon == epsilon));
    summary(&all);
}

/// Prints the smallest coverages and the largest ratios of length.
fn row(name: &str, seen: &[&Seen]) {
    let least = |of: &dyn Fn(&Seen) -> f64| 100.0 * seen.iter().copied().map(of).fold(1.0, f64::min);
    let most = |place: usize| seen.iter().map(|seen| seen.ratios()[place]).fold(0.0, f64::max);
    println!(
        "| {name} | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.2} | {:.2} |",
        least(&|seen| seen.least(0)),
        least(&|seen| seen.all[0]),
        least(&|seen| seen.least(1)),
        least(&|seen| seen.all[1]),
        most(0),
        most(1)
    );
}

fn summary(all: &[(Setting, Seen)]) {
    let held = |kind: usize| all.iter().filter(|(_, seen)| seen.holds(kind)).count();
    println!(
        "\nIntervals held every cell, and all at once, in 94 % or more of surveys in {} of {} settings; normal ones in {}.\n",
        held(0),
        all.len(),
        held(1)
    );
    for (Setting { method, sizes, epsilon, n, kind }, seen) in all {
        let [alone, together] = seen.ratios();
        if !seen.holds(0) || seen.holds(1) && alone.max(together) > 1.1 {
            println!(
                " * {method}, {sizes:?}, {kind}, ε = {epsilon}, n = {n}: a cell in {:.1} %, all in {:.1} %; {alone:.3} and {together:.3} times as long.",
                100.0 * seen.least(0),
                100.0 * seen.all[0]
            );
        }
    }
}
