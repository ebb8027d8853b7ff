//! Goodness of fit: whether a table has given shares.
//!
//! h_x = π_x − p_x for all cells that can occur but the last one. Published: Pearson's Σ (n_x − n·p_x)²/(n·p_x) on true counts \[Pearson00\], with N − 1
//! degrees of freedom; on unperturbed counts the calibrated statistic (`score.rs`) equals it. A cell with the given share 0 has no variance,
//! and the published statistic would divide by 0.
//!
//! Cost: O(N).

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::null_model::{NullModel, divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;

/// The tolerance of the sum of given shares around 1.
const ROUNDED: f64 = 1e-6;

/// Pearson's χ² for the goodness of fit of counts of true answers to given shares, with one degree of freedom fewer than cells.
///
/// Units: counts. Cost: O(N). With reconstructed counts the p-value is too small where the hypothesis holds; [`super::test`]
/// gives a calibrated one.
///
/// ```
/// use candor::inference::goodness_of_fit;
/// let die = goodness_of_fit(&[16.0, 18.0, 16.0, 14.0, 12.0, 12.0], &[1.0 / 6.0; 6])?;
/// assert!((die.value - 2.0).abs() < 1e-12 && die.degrees_of_freedom == 5);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where the shares are not from 0 to 1, do not sum to 1 or are not one for each cell;
/// `undefined-statistic` where one is 0, or the counts sum to 0 or less.
pub fn goodness_of_fit(counts: &[f64], shares: &[f64]) -> Result<Statistic, Error> {
    check(shares, counts.len())?;
    let total = divisible(counts.iter().sum(), "the sum of the table")?;
    let mut value = 0.0;
    for (count, share) in counts.iter().zip(shares) {
        let expected = divisible(total * share, "an expected count")?;
        value += (count - expected) * (count - expected) / expected;
    }
    Ok(Statistic::new(value, u32::try_from(shares.len() - 1).unwrap_or(u32::MAX)))
}

/// Refuses numbers that are not the shares of a table of at least two cells.
pub(super) fn check(shares: &[f64], cells: usize) -> Result<(), Error> {
    if shares.len() != cells || cells < 2 {
        return Err(invalid(format!(
            "{} shares were given for a table of {cells} cells; it needs one for each cell",
            shares.len()
        )));
    }
    if let Some(share) = shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
        return Err(invalid(format!("a share is {share}; it must lie between 0 and 1")));
    }
    let sum: f64 = shares.iter().sum();
    if libm::fabs(sum - 1.0) > ROUNDED {
        return Err(invalid(format!("the shares sum to {sum}; they must sum to 1 within {ROUNDED}")));
    }
    Ok(())
}

/// Refuses numbers that are not the shares of a table of which these cells can occur; `None` stands for all.
pub(super) fn check_of_table(shares: &[f64], cells: usize, occurring: Option<&[bool]>) -> Result<(), Error> {
    check(shares, cells)?;
    let cannot = |cell: &usize| occurring.is_some_and(|occurring| !occurring[*cell]);
    if let Some(cell) = (0..cells).filter(cannot).find(|cell| shares[*cell] > 0.0) {
        return Err(invalid(format!(
            "the share of cell {cell} is {}; it must be 0, because its answers cannot be given together",
            shares[cell]
        )));
    }
    Ok(())
}

/// The null model that a table has these shares.
pub(super) struct Given {
    shares: Vec<f64>,
    /// The cells that some record can fall into.
    occurring: Vec<usize>,
}

impl Given {
    /// The model of a table of which these cells can occur; `None` stands for all.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the shares are none, or where a cell that cannot occur has one.
    pub(super) fn new(shares: &[f64], cells: usize, occurring: Option<&[bool]>) -> Result<Self, Error> {
        check_of_table(shares, cells, occurring)?;
        let occurring =
            (0..cells).filter(|cell| occurring.is_none_or(|occurring| occurring[*cell])).collect();
        Ok(Self { shares: shares.into(), occurring })
    }
}

impl NullModel for Given {
    fn nearest(&self, _: &[f64]) -> Vec<f64> {
        self.shares.clone()
    }

    fn is_simple(&self) -> bool {
        true
    }

    fn gradients(&self, null: &[f64]) -> Vec<Vec<f64>> {
        units(self.occurring.iter().copied(), null.len())
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        let of_occurring = |of: &[f64]| -> Vec<f64> { self.occurring.iter().map(|&cell| of[cell]).collect() };
        goodness_of_fit(&of_occurring(counts), &of_occurring(&self.shares))
    }
}

/// The gradients of the shares of these cells but the last one, each a unit vector over all cells of a table.
pub(super) fn units(of: impl Iterator<Item = usize>, cells: usize) -> Vec<Vec<f64>> {
    let unit = |cell: usize| {
        let mut unit = vec![0.0; cells];
        unit[cell] = 1.0;
        unit
    };
    let mut units: Vec<Vec<f64>> = of.map(unit).collect();
    units.pop();
    units
}
