//! Cramér's V of true shares, and expected tables built from margins, association or groups.

use alloc::format;
use alloc::vec::Vec;

use super::fit;
use super::independence::chi_squared;
use super::null_model::invalid;
use crate::error::Error;
use crate::exact::{count_to_f64, to_f64};
use crate::numeric::vectors::dot;

/// Cramér's V of a table of shares: √(φ²/(min(r, c) − 1)), φ² = Σ h_ij²/(π_i·π_j), from 0 to 1.
///
/// ```
/// use candor::inference::cramers_v;
/// assert!((cramers_v(&[0.3, 0.2, 0.2, 0.3], 2)? - 0.2).abs() < 1e-12);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// Those of [`chi_squared`].
pub fn cramers_v(shares: &[f64], columns: usize) -> Result<f64, Error> {
    let total: f64 = shares.iter().sum();
    let phi_squared = chi_squared(shares, columns)?.value / total;
    Ok(libm::sqrt(phi_squared / degrees(shares.len() / columns, columns)))
}

/// min(r, c) − 1.
fn degrees(rows: usize, columns: usize) -> f64 {
    to_f64((rows.min(columns) - 1) as u128)
}

/// A table with these margins and this Cramér's V, in which higher columns go with higher rows: π_ij = p_i·q_j·(1 + κ·u_i·v_j), with u and
/// v the standardised numbers of the categories, and κ = V·√(min(r, c) − 1).
///
/// ```
/// use candor::inference::{associated, cramers_v};
/// let table = associated(&[0.5, 0.5], &[0.2, 0.3, 0.5], 0.1)?;
/// assert!((cramers_v(&table, 3)? - 0.1).abs() < 1e-12 && table[0] > 0.1);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where the margins are no shares above 0, or where they do not allow so strong an association, because a cell
/// would be below 0.
pub fn associated(rows: &[f64], columns: &[f64], v: f64) -> Result<Vec<f64>, Error> {
    let (u, w) = (standardised(rows)?, standardised(columns)?);
    let kappa = v * libm::sqrt(degrees(rows.len(), columns.len()));
    let row = |(p, u): (&f64, &f64)| -> Vec<f64> {
        columns.iter().zip(&w).map(|(q, w)| p * q * (1.0 + kappa * u * w)).collect()
    };
    let table: Vec<f64> = rows.iter().zip(&u).flat_map(row).collect();
    if !(0.0..=1.0).contains(&v) || table.iter().any(|share| *share < 0.0) {
        let message = format!("a Cramér's V of {v} does not go with these margins: a share would be below 0");
        return Err(invalid(message));
    }
    Ok(table)
}

/// A table of groups by two answers, from the sizes of the groups and the share of the second answer within each: the arms of a trial,
/// and how many recover.
///
/// ```
/// use candor::inference::of_groups;
/// assert_eq!(of_groups(&[0.75, 0.25], &[0.5, 1.0])?, [0.375, 0.375, 0.0, 0.25]);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where the sizes are no shares, or there is not a number from 0 to 1 for each group.
pub fn of_groups(groups: &[f64], second: &[f64]) -> Result<Vec<f64>, Error> {
    fit::check(groups, groups.len())?;
    if second.len() != groups.len() || !second.iter().all(|share| (0.0..=1.0).contains(share)) {
        let message = format!(
            "the shares within groups are {second:?}; they must be a number from 0 to 1 for each of {} groups",
            groups.len()
        );
        return Err(invalid(message));
    }
    Ok(groups.iter().zip(second).flat_map(|(size, share)| [size * (1.0 - share), size * share]).collect())
}

/// The numbers 0, 1, 2 … standardised to mean 0 and variance 1 under these shares.
fn standardised(shares: &[f64]) -> Result<Vec<f64>, Error> {
    fit::check(shares, shares.len())?;
    let numbers: Vec<f64> = (0..shares.len() as u64).map(count_to_f64).collect();
    let mean = dot(&numbers, shares);
    let variance = shares.iter().zip(&numbers).map(|(share, x)| share * (x - mean) * (x - mean)).sum();
    if variance <= 0.0 {
        return Err(invalid(format!("the margin {shares:?} has one category; it must have two above 0")));
    }
    Ok(numbers.iter().map(|x| (x - mean) / libm::sqrt(variance)).collect())
}
