//! The master problem of the best guess: finds the probabilities P ≥ 0 of given families, Σ P = 1, that minimise R(I) where V(I) ≤ K,
//! at I = Σ P_φ I_φ.
//!
//! At the optimum there is a multiplier μ ≥ 0 such that no family is worth more than the design at the prices −∂(R + μV)/∂I. A primal–dual
//! interior-point method solves s_φ·z_φ = τ, z_φ = λ − worth_φ, Σ s = 1, and (K − V)·μ = τ for decreasing τ, by Newton's method. R and V are
//! convex, so at any probabilities and any μ no R at this limit is below R − μ(K − V) − (most worth − own worth).
//!
//! Cost: as the master problem of V, and two more solutions of the same system per step.

use alloc::vec::Vec;

use super::column::FormColumn;
use super::kinds::Kinds;
use super::measure::{DesignMeasure, information};
use super::newton::{FALL, MAX_STEPS, NewtonSystem, normalised, reach, start};
use crate::design::analysis::{ComponentRisk, Risk};
use crate::exact::to_f64;
use crate::numeric::cholesky::dot;

/// The relative difference up to which two designs count as equally good.
const ROUNDING: f64 = 1e-12;

/// R and V by the information on a component of every kind, and the largest V.
pub(super) struct LimitedRisk {
    risks: Vec<ComponentRisk>,
    costs: Vec<f64>,
    limit: f64,
}

impl LimitedRisk {
    /// R of components of these kinds for this number of respondents, where V is at most `limit`.
    pub(super) fn new(kinds: &Kinds, respondents: f64, limit: f64) -> Self {
        let risk = |(kind, cost): (&[usize], &f64)| {
            ComponentRisk::new(&kinds.pools().sizes(kind), *cost, respondents)
        };
        let risks = kinds.all().zip(kinds.costs()).map(risk).collect();
        Self { risks, costs: kinds.costs().into(), limit }
    }

    /// R at this information.
    pub(super) fn risk(&self, information: &[f64]) -> f64 {
        self.risks.iter().zip(information).map(|(risk, information)| risk.at(*information).value).sum()
    }

    /// V at this information.
    pub(super) fn error(&self, information: &[f64]) -> f64 {
        self.at(information).error
    }

    /// R and V by kind.
    fn at(&self, information: &[f64]) -> RiskAndError {
        let risks = self.risks.iter().zip(information).map(|(risk, information)| risk.at(*information));
        let error = |(cost, information): (&f64, &f64)| match *cost > 0.0 {
            true => cost / information,
            false => 0.0,
        };
        let errors: Vec<f64> = self.costs.iter().zip(information).map(error).collect();
        let priced =
            |(error, information): (&f64, &f64)| if *error > 0.0 { error / information } else { 0.0 };
        let prices = errors.iter().zip(information).map(priced).collect();
        RiskAndError { risks: risks.collect(), error: errors.iter().sum(), prices }
    }

    /// The design with these probabilities, priced at this multiplier μ of V.
    fn measure(&self, columns: &[FormColumn], probabilities: Vec<f64>, multiplier: f64) -> DesignMeasure {
        let information = information(self.costs.len(), columns, &probabilities);
        let at = self.at(&information);
        let prices: Vec<f64> =
            at.risks.iter().zip(&at.prices).map(|(risk, price)| risk.price + multiplier * price).collect();
        let risk: f64 = at.risks.iter().map(|risk| risk.value).sum();
        let objective = if at.error <= self.limit { risk } else { f64::INFINITY };
        let worth = dot(&prices, &information);
        let unused = multiplier * (self.limit - at.error);
        DesignMeasure { probabilities, information, objective, prices, worth, unused }
    }

    /// Finds the best probabilities to this precision, starting from `from`, in which those of the last columns may be missing.
    pub(super) fn optimal_measure(
        &self,
        columns: &[FormColumn],
        from: &[f64],
        precision: f64,
    ) -> DesignMeasure {
        let mut path = LimitedPath::new(self, columns, start(columns.len(), from));
        let mut best = self.measure(columns, path.shares.clone(), path.multiplier());
        for _ in 0..MAX_STEPS {
            path.advance();
            let reached = self.measure(columns, normalised(path.shares.clone()), path.multiplier());
            if !reached.worth.is_finite() {
                break;
            }
            let distance = reached.distance(columns);
            let is_kept = reached.objective.is_finite();
            // Of two equally good designs, the later one has the better prices.
            if reached.objective <= best.objective * (1.0 + ROUNDING) {
                best = reached;
            }
            if is_kept && distance <= precision {
                break;
            }
        }
        best
    }
}

/// R of every kind, V, and the price of information in V by kind.
struct RiskAndError {
    risks: Vec<Risk>,
    error: f64,
    prices: Vec<f64>,
}

/// The state of the interior-point method, in which R is relative to its value at the start and V to its limit.
struct LimitedPath<'a> {
    limited: &'a LimitedRisk,
    columns: &'a [FormColumn],
    scale: f64,
    shares: Vec<f64>,
    slacks: Vec<f64>,
    /// λ.
    level: f64,
    /// 1 − V, as a separate variable, and its multiplier μ.
    spare: f64,
    weight: f64,
}

