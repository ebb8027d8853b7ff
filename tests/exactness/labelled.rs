//! Random labelled laws in exact arithmetic: no ε that a law states is below the ratio of the probabilities of its
//! integers, or above it by more than the rounding of a thousand operations.

use core::num::NonZero;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::HashMap;
use std::thread;

use candor::law::Law;
use serde_json::{Value, json};

use crate::common::exact::{Exact, Ratio};
use crate::common::exponential::Power;
use crate::common::labelled::{Most, random_labelled};
use crate::common::{Dice, document_of, published};

pub const MOST: Most = Most { attributes: 6, size: 6, forms: 4, cells: 64 };

/// How far an ε may be above the exact one: by this share of it, plus this much.
const SLACK: (f64, f64) = (1e-9, 1e-12);

/// How much was compared, and each error with the seed of its law.
#[derive(Default)]
pub struct Found {
    pub laws: u64,
    pub labels: u64,
    pub compared: usize,
    pub wrong: Vec<(u64, String)>,
}

/// The law of a seed.
pub fn law(seed: u64) -> Law {
    random_labelled(&mut Dice::new(seed), MOST)
}

/// The levels that a law states: record ε, then column ε and attribute ε of every attribute.
pub fn stated_levels(law: &Law) -> Vec<f64> {
    let pairs = law.column_epsilons().into_iter().zip(law.attribute_epsilons());
    core::iter::once(law.record_epsilon()).chain(pairs.flat_map(|(column, own)| [column, own])).collect()
}

/// The exact ratios for the same levels.
fn exact_ratios(law: &Law) -> Vec<Ratio> {
    let Exact { record, columns, attributes } = Exact::of(law);
    let pairs = columns.into_iter().zip(attributes).flat_map(|(column, own)| [column, own]);
    core::iter::once(record).chain(pairs).collect()
}

/// The levels that are wrong; each distinct pair of ratio and level is compared once.
pub fn wrong(law: &Law, said: &[f64]) -> Vec<String> {
    let mut seen: HashMap<u64, Vec<Ratio>> = HashMap::new();
    let mut wrong = Vec::new();
    for (i, (ratio, &epsilon)) in exact_ratios(law).into_iter().zip(said).enumerate() {
        let like = seen.entry(epsilon.to_bits()).or_default();
        if like.contains(&ratio) {
            continue;
        }
        let power = Power::of(epsilon);
        if !ratio.is_within(&power) {
            wrong.push(format!("ε {i} is understated as {epsilon}"));
        } else if ratio.below(&power) > epsilon * SLACK.0 + SLACK.1 {
            wrong.push(format!("ε {i} is overstated as {epsilon}"));
        }
        like.push(ratio);
    }
    wrong
}

/// A plan of the law with its promises.
pub fn plan(law: &Law) -> Value {
    let said = stated_levels(law);
    let promise = |pair: &[f64]| json!({"column": pair[0], "attribute": pair[1]});
    let attributes: Vec<Value> = said[1..].chunks(2).map(promise).collect();
    let mut plan = document_of(law);
    plan["privacy"] = json!({"record": said[0], "attributes": attributes});
    plan
}

impl Found {
    /// Checks the laws of `laws` seeds from `first` on, on all processors; for every fiftieth the whole plan is
    /// read, too.
    pub fn of(first: u64, laws: u64) -> Self {
        let next = AtomicU64::new(first);
        let work = || {
            let mut found = Self::default();
            loop {
                let seed = next.fetch_add(1, Relaxed);
                if seed >= first + laws {
                    return found;
                }
                found.add(seed);
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
            threads.into_iter().fold(Self::default(), |mut all, thread| {
                let found = thread.join().unwrap();
                all.laws += found.laws;
                all.labels += found.labels;
                all.compared += found.compared;
                all.wrong.extend(found.wrong);
                all
            })
        })
    }

    fn add(&mut self, seed: u64) {
        let law = law(seed);
        let said = stated_levels(&law);
        self.laws += 1;
        self.labels += u64::from(law.labels());
        self.compared += said.len();
        self.wrong.extend(wrong(&law, &said).into_iter().map(|words| (seed, words)));
        if seed.is_multiple_of(50) {
            let read = published::check(&plan(&law).to_string());
            self.wrong.extend(read.err().map(|words| (seed, words)));
        }
    }
}
