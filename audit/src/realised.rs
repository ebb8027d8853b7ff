//! A lower bound on the ε that a mechanism realises, from what it does alone.
//!
//! For any two records x, x′ and any event E, ε ≥ ln( P(E | x) / P(E | x′) ). Both probabilities are bounded from
//! counts by Clopper and Pearson, all bounds together at 99 % (Bonferroni: each at 0.01 over their number), so
//! that the largest of the logarithms is a 99 % lower bound on ε, whatever the mechanism. Records that differ in
//! one attribute bound that attribute's ε in the same way.
//!
//! Up to 64 records: every pair, and every single output for an event. Beyond: [`PAIRS`] random pairs, half of which
//! differ in one attribute and half in all, with two events for each attribute in which they differ, that the
//! output has the one or the other value there, and two that it has it in all of them. A mechanism may break a
//! promise where such a sample does not look: the bound is a bound from below.
//!
//! Cost: as many draws as trials; memory O(64²).

use std::collections::HashMap;

use candor::Error;
use candor::plan::Plan;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::clopper_pearson;

/// The probability with which a faultless mechanism is called broken, at most.
pub const FALSE_ALARM: f64 = 0.01;

/// Plans with more records than this are audited by random pairs.
pub const MOST_RECORDS: u64 = 64;

/// How many.
pub const PAIRS: usize = 16;

/// A promise beside what was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The attribute whose ε it is; none for the record's.
    pub attribute: Option<usize>,
    /// The ε that the plan promises.
    pub promised: f64,
    /// The 99 % lower bound on the realised ε.
    pub at_least: f64,
}

impl Finding {
    /// Whether the promise is refuted.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.at_least > self.promised
    }
}

/// What an audit has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// The record's ε, then each attribute's of which a pair was tried.
    pub findings: Vec<Finding>,
    /// Reports drawn.
    pub trials: u64,
    /// Pairs of records that were compared.
    pub pairs: usize,
    /// Whether these are all pairs.
    pub exhaustive: bool,
}

impl Audit {
    /// Whether any promise is refuted.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(Finding::is_broken)
    }
}

/// An event about the output: these attributes have these values.
type Event = Vec<(usize, u32)>;

/// Records to perturb, the events to count for each, and which counts to compare.
struct Experiment {
    records: Vec<Vec<u32>>,
    /// By record: the events counted for it.
    events: Vec<Vec<Event>>,
    /// The probability of event `.2` given record `.0` over that of the same event given record `.1`.
    ratios: Vec<(usize, usize, usize)>,
    pairs: usize,
    exhaustive: bool,
}

/// Audits what `draw` makes of records, with `trials` reports in all; `seed` chooses the pairs.
///
/// # Errors
/// Those of `draw`.
pub fn audit(
    plan: &Plan,
    trials: u64,
    seed: u64,
    draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
) -> Result<Audit, Error> {
    let sizes = plan.law().sizes();
    let records = sizes.iter().try_fold(1_u64, |records, &a| records.checked_mul(a.into()));
    let experiment = match records {
        Some(records) if records <= MOST_RECORDS => Experiment::of_all(sizes),
        _ => Experiment::of_random_pairs(sizes, &mut ChaCha20Rng::seed_from_u64(seed)),
    };
    let each = (trials / experiment.records.len() as u64).max(1);
    let counts = experiment.count(each, draw)?;
    Ok(Audit {
        findings: experiment.findings(plan, &counts, each),
        trials: each * experiment.records.len() as u64,
        pairs: experiment.pairs,
        exhaustive: experiment.exhaustive,
    })
}

