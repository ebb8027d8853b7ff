//! Ring: exact enumeration. The sampler with narrow words: every sequence of words, for every record, compared
//! with the exact matrix. Nothing here can fail by chance.
//!
//! There are 2^(bn) sequences of n words of b bits. Consider those of which the sampler draws exactly n words,
//! where n is what it takes without a rejection: they must give every output in exactly the proportion that the
//! matrix says. The same must hold for n + 1 words, with one rejection. The laws' weights are multiples of
//! 2^(64 − b).

use core::convert::Infallible;

use candor::law::{Block, Law, Pattern};
use candor::perturb::perturb_with_width;
use candor::schema::{Record, Schema};
use num_bigint::BigUint;
use rand_core::TryRng;

use super::laws::hand_made;
use super::matrix::Matrix;
use crate::common::nightly::every;
use crate::common::schema_of;
use crate::common::words::{bounds, rounded};

/// Returns the listed words and then words that are never rejected; counts all words drawn.
#[derive(Default)]
pub struct Script {
    words: Vec<u64>,
    drawn: usize,
}

impl Script {
    pub fn of(words: Vec<u64>) -> Self {
        Self { words, drawn: 0 }
    }

    pub fn rewind(&mut self) {
        self.drawn = 0;
    }

    pub fn drawn(&self) -> usize {
        self.drawn
    }
}

impl TryRng for Script {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("only 64-bit words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let word = self.words.get(self.drawn).copied().unwrap_or(u64::MAX);
        self.drawn += 1;
        Ok(word)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("only 64-bit words are drawn")
    }
}

pub type Sampler = fn(&Law, Record, &mut Script) -> Vec<u32>;

/// The sampler with words of 3 to 16 bits.
pub fn sampler(bits: u32) -> Sampler {
    const SAMPLERS: [Sampler; 14] = [
        perturb_with_width::<3, Script>,
        perturb_with_width::<4, Script>,
        perturb_with_width::<5, Script>,
        perturb_with_width::<6, Script>,
        perturb_with_width::<7, Script>,
        perturb_with_width::<8, Script>,
        perturb_with_width::<9, Script>,
        perturb_with_width::<10, Script>,
        perturb_with_width::<11, Script>,
        perturb_with_width::<12, Script>,
        perturb_with_width::<13, Script>,
        perturb_with_width::<14, Script>,
        perturb_with_width::<15, Script>,
        perturb_with_width::<16, Script>,
    ];
    SAMPLERS[usize::try_from(bits).unwrap() - 3]
}

/// How often each record gave each output over the sequences of words, and the number of sequences of which the
/// sampler drew `drawn` words; only these sequences count.
struct Tally<'a> {
    law: &'a Law,
    matrix: Matrix,
    schema: Schema,
    sampler: Sampler,
    drawn: usize,
    counts: Vec<Vec<u64>>,
    sequences: u64,
}

impl<'a> Tally<'a> {
    fn new(law: &'a Law, bits: u32, drawn: usize) -> Self {
        let matrix = Matrix::of(law);
        let n = matrix.records.len();
        let (schema, counts) = (schema_of(law.sizes()), vec![vec![0; n]; n]);
        Self { law, matrix, schema, sampler: sampler(bits), drawn, counts, sequences: 0 }
    }

    fn add(&mut self, script: &mut Script) {
        for x in 0..self.matrix.records.len() {
            script.rewind();
            let record = Record::new(&self.schema, self.matrix.records[x].as_slice()).unwrap();
            let output = (self.sampler)(self.law, record, script);
            if script.drawn != self.drawn {
                assert!(x == 0, "{:?}: the record decides how many words are drawn", self.law);
                return;
            }
            let cell = output.iter().zip(self.law.sizes()).fold(0, |cell, (y, a)| cell * a + y);
            self.counts[x][usize::try_from(cell).unwrap()] += 1;
        }
        self.sequences += 1;
    }

    /// Whether every count is the exact share of the sequences.
    fn is_exact(&self) -> bool {
        let cells = self
            .counts
            .iter()
            .enumerate()
            .flat_map(|(x, row)| row.iter().enumerate().map(move |(y, count)| (x, y, count)));
        let exact = |(x, y, &count): (usize, usize, &u64)| {
            BigUint::from(count) * &self.matrix.whole
                == BigUint::from(self.sequences) * self.matrix.entry(x, y)
        };
        self.sequences > 0 && cells.into_iter().all(exact)
    }
}

/// Tries all sequences of `length` words; counts those of which every word is drawn.
fn every_sequence(law: &Law, bits: u32, length: usize) -> Tally<'_> {
    let mut tally = Tally::new(law, bits, length);
    let mut script = Script::of(vec![0; length]);
    loop {
        tally.add(&mut script);
        // The next number in base 2^bits; a digit that overflows becomes zero.
        let carried = script.words.iter_mut().rev().find_map(|word| {
            *word = word.wrapping_add(1 << (64 - bits));
            (*word != 0).then_some(())
        });
        if carried.is_none() {
            return tally;
        }
    }
}

fn assert_every_sequence(law: &Law, bits: u32) {
    let words = bounds(law, 0).len();
    let tally = every_sequence(law, bits, words);
    assert!(tally.is_exact(), "{bits} bits, {law:?}: {:?}", tally.counts);
}