/// What columns are worth at the current point, and how that changes.
struct Worths {
    of_error: Vec<f64>,
    /// What each column is worth in R + μV.
    whole: Vec<f64>,
    error: f64,
    /// The square roots of the curvature of R + μV, for every kind.
    bends: Vec<f64>,
}

impl<'a> LimitedPath<'a> {
    fn new(limited: &'a LimitedRisk, columns: &'a [FormColumn], shares: Vec<f64>) -> Self {
        let scale = limited.risk(&information(limited.costs.len(), columns, &shares));
        let mut path =
            Self { limited, columns, scale, shares, slacks: Vec::new(), level: 0.0, spare: 0.0, weight: 1.0 };
        let worths = path.worths();
        let least = 1.0 / to_f64(columns.len() as u128);
        path.level = dot(&path.shares, &worths.whole);
        path.slacks =
            worths.whole.iter().map(|worth| libm::fmax(path.level - worth, least * path.level)).collect();
        path.spare = libm::fmax(1.0 - worths.error, FALL);
        path
    }

    /// The multiplier of V for unscaled R and V.
    fn multiplier(&self) -> f64 {
        self.weight * self.scale / self.limited.limit
    }

    fn worths(&self) -> Worths {
        let information = information(self.limited.costs.len(), self.columns, &self.shares);
        let at = self.limited.at(&information);
        let risk_prices: Vec<f64> = at.risks.iter().map(|risk| risk.price / self.scale).collect();
        let prices: Vec<f64> = at.prices.iter().map(|price| price / self.limited.limit).collect();
        let bend = |((risk, price), information): ((&Risk, &f64), &f64)| {
            let of_error = if *price > 0.0 { 2.0 * price / information } else { 0.0 };
            libm::sqrt(risk.curvature / self.scale + self.weight * of_error)
        };
        let bends = at.risks.iter().zip(&prices).zip(&information).map(bend).collect();
        let worths = |prices: &[f64]| self.columns.iter().map(|column| column.worth(prices)).collect();
        let (of_risk, of_error): (Vec<f64>, Vec<f64>) = (worths(&risk_prices), worths(&prices));
        let whole = of_risk.iter().zip(&of_error).map(|(risk, error)| risk + self.weight * error).collect();
        Worths { of_error, whole, error: at.error / self.limited.limit, bends }
    }

    /// Takes one step of Newton's method towards smaller products s·z and (1 − V)·μ.
    fn advance(&mut self) {
        let worths = self.worths();
        let products = dot(&self.shares, &self.slacks) + self.spare * self.weight;
        let aim = FALL * products / to_f64(self.shares.len() as u128 + 1);
        let Moves { shares, level, weight } = self.moves(&worths, aim);
        let slacks: Vec<f64> = (0..shares.len())
            .map(|f| (aim - self.slacks[f] * shares[f]) / self.shares[f] - self.slacks[f])
            .collect();
        let spare = (aim - self.spare * weight) / self.weight - self.spare;
        let step = libm::fmin(reach(&self.shares, &shares), reach(&[self.spare], &[spare]));
        let back = libm::fmin(reach(&self.slacks, &slacks), reach(&[self.weight], &[weight]));
        self.shares.iter_mut().zip(&shares).for_each(|(share, change)| *share += step * change);
        self.spare += step * spare;
        self.slacks.iter_mut().zip(&slacks).for_each(|(slack, change)| *slack += back * change);
        self.weight += back * weight;
        self.level += back * level;
    }

    /// Solves, with H = BᵀCB + Z/S and w, v what columns are worth in R + μV and in V:
    /// H·Δs − v·Δμ + 1·Δλ = w − λ + τ/s, vᵀΔs + (1 − V)/μ·Δμ = V − 1 + τ/μ, 1ᵀΔs = 0.
    fn moves(&self, worths: &Worths, aim: f64) -> Moves {
        let system = NewtonSystem::new(self.columns, &worths.bends, (&self.shares, &self.slacks));
        let excess = worths.whole.iter().zip(&self.shares);
        let free = system.solve(excess.map(|(worth, share)| (worth - self.level) * share + aim));
        let by_weight = system.solve(worths.of_error.iter().zip(&self.shares).map(|(v, share)| v * share));
        let by_level = system.solve(self.shares.iter().copied());
        let total = |moves: &[f64]| moves.iter().sum::<f64>();
        let error = |moves: &[f64]| dot(&worths.of_error, moves);
        // Two equations for Δμ and Δλ.
        let (a, b) = (error(&by_weight) + self.spare / self.weight, -error(&by_level));
        let right = worths.error - 1.0 + aim / self.weight - error(&free);
        let (c, d) = (total(&by_weight), -total(&by_level));
        let other = -total(&free);
        let determinant = a * d - b * c;
        let weight = (right * d - b * other) / determinant;
        let level = (a * other - c * right) / determinant;
        let shares = (0..free.len()).map(|f| free[f] + weight * by_weight[f] - level * by_level[f]).collect();
        Moves { shares, level, weight }
    }
}

/// The changes of the shares, λ and μ.
struct Moves {
    shares: Vec<f64>,
    level: f64,
    weight: f64,
}
