//! The master problem: finds the probabilities P ≥ 0 of given families, Σ P = 1, that minimise V = Σ_T c_T/I_T at I = Σ P_φ I_φ.
//!
//! Multiplying all P by t divides V by t, so the sum need not be kept at 1: the minimiser of V + Σ s over s ≥ 0, divided by its sum,
//! is the design sought. A primal–dual interior-point method solves s_φ·z_φ = τ, z_φ = 1 − worth_φ for decreasing τ, by Newton's
//! method. At the end no family is worth more than V, up to the precision.
//!
//! Cost: families² × kinds + families³/3 per step, some twenty steps.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use crate::exact::to_f64;
use crate::numeric::cholesky::{Matrix, dot};

const MAX_STEPS: usize = 100;
/// The fraction of the way to a bound that a step may go.
const NEAR: f64 = 0.9;
/// The factor by which a step aims to reduce the products s·z.
const FALL: f64 = 0.2;
/// The total initial share of all families, in addition to the given probabilities.
const ENTRY: f64 = 1e-3;
const RIDGE: f64 = 1e-13;

/// A design measure, as optimal experimental design calls it: the probabilities of the families, the information of a report, V, and the price of information on a component of every kind.
#[derive(Debug, Clone)]
pub(super) struct DesignMeasure {
    pub(super) probabilities: Vec<f64>,
    pub(super) information: Vec<f64>,
    pub(super) objective: f64,
    pub(super) prices: Vec<f64>,
}

impl DesignMeasure {
    /// The design with these probabilities.
    pub(super) fn new(costs: &[f64], columns: &[FormColumn], probabilities: Vec<f64>) -> Self {
        let mut information = vec![0.0; costs.len()];
        for (column, p) in columns.iter().zip(&probabilities) {
            information.iter_mut().zip(&column.information).for_each(|(sum, i)| *sum += p * i);
        }
        let priced = |(cost, information): (&f64, &f64)| match *cost > 0.0 {
            true => (cost / information, cost / information / information),
            false => (0.0, 0.0),
        };
        let (errors, prices): (Vec<f64>, Vec<f64>) = costs.iter().zip(&information).map(priced).unzip();
        Self { probabilities, information, objective: errors.iter().sum(), prices }
    }

    /// The relative excess over V of what the best of the columns is worth.
    pub(super) fn gap(&self, columns: &[FormColumn]) -> f64 {
        columns.iter().map(|column| column.worth(&self.prices)).fold(0.0, f64::max) / self.objective - 1.0
    }
}

/// Finds the best probabilities to this precision, starting from `from`, where those of the last columns may be missing.
pub(super) fn optimal_measure(
    costs: &[f64],
    columns: &[FormColumn],
    from: &[f64],
    precision: f64,
) -> DesignMeasure {
    let start = || {
        let entry = ENTRY / to_f64(columns.len() as u128);
        let all: Vec<f64> = (0..columns.len()).map(|f| from.get(f).copied().unwrap_or(0.0) + entry).collect();
        normalised(all)
    };
    let mut best = DesignMeasure::new(costs, columns, start());
    let scale = best.objective;
    let scaled: Vec<f64> = costs.iter().map(|cost| cost / scale).collect();
    let mut path = CentralPath::new(&scaled, columns, start());
    for _ in 0..MAX_STEPS {
        path.advance();
        let reached = DesignMeasure::new(costs, columns, normalised(path.shares.clone()));
        if !reached.objective.is_finite() {
            break;
        }
        let gap = reached.gap(columns);
        if reached.objective < best.objective {
            best = reached;
        }
        if gap <= precision {
            break;
        }
    }
    best
}

fn normalised(mut shares: Vec<f64>) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// The state of the interior-point method.
struct CentralPath<'a> {
    costs: &'a [f64],
    columns: &'a [FormColumn],
    shares: Vec<f64>,
    slacks: Vec<f64>,
}

impl<'a> CentralPath<'a> {
    fn new(costs: &'a [f64], columns: &'a [FormColumn], shares: Vec<f64>) -> Self {
        let mut path = Self { costs, columns, shares, slacks: Vec::new() };
        let (worths, _) = path.worths();
        let least = 1.0 / to_f64(columns.len() as u128);
        path.slacks = worths.iter().map(|worth| libm::fmax(1.0 - worth, least)).collect();
        path
    }

    /// What every column is worth, and the square roots of the curvature for every kind.
    fn worths(&self) -> (Vec<f64>, Vec<f64>) {
        let at = DesignMeasure::new(self.costs, self.columns, self.shares.clone());
        let worths = self.columns.iter().map(|column| column.worth(&at.prices)).collect();
        let curvature = |(price, information): (&f64, &f64)| match *price > 0.0 {
            true => libm::sqrt(2.0 * price / information),
            false => 0.0,
        };
        (worths, at.prices.iter().zip(&at.information).map(curvature).collect())
    }

    /// Takes one step of Newton's method towards smaller products s·z.
    fn advance(&mut self) {
        let (worths, curvatures) = self.worths();
        let product = dot(&self.shares, &self.slacks) / to_f64(self.shares.len() as u128);
        let aim = FALL * product;
        let moves = self.moves(&worths, &curvatures, aim);
        let slack_moves: Vec<f64> = (0..moves.len())
            .map(|f| (aim - self.slacks[f] * moves[f]) / self.shares[f] - self.slacks[f])
            .collect();
        let (step, slack_step) = (reach(&self.shares, &moves), reach(&self.slacks, &slack_moves));
        self.shares.iter_mut().zip(&moves).for_each(|(share, change)| *share += step * change);
        self.slacks.iter_mut().zip(&slack_moves).for_each(|(slack, change)| *slack += slack_step * change);
    }

    /// Solves (BᵀCB + Z/S)·Δs = worth − 1 + τ/s; the system is scaled by the shares.
    fn moves(&self, worths: &[f64], curvatures: &[f64], aim: f64) -> Vec<f64> {
        let bent: Vec<Vec<f64>> = self
            .columns
            .iter()
            .zip(&self.shares)
            .map(|(column, share)| {
                column.information.iter().zip(curvatures).map(|(i, bend)| i * bend * share).collect()
            })
            .collect();
        let mut matrix = Matrix::zero(bent.len(), bent.len());
        for (f, row) in bent.iter().enumerate() {
            let entries = matrix.row_mut(f);
            entries.iter_mut().zip(&bent[..=f]).for_each(|(entry, other)| *entry = dot(row, other));
            entries[f] = entries[f] * (1.0 + RIDGE) + self.shares[f] * self.slacks[f];
        }
        matrix.factor();
        let right: Vec<f64> =
            worths.iter().zip(&self.shares).map(|(worth, share)| (worth - 1.0) * share + aim).collect();
        matrix.solve(&right).iter().zip(&self.shares).map(|(change, share)| change * share).collect()
    }
}

/// The largest step up to 1 that keeps all values well above 0.
fn reach(values: &[f64], moves: &[f64]) -> f64 {
    let ends = values.iter().zip(moves).filter(|(_, change)| **change < 0.0);
    ends.map(|(value, change)| -NEAR * value / change).fold(1.0, f64::min)
}
