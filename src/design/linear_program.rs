//! The linear program as published (privacy-optimized randomized response, Algorithms 1 and 2): one variable per
//! change set, k rows for the columns and k·2^{k−1} for monotonicity, x_S ≥ x_{S∪i}, down to x = 1 where all change.
//!
//! Variables and rows are those of the paper in other units, with which no coefficient leaves the range of the
//! solver. Kept for comparison: [`super::optimal`] finds the same law over orbits and without the rows of
//! monotonicity, which never bind. Cost: about 10 ms for 10 attributes and 0.1 s for [`MAX_ATTRIBUTES`] at ε from
//! 1 to 8, but a second and many minutes where all ε are below 1/2. Fails (`too-many-change-sets`) above that; (`solver-failed`) where an answer does not keep
//! its columns or does not reach the certified optimum.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::levels::Levels;
use super::optimal;
use super::orbit_program::OrbitProgram;
use super::rounding::{self, Limits};
use super::solver::failed;
use crate::error::Error;
use crate::law::Law;

/// The most attributes, hence 2^k variables; also where the published experiments end.
pub const MAX_ATTRIBUTES: usize = 12;

/// How far above the certified optimum an answer may be.
const TOLERANCE: f64 = 1e-6;

/// The smallest record ε of a monotone law with these column levels.
///
/// # Errors
/// `too-many-change-sets`, `solver-failed`.
pub fn record_epsilon(levels: &Levels) -> Result<f64, Error> {
    Ok(libm::log1p(solve(levels)?.1[0]))
}

/// The integer law.
///
/// # Errors
/// Those of [`record_epsilon`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    let (program, excess) = solve(levels)?;
    let nominal = program.nominal(&excess, levels.sizes().len());
    let block = rounding::round(nominal, levels.sizes(), Limits::columns(levels.epsilons()))?;
    Law::new(levels.sizes().into(), vec![block])
}

/// The program and the excess x_S − 1 of every change set, that of the truth smallest.
fn solve(levels: &Levels) -> Result<(OrbitProgram, Vec<f64>), Error> {
    let k = levels.sizes().len();
    if k > MAX_ATTRIBUTES {
        let message = format!(
            "{k} attributes have 2^{k} change sets, one variable each; \
             the published program is solved for at most {MAX_ATTRIBUTES} attributes: use optimal or blocks"
        );
        return Err(Error::new("too-many-change-sets", message));
    }
    let certified = optimal::certificate(levels)?.lower_bound;
    let mut program = columns(levels, certified);
    let monotone: Vec<(usize, usize, usize)> = program.neighbours().collect();
    for (_, fewer, more) in monotone {
        program.at_least((fewer, 1.0), (more, 1.0), 0.0);
    }
    program.without_excess(program.len() - 1);
    let excess = program.minimise(0)?;
    let gap = libm::log1p(excess[0]) - certified;
    if gap <= TOLERANCE * libm::fmax(certified, 1.0) {
        return Ok((program, excess));
    }
    Err(failed(&format!("it is {gap:.1e} above the certified optimum")))
}

/// The rows of the columns, every attribute a class of its own.
fn columns(levels: &Levels, epsilon: f64) -> OrbitProgram {
    OrbitProgram::new(levels, (0..levels.sizes().len()).map(|i| vec![i]).collect(), epsilon)
}

#[cfg(test)]
mod tests {
    use super::{columns, record_epsilon};
    use crate::design::{Levels, optimal};
    use alloc::vec::Vec;
    use rand_chacha::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    /// The same program with x_S ≤ x_∅ instead of the rows of monotonicity.
    fn without_monotonicity(levels: &Levels) -> f64 {
        let mut program = columns(levels, optimal::certificate(levels).expect("an optimum").record_epsilon);
        for set in 1..program.len() {
            program.at_least((0, 1.0), (set, 1.0), 0.0);
        }
        libm::log1p(program.minimise(0).expect("an answer")[0])
    }

    #[test]
    fn dropping_the_rows_of_monotonicity_changes_nothing() {
        let mut rng = ChaCha20Rng::seed_from_u64(31);
        for round in 0..300 {
            let k = 1 + rng.next_u32() % 7;
            let most = if round % 2 == 0 { 8.0 } else { 0.8 };
            let epsilon =
                |rng: &mut ChaCha20Rng| 0.05 + most * f64::from(rng.next_u32()) / f64::from(u32::MAX);
            let sizes: Vec<u32> = (0..k).map(|_| 2 + rng.next_u32() % 9).collect();
            let levels = Levels::new(sizes, (0..k).map(|_| epsilon(&mut rng)).collect()).expect("levels");
            let published = record_epsilon(&levels).expect("an answer");
            let relaxed = without_monotonicity(&levels);
            assert!(libm::fabs(published - relaxed) < 1e-7, "{published} and {relaxed}: {levels:?}");
        }
    }
}
