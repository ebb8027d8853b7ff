//! The most likely terms of the log-linear model under given prior variances.
//!
//! F(θ) = Σ_T ‖ĉ_T − c_T(P_θ)‖² / (2 v_T) + Σ_T ‖θ_T‖² / (2 τ_T), P_θ(x) ∝ exp(Σ_T θ_T(x_T)), c_T(P) the components of P's tables. With
//! u = (c − ĉ)/v and S(u)(x) = Σ_T u_T(x_T), the gradient is the components of P·(S(u) − E_P S(u)), plus θ/τ: the cost of two evaluations. Combinations of answers that
//! cannot occur have no share in P.
//!
//! F is minimised by L-BFGS \[LiuNocedal89\] in coordinates in which the covariance of a question's answers is diagonal, scaled by the inverse H of
//! an approximate [`Curvature`]. It ends where gᵀHg < δ².

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use super::components::{UnbiasedComponent, UnbiasedComponents};
use super::curvature::{Curvature, features};
use super::margin::{Directions, alone, softmax};
use super::pairs::{OfPairs, Pair};
use super::tables::{spread, tables};
use super::unbiased::transposed;
use crate::error::Error;
use crate::estimate::Stop;
use crate::numeric::vectors::dot;

/// δ: at 10⁻³ shares are within 10⁻⁵ of those at the minimum; at this value within 10⁻⁷.
const TOLERANCE: f64 = 1e-5;
/// The number of earlier steps from which a step is computed, and of steps in a round, after which the curvature is computed anew.
const MEMORY: usize = 20;
const MOST_ROUNDS: usize = 25;
/// The number of rounds after which the curvature is computed together also where all combinations of answers can occur: strong associations and
/// little noise then make the features depend on one another nearly as much as where some cannot.
const SEPARATE_ROUNDS: usize = 5;
/// The most coordinates whose curvature is computed together: 2 MB, and a tenth of a second where all combinations of a large group can occur.
const MOST_TOGETHER: usize = 512;

/// A problem: the components, and the coordinates in which their terms are sought.
pub(super) struct PairModel<'c> {
    components: &'c UnbiasedComponents,
    directions: Vec<Directions>,
    /// k and v of every coordinate, and the number of the component that it belongs to: questions, then pairs.
    scales: Vec<f64>,
    variances: Vec<f64>,
    owners: Vec<usize>,
    /// ĉ in coordinates.
    observed: Vec<f64>,
    /// Which combinations of answers can occur, if not all: the others have no share.
    possible: Option<Vec<bool>>,
    stop: &'c Stop,
}

/// The terms under a prior, and what follows from them.
pub(super) struct FittedTerms {
    /// θ in coordinates.
    pub(super) terms: Vec<f64>,
    /// c(P) in coordinates.
    pub(super) components: Vec<f64>,
    /// k of every coordinate at the fitted margins.
    pub(super) scales: Vec<f64>,
    /// ln of the evidence for the prior, by Laplace's method.
    pub(super) evidence: f64,
    pub(super) questions: Vec<Vec<f64>>,
    pub(super) pairs: OfPairs<Vec<f64>>,
    /// P, by combinations of answers, the last question fastest.
    pub(super) shares: Vec<f64>,
}

/// F, its gradient and the tables at some terms.
struct TermsPoint {
    terms: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    components: Vec<f64>,
    questions: Vec<Vec<f64>>,
    pairs: OfPairs<Vec<f64>>,
    shares: Vec<f64>,
}

impl<'c> PairModel<'c> {
    pub(super) fn new(components: &'c UnbiasedComponents, stop: &'c Stop) -> Self {
        let directions: Vec<Directions> =
            components.questions.iter().map(|question| Directions::new(&alone(question))).collect();
        let (mut variances, mut owners) = (Vec::new(), Vec::new());
        let dimensions = |pair: Pair| directions[pair[0]].len() * directions[pair[1]].len();
        let of_questions = directions
            .iter()
            .zip(&components.questions)
            .map(|(directions, own)| (directions.len(), own.variance));
        let of_pairs = components.pairs.iter().map(|(pair, own)| (dimensions(pair), own.variance));
        for (owner, (dimensions, variance)) in of_questions.chain(of_pairs).enumerate() {
            variances.extend(core::iter::repeat_n(variance, dimensions));
            owners.extend(core::iter::repeat_n(owner, dimensions));
        }
        let scales = scales(components, &directions);
        let possible = components.possible_combinations();
        let mut problem =
            Self { components, directions, scales, variances, owners, observed: Vec::new(), possible, stop };
        let of_questions: Vec<Vec<f64>> =
            components.questions.iter().map(|own| own.entries.clone()).collect();
        let of_pairs = components.pairs.iter().map(|(_, own)| &own.entries[..]);
        problem.observed = problem.down(&of_questions, of_pairs);
        problem
    }

