//! A convex combination of the inverse π̂ and the product Π̂ of the single attributes: δ = π̂ + w·(Π̂ − π̂).
//!
//! The inverse is unbiased and noisy; the product has little noise but leaves out the dependence between attributes. With V the summed
//! variance of the inverse and C its summed covariance with the product, the mean squared error of δ is smallest at w* = (V − C)/E‖Π̂−π̂‖²,
//! by the identity behind Stein's unbiased risk estimate ([`risk`](crate::estimate::methods::auto::risk)). V, C and the distance are
//! estimated; [`super::weight`] computes w from these estimates, given their noise.
//!
//! Errors are by the delta method. V, C and the other evidence are taken as fixed; w depends on D = ‖Π̂−π̂‖² and on s = ‖X_c‖², X_c being
//! the part of X = Π̂−π̂ that is beyond doubt:
//!
//! J = (1−w)·A + w·J_Π + X∇wᵀ,   ∇w = 2(J_Π − A)ᵀ(∂w/∂D·X + ∂w/∂s·X_c)
//!
//! Cost: O(w²·N) time, O(N) memory.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::weight::{self, Evidence, Followed};
use crate::error::Error;
use crate::estimate::method::Reconstruction;
use crate::estimate::methods::derivative::Derivative;
use crate::estimate::methods::independent::{Product, couples};
use crate::estimate::methods::inverse::Inverse;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator;
use crate::estimate::observed::operator::factors::Factors;
use crate::exact::to_f64;
use crate::numeric::vectors::dot;

/// By how many standard errors a pair of attributes has to exceed the noise to be surely dependent.
const SURELY: f64 = 3.0;

/// A convex combination, which is its own derivative J.
#[derive(Clone)]
pub(crate) struct Combination {
    weight: f64,
    product: Product,
    /// Π̂ − π̂, product minus inverse.
    apart: Vec<f64>,
    /// ∇w over the observed cells; 0 where one of the two stands alone.
    gradient: Vec<f64>,
}

/// The combination, with estimated mean squared errors summed over the cells.
pub(crate) struct Compared {
    pub(crate) combined: Reconstructed,
    /// The weight of the product.
    pub(crate) weight: f64,
    pub(crate) of_inverse: f64,
    pub(crate) of_product: f64,
    pub(crate) of_combined: f64,
}

/// Combines the inverse of a table over several attributes with the product.
pub(crate) fn combine(observed: &Observed<'_>, inverse: &Reconstructed) -> Result<Compared, Error> {
    let product = Product::of_singles(observed)?;
    let covariances = product.covariances_with_inverse(observed)?;
    let independent = product.clone().reconstruct(observed, Reconstruction::Independent);
    let apart: Vec<f64> = independent.shares.iter().zip(&inverse.shares).map(|(p, i)| p - i).collect();
    let distance = dot(&apart, &apart);
    let of_inverse: f64 = inverse.variances.iter().sum();
    let gain = of_inverse - covariances.iter().sum::<f64>();
    let certain = Certain::new(observed, &product)?;
    let followed = weight::of(&Evidence {
        of_inverse,
        of_product: independent.variances.iter().sum(),
        noise: gain,
        freedom: freedom(observed, gain),
        shortest: libm::sqrt(certain.square),
        longest: libm::sqrt(dot(&independent.shares, &independent.shares) + product.least_square()),
        distance,
    });
    let weight = followed.value;
    let mut combination = Combination { weight, product, gradient: vec![0.0; apart.len()], apart };
    let mut combined = combination.between(inverse, &independent, &covariances);
    if followed.by_distance != 0.0 {
        let along = certain.along(observed, &combination.apart, followed);
        combination.follow_weight(observed, &along, &mut combined.variances)?;
    }
    combined.derivative = Arc::new(combination);
    let risk = |w: f64| of_inverse - 2.0 * w * gain + w * w * distance;
    Ok(Compared { combined, weight, of_inverse, of_product: risk(1.0), of_combined: risk(weight) })
}

/// ν = E²/tr Σ² for E the noise of the difference, at most the dimension of the interactions between attributes.
fn freedom(observed: &Observed<'_>, noise: f64) -> f64 {
    let w = observed.sizes().len();
    let mut squares = observed.spectrum().clone().map(|mu| 1.0 / (mu * mu)).list(w);
    let alone = squares.iter_mut().enumerate().filter(|(set, _)| set.count_ones() < 2);
    alone.for_each(|(_, square)| *square = 0.0);
    let mut spread = observed.shares().to_vec();
    let entries = Factors::listed(squares, observed.sizes()).squared();
    operator::apply(&entries, observed.sizes(), &mut spread);
    let n = observed.n();
    let trace = dot(&spread, observed.shares()) / (n * n);
    let singles: f64 = observed.sizes().iter().map(|&a| f64::from(a - 1)).sum();
    libm::fmin(noise * noise / trace, to_f64(spread.len() as u128) - 1.0 - singles)
}

