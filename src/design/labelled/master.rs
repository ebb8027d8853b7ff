//! The master problem: finds the probabilities P ≥ 0 of given families, Σ P = 1, that minimise V = Σ_T c_T/I_T at I = Σ P_φ I_φ.
//!
//! Multiplying all P by t divides V by t, so the sum need not be kept at 1: the minimiser of V + Σ s over s ≥ 0, divided by its sum,
//! is the design sought. A primal–dual interior-point method solves s_φ·z_φ = τ, z_φ = 1 − worth_φ for decreasing τ, by Newton's
//! method. At the end no family is worth more than V, up to the precision.
//!
//! Cost: families² × kinds + families³/3 per step, some twenty steps.

use alloc::vec::Vec;

use super::column::FormColumn;
use super::measure::{DesignMeasure, information};
use super::newton::{FALL, MAX_STEPS, NewtonSystem, normalised, reach, start};
use crate::exact::to_f64;
use crate::numeric::cholesky::dot;

/// V of the design with these probabilities.
fn measure(costs: &[f64], columns: &[FormColumn], probabilities: Vec<f64>) -> DesignMeasure {
    let information = information(costs.len(), columns, &probabilities);
    let priced = |(cost, information): (&f64, &f64)| match *cost > 0.0 {
        true => (cost / information, cost / information / information),
        false => (0.0, 0.0),
    };
    let (errors, prices): (Vec<f64>, Vec<f64>) = costs.iter().zip(&information).map(priced).unzip();
    let objective = errors.iter().sum();
    DesignMeasure { probabilities, information, objective, prices, worth: objective, unused: 0.0 }
}

/// Finds the best probabilities to this precision, starting from `from`, where those of the last columns may be missing.
pub(super) fn optimal_measure(
    costs: &[f64],
    columns: &[FormColumn],
    from: &[f64],
    precision: f64,
) -> DesignMeasure {
    let mut best = measure(costs, columns, start(columns.len(), from));
    let scale = best.objective;
    let scaled: Vec<f64> = costs.iter().map(|cost| cost / scale).collect();
    let mut path = CentralPath::new(&scaled, columns, start(columns.len(), from));
    for _ in 0..MAX_STEPS {
        path.advance();
        let reached = measure(costs, columns, normalised(path.shares.clone()));
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
        let at = measure(self.costs, self.columns, self.shares.clone());
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

    /// Solves (BᵀCB + Z/S)·Δs = worth − 1 + τ/s.
    fn moves(&self, worths: &[f64], bends: &[f64], aim: f64) -> Vec<f64> {
        let system = NewtonSystem::new(self.columns, bends, (&self.shares, &self.slacks));
        system.solve(worths.iter().zip(&self.shares).map(|(worth, share)| (worth - 1.0) * share + aim))
    }
}
