//! Compares one random design with its request in exact arithmetic; and tallies many designs.

use core::cmp::Ordering;
use core::num::NonZero;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::{BTreeMap, HashMap};
use std::thread;

use candor::law::Law;

use super::requests::{Request, random_kind};
use crate::common::Dice;
use crate::common::exact::{Exact, Ratio};
use crate::common::exponential::Power;

/// The codes with which a request may be refused because the method has no law for its random levels.
const REFUSALS: [&str; 3] = ["infeasible-request", "raised-epsilon", "solver-failed"];

/// The result for one design.
pub struct Verdict {
    /// The method, and the form of the request.
    pub kind: String,
    pub attributes: usize,
    /// The number of requests and promises that were compared with the exact ε.
    pub compared: usize,
    /// Descriptions of those that are exceeded.
    pub exceeded: Vec<String>,
    /// The largest relative distance of an achieved ε below a binding request.
    pub shortfall: f64,
    /// The number of requests that were refused before this one.
    pub refused: u32,
}

impl Verdict {
    /// The verdict on a seed's design: its random requests are of one kind, and the first that is not refused is
    /// examined.
    pub fn of(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let kind = random_kind(&mut dice);
        let mut refused = 0;
        loop {
            let request = Request::random(kind, &mut dice);
            match request.law() {
                Ok(law) => return Self { refused, ..Self::about(&request, &law) },
                Err(error) if REFUSALS.contains(&error.code().as_str()) => refused += 1,
                Err(error) => panic!("seed {seed}, {request:?}: {error}"),
            }
        }
    }

    /// Compares a law with the request that it was made for.
    pub fn about(request: &Request, law: &Law) -> Self {
        Examined::new(request, law).verdict()
    }
}

/// A law with its request and its exact ε.
struct Examined<'a> {
    request: &'a Request,
    law: &'a Law,
    exact: Exact,
    powers: HashMap<u64, Power>,
    compared: usize,
    exceeded: Vec<String>,
}

impl<'a> Examined<'a> {
    fn new(request: &'a Request, law: &'a Law) -> Self {
        let exact = Exact::of(law);
        Self { request, law, exact, powers: HashMap::new(), compared: 0, exceeded: Vec::new() }
    }

    fn verdict(mut self) -> Verdict {
        let request = self.request;
        let record = self.exact.record.clone();
        let columns = self.exact.columns.clone();
        let attributes = self.exact.attributes.clone();
        self.compare("record", &[record], &[request.record], &[self.law.record_epsilon()]);
        self.compare("column", &columns, &request.columns, &self.law.column_epsilons());
        self.compare("attribute", &attributes, &request.caps, &self.law.attribute_epsilons());
        Verdict {
            kind: format!("{}, {}", request.method, request.form.name()),
            attributes: request.sizes.len(),
            shortfall: self.shortfall(),
            compared: self.compared,
            exceeded: self.exceeded,
            refused: 0,
        }
    }

    fn compare(&mut self, what: &str, exact: &[Ratio], requested: &[f64], promised: &[f64]) {
        for (name, limits) in [("request", requested), ("promise", promised)] {
            for (i, (ratio, &limit)) in
                exact.iter().zip(limits).enumerate().filter(|(_, (_, l))| **l < f64::INFINITY)
            {
                self.compared += 1;
                if !ratio.is_within(self.powers.entry(limit.to_bits()).or_insert_with(|| Power::of(limit))) {
                    let found = ratio.log();
                    self.exceeded
                        .push(format!("{what} ε {i}: {found} above the {name} {limit}: {:?}", self.request));
                }
            }
        }
    }

    fn shortfall(&mut self) -> f64 {
        let columns = self.request.binding_columns(self.law);
        let columns = columns.into_iter().map(|i| (self.request.columns[i], &self.exact.columns[i]));
        let record =
            (self.request.record < f64::INFINITY).then_some((self.request.record, &self.exact.record));
        let powers = &mut self.powers;
        let share = |(asked, ratio): (f64, &Ratio)| {
            ratio.below(powers.entry(asked.to_bits()).or_insert_with(|| Power::of(asked))) / asked
        };
        columns.chain(record).map(share).fold(0.0, f64::max)
    }
}

/// The verdicts on one kind of request.
#[derive(Default)]
pub struct Row {
    pub designs: usize,
    pub refused: u64,
    pub attributes: usize,
    pub compared: usize,
    pub exceeded: usize,
    shortfalls: Vec<f64>,
}

impl Row {
    fn add(&mut self, verdict: &Verdict) {
        self.designs += 1;
        self.refused += u64::from(verdict.refused);
        self.attributes = self.attributes.max(verdict.attributes);
        self.compared += verdict.compared;
        self.exceeded += verdict.exceeded.len().min(1);
        self.shortfalls.push(verdict.shortfall);
    }

    fn merge(&mut self, other: Self) {
        self.designs += other.designs;
        self.refused += other.refused;
        self.attributes = self.attributes.max(other.attributes);
        self.compared += other.compared;
        self.exceeded += other.exceeded;
        self.shortfalls.extend(other.shortfalls);
    }

    /// The median and the largest shortfall.
    pub fn shortfalls(&self) -> [f64; 2] {
        let mut sorted = self.shortfalls.clone();
        sorted.sort_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
        [sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
    }
}

/// The verdicts by kind of request.
#[derive(Default)]
pub struct Tally {
    pub rows: BTreeMap<String, Row>,
    /// Every exceeded request or promise, with its seed.
    pub exceeded: Vec<(u64, String)>,
}

/// How many seeds a thread takes at a time.
const CHUNK: u64 = 500;

impl Tally {
    /// Examines `designs` seeds from `first` on, on all processors; reports from time to time how many are done.
    pub fn of(first: u64, designs: u64, progress: impl Fn(u64) + Sync) -> Self {
        let next = AtomicU64::new(0);
        let work = || {
            let mut tally = Self::default();
            loop {
                let start = next.fetch_add(CHUNK, Relaxed);
                if start >= designs {
                    return tally;
                }
                let seeds = first + start..first + designs.min(start + CHUNK);
                seeds.for_each(|seed| tally.add(seed, Verdict::of(seed)));
                if start > 0 && start.is_multiple_of(20 * CHUNK) {
                    progress(start);
                }
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
            threads.into_iter().fold(Self::default(), |mut all, thread| {
                all.merge(thread.join().unwrap());
                all
            })
        })
    }

    fn add(&mut self, seed: u64, verdict: Verdict) {
        self.rows.entry(verdict.kind.clone()).or_default().add(&verdict);
        self.exceeded.extend(verdict.exceeded.into_iter().map(|words| (seed, words)));
    }

    fn merge(&mut self, other: Self) {
        other.rows.into_iter().for_each(|(kind, row)| self.rows.entry(kind).or_default().merge(row));
        self.exceeded.extend(other.exceeded);
    }

    /// The sum over all kinds; empties the tally.
    pub fn whole(&mut self) -> Row {
        let mut whole = Row::default();
        core::mem::take(&mut self.rows).into_values().for_each(|row| whole.merge(row));
        whole
    }
}
