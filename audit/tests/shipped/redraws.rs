//! The work is the same for each pattern of rejections, that is, how often each uniform number of a record was redrawn.
//!
//! The module of `audit/redraws` contains the shipped sampler, built in the same way, but gets its words from here: random words of 8 bits,
//! with laws whose weights are rounded to 8 bits; or words of 64 bits, every fourth of which is zero, which every bound except a power of 2
//! redraws. The pattern follows from the words that were drawn.

use core::convert::Infallible;
use std::collections::{BTreeMap, BTreeSet};

use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::perturb::{perturb, perturb_with_width};
use candor::schema::Record;
use candor_audit::plans;
use candor_audit::shipped::numbers_of;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use walrus::Module;
use wasmi::{Caller, Config, Engine, Extern, Instance, Linker, Store};

use crate::common::schema_of;
use crate::common::words::{bounds, rounded};
use crate::counting::{EXECUTED, counting};
use crate::pairs;

/// Instructions executed, and the interpreter's fuel.
type Work = (i64, u64);

/// The label of a report, and how often each of its numbers was redrawn.
type Rejections = (u32, Vec<usize>);

/// The state of the module's host.
struct Host {
    numbers: Vec<u32>,
    dice: ChaCha20Rng,
    zeros: bool,
    drawn: Vec<u64>,
    perturbed: Vec<u32>,
}

impl Host {
    fn word(&mut self) -> u64 {
        let word = self.dice.next_u64();
        let word = if self.zeros && self.dice.next_u32() < 1 << 30 { 0 } else { word };
        self.drawn.push(word);
        word
    }
}

/// An instance of the module, started with a law.
struct Sampler<'a> {
    store: Store<Host>,
    instance: Instance,
    export: &'a str,
    /// The bounds of the uniform numbers of every form.
    bounds: Vec<Vec<u32>>,
}

const FUEL: u64 = u64::MAX / 2;

