//! Simulates surveys under a law and a truth: lists every report with its probability, by code that shares nothing with
//! the crate, and draws how often each report is sent. The crate's own code counts what a report adds to a table.

use candor::count::{SubsetCounts, Table};
use candor::law::Law;
use candor::schema::Schema;
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use rand_distr::{Binomial, Distribution};

use super::listing::Listing;
use crate::common::schema_of;

/// A table whose surveys are simulated.
pub struct Drawn {
    pub law: Law,
    schema: Schema,
    attributes: Vec<usize>,
    reports: Vec<Outcome>,
    /// The probability of this report or any later one.
    later: Vec<f64>,
}

/// A report: the probability that it is sent, the index of its view of the table, and the cells that it counts in that
/// view, each with its multiplicity.
struct Outcome {
    probability: f64,
    view: usize,
    held: Vec<(usize, u64)>,
}

impl Drawn {
    /// `truth` is the table over `attributes`; all answers to the other questions are equally likely.
    pub fn new(law: Law, attributes: &[usize], truth: &[f64]) -> Self {
        let (listing, schema) = (Listing::of(&law), schema_of(law.sizes()));
        let cell = |record: &Vec<u32>| {
            attributes.iter().fold(0, |cell, &i| cell * law.sizes()[i] as usize + record[i] as usize)
        };
        let others = listing.records.len() as f64 / truth.len() as f64;
        let shares: Vec<f64> = listing.records.iter().map(|record| truth[cell(record)] / others).collect();
        let reports = listing.reports.iter().map(|(numbers, (_, under))| {
            let each = under.iter().zip(&shares);
            let probability = each.map(|(p, share)| share * ratio(p, &listing.whole)).sum();
            let mut one = Table::new((&schema, &law), attributes).unwrap();
            one.add_perturbed(numbers).unwrap();
            let (view, seen) = one.by_view().enumerate().find(|(_, seen)| seen.reports == 1).unwrap();
            let held = seen.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0);
            Outcome { probability, view, held: held.collect() }
        });
        let reports: Vec<Outcome> = reports.collect();
        let mut later: Vec<f64> = Vec::new();
        for report in reports.iter().rev() {
            later.push(report.probability + later.last().copied().unwrap_or(0.0));
        }
        later.reverse();
        assert!((later[0] - 1.0).abs() < 1e-9, "probabilities sum to {}", later[0]);
        Self { schema, attributes: attributes.into(), reports, later, law }
    }

    /// The table of a survey of n people.
    pub fn survey(&self, n: u64, rng: &mut ChaCha20Rng) -> Table {
        let mut parts = self.empty();
        self.send(n, rng, &mut |report, times| {
            let (reports, counts) = &mut parts[report.view];
            *reports += times;
            report.held.iter().for_each(|(cell, count)| counts[*cell] += count * times);
        });
        Table::from_views((&self.schema, &self.law), &self.attributes, parts).unwrap()
    }

    /// The same, keeping the subsets of labelled reports.
    pub fn survey_with_subsets(&self, n: u64, rng: &mut ChaCha20Rng) -> Table {
        if self.law.is_unlabelled() {
            return self.survey(n, rng);
        }
        let mut parts = self.empty();
        let mut subsets = vec![SubsetCounts::new(); parts.len()];
        self.send(n, rng, &mut |report, times| {
            let (reports, counts) = &mut parts[report.view];
            *reports += times;
            let mut subset = Vec::new();
            for (cell, count) in &report.held {
                counts[*cell] += count * times;
                subset.extend((0..*count).map(|_| u32::try_from(*cell).unwrap()));
            }
            *subsets[report.view].entry(subset).or_insert(0) += times;
        });
        let table = Table::from_views((&self.schema, &self.law), &self.attributes, parts).unwrap();
        table.with_subsets(subsets).unwrap()
    }

    /// For every view of the table, zero reports and zero counts.
    fn empty(&self) -> Vec<(u64, Vec<u64>)> {
        let empty = Table::new((&self.schema, &self.law), &self.attributes).unwrap();
        empty.by_view().map(|seen| (0, vec![0; seen.counts.len()])).collect()
    }

    /// Draws n reports and calls `send` with each report and how often it is sent.
    fn send(&self, n: u64, rng: &mut ChaCha20Rng, send: &mut dyn FnMut(&Outcome, u64)) {
        if (self.reports.len() as u64) < n {
            let mut left = n;
            for (report, later) in self.reports.iter().zip(&self.later) {
                let share = (report.probability / later).min(1.0);
                let times = Binomial::new(left, share).unwrap().sample(rng);
                left -= times;
                send(report, times);
            }
        } else {
            for _ in 0..n {
                let at = unit(rng);
                let place = self.later.partition_point(|later| later / self.later[0] > at);
                send(&self.reports[place - 1], 1);
            }
        }
    }
}

/// The counts of a survey as those of a schema that knows what cannot occur, of which the first `asked` attributes were asked for.
pub fn knowing(of: (&Schema, &Law), attributes: &[usize], asked: usize, table: &Table) -> Table {
    let views = table.by_view().map(|view| (view.reports, view.counts.to_vec())).collect();
    Table::from_views(of, attributes, views).unwrap().asked_for(asked).unwrap()
}

/// A number in [0, 1).
fn unit(rng: &mut ChaCha20Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / 2_f64.powi(53)
}

pub fn seeded(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    let bits = whole.bits().saturating_sub(64);
    let near = |number: &BigUint| u128::try_from(number >> bits).unwrap() as f64;
    near(part) / near(whole)
}

/// Independent questions whose margins are proportional to 1, 2, 3 …
pub fn independent(sizes: [u32; 2]) -> Vec<f64> {
    let [rows, columns] = sizes.map(|size| {
        let sum = f64::from(size * (size + 1) / 2);
        (1..=size).map(move |place| f64::from(place) / sum).collect::<Vec<f64>>()
    });
    rows.iter().flat_map(|row| columns.iter().map(move |column| row * column)).collect()
}

/// Independent questions, except that the first and the last cell have this much more and the other two corners this much
/// less.
pub fn dependent(sizes: [u32; 2], more: f64) -> Vec<f64> {
    let mut shares = independent(sizes);
    let (columns, cells) = (sizes[1] as usize, shares.len());
    shares[0] += more;
    shares[cells - 1] += more;
    shares[columns - 1] -= more;
    shares[cells - columns] -= more;
    shares
}
