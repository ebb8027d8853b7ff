//! A textbook sampler, with branches, and optionally with a planted fault.

use candor::law::{Block, Law};

/// A source of random choices.
pub trait Choices {
    /// A random word, whose random bits are the highest and the rest zeros.
    fn word(&mut self) -> u64;

    /// A uniform number below `bound`.
    fn below(&mut self, bound: u32) -> u32;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The comparison that chooses the uniform part is reversed.
    WrongComparison,
    /// A changed answer may come out as the true answer.
    LieMayEqualTruth,
    /// The weights of the first and the last pattern are swapped.
    SwappedWeights,
    /// Cumulative probabilities are compared with a float of 16 random bits.
    FloatOf16Bits,
    /// Every report uses the same seed. Only `auditor` has seeds.
    ReusedSeed,
    /// Numbers are reduced by `%`, which biases them.
    ModuloBias,
    /// One attribute too few of a class is changed.
    OffByOneOrbit,
    /// The last block is not perturbed.
    ForgottenBlock,
    /// Answer and shift are added without wrapping around.
    ShiftNeverWraps,
    /// The law of the first plan is used for all. See [`Sampler`].
    StaleCache,
    /// 32 random bits are compared with weights out of 2⁶⁴.
    HalfWidthWord,
    /// The excess over the uniform part is never drawn.
    DroppedExcess,
}

pub const FAULTS: [Fault; 12] = [
    Fault::WrongComparison,
    Fault::LieMayEqualTruth,
    Fault::SwappedWeights,
    Fault::FloatOf16Bits,
    Fault::ReusedSeed,
    Fault::ModuloBias,
    Fault::OffByOneOrbit,
    Fault::ForgottenBlock,
    Fault::ShiftNeverWraps,
    Fault::StaleCache,
    Fault::HalfWidthWord,
    Fault::DroppedExcess,
];

/// A sampler as an application would keep it.
pub struct Sampler {
    fault: Fault,
    kept: Option<Law>,
}

impl Sampler {
    pub fn new(fault: Fault) -> Self {
        Self { fault, kept: None }
    }

    pub fn perturb(&mut self, law: &Law, record: &[u32], choices: &mut impl Choices) -> Vec<u32> {
        let fault = self.fault;
        let law = match fault {
            Fault::StaleCache => &*self.kept.get_or_insert_with(|| law.clone()),
            _ => law,
        };
        let mut output = record.to_vec();
        let forgotten = usize::from(fault == Fault::ForgottenBlock);
        for block in &law.forms()[0].blocks()[..law.blocks().count() - forgotten] {
            for (attribute, shift) in shifts(block, law.sizes(), choices, fault) {
                let (sum, a) = (output[attribute] + shift, law.sizes()[attribute]);
                output[attribute] = if fault == Fault::ShiftNeverWraps { sum.min(a - 1) } else { sum % a };
            }
        }
        output
    }
}

/// Draws which attributes of a block change, and by how much.
fn shifts(block: &Block, sizes: &[u32], choices: &mut impl Choices, fault: Fault) -> Vec<(usize, u32)> {
    let Some(pattern) = picked(block, choices.word(), fault) else {
        let all = block.units().iter();
        return all.map(|&i| (i, number_below(sizes[i], choices, fault))).collect();
    };
    let least = u32::from(fault != Fault::LieMayEqualTruth);
    let mut shifts = Vec::new();
    for &(class, count) in block.patterns()[pattern].changes() {
        let mut members = block.classes()[class].clone();
        for _ in usize::from(fault == Fault::OffByOneOrbit)..count {
            let chosen = number_below(u32::try_from(members.len()).unwrap(), choices, fault);
            let attribute = block.units()[members.remove(usize::try_from(chosen).unwrap())];
            shifts.push((attribute, least + number_below(sizes[attribute] - least, choices, fault)));
        }
    }
    shifts
}

fn number_below(bound: u32, choices: &mut impl Choices, fault: Fault) -> u32 {
    match fault {
        // Assumes that one byte is enough for small numbers.
        Fault::ModuloBias => u32::try_from(choices.word() >> 56).unwrap() % bound,
        _ => choices.below(bound),
    }
}

/// The pattern that a word selects; `None` for the uniform part.
fn picked(block: &Block, word: u64, fault: Fault) -> Option<usize> {
    let word = match fault {
        Fault::HalfWidthWord => word >> 32,
        Fault::FloatOf16Bits => word >> 48 << 48,
        _ => word,
    };
    let mut weights: Vec<u128> = block.patterns().iter().map(|pattern| pattern.weight().into()).collect();
    match fault {
        Fault::SwappedWeights => {
            let last = weights.len() - 1;
            weights.swap(0, last);
        }
        Fault::DroppedExcess => weights.fill(0),
        _ => {}
    }
    let (word, mut end) = (u128::from(word), block.uniform());
    if (word < end) != (fault == Fault::WrongComparison) {
        return None;
    }
    let pattern = weights.iter().position(|weight| {
        end += weight;
        word < end
    });
    pattern.or(if fault == Fault::DroppedExcess { None } else { Some(weights.len() - 1) })
}