impl<'a> Sampler<'a> {
    fn start(wasm: &[u8], export: &'a str, law: &Law) -> Self {
        let engine = Engine::new(Config::default().consume_fuel(true));
        let dice = ChaCha20Rng::seed_from_u64(23);
        let host =
            Host { numbers: vec![], dice, zeros: export != "narrow", drawn: vec![], perturbed: vec![] };
        let mut store = Store::new(&engine, host);
        store.set_fuel(FUEL).unwrap();
        let mut linker = Linker::<Host>::new(&engine);
        let number = |mut caller: Caller<'_, Host>| caller.data_mut().numbers.pop().unwrap();
        let answer = |mut caller: Caller<'_, Host>, category: u32| caller.data_mut().perturbed.push(category);
        linker.func_wrap("host", "number", number).unwrap();
        linker.func_wrap("host", "word", |mut caller: Caller<'_, Host>| caller.data_mut().word()).unwrap();
        linker.func_wrap("host", "answer", answer).unwrap();
        let module = wasmi::Module::new(&engine, wasm).unwrap();
        let instance = linker.instantiate_and_start(&mut store, &module).unwrap();
        let bounds = (0..law.forms().len()).map(|form| bounds(law, form)).collect();
        let mut sampler = Self { store, instance, export, bounds };
        sampler.call("start", numbers_of(law));
        sampler
    }

    fn call(&mut self, export: &str, mut numbers: Vec<u32>) {
        numbers.reverse();
        self.store.data_mut().numbers = numbers;
        let function = self.instance.get_typed_func::<(), ()>(&self.store, export).unwrap();
        function.call(&mut self.store, ()).unwrap();
    }

    fn executed(&self) -> i64 {
        let executed = self.instance.get_export(&self.store, EXECUTED).and_then(Extern::into_global);
        executed.unwrap().get(&self.store).i64().unwrap()
    }

    /// Perturbs a record. Returns the work, the words drawn and the perturbed record.
    fn perturb(&mut self, record: &[u32]) -> (Work, Vec<u64>, Vec<u32>) {
        self.store.set_fuel(FUEL).unwrap();
        let before = self.executed();
        let words_without_redraws = u32::try_from(self.bounds[0].len()).unwrap();
        self.call(self.export, record.iter().copied().chain([words_without_redraws]).collect());
        let work = (self.executed() - before, FUEL - self.store.get_fuel().unwrap());
        let host = self.store.data_mut();
        (work, core::mem::take(&mut host.drawn), core::mem::take(&mut host.perturbed))
    }
}

/// How often each number with these bounds was redrawn. Every word must be used.
fn rejections(bounds: &[u32], bits: u32, words: &[u64]) -> Vec<usize> {
    let mut words = words.iter();
    let counts = bounds.iter().map(|&bound| words.position(|&word| is_kept(word, bound, bits)).unwrap());
    let counts = counts.collect();
    assert_eq!(words.len(), 0, "more words were drawn");
    counts
}

/// Whether a word w, in the upper bits, is kept: w · bound mod 2^bits ≥ 2^bits mod bound. Words of blocks, whose bound is 0, are always
/// kept.
fn is_kept(word: u64, bound: u32, bits: u32) -> bool {
    let (whole, bound) = (1_u128 << bits, u128::from(bound));
    bound == 0 || u128::from(word >> (64 - bits)) * bound % whole >= whole % bound
}

/// A generator that repeats the listed words.
struct Again(std::vec::IntoIter<u64>);

impl TryRng for Again {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("only 64-bit words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next().unwrap())
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("only 64-bit words are drawn")
    }
}

/// For each pattern, the amounts of work and how many pairs of record and words there were.
type Tally = BTreeMap<Rejections, (BTreeSet<Work>, u32)>;

/// How many calls are not counted at first, because they also grow the memory as far as any label needs it.
const FIRST: u32 = 50;

fn tally(wasm: &[u8], export: &str, law: &Law, pairs: u32) -> Tally {
    let schema = schema_of(law.sizes());
    let (bits, native) = match export {
        "narrow" => (8, perturb_with_width::<8, Again> as fn(&Law, Record, &mut Again) -> Vec<u32>),
        _ => (64, perturb::<Again> as _),
    };
    let mut dice = ChaCha20Rng::seed_from_u64(24);
    let mut sampler = Sampler::start(wasm, export, law);
    let mut tally = Tally::new();
    for pair in 0..FIRST + pairs {
        let record: Vec<u32> = law.sizes().iter().map(|a| dice.next_u32() % a).collect();
        let (work, words, perturbed) = sampler.perturb(&record);
        let label = label_of(law, &perturbed);
        let pattern = (label, rejections(&sampler.bounds[form_of(law, label)], bits, &words));
        let record = Record::new(&schema, record).unwrap();
        assert_eq!(
            perturbed,
            native(law, record, &mut Again(words.into_iter())),
            "{export} perturbs otherwise"
        );
        if pair >= FIRST {
            let (works, seen) = tally.entry(pattern).or_default();
            works.insert(work);
            *seen += 1;
        }
    }
    tally
}

/// The label of a report, which is public.
fn label_of(law: &Law, perturbed: &[u32]) -> u32 {
    if law.labels() > 1 { perturbed[0] } else { 0 }
}

fn form_of(law: &Law, label: u32) -> usize {
    law.questionnaire(label).unwrap().form
}

fn counted() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/candor_redraws.wasm");
    let wasm = std::fs::read(path);
    let wasm = wasm.unwrap_or_else(|error| panic!("{path}: {error}; run scripts/build redraws"));
    counting(Module::from_buffer(&wasm).unwrap())
}

/// The patterns with more than one amount of work.
fn uneven(tally: &Tally) -> Vec<&Rejections> {
    tally.iter().filter(|(_, (works, _))| works.len() > 1).map(|(pattern, _)| pattern).collect()
}