    pub(super) fn components(&self) -> &UnbiasedComponents {
        self.components
    }

    /// Where the coordinates of every pair are, in the order of the pairs.
    pub(super) fn of_pairs(&self) -> Vec<core::ops::Range<usize>> {
        let questions = self.directions.len();
        let start = |owner: usize| self.owners.partition_point(|own| *own < owner);
        (questions..questions + self.components.pairs.iter().count())
            .map(|pair| start(pair)..start(pair + 1))
            .collect()
    }

    pub(super) fn variances(&self) -> &[f64] {
        &self.variances
    }

    pub(super) fn observed(&self) -> &[f64] {
        &self.observed
    }

    /// The fit under prior variances of the questions and of the pairs, from some terms or from 0.
    ///
    /// # Errors
    /// `stopped`.
    pub(super) fn fit(&self, priors: &[f64], from: Option<&[f64]>) -> Result<FittedTerms, Error> {
        let precision: Vec<f64> = self.owners.iter().map(|&owner| 1.0 / priors[owner]).collect();
        let start = from.map_or_else(|| vec![0.0; self.observed.len()], <[f64]>::to_vec);
        let mut point = self.point(start, &precision);
        let mut steps: VecDeque<(Vec<f64>, Vec<f64>)> = VecDeque::new();
        'rounds: for round in 0..MOST_ROUNDS {
            let curvature = self.curvature(round, &point.shares, &precision);
            for _ in 0..MEMORY {
                self.stop.check()?;
                let scaled = curvature.divided(&point.gradient);
                if dot(&point.gradient, &scaled) < TOLERANCE * TOLERANCE {
                    break 'rounds;
                }
                let mut direction = descent(&point.gradient, &curvature, &steps);
                if dot(&point.gradient, &direction) >= 0.0 {
                    direction = scaled.iter().map(|entry| -entry).collect();
                    steps.clear();
                }
                let next = self.along(&point, &direction, &precision);
                let step = difference(&next.terms, &point.terms);
                let turned = difference(&next.gradient, &point.gradient);
                if dot(&step, &turned) > 1e-12 * libm::sqrt(dot(&step, &step) * dot(&turned, &turned)) {
                    steps.push_back((step, turned));
                    if steps.len() > MEMORY {
                        steps.pop_front();
                    }
                }
                point = next;
            }
        }
        Ok(self.fitted(point, &precision))
    }

    /// The curvature of a round, where combinations of answers have these shares.
    fn curvature(&self, round: usize, shares: &[f64], precision: &[f64]) -> Curvature {
        let depend = self.possible.is_some() || round >= SEPARATE_ROUNDS;
        if !depend || self.observed.len() > MOST_TOGETHER {
            return Curvature::separate(&self.scales, &self.variances, precision);
        }
        let pairs = || self.components.pairs.iter().map(|(pair, _)| pair);
        let cells = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
        let rows = cells.map(|(cell, share)| (*share, features(&self.directions, pairs(), cell)));
        Curvature::together(rows, &self.variances, precision)
    }

    /// The first point along a direction, of step 1 and its halves, at which F has fallen enough \[Armijo66\].
    fn along(&self, from: &TermsPoint, direction: &[f64], precision: &[f64]) -> TermsPoint {
        let slope = dot(&from.gradient, direction);
        let mut by = 1.0;
        loop {
            let terms = from.terms.iter().zip(direction).map(|(own, step)| own + by * step).collect();
            let next = self.point(terms, precision);
            if next.value <= from.value + 1e-4 * by * slope + 1e-12 * libm::fabs(from.value) || by < 1e-8 {
                return next;
            }
            by /= 2.0;
        }
    }

    fn point(&self, terms: Vec<f64>, precision: &[f64]) -> TermsPoint {
        let mut exponents = self.spread(&terms);
        if let Some(possible) = &self.possible {
            let cells = exponents.iter_mut().zip(possible);
            cells.filter(|(_, occurs)| !**occurs).for_each(|(exponent, _)| *exponent = f64::NEG_INFINITY);
        }
        let shares = softmax(&exponents);
        let (questions, pairs) = tables(&self.components.sizes, &shares);
        let components = self.down(&questions, self.shown(&pairs));
        let apart = difference(&components, &self.observed);
        let scores: Vec<f64> = apart.iter().zip(&self.variances).map(|(apart, v)| apart / v).collect();
        let at = self.spread(&scores);
        let mean = dot(&at, &shares);
        let weights: Vec<f64> = shares.iter().zip(&at).map(|(share, score)| share * (score - mean)).collect();
        let (of_questions, of_pairs) = tables(&self.components.sizes, &weights);
        let mut gradient = self.down(&of_questions, self.shown(&of_pairs));
        let held = times(precision, &terms);
        gradient.iter_mut().zip(&held).for_each(|(own, held)| *own += held);
        let value = 0.5 * dot(&scores, &apart) + 0.5 * dot(&held, &terms);
        TermsPoint { terms, value, gradient, components, questions, pairs, shares }
    }

    fn fitted(&self, point: TermsPoint, precision: &[f64]) -> FittedTerms {
        let TermsPoint { terms, value, components, questions, pairs, shares, .. } = point;
        let positive =
            |margin: &Vec<f64>| margin.iter().map(|share| libm::fmax(*share, 1e-12)).collect::<Vec<_>>();
        let directions: Vec<Directions> =
            questions.iter().map(|margin| Directions::new(&positive(margin))).collect();
        let scales = scales(self.components, &directions);
        let each = scales.iter().zip(&self.variances).zip(precision);
        let volume: f64 = each.map(|((k, v), precision)| libm::log1p(k * k / (v * precision))).sum();
        FittedTerms { terms, components, scales, evidence: -value - 0.5 * volume, questions, pairs, shares }
    }

    /// Σ_T θ_T(x_T) at every combination x.
    fn spread(&self, coordinates: &[f64]) -> Vec<f64> {
        let mut left = coordinates;
        let mut take = |number: usize| {
            let (own, rest) = left.split_at(number);
            left = rest;
            own
        };
        let of_questions: Vec<Vec<f64>> =
            self.directions.iter().map(|directions| directions.up(take(directions.len()))).collect();
        let mut of_pairs = OfPairs::new(self.directions.len());
        for (pair, _) in self.components.pairs.iter() {
            let [first, second] = pair.map(|question| &self.directions[question]);
            let by_second = second.up(take(first.len() * second.len()));
            let columns = second.len() + 1;
            let both = transposed(&first.up(&transposed(&by_second, columns)), first.len() + 1);
            *of_pairs.slot(pair) = Some(both);
        }
        spread(&self.components.sizes, &of_questions, &of_pairs)
    }

    /// The tables of those pairs that have a component.
    fn shown<'t>(&'t self, tables: &'t OfPairs<Vec<f64>>) -> impl Iterator<Item = &'t [f64]> {
        self.components.pairs.iter().map(|(pair, _)| &tables[pair][..])
    }

    /// The coordinates of the tables of questions and of the pairs that have a component; the part that is constant along an axis has none.
    fn down<'t>(&self, of_questions: &[Vec<f64>], of_pairs: impl Iterator<Item = &'t [f64]>) -> Vec<f64> {
        let mut coordinates: Vec<f64> = self
            .directions
            .iter()
            .zip(of_questions)
            .flat_map(|(directions, own)| directions.down(own))
            .collect();
        for ((pair, _), table) in self.components.pairs.iter().zip(of_pairs) {
            let [first, second] = pair.map(|question| &self.directions[question]);
            let by_second = second.down(table);
            let both = first.down(&transposed(&by_second, second.len()));
            coordinates.extend(transposed(&both, first.len()));
        }
        coordinates
    }
}

