//! The unbiased inverse estimate where some cells cannot occur, such as an answer to a follow-up of whoever was not asked [Mathematics, §15].
//!
//! Let θ̂ be the inverse estimates of a table in so far as the law shows it: E θ̂ = Π·p, p the true shares and Π the projection onto the components
//! that reports tell of (all of them, but for some labelled laws). Every vector c of components that are shown which is 0 at all cells that can
//! occur has c·Πp = 0 whatever people answered. With A the matrix of a basis of these vectors,
//!
//! θ̃ = θ̂ − Σ Aᵀ (A Σ Aᵀ)⁻¹ A θ̂,
//!
//! Σ being the covariance of θ̂ where all cells that can occur are equally frequent. Σ does not depend on the reports, so θ̃ is unbiased whatever the
//! truth is; at that truth it has the least variance of all estimates that are unbiased and linear in θ̂. If the whole table is shown, A takes the cells
//! that cannot occur, and θ̃ is 0 there.
//!
//! A table gains from questions that hang on its own: it is estimated as a margin B·θ̃ of a *wider* one with these, if that was counted. The
//! variances that are stated are those at the estimated shares: J = B·G·A⁺, A⁺ the inverse of the law on what is shown, G the matrix above.
//!
//! Cost: O(r·w·N + r²·N) for r rows of A and a wider table of N cells, O(Z³) for its Z cells that cannot occur to find A, and as much again for the
//! variances; memory r·N doubles. Above [`MOST_ZEROS`] such cells no use is made of them. Fails where the law erases a component of the table.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::derivative::{self, Derivative, covered_by};
use super::influence::Reach;
use super::inverse;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::walk::{marginal, spread_over};
use crate::exact::size_to_f64;
use crate::numeric::cholesky::{Matrix, dot};
use crate::numeric::null_space::null_space;

/// The most cells that cannot occur of which use is made.
const MOST_ZEROS: usize = 1024;

/// The rounding error of a variance per report. Where a law adds less noise than this, hardly any use is made of the cells that cannot occur.
const ROUNDING: f64 = 1e-16;

/// J of the conditioned inverse: B·G·A⁺.
pub(crate) struct Conditioned {
    /// The cells of the wider table that cannot occur.
    zeros: Vec<usize>,
    /// A, a row for each vector, over these cells.
    constraints: Vec<Vec<f64>>,
    /// B·Σ Aᵀ, a row for every cell of the table.
    columns: Matrix,
    /// The factor of A Σ Aᵀ.
    between: Matrix,
}

impl Derivative for Conditioned {
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let (wide, axes) = observed.widest();
        let cells = wide.inverse_of_shown(change);
        let of_constraints: Vec<f64> =
            self.constraints.iter().map(|row| dot(row, &self.at_zeros(&cells))).collect();
        let solved = self.between.solve(&of_constraints);
        let mut shares = marginal(&cells, wide.sizes(), &axes);
        for (cell, share) in shares.iter_mut().enumerate() {
            *share -= dot(self.columns.row(cell), &solved);
        }
        Ok(shares)
    }

    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(observed.widest().0.inverse_of_shown(self.coefficients(observed, &weights)))
    }

    fn covered(&self, observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
        derivative::covered(observed.widest().0, scores)
    }
}

impl Conditioned {
    /// The weights for a table of which some cells cannot occur; `None` where all can, or too many cannot.
    pub(crate) fn of(observed: &Observed<'_>) -> Result<Option<Self>, Error> {
        let occurring = observed.widest().0.occurring().filter(|cells| zeros_in(cells) <= MOST_ZEROS);
        occurring.map(|cells| Self::new(observed, cells)).transpose()
    }

    /// Finds the weights for a wide table of which these cells can occur.
    fn new(observed: &Observed<'_>, occurring: &[bool]) -> Result<Self, Error> {
        let (wide, axes) = observed.widest();
        let (others, zeros): (Vec<usize>, Vec<usize>) =
            (0..occurring.len()).partition(|cell| occurring[*cell]);
        let even = 1.0 / size_to_f64(others.len());
        let mut expected: Vec<f64> =
            occurring.iter().map(|occurs| if *occurs { even } else { 0.0 }).collect();
        wide.perturb(&mut expected);
        let covariance = wide.covariance(&expected);
        let constraints = constraints(wide, &zeros)?;
        let rows = constraints.len();
        let (columns, between) = (Matrix::zero(observed.shares().len(), rows), Matrix::zero(rows, rows));
        let mut conditioned = Self { zeros, constraints, columns, between };
        for row in 0..rows {
            wide.stop().check()?;
            let mut cells = vec![0.0; occurring.len()];
            let entries = conditioned.zeros.iter().zip(&conditioned.constraints[row]);
            entries.for_each(|(zero, entry)| cells[*zero] = *entry);
            let column = wide.inverse_of_shown(covariance.times(&wide.inverse_of_shown(cells)));
            let at_zeros = conditioned.at_zeros(&column);
            for (entry, other) in conditioned.between.row_mut(row).iter_mut().zip(&conditioned.constraints) {
                *entry = dot(other, &at_zeros);
            }
            conditioned.between.row_mut(row)[row] += ROUNDING;
            for (cell, entry) in marginal(&column, wide.sizes(), &axes).into_iter().enumerate() {
                conditioned.columns.row_mut(cell)[row] = entry;
            }
        }
        conditioned.between.factor();
        Ok(conditioned)
    }

