//! Visits every path through the random choices of a sampler, one after the other.

use num_bigint::BigUint;

/// The choices of one path. The next path changes the last choice that has another value left.
#[derive(Default)]
pub struct Paths {
    /// For each choice, the value on this path and the number of possible values.
    taken: Vec<(u64, u64)>,
    depth: usize,
}

impl Paths {
    /// Chooses one of the numbers from 0 to `values` − 1.
    pub fn choose(&mut self, values: u64) -> u64 {
        if self.depth == self.taken.len() {
            self.taken.push((0, values));
        }
        assert_eq!(self.taken[self.depth].1, values, "the sampler does not only depend on its choices");
        self.depth += 1;
        self.taken[self.depth - 1].0
    }

    /// The number of paths that are as likely as this one; 1 / this number is the probability of the path.
    pub fn ways(&self) -> BigUint {
        self.taken.iter().map(|(_, values)| BigUint::from(*values)).product()
    }

    /// Moves to the next path; `false` if there is none.
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
