//! Answers as randomised Bloom filters \[Erlingsson14; Ren18\].

use rand_core::Rng;

use crate::draws::{stream, unit, whole};

/// Bits of a filter.
const BITS: u32 = 64;
/// The number of hash functions, each of which sets one bit of an answer's filter.
const HASHES: u32 = 5;

/// One question: a filter of 64 bits for every category, set by 5 hash functions. Every bit of a report is 1 with probability f/2, 0 with
/// probability f/2, and as in the filter otherwise.
///
/// Two categories whose filters differ in D bits have ε = D·ln((1 − f/2)/(f/2)), D ≤ 10. As published f is set for D = 10; here it is set for
/// the largest D of the question, so that all of its ε is used.
#[derive(Debug, Clone, PartialEq)]
pub struct Bloom {
    filters: Vec<u64>,
    flipped: f64,
}

impl Bloom {
    /// The question with this number, with `categories` at this ε.
    #[must_use]
    pub fn new(question: usize, categories: u32, epsilon: f64) -> Self {
        let mut rng = stream("bloom", &question.to_string());
        let filter = |_| (0..HASHES).fold(0_u64, |filter, _| filter | 1 << whole(0, BITS - 1, &mut rng));
        let filters: Vec<u64> = (0..categories).map(filter).collect();
        let pairs =
            filters.iter().flat_map(|one| filters.iter().map(move |other| (one ^ other).count_ones()));
        let apart = f64::from(pairs.max().unwrap_or(0).max(1));
        Self { filters, flipped: 1.0 / (1.0 + (epsilon / apart).exp()) }
    }

    /// The filters of the categories.
    #[must_use]
    pub fn filters(&self) -> &[u64] {
        &self.filters
    }

    /// f/2, the probability that a bit of a report differs from the filter's.
    #[must_use]
    pub fn flipped(&self) -> f64 {
        self.flipped
    }

    /// Draws the report of an answer.
    pub fn report(&self, answer: u32, rng: &mut impl Rng) -> u64 {
        let flips = (0..BITS).fold(0_u64, |flips, bit| flips | u64::from(unit(rng) < self.flipped) << bit);
        self.filters[answer as usize] ^ flips
    }

    /// The likelihood of a report from each category, up to a factor.
    #[must_use]
    pub fn likelihoods(&self, report: u64) -> Vec<f64> {
        let odds = self.flipped / (1.0 - self.flipped);
        let least = self.filters.iter().map(|filter| (filter ^ report).count_ones()).min().unwrap_or(0);
        let power = |filter: &u64| f64::from((filter ^ report).count_ones() - least);
        self.filters.iter().map(|filter| odds.powf(power(filter))).collect()
    }
}
