//! The transmission disequilibrium test (TDT) of trios: an affected child and its parents [Yamamoto23S, S2.1 and S5.1].
//!
//! A family has one of six types by (b, c), the numbers of its heterozygous parents that transmitted the one and the other allele, in the
//! order of Table S4 there: (1,0), (0,1), (1,1), (2,0), (0,2), (0,0). h = Σ (b_k − c_k)·π_k, with one degree of freedom. Published:
//! (b−c)²/(b+c) for the sums over all families, 0 where both are 0.
//!
//! Under the hypothesis heterozygous parents transmit both alleles equally often and independently: π₁ = π₂, π₄ = π₅ = π₃/2. Then
//! Σ (b_k − c_k)²·π_k = (b+c)/n, so that on unperturbed counts the calibrated statistic (`score.rs`) equals the published one.

use alloc::format;
use alloc::vec::Vec;

use super::null_model::{NullModel, divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;
use crate::estimate::onto_simplex;

/// b and c of every type of family.
const TRANSMITTED: [(f64, f64); 6] = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 0.0), (0.0, 2.0), (0.0, 0.0)];

/// The number of types of families.
pub(super) const TYPES: usize = TRANSMITTED.len();

/// The TDT statistic of counts of families by type: (1,0), (0,1), (1,1), (2,0), (0,2), (0,0).
///
/// Units: families. With reconstructed counts the p-value is too small where the hypothesis holds; [`super::test`] gives a
/// calibrated one.
///
/// ```
/// use candor::inference::transmission_disequilibrium;
/// // b = 40 + 30 + 2·20 and c = 60 + 30 + 2·25.
/// let tested = transmission_disequilibrium(&[40.0, 60.0, 30.0, 20.0, 25.0, 100.0])?;
/// assert!((tested.value - 30.0 * 30.0 / 250.0).abs() < 1e-12 && tested.degrees_of_freedom == 1);
/// assert_eq!(transmission_disequilibrium(&[0.0, 0.0, 0.0, 0.0, 0.0, 9.0])?.p_value, 1.0);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where there are not six types; `undefined-statistic` where b + c is below 0.
pub fn transmission_disequilibrium(families: &[f64]) -> Result<Statistic, Error> {
    if families.len() != TYPES {
        return Err(invalid(format!(
            "the transmission disequilibrium test needs counts of {TYPES} types of families; {} were given",
            families.len()
        )));
    }
    let sum = |of: fn((f64, f64)) -> f64| -> f64 {
        families.iter().zip(TRANSMITTED).map(|(count, pair)| count * of(pair)).sum()
    };
    let (b, c) = (sum(|(b, _)| b), sum(|(_, c)| c));
    if b == 0.0 && c == 0.0 {
        return Ok(Statistic::new(0.0, 1));
    }
    Ok(Statistic::new((b - c) * (b - c) / divisible(b + c, "b + c")?, 1))
}

/// The null model that both alleles are transmitted equally often.
pub(super) struct Mendelian;

impl NullModel for Mendelian {
    fn nearest(&self, shares: &[f64]) -> Vec<f64> {
        let one = shares[0] + shares[1];
        let both = shares[2] + shares[3] + shares[4];
        let mut kinds = [one, both, shares[5]];
        onto_simplex(&mut kinds);
        let [one, both, none] = kinds;
        [one / 2.0, one / 2.0, both / 2.0, both / 4.0, both / 4.0, none].into()
    }

    fn gradients(&self, _: &[f64]) -> Vec<Vec<f64>> {
        [TRANSMITTED.iter().map(|(b, c)| b - c).collect()].into()
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        transmission_disequilibrium(counts)
    }
}
