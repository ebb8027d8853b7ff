//! The words of the sampler: how narrow ones meet the weights of a law, and what each is for.

use candor::law::{Block, Law, Pattern};

/// The law with every weight rounded down to a multiple of 2^(64 − bits); the rest is uniform.
pub fn rounded(law: &Law, bits: u32) -> Law {
    let blocks = law.blocks().map(|block| {
        let pattern =
            |p: &Pattern| Pattern::new(p.changes().into(), p.weight() >> (64 - bits) << (64 - bits));
        let patterns: Vec<Pattern> = block.patterns().iter().map(pattern).collect();
        let excess: u128 = patterns.iter().map(|p| u128::from(p.weight())).sum();
        let (attributes, classes) = (block.units().to_vec(), block.classes().to_vec());
        Block::new(attributes, classes, (1 << 64) - excess, patterns).unwrap()
    });
    Law::new(law.sizes().to_vec(), blocks.collect()).unwrap()
}

/// The bounds of the words of a record, in the order in which they are drawn: 0 for a block's own word, of which
/// every value counts; then, for each attribute, how many of its class are to come, a and a − 1, where above 1.
pub fn bounds(law: &Law) -> Vec<u32> {
    let mut bounds = Vec::new();
    for block in law.blocks() {
        bounds.push(0);
        for class in block.classes() {
            for (passed, &position) in class.iter().enumerate() {
                let coming = u32::try_from(class.len() - passed).unwrap();
                let a = law.sizes()[block.units()[position]];
                bounds.extend([coming, a, a - 1].into_iter().filter(|&bound| bound > 1));
            }
        }
    }
    bounds
}