/// k of every coordinate: the eigenvalues of questions, then their products for pairs.
fn scales(components: &UnbiasedComponents, directions: &[Directions]) -> Vec<f64> {
    let of_pair = |([a, b], _): (Pair, &UnbiasedComponent)| {
        let products = |own: &f64| directions[b].values.iter().map(|other| own * other).collect::<Vec<_>>();
        directions[a].values.iter().flat_map(products).collect::<Vec<_>>()
    };
    let of_questions = directions.iter().flat_map(|own| own.values.iter().copied());
    of_questions.chain(components.pairs.iter().flat_map(of_pair)).collect()
}

/// The direction of descent by the two-loop recursion of L-BFGS.
fn descent(gradient: &[f64], curvature: &Curvature, steps: &VecDeque<(Vec<f64>, Vec<f64>)>) -> Vec<f64> {
    let mut left = gradient.to_vec();
    let mut parts = Vec::with_capacity(steps.len());
    for (step, turned) in steps.iter().rev() {
        let part = dot(step, &left) / dot(turned, step);
        left.iter_mut().zip(turned).for_each(|(left, turned)| *left -= part * turned);
        parts.push(part);
    }
    let scale = steps
        .back()
        .map_or(1.0, |(step, turned)| dot(step, turned) / dot(turned, &curvature.divided(turned)));
    let mut direction = curvature.divided(&left);
    direction.iter_mut().for_each(|own| *own *= scale);
    for ((step, turned), part) in steps.iter().zip(parts.iter().rev()) {
        let by = part - dot(turned, &direction) / dot(turned, step);
        direction.iter_mut().zip(step).for_each(|(own, step)| *own += by * step);
    }
    direction.iter_mut().for_each(|own| *own = -*own);
    direction
}

fn times(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one * other).collect()
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}
