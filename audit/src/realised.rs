//! A lower bound on the ε that a mechanism realises, from its outputs alone.
//!
//! For any two records x, x′ and any event E, ε ≥ ln( P(E | x) / P(E | x′) ). Both probabilities are bounded from counts by Clopper and
//! Pearson, all bounds together at 99 % (Bonferroni: each at 0.01 over their number). The largest of the logarithms is therefore a 99 %
//! lower bound on ε, whatever the mechanism. In the same way, records that differ in one attribute bound that attribute's ε, and events
//! about one output column alone, for records that differ there, bound its column ε. For column ε, reports of records with the same answer
//! are counted together: where their probabilities differ, the sum has less spread than a binomial with their mean (Hoeffding 1956), so the
//! bound holds.
//!
//! Up to 64 records, the audit compares every pair, with every single output as an event. Beyond that it compares [`PAIRS`] random pairs,
//! half of which differ in one attribute and half in all. The events are, for each attribute in which a pair differs, that the output has
//! the one or the other value there, and also that it has the one or the other record's values in all of them. A mechanism may break a
//! promise where such a sample does not look, so the audit gives only a lower bound.
//!
//! For a labelled plan, however few its records are, the events are that the report's unit of an attribute holds the cell of one or of the
//! other record, which depends on that unit alone.
//!
//! Cost: one draw per trial; memory O(64²).

use std::collections::{BTreeMap, HashMap};

use candor::Error;
use candor::law::{Law, Questionnaire};
use candor::plan::{Plan, Promises};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::clopper_pearson;

/// The largest probability with which a correct mechanism is called broken.
pub const FALSE_ALARM: f64 = 0.01;

/// Plans with more records than this are audited on random pairs.
pub const MOST_RECORDS: u64 = 64;

/// The number of random pairs.
pub const PAIRS: usize = 16;

/// What a promised ε applies to; attributes by their position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// The whole record.
    Record,
    /// An output column.
    Column(usize),
    /// An attribute.
    Attribute(usize),
}

impl Promise {
    fn of(self, promises: &Promises) -> f64 {
        match self {
            Self::Record => promises.record,
            Self::Column(attribute) => promises.attributes[attribute].column,
            Self::Attribute(attribute) => promises.attributes[attribute].attribute,
        }
    }
}

/// A promise, and the bound that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What the ε applies to.
    pub promise: Promise,
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

/// The results of an audit.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// The ε of the record, then of each column and of each attribute for which a pair was compared.
    pub findings: Vec<Finding>,
    /// The number of reports drawn.
    pub trials: u64,
    /// The number of pairs of records that were compared.
    pub pairs: usize,
    /// Whether these are all pairs of records.
    pub exhaustive: bool,
}

impl Audit {
    /// Whether any promise is refuted.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(Finding::is_broken)
    }
}

/// An event: the output has these values in these attributes or, for a labelled plan, the units of these attributes, and of scores that they are items of,
/// hold the cells of the record with this number, a score being at its nearest level.
#[derive(Debug, Clone)]
struct Event {
    values: Vec<(usize, u32)>,
    record: usize,
    /// Whether the units of scores count, too; they are no part of an attribute's column.
    with_scores: bool,
}

impl Event {
    fn happened(&self, plan: &Plan, records: &[Vec<u32>], output: &[u32]) -> bool {
        match plan.law().is_unlabelled() {
            true => self.values.iter().all(|&(i, value)| output.get(i) == Some(&value)),
            false => Units::of(plan.law(), output).is_some_and(|units| {
                self.values.iter().all(|&(i, _)| units.hold((i, self.with_scores), &records[self.record]))
            }),
        }
    }
}

/// The units that a labelled report's label asks, with their numbers.
struct Units<'o> {
    law: &'o Law,
    asked: Questionnaire,
    numbers: &'o [u32],
}

impl<'o> Units<'o> {
    /// Reads an output; `None` if it has no valid label.
    fn of(law: &'o Law, output: &'o [u32]) -> Option<Self> {
        let (label, numbers) = if law.labels() > 1 { output.split_first()? } else { (&0, output) };
        Some(Self { law, asked: law.questionnaire(*label)?, numbers })
    }

