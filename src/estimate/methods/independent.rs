//! Products of inverse estimates over a partition of the axes: RR-Independent [Kikuchi, Algorithm 2],
//! where every axis stands alone, and the estimate of RR-Clusters.
//!
//! Π̂_x = ∏_C π̂_C(x_C). Errors are by the delta method: with g_C = ∏_{D≠C} π̂_D and α_C the entries of C's inverse, Var Π̂_x = (Σ_C g_C²
//! Σ_y α_C² λ + 2 Σ_{C<D} g_C g_D Σ_y α_C α_D λ − (Σ_C g_C π_C)²)/n over all parts, λ and π the observed shares and their inverse or, if no
//! answers lead to such reports, possible ones ([`crate::estimate::observed::truth`]). All parts are estimated from the same reports, so
//! their noise may be correlated. Dependence between parts, which the product leaves out, is bias and no part of the standard error.
//!
//! Cost: O(m²·N) time, O(N) memory. Fails where the law erases a component of a part.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence;
use super::inverse;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::walk::Walk;
use crate::numeric::vectors::{dot, squared_distance};

/// RR-Independent: the product of the inverse estimates of the single attributes; for one attribute the inverse.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let method = Reconstruction::Independent;
    if observed.sizes().len() == 1 {
        return Ok(Reconstructed { method, ..inverse::reconstruct(observed.clone())? });
    }
    Ok(Product::of_singles(observed)?.reconstruct(observed, method))
}

/// The parts of a product, each inverted.
#[derive(Clone)]
pub(crate) struct Product {
    parts: Vec<Vec<usize>>,
    influences: Vec<f64>,
    shares: Vec<Vec<f64>>,
    /// The shares at which means are taken.
    expected: Vec<Vec<f64>>,
    moments: Vec<Vec<f64>>,
    /// For every pair of parts C < D, Σ_y α_C α_D λ over the cells of both.
    pairs: Vec<Vec<f64>>,
}

impl Product {
    pub(crate) fn new(observed: &Observed<'_>, parts: Vec<Vec<usize>>) -> Result<Self, Error> {
        let each = |of: fn(&Observed<'_>, &[usize]) -> Result<Vec<f64>, Error>| {
            parts.iter().map(|axes| of(observed, axes)).collect::<Result<Vec<_>, _>>()
        };
        let (shares, moments) =
            (each(|observed, axes| observed.inverse(axes))?, each(inverse::second_moments)?);
        let expected = each(inverse::expected_truth_of)?;
        let couples = couples(parts.len()).map(|(c, d)| cross(observed, &parts[c], &parts[d]));
        let pairs = couples.collect::<Result<_, _>>()?;
        let influence = |axes: &Vec<usize>| influence::of_inverse(observed, axes);
        let influences = parts.iter().map(influence).collect::<Result<_, Error>>()?;
        Ok(Self { parts, influences, shares, expected, moments, pairs })
    }

    /// The product of all single attributes.
    pub(crate) fn of_singles(observed: &Observed<'_>) -> Result<Self, Error> {
        Self::new(observed, observed.axes().into_iter().map(|axis| vec![axis]).collect())
    }

    pub(crate) fn reconstruct(self, observed: &Observed<'_>, method: Reconstruction) -> Reconstructed {
        let (n, sampled) = (observed.n(), observed.sampled());
        let (mut shares, mut variances) = (Vec::new(), Vec::new());
        self.for_each_cell(observed, |at, others, share| {
            let squares =
                others.iter().zip(&self.moments).zip(at).map(|((g, moments), &at)| g * g * moments[at]);
            let crossed = couples(at.len())
                .zip(&self.pairs)
                .map(|((c, d), pair)| others[c] * others[d] * pair[at[c] * self.shares[d].len() + at[d]]);
            let moment = squares.sum::<f64>() + 2.0 * crossed.sum::<f64>();
            let mean: f64 =
                others.iter().zip(&self.expected).zip(at).map(|((g, expected), &at)| g * expected[at]).sum();
            shares.push(share);
            variances.push(libm::fmax(moment - sampled * mean * mean, 0.0) / n);
        });
        let condition = self.parts.iter().map(|axes| observed.condition(axes)).fold(1.0, f64::max);
        let influence = self.influence();
        Reconstructed::new(method, (shares, variances), Arc::new(self), condition, influence)
    }

