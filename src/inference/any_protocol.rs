//! How many respondents any protocol of a record ε needs to tell two tables of shares apart.
//!
//! What a report tells is at most (z_α + z_β)² respondents' worth over D, the largest χ² divergence of one report's laws. Where a report carries
//! nothing in clear, D is no larger than the divergence of the shares themselves, Σ (π_x − π₀_x)²/π₀_x, nor than 4·t²·sinh²(ε/2),
//! t = Σ|π_x − π₀_x|/2: what a report adds to the likelihood ratio is t times the difference of two of its likelihood ratios, neither of which
//! varies by more than sinh²(ε/2) \[BhatiaDavis00\]. Where it carries the group z in clear, with P the shares of groups and D_z the
//! divergence of what it tells within one, D = Σ (P_z − P₀_z)²/P₀_z + Σ P_z²/P₀_z·D_z.
//!
//! It holds for reports of any form and protocols that ask one person after another, to the normal approximation. Cost: O(N).

use alloc::vec;
use alloc::vec::Vec;

use super::power::check;
use crate::error::{Code, Error};
use crate::numeric::chi_squared::critical_value;

/// A lower bound on the respondents that any protocol of this record ε needs to tell two tables of shares apart: what the hypothesis says,
/// and what is expected. `groups` names for every cell what a report carries of it in clear: one number for all, where that is nothing.
/// Infinite where the shares are alike.
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

/// What one group adds to D, of (π₀, π) of its cells.
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
