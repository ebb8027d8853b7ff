//! The likeliest shares of two independent questions.
//!
//! The EM step sets the margins to those expected of the true answers, given the reports: with g = Mᵀ(λ̂ / Mθ) at θ = r⊗c, r_i ← r_i·Σ_j
//! c_j·g_ij, and likewise the columns. Three points of it are extrapolated to a fourth (SQUAREM, \[VaradhanRoland08\]), which is kept if it
//! is at least as likely as the second. The ascent ends once neither margin, the other being fixed, can add more than [`GAP`] to the
//! log-likelihood of all reports.
//!
//! Cost: 2 applications of the law a point, O(w·N) each.

use alloc::vec::Vec;

use super::likeliest::mixed;
use super::log_likelihood::{LogLikelihood, Point};
use crate::estimate::observed::Observed;
use crate::exact::to_index;
use crate::numeric::vectors::dot;

/// The most by which the log-likelihood of all reports may still rise with one margin.
const GAP: f64 = 1e-4;

/// The number of points after which the margins are given as they are.
const MOST_POINTS: u32 = 3_000;

/// The shares of the rows, then of the columns, and the likelihood at their product.
struct Margins {
    both: Vec<f64>,
    rows: usize,
    point: Point,
}

/// The likeliest shares of two independent questions.
pub(super) struct Likeliest {
    pub(super) shares: Vec<f64>,
    /// The log-likelihood per report.
    pub(super) log_likelihood: f64,
    pub(super) applications: u64,
}

/// Finds them from the margins of the shares `near`, which are from 0 to 1.
pub(super) fn likeliest_independent(observed: &Observed<'_>, near: &[f64]) -> Likeliest {
    let rows = to_index(observed.sizes()[0]);
    let mut likelihood = LogLikelihood::new(observed, near);
    // EM never leaves 0, so the start has no zeros.
    let start = [0, 1].map(|axis| observed.marginal_of(near, &[axis])).map(mixed).concat();
    let mut at = Margins::new(&mut likelihood, start, rows);
    while observed.n() * at.gap() > GAP && likelihood.steps() < MOST_POINTS && !likelihood.is_stopped() {
        let next = Margins::new(&mut likelihood, at.stepped(), rows);
        let beyond = Margins::new(&mut likelihood, extrapolated(&at, &next), rows);
        at = if beyond.point.is_as_likely_as(&next.point) { beyond } else { next };
    }
    let applications = likelihood.applications();
    let Point { shares, log_likelihood, .. } = at.point;
    Likeliest { shares, log_likelihood, applications }
}

impl Margins {
    fn new(likelihood: &mut LogLikelihood<'_>, both: Vec<f64>, rows: usize) -> Self {
        let (of_rows, of_columns) = both.split_at(rows);
        let shares = of_rows.iter().flat_map(|row| of_columns.iter().map(move |column| row * column));
        let point = likelihood.point(shares.collect());
        Self { both, rows, point }
    }

    /// What an EM step multiplies each row and each column by.
    fn factors(&self) -> Vec<f64> {
        let (of_rows, of_columns) = self.both.split_at(self.rows);
        let gradient = self.point.gradient.chunks_exact(of_columns.len());
        let mut factors: Vec<f64> = gradient.clone().map(|row| dot(row, of_columns)).collect();
        let column = |column: usize| {
            gradient.clone().zip(of_rows).map(|(gradient, row)| gradient[column] * row).sum::<f64>()
        };
        factors.extend((0..of_columns.len()).map(column));
        factors
    }

    fn stepped(&self) -> Vec<f64> {
        let step = |(share, factor): (&f64, f64)| share * libm::fmax(factor, 0.0);
        self.scaled(self.both.iter().zip(self.factors()).map(step).collect())
    }

    /// By how much the log-likelihood per report can still rise if one of the margins changes.
    fn gap(&self) -> f64 {
        let factors = self.factors();
        let (of_rows, of_columns) = factors.split_at(self.rows);
        let most = |factors: &[f64]| factors.iter().copied().fold(1.0, f64::max) - 1.0;
        libm::fmax(most(of_rows), most(of_columns))
    }

    /// Scales either margin to the sum 1.
    fn scaled(&self, mut both: Vec<f64>) -> Vec<f64> {
        let (of_rows, of_columns) = both.split_at_mut(self.rows);
        for margin in [of_rows, of_columns] {
            let total: f64 = margin.iter().sum();
            margin.iter_mut().for_each(|share| *share /= total);
        }
        both
    }
}

/// Extrapolates to θ + 2a·r + a²·v, r the step from a point to the next, v the change of the step after that, and a = |r|/|v|, at least 1.
fn extrapolated(at: &Margins, next: &Margins) -> Vec<f64> {
    let third = next.stepped();
    let change = |((one, two), three): ((&f64, &f64), &f64)| (two - one, three - 2.0 * two + one);
    let changes: Vec<(f64, f64)> = at.both.iter().zip(&next.both).zip(&third).map(change).collect();
    let (first, second) =
        changes.iter().fold((0.0, 0.0), |(r, v), own| (r + own.0 * own.0, v + own.1 * own.1));
    if second <= 0.0 {
        return third;
    }
    let a = libm::fmax(libm::sqrt(first / second), 1.0);
    // A share that the third point still has is not set to 0, where it would stay.
    let moved = |((one, (r, v)), third): ((&f64, &(f64, f64)), &f64)| {
        libm::fmax(one + 2.0 * a * r + a * a * v, LEFT * third)
    };
    next.scaled(at.both.iter().zip(&changes).zip(&third).map(moved).collect())
}

/// The least part of a share of the third point that is left.
const LEFT: f64 = 0.01;
