//! Every path through the random choices of a sampler, one after the other.

use num_bigint::BigUint;

/// The choices of one path: the last one that has another value left takes it on the next.
#[derive(Default)]
pub struct Paths {
    /// The values on this path, and how many values there are at each choice.
    taken: Vec<(u64, u64)>,
    depth: usize,
}

impl Paths {
    /// One of so many values, from 0.
    pub fn choose(&mut self, values: u64) -> u64 {
        if self.depth == self.taken.len() {
            self.taken.push((0, values));
        }
        assert_eq!(self.taken[self.depth].1, values, "the sampler does not only depend on its choices");
        self.depth += 1;
        self.taken[self.depth - 1].0
    }

    /// How many paths are as likely as this one, all of them together.
    pub fn ways(&self) -> BigUint {
        self.taken.iter().map(|(_, values)| BigUint::from(*values)).product()
    }

    /// Whether there is another path.
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some((value, values)) = self.taken.pop() {
            if value + 1 < values {
                self.taken.push((value + 1, values));
                return true;
            }
        }
        false
    }
}
