//! The exact test: follows every path of random choices, weighted in integers.

use candor::law::{Block, Law, Pattern};
use num_bigint::BigUint;

use crate::common::paths::Paths;
use crate::matrix::Matrix;
use crate::samplers::{Choices, FAULTS, Fault, Sampler};

/// Follows all paths through words of this many bits.
struct NarrowPaths {
    bits: u32,
    paths: Paths,
}

impl Choices for NarrowPaths {
    fn word(&mut self) -> u64 {
        self.paths.choose(1 << self.bits) << (64 - self.bits)
    }

    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.paths.choose(bound.into())).unwrap()
    }
}

/// The integer that stands for probability 1. Two thirds, a half and all other probabilities of paths are integers on this scale.
fn unit() -> BigUint {
    BigUint::from(2_u32).pow(120) * BigUint::from(3_u32).pow(12) * BigUint::from(5_u32).pow(6)
}

/// Whether the sampler draws every output of every record with exactly the probability of the law.
fn is_exact(law: &Law, bits: u32, sampler: &mut Sampler) -> bool {
    let matrix = Matrix::of(law);
    (0..matrix.records.len()).all(|x| {
        let shares = shares(law, bits, &matrix.records[x], sampler);
        (0..matrix.records.len()).all(|y| &shares[y] * &matrix.whole == unit() * matrix.entry(x, y))
    })
}

/// The probability of every output, on the scale of `unit`. Outputs that are not records count nowhere.
fn shares(law: &Law, bits: u32, record: &[u32], sampler: &mut Sampler) -> Vec<BigUint> {
    let records: u32 = law.sizes().iter().product();
    let mut shares = vec![BigUint::ZERO; usize::try_from(records).unwrap()];
    let mut narrow = NarrowPaths { bits, paths: Paths::default() };
    loop {
        let output = sampler.perturb(law, record, &mut narrow);
        let ways = narrow.paths.ways();
        let cell = output.iter().zip(law.sizes()).fold(0, |cell, (y, a)| cell * a + y);
        shares[usize::try_from(cell).unwrap()] += unit() / ways;
        if !narrow.paths.advance() {
            return shares;
        }
    }
}

/// A law with weights in multiples of 2⁻⁵: a class of two attributes with three categories, and a separate block for a third attribute.
fn with_everything() -> Law {
    let weight = |parts: u64| parts << 59;
    let patterns = vec![
        Pattern::new(vec![], weight(13)),
        Pattern::new(vec![(0, 1)], weight(7)),
        Pattern::new(vec![(0, 2)], weight(4)),
    ];
    let pair = Block::new(vec![0, 2], vec![vec![0, 1]], 8 << 59, patterns).unwrap();
    Law::new(vec![3, 2, 3], vec![pair, alone(1, 5, 11)]).unwrap()
}

/// A block of one attribute, with `uniform` in units of 2^(−bits).
fn alone(attribute: usize, bits: u32, uniform: u128) -> Block {
    let uniform = uniform << (64 - bits);
    let kept = u64::try_from((1_u128 << 64) - uniform).unwrap();
    Block::new(vec![attribute], vec![vec![0]], uniform, vec![Pattern::new(vec![], kept)]).unwrap()
}

#[test]
fn the_right_sampler_is_exact() {
    assert!(is_exact(&with_everything(), 5, &mut Sampler::new(Fault::None)));
    let fine = Law::new(vec![2], vec![alone(0, 18, 12_345)]).unwrap();
    assert!(is_exact(&fine, 18, &mut Sampler::new(Fault::None)));
}

/// Uses weights finer than 2⁻¹⁶, for which floats of 16 bits are too coarse.
pub fn finds_floats() -> bool {
    let fine = Law::new(vec![2], vec![alone(0, 18, 12_345)]).unwrap();
    !is_exact(&fine, 18, &mut Sampler::new(Fault::FloatOf16Bits))
}

/// Whether the exact test detects a fault. It cannot detect reused seeds, which leave no choices to follow.
pub fn finds(fault: Fault) -> bool {
    let mut sampler = Sampler::new(fault);
    match fault {
        Fault::FloatOf16Bits => finds_floats(),
        Fault::ReusedSeed => false,
        Fault::StaleCache => {
            let first = Law::new(vec![3, 2, 3], (0..3).map(|i| alone(i, 3, 5)).collect()).unwrap();
            assert!(is_exact(&first, 3, &mut sampler), "the first law is drawn rightly");
            !is_exact(&with_everything(), 5, &mut sampler)
        }
        // Here every number is drawn from a word of its own, so one attribute is enough.
        Fault::ModuloBias => !is_exact(&Law::new(vec![3], vec![alone(0, 8, 99)]).unwrap(), 8, &mut sampler),
        _ => !is_exact(&with_everything(), 5, &mut sampler),
    }
}

#[test]
fn faults_of_the_law_are_found_exactly() {
    let missed: Vec<Fault> = FAULTS.into_iter().filter(|&fault| !finds(fault)).collect();
    assert_eq!(missed, [Fault::ReusedSeed]);
}