/// A law of one attribute with arbitrary weights.
pub fn of_one(a: u32) -> Law {
    let patterns =
        vec![Pattern::new(vec![], 0xB6D5_3A91_0C7F_4E28), Pattern::new(vec![(0, 1)], 0x0921_8C35_D0F2_71AB)];
    let excess: u128 = patterns.iter().map(|p| u128::from(p.weight())).sum();
    let block = Block::new(vec![0], vec![vec![0]], (1 << 64) - excess, patterns).unwrap();
    Law::new(vec![a], vec![block]).unwrap()
}

#[test]
fn every_sequence_of_words_for_one_attribute() {
    let laws = [(4, 6), (5, 6), (7, 6), (3, 8)];
    for &(a, bits) in every(&laws[..], &laws[..3]) {
        assert_every_sequence(&rounded(&of_one(a), bits), bits);
    }
}

/// Random laws with several blocks and classes, each with the widest words for which all sequences can be
/// enumerated.
#[test]
fn every_sequence_of_words_for_random_laws() {
    let mut enumerated = 0;
    for sample in hand_made().iter().step_by(every(1, 4)) {
        let words = u32::try_from(bounds(&sample.law, 0).len()).unwrap();
        let records: u32 = sample.law.sizes().iter().product();
        let bits = (20 - records.ilog2()) / words;
        let largest = sample.law.sizes().iter().max().unwrap();
        if (3..=16).contains(&bits) && 2 * largest <= 1 << bits {
            assert_every_sequence(&rounded(&sample.law, bits), bits);
            enumerated += 1;
        }
    }
    assert!(enumerated >= every(25, 6), "only {enumerated} laws");
}

/// Rejecting a word does not favour any output either.
#[test]
fn sequences_with_one_rejection_are_as_exact() {
    let mut rejections = 0;
    for (a, bits) in [(3, 5), (5, 4), (6, 5), (7, 4)] {
        let law = rounded(&of_one(a), bits);
        let once = every_sequence(&law, bits, bounds(&law, 0).len() + 1);
        assert!(once.is_exact(), "{bits} bits, {law:?}: {:?}", once.counts);
        rejections += once.sequences;
    }
    assert!(rejections > 1000, "only {rejections} sequences with a rejection");
}

/// 8 to 16 bits, laws of up to four attributes: every value of every block's word, and one value per result of
/// the words that give a uniform number. One is enough because each result has equally many values
/// (`every_word_of_8_to_16_bits_is_fair`, a unit test).
#[test]
fn every_block_word_with_every_choice() {
    let mut enumerated = 0;
    for (sample, bits) in hand_made().iter().zip((8..=16).cycle()).step_by(every(1, 4)) {
        let law = rounded(&sample.law, bits);
        let bounds = bounds(&law, 0);
        let results = |&bound: &u32| if bound == 0 { 1 << bits } else { u64::from(bound) };
        let choices: u64 = bounds.iter().map(results).fold(1, u64::saturating_mul);
        let records: u32 = law.sizes().iter().product();
        if choices.saturating_mul(records.into()) > 1 << 22 {
            continue;
        }
        let mut tally = Tally::new(&law, bits, bounds.len());
        choose(&bounds, bits, &mut Script::default(), &mut |script| tally.add(script));
        assert_eq!(tally.sequences, choices, "a chosen word was redrawn");
        assert!(tally.is_exact(), "{bits} bits, {law:?}: {:?}", tally.counts);
        enumerated += 1;
    }
    assert!(enumerated >= every(20, 5), "only {enumerated} laws");
}

/// Visits every combination of representative words.
pub fn choose(bounds: &[u32], bits: u32, script: &mut Script, visit: &mut impl FnMut(&mut Script)) {
    let Some((&bound, rest)) = bounds.split_first() else { return visit(script) };
    let results = if bound == 0 { 1 << bits } else { u64::from(bound) };
    for result in 0..results {
        script.words.push(if bound == 0 { result } else { word_for(result, bound, bits) } << (64 - bits));
        choose(rest, bits, script, visit);
        script.words.pop();
    }
}

/// A word w with ⌊w · bound / 2^bits⌋ = result that is not rejected: w · bound mod 2^bits ≥ 2^bits mod bound.
fn word_for(result: u64, bound: u32, bits: u32) -> u64 {
    let (bound, whole) = (u64::from(bound), 1_u64 << bits);
    let kept = |word: &u64| word * bound / whole == result && word * bound % whole >= whole % bound;
    (result * whole / bound..).find(kept).unwrap()
}

/// The enumeration notices a single wrong word: the counts are compared with slightly different weights.
#[test]
fn a_weight_off_by_one_word_is_seen() {
    let right = rounded(&of_one(3), 6);
    let mut tally = every_sequence(&right, 6, bounds(&right, 0).len());
    assert!(tally.is_exact());
    let block = &right.forms()[0].blocks()[0];
    let [kept, changed] = [0, 1].map(|i| &block.patterns()[i]);
    let patterns = vec![
        Pattern::new(vec![], kept.weight() - (1 << 58)),
        Pattern::new(vec![(0, 1)], changed.weight() + (1 << 58)),
    ];
    let beside = Block::new(vec![0], vec![vec![0]], block.uniform(), patterns).unwrap();
    tally.matrix = Matrix::of(&Law::new(vec![3], vec![beside]).unwrap());
    assert!(!tally.is_exact());
}
