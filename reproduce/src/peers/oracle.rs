//! Frequency oracles for one question \[WangBlockiLiJha17\].

use rand_core::Rng;

use crate::draws::unit;

/// A frequency oracle: each report supports some categories, the true one with probability p and any other with probability q.
pub trait Oracle {
    /// p: the probability that a report supports the true category.
    fn supports_true(&self) -> f64;

    /// q: the probability that a report supports another category.
    fn supports_other(&self) -> f64;

    /// Draws the report of an answer, and calls `count` with each category that it supports.
    fn report(&self, answer: u32, rng: &mut impl Rng, count: impl FnMut(u32));

    /// n times the expected squared error, summed over `categories` equally frequent ones, of the inverted counts of n reports:
    /// Σ b(1−b)/(p−q)², where b = q + (p−q)/a is the probability that a report supports a category.
    fn squared_error(&self, categories: u32) -> f64 {
        let (a, difference) = (f64::from(categories), self.supports_true() - self.supports_other());
        let counted = self.supports_other() + difference / a;
        a * counted * (1.0 - counted) / (difference * difference)
    }
}

/// k-ary (generalised) randomised response, GRR: the true category with probability e^ε/(e^ε + a − 1), all others equally likely.
#[derive(Debug, Clone, Copy)]
pub struct Randomised {
    categories: u32,
    kept: f64,
}

impl Randomised {
    /// The oracle for a question of `categories` at this ε.
    #[must_use]
    pub fn new(categories: u32, epsilon: f64) -> Self {
        Self { categories, kept: 1.0 / (1.0 + f64::from(categories - 1) * (-epsilon).exp()) }
    }
}

impl Oracle for Randomised {
    fn supports_true(&self) -> f64 {
        self.kept
    }

    fn supports_other(&self) -> f64 {
        (1.0 - self.kept) / f64::from(self.categories - 1)
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, mut count: impl FnMut(u32)) {
        if unit(rng) < self.kept {
            count(answer);
        } else {
            let other = rng.next_u32() % (self.categories - 1);
            count(if other < answer { other } else { other + 1 });
        }
    }
}

/// Optimised unary encoding, OUE: a bit for every category, 1 for the true one with probability 1/2 and for others with 1/(e^ε + 1).
#[derive(Debug, Clone, Copy)]
pub struct Unary {
    categories: u32,
    other: f64,
}

impl Unary {
    /// The oracle for a question of `categories` at this ε.
    #[must_use]
    pub fn new(categories: u32, epsilon: f64) -> Self {
        Self { categories, other: 1.0 / (epsilon.exp() + 1.0) }
    }
}

impl Oracle for Unary {
    fn supports_true(&self) -> f64 {
        0.5
    }

    fn supports_other(&self) -> f64 {
        self.other
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, mut count: impl FnMut(u32)) {
        for category in 0..self.categories {
            let probability = if category == answer { 0.5 } else { self.other };
            if unit(rng) < probability {
                count(category);
            }
        }
    }
}
