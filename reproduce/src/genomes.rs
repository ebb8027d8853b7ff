//! Simulated genotypes, drawn as in the papers on genome statistics.

use rand_core::Rng;
use rand_distr::{Binomial, Distribution};

use crate::draws::shuffle;

/// The number of people who report their alleles at a locus; each has two of them.
pub(crate) const PEOPLE: u32 = 1_000;

/// Alleles at one locus with the disease status of their bearer, as one question of four answers: 0 and 1 are allele 0 of healthy and of
/// ill people, 2 and 3 allele 1 \[Yamamoto24S, chi-squared example\]. There are 2·[`PEOPLE`] answers in random order.
pub(crate) fn locus(rng: &mut impl Rng) -> Vec<u32> {
    let mut left = 2 * PEOPLE;
    let mut take = |probability: f64| {
        let taken = Binomial::new(u64::from(left), probability).map_or(0, |law| law.sample(rng));
        let taken = u32::try_from(taken).unwrap_or(left);
        left -= taken;
        taken
    };
    let (a, b, c) = (take(1.0 / 3.0), take(1.0 / 3.0), take(2.0 / 5.0));
    let counts = [a, b, c, left];
    let mut answers: Vec<u32> =
        (0..).zip(counts).flat_map(|(answer, count)| core::iter::repeat_n(answer, count as usize)).collect();
    shuffle(&mut answers, rng);
    answers
}
