//! The linear program as published [Yamamoto24, Algorithms 1 and 2]: one variable per
//! change set, k rows for the columns and k·2^{k−1} for monotonicity, x_S ≥ x_{S∪i}, down to x = 1 where all change.
//!
//! Variables and rows are those of the paper, in units that keep all coefficients in the range of the
//! solver: (x_S − 1)/s_S, s_S = min(e^ε − 1, M·P/T_S), since no excess is larger where record ε is about ε and
//! M = max c_j is about the odds of not drawing a uniform record. Kept for comparison: [`crate::design::optimal`] finds the
//! same law over orbits and without the rows of monotonicity, which never bind.
//!
//! Cost: about 10 ms for 10 attributes and 0.1 s for [`MAX_ATTRIBUTES`] at ε from 1 to 8, but from a second to many minutes
//! where all ε are below 1/2. Fails (`too-many-change-sets`) above [`MAX_ATTRIBUTES`]; (`solver-failed`) where a solution does
//! not keep its columns or does not reach the certified optimum.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::solver::{Constraint, LinearProgram, failed};
use crate::design::levels::Levels;
use crate::design::optimal;
use crate::design::orbits::columns::OrbitColumns;
use crate::design::randomized_response::least_mass;
use crate::design::rounding::{self, Limits};
use crate::error::{Code, Error};
use crate::law::Law;

/// The largest number of attributes, hence 2^k variables; the published experiments end there too.
pub const MAX_ATTRIBUTES: usize = 12;

/// The largest accepted distance of a solution from the certified optimum.
const TOLERANCE: f64 = 1e-6;

/// Returns the smallest record ε of a monotone law with these column levels.
///
/// # Errors
/// `too-many-change-sets`, `solver-failed`.
pub fn record_epsilon(levels: &Levels) -> Result<f64, Error> {
    Ok(libm::log1p(solve(levels)?.1[0]))
}

/// Returns the integer law.
///
/// ```
/// use candor::design::{Levels, linear_program};
/// let levels = Levels::new(vec![2, 3], vec![1.0, 1.0])?;
/// assert!(levels.sizes().len() <= linear_program::MAX_ATTRIBUTES);
/// let (law, record) = (linear_program::law(&levels)?, linear_program::record_epsilon(&levels)?);
/// assert!((law.record_epsilon() - record).abs() < 1e-6);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// The errors of [`record_epsilon`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    let (columns, excess) = solve(levels)?;
    let nominal = columns.nominal(&excess, levels.sizes().len());
    let block = rounding::round(nominal, levels.sizes(), Limits::columns(levels.epsilons()))?;
    Law::new(levels.sizes().into(), vec![block])
}

/// Returns the columns and the excess x_S − 1 of every change set, minimising that of the unchanged record.
fn solve(levels: &Levels) -> Result<(OrbitColumns, Vec<f64>), Error> {
    let k = levels.sizes().len();
    if k > MAX_ATTRIBUTES {
        let message = format!(
            "{k} attributes have 2^{k} change sets, one variable each; \
             the published program is solved for at most {MAX_ATTRIBUTES} attributes: use optimal or blocks"
        );
        return Err(Error::new(Code::TooManyChangeSets, message));
    }
    let certified = optimal::certificate(levels)?.lower_bound;
    let mut published = Published::new(levels, certified);
    let monotone: Vec<(usize, usize, usize)> = published.columns.grid().neighbours().collect();
    for (_, fewer, more) in monotone {
        published.at_least(fewer, more);
    }
    published.without_excess(published.scales.len() - 1);
    let excess = published.minimise()?;
    let gap = libm::log1p(excess[0]) - certified;
    if gap <= TOLERANCE * libm::fmax(certified, 1.0) {
        return Ok((published.columns, excess));
    }
    Err(failed(&format!("it is {gap:.1e} above the certified optimum")))
}

/// The program: the rows of the columns, with every attribute its own class, and added rows; the excess of the unchanged record is
/// minimised.
struct Published {
    columns: OrbitColumns,
    scales: Vec<f64>,
    program: LinearProgram,
}

impl Published {
    fn new(levels: &Levels, epsilon: f64) -> Self {
        let columns = OrbitColumns::new(levels, (0..levels.sizes().len()).map(|i| vec![i]).collect());
        let mass = levels.pairs().map(|(a, e)| least_mass(a, e)).fold(0.0, f64::max);
        let scale = |share: &f64| libm::fmin(libm::expm1(epsilon), mass / share);
        let scales: Vec<f64> = columns.shares().iter().map(scale).collect();
        let row = |class: usize| {
            let terms = columns.column(class).into_iter().zip(&scales).map(|(a, scale)| a * scale);
            Constraint { terms: terms.enumerate().collect(), right: 1.0, exact: true }
        };
        let rows = (0..columns.classes()).map(row).collect();
        let mut costs = vec![0.0; scales.len()];
        costs[0] = 1.0;
        Self { columns, scales, program: LinearProgram { costs, rows } }
    }

    /// Adds x_m ≥ x_n, as a row whose largest coefficient is 1.
    fn at_least(&mut self, m: usize, n: usize) {
        let unit = libm::fmax(self.scales[m], self.scales[n]);
        let terms = vec![(m, self.scales[m] / unit), (n, -self.scales[n] / unit)];
        self.program.rows.push(Constraint { terms, right: 0.0, exact: false });
    }

    /// Adds the row x_m = 1.
    fn without_excess(&mut self, orbit: usize) {
        self.program.rows.push(Constraint { terms: vec![(orbit, 1.0)], right: 0.0, exact: true });
    }

    /// Solves for the excess of every change set and checks the columns.
    fn minimise(&self) -> Result<Vec<f64>, Error> {
        let values = self.program.minimise()?;
        let u: Vec<f64> = values.iter().zip(&self.scales).map(|(v, s)| libm::fmax(*v, 0.0) * s).collect();
        self.columns.check(&u)?;
        Ok(u)
    }
}

#[cfg(test)]
mod tests {
    use super::{Published, record_epsilon};
    use crate::design::{Levels, optimal};
    use alloc::vec::Vec;
    use rand_chacha::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    /// Solves the program with x_S ≤ x_∅ instead of the rows of monotonicity.
    fn without_monotonicity(levels: &Levels) -> f64 {
        let mut published =
            Published::new(levels, optimal::certificate(levels).expect("an optimum").record_epsilon);
        for set in 1..published.scales.len() {
            published.at_least(0, set);
        }
        libm::log1p(published.minimise().expect("an answer")[0])
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