/// The part of ‖Δ‖² that the pairs of a table of more than two attributes leave no doubt about: how far their tables lie from their
/// product, beyond the noise and [`SURELY`] standard errors of it. The component of a pair is the same in the whole table, spread over all
/// other cells.
struct Certain {
    square: f64,
    /// 1 for every set of axes that is such a pair, otherwise 0.
    pairs: Vec<f64>,
}

impl Certain {
    fn new(observed: &Observed<'_>, product: &Product) -> Result<Self, Error> {
        let w = observed.sizes().len();
        let mut certain = Self { square: 0.0, pairs: vec![0.0; 1 << w] };
        for (i, j) in couples(w).filter(|_| w > 2) {
            let (a, b) = (f64::from(observed.sizes()[i]), f64::from(observed.sizes()[j]));
            let mu = observed.spectrum().within(&[i, j]).list(2)[3];
            let freedom = (a - 1.0) * (b - 1.0);
            let noise = freedom / (a * b * observed.n() * mu * mu);
            let apart = product.distance_of_pair((i, j), &observed.inverse(&[i, j])?);
            let beyond = apart - noise * (1.0 + SURELY * libm::sqrt(2.0 / freedom));
            if beyond > 0.0 {
                certain.square += beyond * a * b / to_f64(observed.shares().len() as u128);
                certain.pairs[1 << i | 1 << j] = 1.0;
            }
        }
        Ok(certain)
    }

    /// 2·(∂w/∂D·X + ∂w/∂s·X_c), X_c the components of X of these pairs, whose squares are s.
    fn along(&self, observed: &Observed<'_>, apart: &[f64], of: Followed) -> Vec<f64> {
        let mut along = apart.to_vec();
        operator::apply(&Factors::listed(self.pairs.clone(), observed.sizes()), observed.sizes(), &mut along);
        let both = along.iter_mut().zip(apart);
        both.for_each(|(pair, apart)| *pair = 2.0 * (of.by_distance * apart + of.by_shortest * *pair));
        along
    }
}

impl Combination {
    /// δ and its variances at a fixed weight.
    fn between(
        &self,
        inverse: &Reconstructed,
        independent: &Reconstructed,
        covariances: &[f64],
    ) -> Reconstructed {
        let w = self.weight;
        let shares = inverse.shares.iter().zip(&self.apart).map(|(share, apart)| share + w * apart).collect();
        let both = inverse.variances.iter().zip(&independent.variances).zip(covariances);
        let variances = both.map(|((inverse, product), covariance)| {
            let variance =
                (1.0 - w) * (1.0 - w) * inverse + w * w * product + 2.0 * w * (1.0 - w) * covariance;
            libm::fmax(variance, 0.0)
        });
        let variances = variances.collect();
        let method = Reconstruction::Hybrid;
        // One report may change the weight, so its influence has no bound.
        Reconstructed { method, shares, variances, influence: None, ..inverse.clone().around_itself() }
    }

    /// Adds the noise of the weight to the variances: 2d·Cov(δ, w) + d²·Var w, d = Π̂ − π̂.
    fn follow_weight(
        &mut self,
        observed: &Observed<'_>,
        along: &[f64],
        variances: &mut [f64],
    ) -> Result<(), Error> {
        let of_inverse = Inverse.pull(observed, along.to_vec())?;
        let of_product = self.product.pull(observed, along.to_vec())?;
        let gradient: Vec<f64> = of_product.iter().zip(of_inverse).map(|(p, i)| p - i).collect();
        let of_weight = self.variance(observed, &gradient);
        let held = self.covariances(observed, &gradient)?;
        for ((variance, apart), covariance) in variances.iter_mut().zip(&self.apart).zip(held) {
            *variance = libm::fmax(*variance + 2.0 * apart * covariance + apart * apart * of_weight, 0.0);
        }
        self.gradient = gradient;
        Ok(())
    }

    /// Mixes the cells of the product and of the inverse by the weight, and adds a change of the weight, `turn`, along a direction.
    fn mix(&self, product: &mut [f64], inverse: Vec<f64>, turn: f64, direction: &[f64]) {
        for ((cell, inverse), along) in product.iter_mut().zip(inverse).zip(direction) {
            *cell = self.weight * *cell + (1.0 - self.weight) * inverse + turn * along;
        }
    }
}

impl Derivative for Combination {
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let turn = dot(&self.gradient, &change);
        let mut pushed = self.product.push(observed, change.clone())?;
        self.mix(&mut pushed, Inverse.push(observed, change)?, turn, &self.apart);
        Ok(pushed)
    }

    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        let turn = dot(&self.apart, &weights);
        let mut pulled = self.product.pull(observed, weights.clone())?;
        self.mix(&mut pulled, Inverse.pull(observed, weights)?, turn, &self.gradient);
        Ok(pulled)
    }
}
