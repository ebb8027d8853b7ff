//! What several rings of tests need: a schema of plain categories, a generator, and exact ε.

#![allow(dead_code, reason = "each ring uses a part")]

pub mod exact;
pub mod exponential;

use candor::schema::{Attribute, Category, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Attributes a0, a1, … with categories "0", "1", …
pub fn schema_of(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

/// The fixed-seed source of every random choice of a test.
pub struct Dice(pub ChaCha20Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha20Rng::seed_from_u64(seed))
    }

    /// Nearly uniform in `low ..= high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let span = u64::from(high - low) + 1;
        low + u32::try_from(self.0.next_u64() % span).unwrap()
    }

    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.between(0, u32::try_from(len).unwrap() - 1)).unwrap()
    }

    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 2_f64.powi(53)
    }

    /// 2^u with u uniform in `low .. high`.
    pub fn power_of_two(&mut self, low: f64, high: f64) -> f64 {
        (low + (high - low) * self.unit()).exp2()
    }
}