    /// Whether the label asks a unit with this attribute or, where these count, with a score that it is an item of, and all such units hold the record's cell.
    fn hold(&self, (attribute, with_scores): (usize, bool), record: &[u32]) -> bool {
        let (law, sizes) = (self.law, self.law.sizes());
        let category = |column: usize| match column.checked_sub(law.attributes()) {
            None => record[column],
            Some(score) => law.scores()[score].likeliest(record),
        };
        let tells = |column: &usize| match column.checked_sub(law.attributes()) {
            None => *column == attribute,
            Some(score) => with_scores && law.scores()[score].items().any(|item| item == attribute),
        };
        let mut held = false;
        let written = self.law.forms()[self.asked.form].units();
        let mut numbers = self.numbers;
        for (unit, written) in self.asked.units.iter().zip(written) {
            let cells: u32 = unit.iter().map(|&i| sizes[i]).product();
            let length = if written.subset_size() == 1 { 1 } else { cells.div_ceil(u32::BITS) as usize };
            let Some((own, rest)) = numbers.split_at_checked(length) else { return false };
            if unit.iter().any(tells) {
                let cell = unit.iter().fold(0, |cell, &i| cell * sizes[i] + category(i));
                held = match written.subset_size() {
                    1 => own[0] == cell,
                    _ => own[(cell / u32::BITS) as usize] >> (cell % u32::BITS) & 1 == 1,
                };
                if !held {
                    return false;
                }
            }
            numbers = rest;
        }
        held
    }
}

/// The records to perturb, the events to count for each, and which counts to compare.
struct Experiment {
    records: Vec<Vec<u32>>,
    /// The events counted for each record.
    events: Vec<Vec<Event>>,
    /// Ratios to bound, as (x, x′, event): the probability of the event given record x over that given record x′.
    ratios: Vec<(usize, usize, usize)>,
    pairs: usize,
    exhaustive: bool,
}

