//! Ages and sexes, with the age, a continuous question, in bins.

use candor::Error;
use rand_core::Rng;
use rand_distr::{Distribution, Gamma};

use super::population::Population;
use crate::draws::unit;

/// The lower edges of the bins, of 20 years each; the last is open.
pub(crate) const EDGES: [f64; 5] = [0.0, 20.0, 40.0, 60.0, 80.0];

/// Draws people of 17 years and more; a third are women, who are younger by some years on average. This resembles the published histogram,
/// whose records are not in this repository. Age is 17 plus a gamma draw of shape 2 and mean 19.6 for women, 22 for men.
pub(crate) fn ages(n: u32, rng: &mut impl Rng) -> Result<Population, Error> {
    let person = |rng: &mut _| {
        let sex = u32::from(unit(rng) >= 0.331);
        let mean = if sex == 0 { 19.6 } else { 22.0 };
        let age = 17.0 + Gamma::new(2.0, mean / 2.0).map_or(mean, |law| law.sample(rng));
        let bin = EDGES.iter().filter(|&&edge| edge <= age).count() - 1;
        vec![u32::try_from(bin).unwrap_or(0), sex]
    };
    let rows = (0..n).map(|_| person(rng)).collect();
    Population::new("ages", &["age", "sex"], &[5, 2], rows)
}