    /// Cov(Π̂_x, π̂_x) with the inverse estimates of the whole table, for every cell.
    pub(crate) fn covariances_with_inverse(&self, observed: &Observed<'_>) -> Result<Vec<f64>, Error> {
        let inverse = inverse::expected_truth_of(observed, &observed.axes())?;
        let (n, sampled) = (observed.n(), observed.sampled());
        let mut covariances = vec![0.0; inverse.len()];
        for (part, axes) in self.parts.iter().enumerate() {
            let moments = inverse::products(observed, &observed.axes(), axes)?;
            let mut cell = 0;
            self.for_each_cell(observed, |at, others, _| {
                let expected = sampled * self.expected[part][at[part]] * inverse[cell];
                covariances[cell] += others[part] * (moments[cell] - expected) / n;
                cell += 1;
            });
        }
        Ok(covariances)
    }

    /// The squared distance between a table over two parts and their product.
    pub(crate) fn distance_of_pair(&self, (c, d): (usize, usize), table: &[f64]) -> f64 {
        let products =
            self.shares[c].iter().flat_map(|one| self.shares[d].iter().map(move |other| one * other));
        squared_distance(table, &products.collect::<Vec<f64>>())
    }

    /// The smallest sum of squared shares of a part: no table with such margins has a larger one.
    pub(crate) fn least_square(&self) -> f64 {
        let square = |shares: &Vec<f64>| dot(shares, shares);
        self.shares.iter().map(square).fold(f64::INFINITY, f64::min)
    }

    /// Calls `visit` with the cell of every part, the product of all other parts, and the product.
    fn for_each_cell(&self, observed: &Observed<'_>, mut visit: impl FnMut(&[usize], &[f64], f64)) {
        let mut walk = Walk::new(observed.sizes(), &self.parts);
        let mut others = vec![1.0; self.parts.len()];
        for _ in 0..observed.shares().len() {
            let mut product = 1.0;
            for (c, &at) in walk.at().iter().enumerate() {
                others[c] = product;
                product *= self.shares[c][at];
            }
            let mut after = 1.0;
            for (c, &at) in walk.at().iter().enumerate().rev() {
                others[c] *= after;
                after *= self.shares[c][at];
            }
            visit(walk.at(), &others, product);
            walk.step();
        }
    }

    /// The most that one forged report can move a cell, with these parts.
    fn influence(&self) -> f64 {
        let largest = |shares: &Vec<f64>| shares.iter().copied().map(libm::fabs).fold(0.0, f64::max);
        influence::of_product(self.shares.iter().map(largest).zip(self.influences.iter().copied()))
    }
}

impl Derivative for Product {
    /// Σ_C g_C·(A_C v_C).
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let of_part = |axes: &Vec<usize>| observed.inverted(axes, observed.marginal_of(&change, axes));
        let changes = self.parts.iter().map(of_part).collect::<Result<Vec<_>, Error>>()?;
        let mut pushed = Vec::with_capacity(change.len());
        self.for_each_cell(observed, |at, others, _| {
            let terms = others.iter().zip(&changes).zip(at).map(|((g, changes), &at)| g * changes[at]);
            pushed.push(terms.sum());
        });
        Ok(pushed)
    }

    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut sums: Vec<Vec<f64>> = self.shares.iter().map(|shares| vec![0.0; shares.len()]).collect();
        let mut left = weights.iter();
        self.for_each_cell(observed, |at, others, _| {
            let weight = left.next().copied().unwrap_or_default();
            sums.iter_mut().zip(others).zip(at).for_each(|((sums, g), &at)| sums[at] += weight * g);
        });
        let of_part = |(axes, sums): (&Vec<usize>, Vec<f64>)| observed.inverted(axes, sums);
        let scores = self.parts.iter().zip(sums).map(of_part).collect::<Result<Vec<_>, Error>>()?;
        let mut walk = Walk::new(observed.sizes(), &self.parts);
        let mut pulled = Vec::with_capacity(weights.len());
        for _ in weights {
            pulled.push(scores.iter().zip(walk.at()).map(|(scores, &at)| scores[at]).sum());
            walk.step();
        }
        Ok(pulled)
    }
}

/// All pairs c < d of m things.
pub(crate) fn couples(m: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..m).flat_map(move |c| (c + 1..m).map(move |d| (c, d)))
}

/// Σ_y α_C(x_C, y_C) α_D(x_D, y_D) λ_y over the cells of C and D, those of D fastest.
fn cross(observed: &Observed<'_>, c: &[usize], d: &[usize]) -> Result<Vec<f64>, Error> {
    inverse::products(observed, c, d)
}