impl Experiment {
    fn of_all(sizes: &[u32]) -> Self {
        let longer = |records: Vec<Vec<u32>>, &a: &u32| {
            let values = |record: &Vec<u32>| (0..a).map(|v| [&record[..], &[v]].concat()).collect::<Vec<_>>();
            records.iter().flat_map(values).collect()
        };
        let records: Vec<Vec<u32>> = sizes.iter().fold(vec![Vec::new()], longer);
        let outputs: Vec<Event> =
            records.iter().map(|output| output.iter().copied().enumerate().collect()).collect();
        let n = records.len();
        let ratios = (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)).filter(|(x, other, _)| x != other);
        Self {
            ratios: ratios.collect(),
            events: vec![outputs; n],
            records,
            pairs: n * (n - 1),
            exhaustive: true,
        }
    }

    fn of_random_pairs(sizes: &[u32], dice: &mut ChaCha20Rng) -> Self {
        let mut experiment =
            Self { records: vec![], events: vec![], ratios: vec![], pairs: PAIRS, exhaustive: false };
        for pair in 0..PAIRS {
            let record: Vec<u32> = sizes.iter().map(|&a| below(a, dice)).collect();
            let only = (pair % 2 == 0).then(|| below_index(sizes.len(), dice));
            let differs = |i: usize| only.is_none_or(|only| only == i);
            let other = |(i, (&x, &a)): (usize, (&u32, &u32))| {
                if differs(i) { (x + 1 + below(a - 1, dice)) % a } else { x }
            };
            let other: Vec<u32> = record.iter().zip(sizes).enumerate().map(other).collect();
            experiment.compare(record, other);
        }
        experiment
    }

    fn compare(&mut self, record: Vec<u32>, other: Vec<u32>) {
        let differing: Vec<usize> = (0..record.len()).filter(|&i| record[i] != other[i]).collect();
        let values = |record: &[u32]| differing.iter().map(|&i| (i, record[i])).collect::<Event>();
        let (ours, theirs) = (values(&record), values(&other));
        let singly = ours.iter().chain(&theirs).map(|&value| vec![value]);
        let events: Vec<Event> = [ours.clone(), theirs.clone()].into_iter().chain(singly).collect();
        let first = self.records.len();
        let ratios = (0..events.len()).flat_map(|e| [(first, first + 1, e), (first + 1, first, e)]);
        self.ratios.extend(ratios);
        self.records.extend([record, other]);
        self.events.extend([events.clone(), events]);
    }

    /// How often each event of each record happened in `each` reports of it.
    fn count(
        &self,
        each: u64,
        mut draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
    ) -> Result<Vec<Vec<u64>>, Error> {
        let mut counts: Vec<Vec<u64>> = self.events.iter().map(|events| vec![0; events.len()]).collect();
        for (record, (events, counts)) in self.records.iter().zip(self.events.iter().zip(&mut counts)) {
            for _ in 0..each {
                let output = draw(record)?;
                let happened = |event: &Event| event.iter().all(|&(i, value)| output.get(i) == Some(&value));
                counts.iter_mut().zip(events).for_each(|(count, event)| *count += u64::from(happened(event)));
            }
        }
        Ok(counts)
    }

    fn findings(&self, plan: &Plan, counts: &[Vec<u64>], each: u64) -> Vec<Finding> {
        let bounds: usize = 2 * counts.iter().map(Vec::len).sum::<usize>();
        let mut bounds = Bounds { each, alpha: FALSE_ALARM / bounds as f64, known: HashMap::new() };
        let mut record = 0.0_f64;
        let mut attributes: Vec<Option<f64>> = vec![None; plan.law().sizes().len()];
        for &(x, other, event) in &self.ratios {
            let (lower, _) = bounds.of(counts[x][event]);
            let (_, upper) = bounds.of(counts[other][event]);
            let at_least = libm::log(lower / upper);
            record = record.max(at_least);
            if let Some(only) = only_difference(&self.records[x], &self.records[other]) {
                attributes[only] =
                    Some(attributes[only].map_or(at_least.max(0.0), |most| most.max(at_least)));
            }
        }
        let promises = plan.promises();
        let whole = Finding { attribute: None, promised: promises.record, at_least: record };
        let single = attributes.into_iter().zip(&promises.attributes).enumerate();
        let single = single.filter_map(|(i, (at_least, promise))| {
            Some(Finding { attribute: Some(i), promised: promise.attribute, at_least: at_least? })
        });
        core::iter::once(whole).chain(single).collect()
    }
}

/// Both bounds of a count, computed once.
struct Bounds {
    each: u64,
    alpha: f64,
    known: HashMap<u64, (f64, f64)>,
}

impl Bounds {
    fn of(&mut self, count: u64) -> (f64, f64) {
        let (each, alpha) = (self.each, self.alpha);
        *self.known.entry(count).or_insert_with(|| {
            (clopper_pearson::lower(count, each, alpha), clopper_pearson::upper(count, each, alpha))
        })
    }
}

fn only_difference(record: &[u32], other: &[u32]) -> Option<usize> {
    let mut differing = (0..record.len()).filter(|&i| record[i] != other[i]);
    differing.next().filter(|_| differing.next().is_none())
}

fn below(bound: u32, dice: &mut ChaCha20Rng) -> u32 {
    dice.next_u32() % bound
}

fn below_index(bound: usize, dice: &mut ChaCha20Rng) -> usize {
    let bound = u32::try_from(bound).unwrap_or(u32::MAX);
    usize::try_from(below(bound, dice)).unwrap_or(0)
}
