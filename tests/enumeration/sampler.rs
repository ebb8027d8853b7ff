//! Ring: statistics. The sampler compared with the exact matrix, and wrong samplers that the same test must
//! reject.
//!
//! Seeds are fixed, so every run gives the same result. Over the choice of seeds, the false-alarm rate is 10⁻⁶
//! for all comparisons together (Bonferroni).

use candor::law::{Block, Law};
use candor::perturb::perturb;
use candor::schema::Record;
use rand_core::Rng;

use super::chi_squared::tail_probability;
use super::laws::{designed, hand_made};
use super::matrix::Matrix;
use crate::common::exponential::quotient;
use crate::common::{Dice, schema_of};

const FALSE_ALARM: f64 = 1e-6;
const DRAWS: u32 = 40_000;

/// Laws with up to 64 records.
fn laws() -> Vec<Law> {
    let hand_made = hand_made();
    let samples = designed().iter().step_by(7).chain(&hand_made);
    let small = samples.filter(|s| s.law.sizes().iter().product::<u32>() <= 64);
    small.map(|sample| sample.law.clone()).collect()
}

/// The tail probability of χ² for what `sampler` draws from input x.
fn tail_of(law: &Law, x: usize, mut sampler: impl FnMut(&[u32]) -> Vec<u32>) -> f64 {
    let matrix = Matrix::of(law);
    let mut counts = vec![0; matrix.records.len()];
    for _ in 0..DRAWS {
        let output = sampler(&matrix.records[x]);
        let cell = output.iter().zip(law.sizes()).fold(0, |cell, (y, a)| cell * a + y);
        counts[usize::try_from(cell).unwrap()] += 1;
    }
    let exact: Vec<f64> = (0..counts.len()).map(|y| quotient(matrix.entry(x, y), &matrix.whole)).collect();
    tail_probability(&counts, &exact)
}

#[test]
fn the_sampler_draws_from_the_exact_matrix() {
    let mut dice = Dice::new(3);
    let laws = laws();
    assert!(laws.len() > 60, "only {} laws", laws.len());
    for law in &laws {
        let schema = schema_of(law.sizes());
        let x = dice.index(law.sizes().iter().product::<u32>().try_into().unwrap());
        let sampler = |record: &[u32]| perturb(law, Record::new(&schema, record).unwrap(), &mut dice.0);
        let tail = tail_of(law, x, sampler);
        assert!(tail > FALSE_ALARM / laws.len() as f64, "tail {tail:e} for input {x} of {law:?}");
    }
}

/// Mistakes of a careless implementation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A changed answer may equal the truth.
    LieMayEqualTruth,
    /// The weights of the first and the last pattern are swapped.
    SwappedWeights,
    /// 32 random bits are compared with weights out of 2⁶⁴.
    HalfWidthWord,
    /// The last block is not perturbed.
    ForgottenBlock,
    /// The first attributes of a class are always the ones that change.
    FirstOfClass,
}

/// A textbook sampler, by `%` and branches.
fn textbook(law: &Law, record: &[u32], dice: &mut Dice, fault: Fault) -> Vec<u32> {
    let mut output = record.to_vec();
    let forgotten = usize::from(fault == Fault::ForgottenBlock);
    for block in &law.forms()[0].blocks()[..law.blocks().count() - forgotten] {
        let word = match fault {
            Fault::HalfWidthWord => u64::from(dice.0.next_u32()),
            _ => dice.0.next_u64(),
        };
        let Some(pattern) = picked(block, word.into(), fault) else {
            block.units().iter().for_each(|&i| output[i] = dice.between(0, law.sizes()[i] - 1));
            continue;
        };
        for &(class, count) in block.patterns()[pattern].changes() {
            let mut members = block.classes()[class].clone();
            for _ in 0..count {
                let chosen = if fault == Fault::FirstOfClass { 0 } else { dice.index(members.len()) };
                let i = block.units()[members.remove(chosen)];
                let least = u32::from(fault != Fault::LieMayEqualTruth);
                output[i] = (output[i] + dice.between(least, law.sizes()[i] - 1)) % law.sizes()[i];
            }
        }
    }
    output
}

fn picked(block: &Block, word: u128, fault: Fault) -> Option<usize> {
    let mut weights: Vec<u128> = block.patterns().iter().map(|pattern| pattern.weight().into()).collect();
    if fault == Fault::SwappedWeights {
        let last = weights.len() - 1;
        weights.swap(0, last);
    }
    let mut end = block.uniform();
    if word < end {
        return None;
    }
    weights.iter().position(|weight| {
        end += weight;
        word < end
    })
}

/// Two blocks, one of them with a class of two attributes of three categories.
fn law_with_everything() -> Law {
    use candor::law::Pattern;
    let whole: u128 = 1 << 64;
    let eighth = 1_u64 << 61;
    let patterns = vec![
        Pattern::new(Vec::new(), 3 * eighth),
        Pattern::new(vec![(0, 1)], 2 * eighth),
        Pattern::new(vec![(0, 2)], eighth),
    ];
    let first = Block::new(vec![0, 2], vec![vec![0, 1]], whole / 4, patterns).unwrap();
    let truth = vec![Pattern::new(Vec::new(), 4 * eighth)];
    let second = Block::new(vec![1], vec![vec![0]], whole / 2, truth).unwrap();
    Law::new(vec![3, 2, 3], vec![first, second]).unwrap()
}

#[test]
fn wrong_samplers_are_rejected() {
    let law = law_with_everything();
    let mut dice = Dice::new(4);
    let mut tail = |fault| tail_of(&law, 7, |record| textbook(&law, record, &mut dice, fault));
    let right = tail(Fault::None);
    assert!(right > FALSE_ALARM, "the right sampler is rejected: {right:e}");
    let faults = [
        Fault::LieMayEqualTruth,
        Fault::SwappedWeights,
        Fault::HalfWidthWord,
        Fault::ForgottenBlock,
        Fault::FirstOfClass,
    ];
    for fault in faults {
        let wrong = tail(fault);
        assert!(wrong < FALSE_ALARM / 1e6, "{fault:?} passes: {wrong:e}");
    }
}
