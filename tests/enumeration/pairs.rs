//! Tries every pair of random words of 8 bits and more, for a yes/no question and both answers to it: the counts equal the
//! weights exactly. `scripts/bench exactness` goes on to 16 bits, 2³² pairs.
//!
//! The question is asked [`COPIES`] times. Each copy is a block that draws its own two words, so one call of the sampler
//! tries that many pairs; together the calls try every pair once. Nothing here can fail by chance.

use core::convert::Infallible;
use core::ops::Range;
use std::thread;

use candor::law::{Block, Law};
use candor::perturb::perturb_with_width;
use candor::schema::{Record, Schema};
use num_bigint::BigUint;
use rand_core::TryRng;

use super::matrix::Matrix;
use super::words::of_one;
use crate::common::schema_of;
use crate::common::words::rounded;

const COPIES: u64 = 256;

/// Returns the two words of one pair after the other.
struct Pairs<const BITS: u32> {
    pair: u64,
    second: bool,
}

impl<const BITS: u32> TryRng for Pairs<BITS> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("only 64-bit words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let word = if self.second { self.pair } else { self.pair >> BITS };
        self.pair += u64::from(self.second);
        self.second = !self.second;
        Ok(word << (64 - BITS))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("only 64-bit words are drawn")
    }
}

/// A law with the same block for each copy of the question.
fn copied(law: &Law) -> Law {
    let copies = usize::try_from(COPIES).unwrap();
    let block = |i| {
        let one = &law.forms()[0].blocks()[0];
        Block::new(vec![i], one.classes().to_vec(), one.uniform(), one.patterns().to_vec()).unwrap()
    };
    Law::new(vec![2; copies], (0..copies).map(block).collect()).unwrap()
}

/// How often `answer` is reported as yes, over these pairs.
fn yeses<const BITS: u32>(law: &Law, schema: &Schema, answer: u32, pairs: Range<u64>) -> u64 {
    let mut rng = Pairs::<BITS> { pair: pairs.start, second: false };
    let mut yeses = 0;
    while rng.pair < pairs.end {
        let next = rng.pair + COPIES;
        let record = Record::new(schema, vec![answer; law.sizes().len()]).unwrap();
        let outputs = perturb_with_width::<BITS, _>(law, record, &mut rng);
        assert!(rng.pair == next && !rng.second, "a copy draws more or less than two words");
        yeses += u64::from(outputs.iter().sum::<u32>());
    }
    yeses
}

/// How often each answer is reported as no and as yes, over all pairs; the work is split among the processors.
fn outputs<const BITS: u32>(law: &Law) -> [[u64; 2]; 2] {
    let (law, schema) = (copied(law), schema_of(&vec![2; usize::try_from(COPIES).unwrap()]));
    let pairs = 1_u64 << (2 * BITS);
    let processors = thread::available_parallelism().map_or(1, |n| u64::try_from(n.get()).unwrap());
    let share =
        |i: u64| pairs / COPIES * i / processors * COPIES..pairs / COPIES * (i + 1) / processors * COPIES;
    [0, 1].map(|answer| {
        let yes: u64 = thread::scope(|scope| {
            let count = |i| {
                let (law, schema) = (&law, &schema);
                scope.spawn(move || yeses::<BITS>(law, schema, answer, share(i)))
            };
            let threads: Vec<_> = (0..processors).map(count).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        [pairs - yes, yes]
    })
}

/// Checks that the counts equal the weights exactly.
fn check<const BITS: u32>() {
    let law = rounded(&of_one(2), BITS);
    let (matrix, outputs, pairs) = (Matrix::of(&law), outputs::<BITS>(&law), 1_u64 << (2 * BITS));
    println!("| {BITS} | {pairs} | {:?} | {:?} |", outputs[0], outputs[1]);
    for (x, counts) in outputs.iter().enumerate() {
        for (y, &count) in counts.iter().enumerate() {
            let expected = BigUint::from(pairs) * matrix.entry(x, y);
            assert_eq!(BigUint::from(count) * &matrix.whole, expected, "{BITS} bits, {x} as {y}");
        }
    }
}

/// Words of up to 12 bits, or up to `CANDOR_BITS` bits.
#[test]
fn every_pair_of_words_gives_the_weights() {
    const CHECKS: [fn(); 9] = [
        check::<8>,
        check::<9>,
        check::<10>,
        check::<11>,
        check::<12>,
        check::<13>,
        check::<14>,
        check::<15>,
        check::<16>,
    ];
    let widest = std::env::var("CANDOR_BITS").map_or(12, |bits| bits.parse().unwrap());
    CHECKS.iter().take(widest - 7).for_each(|check| check());
}
