//! Finds one table that has several given ones as its marginals, by iterative proportional fitting \[DemingStephan40\].
//!
//! Starting from equal shares, the tables are taken in turn: every cell is multiplied by the share that its marginal cell should have over
//! the one that it has. If a distribution has all tables as its marginals, the limit is the one of largest entropy. If none has, the rounds
//! end in a cycle of distributions, each of which has one of the tables; their mean is returned, which favours none. Cost: O(N·tables) a
//! round, N the cells of all attributes together.

use alloc::vec;
use alloc::vec::Vec;

use super::clique::{Clique, joint_axes};
use crate::exact::to_f64;

/// The most rounds, and the summed change of a round below which no more are made.
const ROUNDS: u32 = 500;
const SETTLED: f64 = 1e-9;

/// Fits a table over all attributes of `tables`.
pub(super) fn fitted(tables: &[Clique]) -> Clique {
    let (attributes, sizes) = joint_axes(tables.iter().flat_map(Clique::axes)).into_iter().unzip();
    let mut joint = Clique { attributes, sizes, shares: Vec::new() };
    let cells: usize = joint.sizes.iter().product();
    joint.shares = vec![1.0 / to_f64(cells as u128); cells];
    let places: Vec<Vec<usize>> = tables.iter().map(|table| joint.cells_within(&table.attributes)).collect();
    let mut mean = vec![0.0; cells];
    for _ in 0..ROUNDS {
        let mut moved = 0.0;
        mean.fill(0.0);
        for (table, places) in tables.iter().zip(&places) {
            let mut sums = vec![0.0; table.shares.len()];
            joint.shares.iter().zip(places).for_each(|(share, &place)| sums[place] += share);
            moved +=
                sums.iter().zip(&table.shares).map(|(has, wanted)| libm::fabs(has - wanted)).sum::<f64>();
            let factor = |(has, wanted): (&f64, &f64)| if *has > 0.0 { wanted / has } else { 0.0 };
            let factors: Vec<f64> = sums.iter().zip(&table.shares).map(factor).collect();
            for ((share, mean), &place) in joint.shares.iter_mut().zip(&mut mean).zip(places) {
                *share *= factors[place];
                *mean += *share;
            }
        }
        if moved < SETTLED {
            break;
        }
    }
    joint.shares = mean;
    let total: f64 = joint.shares.iter().sum();
    joint.shares.iter_mut().for_each(|share| *share /= total);
    joint
}
