//! The best independent perturbation: splits a record ε over the attributes so that the tables to
//! be read have the smallest expected error.
//!
//! Attributes in no table get nothing. At the optimum −∂V/∂εᵢ is the same for all attributes; shares are multiplied by a small
//! power of it until that holds. Cost: steps × tables × 2^w, at most [`STEPS`] steps.

use alloc::vec;
use alloc::vec::Vec;

use crate::design::randomized_response::{denominator, factor};
use crate::exact::to_f64;

const STEPS: usize = 1_000;
const DAMPING: f64 = 0.125;
const PRECISION: f64 = 1e-6;

/// Returns the column ε with sum `record_epsilon` that minimise V under independent perturbation; 0 for attributes in no table.
#[must_use]
pub fn best_split(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Vec<f64> {
    let mut read = vec![false; sizes.len()];
    tables.iter().flatten().for_each(|&i| read[i] = true);
    let count = to_f64(read.iter().filter(|read| **read).count() as u128);
    let mut split: Vec<f64> =
        read.iter().map(|read| if *read { record_epsilon / count } else { 0.0 }).collect();
    for _ in 0..STEPS {
        let gains = gains(sizes, tables, &split);
        let mean = gains.iter().sum::<f64>() / count;
        let even = |(gain, read): (&f64, &bool)| !read || libm::fabs(gain / mean - 1.0) < PRECISION;
        if !(mean > 0.0 && mean.is_finite()) || gains.iter().zip(&read).all(even) {
            break;
        }
        split.iter_mut().zip(&gains).for_each(|(epsilon, gain)| *epsilon *= libm::pow(gain / mean, DAMPING));
        let total: f64 = split.iter().sum();
        split.iter_mut().for_each(|epsilon| *epsilon *= record_epsilon / total);
    }
    split
}

/// −∂V/∂εᵢ, with μ = (e^ε − 1)/(e^ε + a − 1) and ∂ ln μ/∂ε = a·e^ε/((e^ε − 1)(e^ε + a − 1)).
fn gains(sizes: &[u32], tables: &[Vec<usize>], split: &[f64]) -> Vec<f64> {
    let axis = |(&a, &epsilon): (&u32, &f64)| {
        let (a, mu) = (f64::from(a), factor(f64::from(a), epsilon));
        let slope = a * libm::exp(epsilon) / (libm::expm1(epsilon) * denominator(a, epsilon));
        ((a - 1.0) / (mu * mu), slope)
    };
    let factors: Vec<(f64, f64)> = sizes.iter().zip(split).map(axis).collect();
    let mut gains = vec![0.0; sizes.len()];
    for table in tables {
        // Σ over T ⊆ W with i ∈ T of ∏ factors is the product of 1 + factor, times factor/(1 + factor).
        let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
        let all: f64 = table.iter().map(|&i| 1.0 + factors[i].0).product::<f64>() / cells;
        for &i in table {
            let (error, slope) = factors[i];
            gains[i] += 2.0 * all * error / (1.0 + error) * slope;
        }
    }
    gains
}

#[cfg(test)]
mod tests {
    use super::best_split;
    use crate::design::Levels;
    use crate::design::analysis::{default_tables, expected_squared_error};
    use crate::design::closed_form::independent;
    use alloc::vec;
    use alloc::vec::Vec;

    /// The whole budget goes to the attributes that are read.
    #[test]
    fn attributes_in_no_table_get_nothing() {
        let tables = vec![vec![0], vec![0, 2]];
        let split = best_split(&[3, 5, 4], &tables, 2.0);
        let alone = best_split(&[3, 4], &[vec![0], vec![0, 1]], 2.0);
        assert_eq!([split[0], split[1], split[2]], [alone[0], 0.0, alone[1]]);
    }

    /// No transfer of budget between two attributes improves the split.
    #[test]
    fn no_exchange_improves_the_split() {
        let (sizes, record) = (vec![2, 5, 3, 9], 4.0);
        let tables = default_tables(sizes.len());
        let value = |split: Vec<f64>| {
            let law = independent::law(&Levels::new(sizes.clone(), split).expect("levels")).expect("a law");
            tables.iter().map(|table| expected_squared_error(&law, table)).sum::<f64>()
        };
        let split = best_split(&sizes, &tables, record);
        assert!((split.iter().sum::<f64>() - record).abs() < 1e-9);
        let best = value(split.clone());
        assert!(best < value(vec![1.0; 4]));
        for (from, to) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            let mut moved = split.clone();
            moved[from] -= 0.01;
            moved[to] += 0.01;
            assert!(value(moved) >= best * (1.0 - 1e-9));
        }
    }
}
