//! How much of the product a mixture of inverse and product takes ([`super::mixture`]).
//!
//! **Model.** X = Π̂ − π̂ lies around Δ, what dependence puts between product and truth, with normal noise of energy E in ν
//! equal directions: E = V − C ([`super::risk`]), ν = E²/tr Σ², Σ the covariance of X, from the entries of A² where
//! attributes interact. Nothing is known of Δ: its direction is uniform, and its length τ up to
//! the longest that tables of shares allow, ‖Δ‖² ≤ ‖Π‖² + ‖π‖² ≤ ‖Π‖² + min_i ‖π_i‖², π_i the single attributes.
//!
//! **Loss.** Squared error over that of the better of the two, m = min(V, V_Π + τ²).
//!
//! **Rule.** The inverse keeps 1 − w = Σ_τ p·τ·A(κ)/√D ÷ Σ_τ p with D = ‖X‖², κ = ντ√D/E, and
//! p = e^{Λ(κ) − ντ²/2E}/m; A is the mean cosine between X and Δ (a ratio of Bessel functions), Λ its integral. For A the
//! bound κ/(c + √(κ²+d²)), c = (ν−1)/2, d = (ν+1)/2 (Amos 1974) is taken, which is right at both ends; then
//! Λ = √(κ²+d²) − d − c·ln((c + √(κ²+d²))/(c + d)). Below a weight of 0.1 the inverse is taken as it is,
//! unbiased; nothing else is chosen. One weight serves the whole table: largest errors, which sit in few cells, it does not judge.
//!
//! Cost: [`LENGTHS`] evaluations of an exponential.

/// The weight of the product up to which the inverse is taken as it is.
const INVERSE_UP_TO: f64 = 0.1;

/// Lengths of Δ that are weighed, closer to each other near 0.
const LENGTHS: u32 = 512;

/// The least V_Π, over V.
const LEAST: f64 = 1e-20;

/// What is known of a table.
pub(super) struct Evidence {
    /// V and V_Π, summed over the cells.
    pub(super) of_inverse: f64,
    pub(super) of_product: f64,
    /// E.
    pub(super) noise: f64,
    /// ν.
    pub(super) freedom: f64,
    /// The longest that Δ may be.
    pub(super) longest: f64,
    /// D.
    pub(super) distance: f64,
}

/// The weight, and its derivative by D.
pub(super) fn of(evidence: &Evidence) -> (f64, f64) {
    let Evidence { of_inverse, noise, distance, .. } = *evidence;
    if of_inverse <= 0.0 || noise <= 0.0 || distance <= 0.0 {
        return (0.0, 0.0);
    }
    let (kept, slope) = kept(evidence);
    let stretch = 1.0 - INVERSE_UP_TO;
    let weight = (stretch - kept) / stretch;
    if weight > 0.0 && weight < 1.0 { (weight, -slope / stretch) } else { (weight.clamp(0.0, 1.0), 0.0) }
}

/// 1 − w before the inverse is taken as it is, and its derivative by D.
fn kept(evidence: &Evidence) -> (f64, f64) {
    let Evidence { of_inverse, noise, longest, distance, .. } = *evidence;
    let floor = libm::fmax(evidence.of_product, LEAST * of_inverse);
    let freedom = libm::fmax(evidence.freedom, 1.0);
    let (c, d) = ((freedom - 1.0) / 2.0, (freedom + 1.0) / 2.0);
    let (scale, root) = (libm::sqrt(floor), libm::sqrt(distance));
    let spacing = libm::asinh(longest / scale) / f64::from(LENGTHS);
    let (mut sums, mut highest) = ([0.0; 4], f64::NEG_INFINITY);
    for place in 0..LENGTHS {
        let at = (f64::from(place) + 0.5) * spacing;
        let length = scale * libm::sinh(at);
        let kappa = freedom * length * root / noise;
        let r = libm::sqrt(kappa * kappa + d * d);
        let cosine = kappa / (c + r);
        let curve = (c * r + d * d) / (r * (c + r) * (c + r));
        let likelihood = r - d - c * libm::log((c + r) / (c + d)) - freedom * length * length / (2.0 * noise);
        if likelihood > highest {
            sums = sums.map(|sum| sum * libm::exp(highest - likelihood));
            highest = likelihood;
        }
        let better = libm::fmin(of_inverse, floor + length * length);
        let p = libm::exp(likelihood - highest) * libm::cosh(at) / better;
        let terms = [1.0, length * cosine, cosine * kappa, length * (cosine * cosine + curve) * kappa];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += p * term);
    }
    let [whole, along, of_whole, of_along] = sums;
    let kept = along / (whole * root);
    (kept, kept * (of_along / along - of_whole / whole - 1.0) / (2.0 * distance))
}

#[cfg(test)]
mod tests {
    use super::{Evidence, kept, of};

    fn evidence(freedom: f64, distance: f64) -> Evidence {
        Evidence { of_inverse: 1.01, of_product: 0.01, noise: 1.0, freedom, longest: 1e3, distance }
    }

    /// One where all distance is noise, none where nearly none is, James and Stein's 1 − (ν−2)/ν·E/D about between.
    #[test]
    fn the_weight_follows_the_distance() {
        for freedom in [1.0, 4.0, 50.0, 5000.0] {
            assert!(of(&evidence(freedom, 0.2)).0 > 0.6, "{freedom}");
            assert_eq!(of(&evidence(freedom, 100.0)), (0.0, 0.0), "{freedom}");
        }
        let (some, _) = kept(&evidence(500.0, 3.0));
        assert!((some - (1.0 - 498.0 / 500.0 / 3.0)).abs() < 0.02, "{some}");
    }

    /// Dependence that no table of shares can have does not count, however much noise there is.
    #[test]
    fn what_is_impossible_is_not_believed() {
        let loud = Evidence { of_inverse: 1e6, noise: 1e6, longest: 0.1, ..evidence(100.0, 1.5e6) };
        assert!(1.0 - of(&loud).0 < 1e-7);
    }

    #[test]
    fn the_derivative_is_that_of_the_weight() {
        for (freedom, distance) in [(1.0, 1.5), (7.0, 2.0), (90.0, 1.4)] {
            let at = |step: f64| kept(&evidence(freedom, distance + step));
            let slope = (at(1e-5).0 - at(-1e-5).0) / 2e-5;
            assert!((at(0.0).1 / slope - 1.0).abs() < 1e-6, "{freedom}: {} {slope}", at(0.0).1);
        }
    }

    #[test]
    fn tables_without_noise_or_distance_keep_the_inverse() {
        assert_eq!(of(&Evidence { noise: 0.0, ..evidence(4.0, 1.0) }), (0.0, 0.0));
        assert_eq!(of(&evidence(4.0, 0.0)), (0.0, 0.0));
        assert_eq!(of(&Evidence { of_inverse: 0.0, of_product: 0.0, ..evidence(4.0, 1.0) }), (0.0, 0.0));
    }

    #[test]
    fn a_product_without_noise_has_a_weight() {
        let (weight, slope) = of(&Evidence { of_product: 0.0, ..evidence(4.0, 0.5) });
        assert!(weight > 0.9 && slope.is_finite(), "{weight} {slope}");
    }
}
