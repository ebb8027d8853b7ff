//! A lower bound on the respondents that any protocol with a given record ε needs to tell two tables of shares apart.
//!
//! At least (z_α + z_β)²/D respondents are needed, with D the largest χ² divergence between the two distributions of one report. Where a report
//! carries nothing in clear, D is at most the divergence of the shares themselves, Σ (π_x − π₀_x)²/π₀_x, and at most 4·t²·sinh²(ε/2),
//! t = Σ|π_x − π₀_x|/2: a report adds to the likelihood ratio t times the difference of two likelihood ratios of its own, neither of which
//! has a variance above sinh²(ε/2) \[BhatiaDavis00\]. Where a report carries the group z in clear, with P the shares of the groups and D_z the
//! divergence of the reports within a group, D = Σ (P_z − P₀_z)²/P₀_z + Σ P_z²/P₀_z·D_z.
//!
//! The bound holds for reports of any form, also for sequentially interactive protocols, up to the normal approximation. Cost: O(N).

use alloc::vec;
use alloc::vec::Vec;

use super::power::check;
use crate::error::{Code, Error};
use crate::numeric::chi_squared::critical_value;

/// A lower bound on the respondents that any protocol of this record ε needs to tell two tables of shares apart: those of the hypothesis,
/// and the expected ones. `groups` gives for every cell the number of the group that a report carries in clear; where reports carry nothing
/// in clear, it is the same number for all cells. The bound is infinite where the shares are equal.
///
/// ```
/// use candor::inference::respondents_of_any_protocol;
/// let tables = [&[0.25; 4][..], &[0.3, 0.2, 0.2, 0.3]];
/// let few = respondents_of_any_protocol(tables, &[0; 4], 1.0, 0.8, 0.05)?;
/// // Without privacy: z = 1.645 + 0.842 and a divergence of 0.04.
/// let without = respondents_of_any_protocol(tables, &[0; 4], 50.0, 0.8, 0.05)?;
/// assert!(few > 500.0 && (without - 154.6).abs() < 0.1);
/// // What is in clear altogether has no noise.
/// let clear = respondents_of_any_protocol(tables, &[0, 1, 2, 3], 1.0, 0.8, 0.05)?;
/// assert!((clear / without - 1.0).abs() < 1e-9);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-confidence` for a power or level outside (0, 1), and a power that is not above the level.
pub fn respondents_of_any_protocol(
    [null, shares]: [&[f64]; 2],
    groups: &[usize],
    record_epsilon: f64,
    power: f64,
    level: f64,
) -> Result<f64, Error> {
    check(power, "power")?;
    check(level, "level")?;
    if power <= level {
        return Err(Error::new(Code::InvalidConfidence, "the power must be above the level"));
    }
    let upper = |probability: f64| {
        let z = |tail: f64| libm::sqrt(critical_value(tail, 1.0));
        if probability <= 0.5 { z(2.0 * probability) } else { -z(2.0 * (1.0 - probability)) }
    };
    let z = upper(level) - upper(power);
    let half = libm::sinh(record_epsilon / 2.0);
    let mut cells: Vec<Vec<(f64, f64)>> = vec![Vec::new(); groups.iter().max().map_or(0, |last| last + 1)];
    let each = null.iter().copied().zip(shares.iter().copied());
    let possible = groups.iter().zip(each).filter(|(_, (null, share))| null + share > 0.0);
    possible.for_each(|(&group, cell)| cells[group].push(cell));
    let divergence: f64 = cells.iter().map(|cells| divergence(cells, half * half)).sum();
    Ok(z * z / divergence)
}

/// The contribution of one group to D, from the pairs (π₀, π) of its cells; `varies` is sinh²(ε/2).
fn divergence(cells: &[(f64, f64)], varies: f64) -> f64 {
    let expected: f64 = cells.iter().map(|(null, _)| null).sum();
    let found: f64 = cells.iter().map(|(_, share)| share).sum();
    if found <= 0.0 || expected <= 0.0 {
        return if found <= 0.0 { expected } else { f64::INFINITY };
    }
    let within = || cells.iter().map(|(null, share)| (null / expected, share / found - null / expected));
    let of_shares: f64 = within().map(|(null, apart)| apart * apart / null).sum();
    let apart = within().map(|(_, apart)| libm::fabs(apart)).sum::<f64>() / 2.0;
    let of_reports = libm::fmin(of_shares, 4.0 * apart * apart * varies);
    ((found - expected) * (found - expected) + found * found * of_reports) / expected
}
