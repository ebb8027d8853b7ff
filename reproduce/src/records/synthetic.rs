//! Two questions with a given strength of association \[Kikuchi, Appendix D\].

use candor::Error;
use rand_core::Rng;

use super::population::Population;
use crate::draws::{drawn, unit};

/// The joint shares of two questions of `d` categories with shares in proportion to 1/2, 1/3, … 1/(d+1) and Cramér's V of `v`: a mixture, with
/// weights V and 1 − V, of people who answer both questions alike and of people whose answers are independent. Its Cramér's V is exactly
/// V, since π_ij − p_i·p_j = V·(p_i·[i = j] − p_i·p_j).
fn joint(d: u32, v: f64) -> Vec<f64> {
    let weights: Vec<f64> = (2..d + 2).map(|a| 1.0 / f64::from(a)).collect();
    let total: f64 = weights.iter().sum();
    let cell = |(i, p): (usize, &f64)| -> Vec<f64> {
        let of = |(j, q): (usize, &f64)| {
            let alike = if i == j { p / total } else { 0.0 };
            v * alike + (1.0 - v) * p * q / (total * total)
        };
        weights.iter().enumerate().map(of).collect()
    };
    weights.iter().enumerate().flat_map(cell).collect()
}

/// Draws `n` people from these joint shares.
pub(crate) fn pair(d: u32, v: f64, n: u32, rng: &mut impl Rng) -> Result<Population, Error> {
    let law = joint(d, v);
    let row = |rng: &mut _| {
        let cell = u32::try_from(drawn(&law, rng)).unwrap_or(u32::MAX);
        vec![cell / d, cell % d]
    };
    let rows = (0..n).map(|_| row(rng)).collect();
    Population::new("synthetic", &["A", "B"], &[d, d], rows)
}

/// Draws `n` people with six questions of four categories of unequal shares; each question repeats the one before with probability 1/2.
pub(crate) fn chain(n: u32, rng: &mut impl Rng) -> Result<Population, Error> {
    let shares = [0.4, 0.3, 0.2, 0.1];
    let own = |rng: &mut _| u32::try_from(drawn(&shares, rng)).unwrap_or(u32::MAX);
    let row = |rng: &mut _| {
        let mut row = vec![own(rng)];
        while row.len() < 6 {
            let before = row[row.len() - 1];
            row.push(if unit(rng) < 0.5 { before } else { own(rng) });
        }
        row
    };
    let rows = (0..n).map(|_| row(rng)).collect();
    Population::new("chain", &["A", "B", "C", "D", "E", "F"], &[4; 6], rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor::inference::cramers_v;

    #[test]
    fn the_strength_is_the_one_asked_for() {
        for (d, v) in [(2, 0.0), (2, 0.7), (10, 0.5), (20, 1.0)] {
            let shares = joint(d, v);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((cramers_v(&shares, d as usize).expect("a table") - v).abs() < 1e-9, "{d} {v}");
        }
    }
}