    /// The coefficients of θ̂ in the sum of the cells of θ̃ that has these: Gᵀ·Bᵀ·c, over the wider table.
    pub(super) fn coefficients(&self, observed: &Observed<'_>, of: &[f64]) -> Vec<f64> {
        let (wide, axes) = observed.widest();
        let mut of_constraints = vec![0.0; self.constraints.len()];
        for (cell, own) in of.iter().enumerate().filter(|(_, own)| **own != 0.0) {
            of_constraints
                .iter_mut()
                .zip(self.columns.row(cell))
                .for_each(|(sum, entry)| *sum += own * entry);
        }
        let mut cells = spread_over(of, wide.sizes(), &axes);
        for (row, of_constraint) in self.constraints.iter().zip(self.between.solve(&of_constraints)) {
            self.zeros.iter().zip(row).for_each(|(zero, entry)| cells[*zero] -= of_constraint * entry);
        }
        cells
    }

    fn at_zeros(&self, cells: &[f64]) -> Vec<f64> {
        self.zeros.iter().map(|zero| cells[*zero]).collect()
    }
}

/// A basis of the vectors of shown components that are 0 but at these cells: of c with (I − Π)·c = 0.
fn constraints(wide: &Observed<'_>, zeros: &[usize]) -> Result<Vec<Vec<f64>>, Error> {
    let mut hidden = Matrix::zero(zeros.len(), zeros.len());
    for (row, zero) in zeros.iter().enumerate() {
        wide.stop().check()?;
        let shown = wide.shown(unit(*zero, wide.shares().len()));
        let entries = hidden.row_mut(row).iter_mut().zip(zeros);
        entries.for_each(|(entry, other)| *entry = f64::from(u8::from(zero == other)) - shown[*other]);
    }
    Ok(null_space(hidden))
}

/// The number of cells that cannot occur.
fn zeros_in(occurring: &[bool]) -> usize {
    occurring.iter().filter(|occurs| !**occurs).count()
}

/// The coefficients of the sum that has one cell alone.
pub(super) fn unit(cell: usize, cells: usize) -> Vec<f64> {
    let mut unit = vec![0.0; cells];
    unit[cell] = 1.0;
    unit
}

/// The inverse estimates, given which cells cannot occur.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let (wide, _) = observed.widest();
    let Some(occurring) = wide.occurring() else { return Ok(inverse) };
    let zeros = zeros_in(occurring);
    if zeros > MOST_ZEROS {
        let reason = format!("{zeros} cells cannot occur; of more than {MOST_ZEROS} no use is made");
        return Ok(inverse.because(reason));
    }
    let derivative = Conditioned::new(observed, occurring)?;
    let shares = derivative.push(observed, wide.shares().to_vec())?;
    let (shares, occurs): (Vec<f64>, Vec<bool>) = match observed.occurring() {
        Some(own) => shares
            .iter()
            .zip(own)
            .map(|(share, occurs)| (if *occurs { *share } else { 0.0 }, *occurs))
            .unzip(),
        None => shares.into_iter().map(|share| (share, true)).unzip(),
    };
    let mut variances = vec![0.0; shares.len()];
    let covariance = wide.covariance(wide.expected_reports());
    let mut reach: Option<Reach> = None;
    for cell in (0..shares.len()).filter(|cell| occurs[*cell]) {
        observed.stop().check()?;
        let scores = derivative.pull(observed, unit(cell, shares.len()))?;
        let of_cell = Reach::of_scores(wide, &scores, (0.0, 1.0));
        reach = Some(reach.map_or(of_cell, |reach| reach.widened(of_cell)));
        variances[cell] = libm::fmax(dot(&scores, &covered_by(&covariance, wide, &scores)), 0.0);
    }
    let influence = reach.map(|reach| reach.influence(observed.n()));
    let conditioned = Reconstructed {
        reach,
        rule: Rule::Bounded(None),
        shares,
        variances,
        influence,
        derivative: Arc::new(derivative),
        ..inverse
    };
    let whole = if observed.axes().len() < wide.axes().len() {
        " of this table and of those that hang on it"
    } else {
        ""
    };
    Ok(conditioned.because(format!("{zeros} cells{whole} cannot occur, which takes noise away")))
}