/// Audits the mechanism `draw`, with `trials` reports in all; `seed` chooses the pairs.
///
/// # Errors
/// The errors of `draw`.
pub fn audit(
    plan: &Plan,
    trials: u64,
    seed: u64,
    draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
) -> Result<Audit, Error> {
    let sizes = &plan.law().sizes()[..plan.law().attributes()];
    let records = sizes.iter().try_fold(1_u64, |records, &a| records.checked_mul(a.into()));
    let experiment = match records {
        Some(records) if records <= MOST_RECORDS && plan.law().is_unlabelled() => Experiment::of_all(sizes),
        _ => Experiment::of_random_pairs(sizes, &mut ChaCha20Rng::seed_from_u64(seed)),
    };
    let each = (trials / experiment.records.len() as u64).max(1);
    let counts = experiment.count(plan, each, draw)?;
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
        let output = |(record, output): (usize, &Vec<u32>)| Event {
            values: output.iter().copied().enumerate().collect(),
            record,
            with_scores: false,
        };
        let outputs: Vec<Event> = records.iter().enumerate().map(output).collect();
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
        let first = self.records.len();
        let of = |of: &[u32], record| {
            let values = differing.iter().map(|&i| (i, of[i])).collect();
            Event { values, record, with_scores: true }
        };
        let both = [of(&record, first), of(&other, first + 1)];
        let singly = both.iter().flat_map(|event| {
            event.values.iter().map(|&value| Event {
                values: vec![value],
                record: event.record,
                with_scores: false,
            })
        });
        let events: Vec<Event> = both.iter().cloned().chain(singly).collect();
        let ratios = (0..events.len()).flat_map(|e| [(first, first + 1, e), (first + 1, first, e)]);
        self.ratios.extend(ratios);
        self.records.extend([record, other]);
        self.events.extend([events.clone(), events]);
    }

    /// Counts how often each event of each record occurs in `each` reports of the record.
    fn count(
        &self,
        plan: &Plan,
        each: u64,
        mut draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
    ) -> Result<Vec<Vec<u64>>, Error> {
        let mut counts: Vec<Vec<u64>> = self.events.iter().map(|events| vec![0; events.len()]).collect();
        for (record, (events, counts)) in self.records.iter().zip(self.events.iter().zip(&mut counts)) {
            for _ in 0..each {
                let output = draw(record)?;
                counts.iter_mut().zip(events).for_each(|(count, event)| {
                    *count += u64::from(event.happened(plan, &self.records, &output));
                });
            }
        }
        Ok(counts)
    }

    fn findings(&self, plan: &Plan, counts: &[Vec<u64>], each: u64) -> Vec<Finding> {
        let columns = self.columns(plan.law().is_unlabelled(), counts, each);
        let bounds = 2 * (counts.iter().map(Vec::len).sum::<usize>() + columns.len());
        let mut bounds = Bounds { alpha: FALSE_ALARM / bounds as f64, known: HashMap::new() };
        let k = plan.law().attributes();
        let mut of_columns: Vec<Option<f64>> = vec![None; k];
        for (place, &count) in &columns {
            let of_others = columns.iter().filter(|(other, _)| place.is_beside(other));
            for (_, &other) in of_others {
                raise(&mut of_columns[place.attribute], bounds.log_ratio(count, other));
            }
        }
        let mut record = None;
        let mut of_attributes: Vec<Option<f64>> = vec![None; k];
        for &(x, other, event) in &self.ratios {
            let at_least = bounds.log_ratio((counts[x][event], each), (counts[other][event], each));
            raise(&mut record, at_least);
            if let Some(only) = only_difference(&self.records[x], &self.records[other]) {
                raise(&mut of_attributes[only], at_least);
            }
        }
        let numbered = |promise: fn(usize) -> Promise, found: Vec<Option<f64>>| {
            found.into_iter().enumerate().map(move |(i, at_least)| (promise(i), at_least))
        };
        let all = core::iter::once((Promise::Record, record))
            .chain(numbered(Promise::Column, of_columns))
            .chain(numbered(Promise::Attribute, of_attributes));
        let finding = |(promise, at_least): (Promise, Option<f64>)| {
            Some(Finding { promise, promised: promise.of(plan.promises()), at_least: at_least? })
        };
        all.filter_map(finding).collect()
    }

    /// How often output columns had certain values, and in how many reports, over all records with the same answer in that column. For a
    /// labelled law, this covers only the records of a pair, since an event is about their cells.
    fn columns(&self, unlabelled: bool, counts: &[Vec<u64>], each: u64) -> BTreeMap<Place, (u64, u64)> {
        let mut columns: BTreeMap<Place, (u64, u64)> = BTreeMap::new();
        for ((record, events), counts) in self.records.iter().zip(&self.events).zip(counts) {
            let mut of_record: BTreeMap<Place, u64> = BTreeMap::new();
            for (event, count) in events.iter().zip(counts) {
                let place = |&(attribute, value): &(usize, u32)| Place {
                    attribute,
                    answer: record[attribute],
                    value,
                    record: if unlabelled { 0 } else { event.record },
                };
                match &event.values[..] {
                    // Occurs more than once if records differ in one attribute only.
                    _ if event.with_scores => {}
                    [single] => drop(of_record.insert(place(single), *count)),
                    // Whole outputs are mutually exclusive.
                    all if self.exhaustive => {
                        all.iter().for_each(|value| *of_record.entry(place(value)).or_default() += count);
                    }
                    _ => {}
                }
            }
            for (place, count) in of_record {
                let (seen, reports) = columns.entry(place).or_default();
                *seen += count;
                *reports += each;
            }
        }
        columns
    }
}

/// A value of an output column, with the true answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    attribute: usize,
    answer: u32,
    value: u32,
    /// For a labelled law, the record whose cell it is.
    record: usize,
}

impl Place {
    /// Whether this is the same output for another answer.
    fn is_beside(&self, other: &Self) -> bool {
        (self.attribute, self.value, self.record) == (other.attribute, other.value, other.record)
            && self.answer != other.answer
    }
}

/// Raises a known lower bound, at least to 0, if the new one is larger.
fn raise(known: &mut Option<f64>, at_least: f64) {
    *known = Some(known.unwrap_or(0.0).max(at_least));
}

/// Confidence bounds by numbers of successes and trials, computed once.
struct Bounds {
    alpha: f64,
    known: HashMap<(u64, u64), (f64, f64)>,
}

impl Bounds {
    fn of(&mut self, (count, trials): (u64, u64)) -> (f64, f64) {
        let alpha = self.alpha;
        *self.known.entry((count, trials)).or_insert_with(|| {
            (clopper_pearson::lower(count, trials, alpha), clopper_pearson::upper(count, trials, alpha))
        })
    }

    /// A lower bound on the logarithm of the ratio of two probabilities.
    fn log_ratio(&mut self, count: (u64, u64), other: (u64, u64)) -> f64 {
        let ((lower, _), (_, upper)) = (self.of(count), self.of(other));
        libm::log(lower / upper)
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