/// Checks that each pattern, and even each number of rejections under one label, has one amount of work, and that whatever can be redrawn
/// was.
fn assert_even(wasm: &[u8], export: &str, survey: &str, law: &Law) {
    let tally = tally(wasm, export, law, pairs());
    let mut by_number = BTreeMap::<(u32, usize), BTreeSet<&Work>>::new();
    for ((label, counts), (works, _)) in &tally {
        by_number.entry((*label, counts.iter().sum())).or_default().extend(works);
    }
    let repeated = tally.values().filter(|(_, pairs)| *pairs > 1).count();
    println!("{survey}, {export}: {repeated} patterns of several pairs; by rejections {by_number:?}");
    assert!(repeated > 1, "{survey}, {export}");
    for form in 0..law.forms().len() {
        let bounds = bounds(law, form).into_iter().enumerate();
        for (i, bound) in bounds.filter(|(_, bound)| bound.count_ones() > 1) {
            let redrawn = tally.keys().any(|(label, counts)| form_of(law, *label) == form && counts[i] > 0);
            assert!(redrawn, "{survey}, {export}, form {form}: bound {bound}");
        }
    }
    let uneven: Vec<_> = uneven(&tally).into_iter().map(|pattern| (pattern, &tally[pattern])).collect();
    assert!(uneven.is_empty(), "{survey}, {export}: {uneven:?}");
    assert!(by_number.values().all(|works| works.len() == 1), "{survey}, {export}: {by_number:?}");
}

/// A law with three forms: any two of three questions as one variable of which subsets are reported; one question by itself and a subset of
/// another in one block; and all questions on their own.
fn labelled() -> Law {
    let unchanged = |uniform: u128| vec![Pattern::new(vec![], u64::try_from((1 << 64) - uniform).unwrap())];
    let pair = Block::new(vec![0], vec![vec![0]], 3 << 61, unchanged(3 << 61)).unwrap();
    let patterns = vec![Pattern::new(vec![], 1 << 62), Pattern::new(vec![(0, 1)], 1 << 61)];
    let two = Block::new(vec![0, 1], vec![vec![0], vec![1]], 5 << 61, patterns).unwrap();
    let patterns = vec![Pattern::new(vec![], 1 << 63), Pattern::new(vec![(0, 2)], 1 << 60)];
    let all = Block::new(vec![0, 1, 2, 3], vec![vec![0, 1, 2], vec![3]], 7 << 60, patterns).unwrap();
    let single = |i| Unit::new(vec![i], 1);
    let forms = vec![
        Form::new(1 << 63, vec![vec![0, 1, 2]], vec![Unit::new(vec![0, 1], 4)], vec![pair]),
        Form::new(1 << 62, vec![], vec![single(0), Unit::new(vec![3], 2)], vec![two]),
        Form::new(1 << 62, vec![], (0..4).map(single).collect(), vec![all]),
    ];
    Law::labelled(vec![3, 3, 3, 5], forms).unwrap()
}

#[test]
fn one_amount_of_work_for_each_pattern_of_rejections() {
    let wasm = counted();
    for plan in plans::six().unwrap() {
        assert_even(&wasm, "full", plan.survey(), plan.law());
        if plan.law().sizes().iter().all(|&a| a <= 1 << 8) {
            assert_even(&wasm, "narrow", plan.survey(), &rounded(plan.law(), 8));
        }
    }
    for (export, law) in [("full", labelled()), ("narrow", rounded(&labelled(), 8))] {
        assert_even(&wasm, export, "labelled", &law);
    }
}

/// Detects planted work that depends on an answer, but only after a rejection.
#[test]
fn planted_work_after_a_rejection_is_seen() {
    let plan = &plans::six().unwrap()[0];
    let tally = tally(&counted(), "leaking", plan.law(), 5000);
    let uneven = uneven(&tally);
    assert!(uneven.len() > 1, "{tally:?}");
    assert!(uneven.iter().all(|(_, counts)| counts.iter().any(|&count| count > 0)), "{uneven:?}");
}
