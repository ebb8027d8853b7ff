//! The shares of a table under a logistic or multinomial model, and their derivatives by its parameters ([`super::regression`]).
//!
//! The parameters are γ, the logarithms of p_x relative to the first x, and then β by outcome. ∂π(y, x)/∂γ_m = π(y, x)·(1[x = m] − p_m), and
//! ∂π(y, x)/∂β_kj = π(y, x)·(1[y = k] − q_k(x))·z_j(x).

use alloc::vec;
use alloc::vec::Vec;

use super::joined::Joined;
use crate::estimate::onto_simplex;
use crate::exact::{to_f64, to_index};
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The weight of the estimates in [`possible`] shares; the rest is uniform.
const START: f64 = 0.9;

/// The model of the shares of a table of outcome × regressors.
pub(super) struct RegressionModel {
    outcomes: usize,
    /// The design vector z(x) for every x.
    designs: Vec<Vec<f64>>,
}

impl RegressionModel {
    /// The model of a table, the outcome first, with the axes of every term.
    pub(super) fn new(joined: &Joined, terms: &[Vec<usize>]) -> Self {
        let sizes = joined.sizes();
        let design = |&group: &usize| {
            let of_term = |term: &Vec<usize>| {
                let indicators = |axis: &usize| {
                    let own = category(group, &sizes[1..], axis - 1);
                    (1..to_index(sizes[*axis])).map(|other| indicator(own == other)).collect::<Vec<f64>>()
                };
                term.iter().map(indicators).fold(vec![1.0], |before, own| {
                    before.iter().flat_map(|one| own.iter().map(move |other| one * other)).collect()
                })
            };
            [1.0].into_iter().chain(terms.iter().flat_map(of_term)).collect()
        };
        Self { outcomes: to_index(sizes[0]), designs: joined.groups.iter().map(design).collect() }
    }

    /// Whether the groups that can occur tell the coefficients of all terms apart.
    pub(super) fn is_determined(&self) -> bool {
        let terms = self.terms();
        let product = |one: usize, other: usize| -> f64 {
            self.designs.iter().map(|design| design[one] * design[other]).sum()
        };
        let row = |one: usize| (0..terms).map(|other| product(one, other)).collect();
        Factor::of(&(0..terms).map(row).collect::<Vec<Vec<f64>>>()).order.len() == terms
    }

    /// The index of the first coefficient, where β begins among the parameters.
    pub(super) fn first_coefficient(&self) -> usize {
        self.designs.len() - 1
    }

    /// The number of coefficients of one outcome: the constant and the slopes.
    fn terms(&self) -> usize {
        self.designs[0].len()
    }

    /// The coefficients β among the parameters.
    pub(super) fn coefficients<'p>(&self, parameters: &'p [f64]) -> &'p [f64] {
        &parameters[self.first_coefficient()..]
    }

    /// For every coefficient, whether it is a slope and not a constant.
    pub(super) fn are_slopes(&self) -> impl Iterator<Item = bool> {
        let terms = self.terms();
        (0..(self.outcomes - 1) * terms).map(move |place| place % terms > 0)
    }

    /// The places of the slopes among the coefficients.
    pub(super) fn slopes(&self) -> impl Iterator<Item = usize> {
        self.are_slopes().enumerate().filter(|(_, is_slope)| *is_slope).map(|(place, _)| place)
    }

    /// The shares p of the groups.
    pub(super) fn groups(&self, parameters: &[f64]) -> Vec<f64> {
        softmax(parameters[..self.first_coefficient()].iter().copied())
    }

    /// Starting values: outcome and regressors are independent, with nearly the estimated margins.
    pub(super) fn start(&self, estimates: &[f64]) -> Vec<f64> {
        let shares = possible(estimates);
        let groups = self.designs.len();
        let of_group = |x: usize| shares.iter().skip(x).step_by(groups).sum::<f64>();
        let of_outcome = |y: usize| shares[y * groups..][..groups].iter().sum::<f64>();
        let mut parameters: Vec<f64> = (1..groups).map(|x| libm::log(of_group(x) / of_group(0))).collect();
        for outcome in 1..self.outcomes {
            parameters.push(libm::log(of_outcome(outcome) / of_outcome(0)));
            parameters.extend(vec![0.0; self.terms() - 1]);
        }
        parameters
    }

    /// The shares π of the table.
    pub(super) fn shares(&self, parameters: &[f64]) -> Vec<f64> {
        let (groups, answers) = (self.groups(parameters), self.answers(parameters));
        self.cells().map(|(y, x)| groups[x] * answers[x][y]).collect()
    }

    /// The derivatives of π, with a row for every parameter.
    pub(super) fn derivatives(&self, parameters: &[f64]) -> Vec<Vec<f64>> {
        let (groups, answers) = (self.groups(parameters), self.answers(parameters));
        let cell = |y: usize, x: usize| groups[x] * answers[x][y];
        let by_group = |(group, share): (usize, &f64)| -> Vec<f64> {
            self.cells().map(|(y, x)| cell(y, x) * (indicator(x == group) - share)).collect()
        };
        let by_term = |outcome: usize, term: usize| -> Vec<f64> {
            let apart = |y: usize, x: usize| indicator(y == outcome) - answers[x][outcome];
            self.cells().map(|(y, x)| cell(y, x) * apart(y, x) * self.designs[x][term]).collect()
        };
        let mut derivatives: Vec<Vec<f64>> = groups.iter().enumerate().skip(1).map(by_group).collect();
        for outcome in 1..self.outcomes {
            derivatives.extend((0..self.terms()).map(|term| by_term(outcome, term)));
        }
        derivatives
    }

    /// The outcome and the group of every cell of the table.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let groups = self.designs.len();
        (0..self.outcomes).flat_map(move |y| (0..groups).map(move |x| (y, x)))
    }

    /// The distribution q(x) of the outcome for every x.
    fn answers(&self, parameters: &[f64]) -> Vec<Vec<f64>> {
        let beta = self.coefficients(parameters);
        let logarithms = |z: &Vec<f64>| softmax(beta.chunks_exact(self.terms()).map(|beta| dot(beta, z)));
        self.designs.iter().map(logarithms).collect()
    }
}

/// Shares near estimates, none of them 0.
pub(super) fn possible(estimates: &[f64]) -> Vec<f64> {
    let mut shares = estimates.to_vec();
    onto_simplex(&mut shares);
    let uniform = (1.0 - START) / to_f64(shares.len() as u128);
    shares.iter_mut().for_each(|share| *share = START * *share + uniform);
    shares
}

/// The category along an axis of a group; groups are numbered row-major.
fn category(group: usize, sizes: &[u32], axis: usize) -> usize {
    let after: usize = sizes[axis + 1..].iter().map(|&size| to_index(size)).product();
    group / after % to_index(sizes[axis])
}

fn indicator(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// The probabilities whose logarithms relative to the first one are these.
fn softmax(logarithms: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut weights = vec![0.0];
    weights.extend(logarithms);
    let most = weights.iter().copied().fold(0.0, f64::max);
    weights.iter_mut().for_each(|weight| *weight = libm::exp(*weight - most));
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
