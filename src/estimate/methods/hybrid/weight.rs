//! The weight of the product in a combination of inverse and product ([`super::combination`]).
//!
//! **Question.** The observed difference X = Π̂ − π̂ is noise plus Δ, the difference that dependence between the attributes makes between
//! product and true shares. If all of X is noise the product should be taken, if none is, the inverse.
//!
//! **Model.** X is Δ plus normal noise of total variance E in ν equal directions: E = V − C
//! ([`risk`](crate::estimate::methods::auto::risk)), ν = E²/tr Σ², Σ the covariance of X, from the entries of A² where attributes interact.
//! The prior of Δ is vague: its direction is uniform, and its length τ lies between what pairs of attributes leave no doubt about and the
//! longest that tables of shares allow, ‖Δ‖² ≤ ‖Π‖² + ‖π‖² ≤ ‖Π‖² + min_i ‖π_i‖², π_i the single attributes.
//!
//! **Loss.** Squared error, divided by that of the better of the two, m = min(V, V_Π + τ²).
//!
//! **Rule.** The weight of least expected loss leaves to the inverse
//!
//! 1 − w = Σ_τ p·τ·A(κ)/√D ÷ Σ_τ p,   D = ‖X‖²,   κ = ντ√D/E,   p = e^{Λ(κ) − ντ²/2E}/m
//!
//! A is the mean cosine between X and Δ, a ratio of Bessel functions, and Λ its integral. For A the bound
//! κ/(c + √(κ²+d²)), c = (ν−1)/2, d = (ν+1)/2 \[Amos74\] is taken, which is right at both ends; then
//! Λ = √(κ²+d²) − d − c·ln((c + √(κ²+d²))/(c + d)). Below a weight of 0.3 the inverse is taken alone, above 0.9 the product:
//! noise in w costs most where one of the two is far better. One weight serves the whole table; it minimises the sum of squared
//! errors and says nothing of the largest error, which sits in few cells.
//!
//! Cost: [`LENGTHS`] evaluations of an exponential.

/// The weight of the product up to which the inverse is taken alone.
const INVERSE_UP_TO: f64 = 0.3;

/// The weight of the product from which it is taken alone.
const PRODUCT_FROM: f64 = 0.9;

/// How many lengths of Δ are averaged over; they are closer to each other near 0.
const LENGTHS: u32 = 512;

/// The least V_Π, as a part of V.
const LEAST: f64 = 1e-20;

/// What the weight of a table is computed from.
pub(super) struct Evidence {
    /// V and V_Π, the variances of inverse and product, summed over the cells.
    pub(super) of_inverse: f64,
    pub(super) of_product: f64,
    /// E, the total variance of the noise in X.
    pub(super) noise: f64,
    /// ν, the degrees of freedom of that noise.
    pub(super) freedom: f64,
    /// The bounds of the length of Δ.
    pub(super) shortest: f64,
    pub(super) longest: f64,
    /// D = ‖X‖².
    pub(super) distance: f64,
}

/// A weight, and its derivatives with respect to D and to the square of the shortest Δ.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Followed {
    pub(super) value: f64,
    pub(super) by_distance: f64,
    pub(super) by_shortest: f64,
}

/// Computes the weight.
pub(super) fn of(evidence: &Evidence) -> Followed {
    let Evidence { of_inverse, noise, distance, .. } = *evidence;
    if of_inverse <= 0.0 || noise <= 0.0 || distance <= 0.0 {
        return Followed::default();
    }
    let kept = unclamped_complement(evidence);
    let stretch = PRODUCT_FROM - INVERSE_UP_TO;
    let value = (1.0 - kept.value - INVERSE_UP_TO) / stretch;
    if value <= 0.0 || value >= 1.0 {
        return Followed { value: value.clamp(0.0, 1.0), ..Followed::default() };
    }
    let (by_distance, by_shortest) = (-kept.by_distance / stretch, -kept.by_shortest / stretch);
    Followed { value, by_distance, by_shortest }
}

/// 1 − w, before one of the two is taken alone.
fn unclamped_complement(evidence: &Evidence) -> Followed {
    let Evidence { of_inverse, noise, longest, distance, .. } = *evidence;
    let floor = libm::fmax(evidence.of_product, LEAST * of_inverse);
    let freedom = libm::fmax(evidence.freedom, 1.0);
    let (c, d) = ((freedom - 1.0) / 2.0, (freedom + 1.0) / 2.0);
    let (scale, root) = (libm::sqrt(floor), libm::sqrt(distance));
    let shortest = libm::fmin(evidence.shortest, longest);
    let start = libm::asinh(shortest / scale);
    let spacing = (libm::asinh(longest / scale) - start) / f64::from(LENGTHS);
    // At a length of Δ: ln p without m, then κ, A and A′.
    let at = |length: f64| {
        let kappa = freedom * length * root / noise;
        let r = libm::sqrt(kappa * kappa + d * d);
        let curve = (c * r + d * d) / (r * (c + r) * (c + r));
        let mean = r - d - c * libm::log((c + r) / (c + d));
        (mean - freedom * length * length / (2.0 * noise), kappa, kappa / (c + r), curve)
    };
    let better = |length: f64| libm::fmin(of_inverse, floor + length * length);
    let (mut sums, mut highest) = ([0.0; 4], f64::NEG_INFINITY);
    for place in 0..LENGTHS {
        let along = start + (f64::from(place) + 0.5) * spacing;
        let length = scale * libm::sinh(along);
        let (likelihood, kappa, cosine, curve) = at(length);
        if likelihood > highest {
            sums = sums.map(|sum| sum * libm::exp(highest - likelihood));
            highest = likelihood;
        }
        let p = libm::exp(likelihood - highest) * libm::cosh(along) / better(length);
        let terms = [1.0, length * cosine, cosine * kappa, length * (cosine * cosine + curve) * kappa];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += p * term);
    }
    let [whole, along, of_whole, of_along] = sums;
    let value = along / (whole * root);
    let by_distance = value * (of_along / along - of_whole / whole - 1.0) / (2.0 * distance);
    let (likelihood, _, cosine, _) = at(shortest);
    let p = libm::exp(likelihood - highest) / (better(shortest) * whole * scale * spacing);
    let by_shortest = if shortest > 0.0 && spacing > 0.0 {
        p * (value - shortest * cosine / root) / (2.0 * shortest)
    } else {
        0.0
    };
    Followed { value, by_distance, by_shortest }
}

#[cfg(test)]
mod tests {
    use super::{Evidence, Followed, of, unclamped_complement};

    fn evidence(freedom: f64, distance: f64) -> Evidence {
        Evidence {
            of_inverse: 1.01,
            of_product: 0.01,
            noise: 1.0,
            freedom,
            shortest: 0.0,
            longest: 1e3,
            distance,
        }
    }

    /// The weight is large if all distance is noise and 0 if nearly none is; in between 1 − w is about James and Stein's 1 − (ν−2)/ν·E/D.
    #[test]
    fn the_weight_follows_the_distance() {
        for freedom in [1.0, 4.0, 50.0, 5000.0] {
            assert!(of(&evidence(freedom, 0.2)).value > 0.6, "{freedom}");
            assert_eq!(of(&evidence(freedom, 100.0)), Followed::default(), "{freedom}");
        }
        let some = unclamped_complement(&evidence(500.0, 3.0)).value;
        assert!((some - (1.0 - 498.0 / 500.0 / 3.0)).abs() < 0.02, "{some}");
    }

    /// Dependence that no table of shares can have does not count, however much noise there is.
    #[test]
    fn what_is_impossible_is_not_believed() {
        let loud = Evidence { of_inverse: 1e6, noise: 1e6, longest: 0.1, ..evidence(100.0, 1.5e6) };
        assert!(unclamped_complement(&loud).value < 1e-7);
        assert_eq!(of(&loud), Followed { value: 1.0, ..Followed::default() });
    }

    #[test]
    fn what_is_certain_is_believed() {
        let unsure = evidence(2.0, 1.2);
        let sure = Evidence { shortest: 1.0, ..evidence(2.0, 1.2) };
        assert!(
            unclamped_complement(&sure).value > 1.5 * unclamped_complement(&unsure).value,
            "{} {}",
            unclamped_complement(&sure).value,
            unclamped_complement(&unsure).value
        );
        let only = unclamped_complement(&Evidence { shortest: 5.0, longest: 1.0, ..evidence(50.0, 2.0) });
        assert!(only.value > 0.5 && only.value < 1.0, "{}", only.value);
    }

    #[test]
    fn the_derivative_is_that_of_the_weight() {
        for (freedom, distance) in [(1.0, 1.5), (7.0, 2.0), (90.0, 1.4)] {
            let at = |step: f64, square: f64| {
                let shortest = libm::sqrt(0.2 + square);
                unclamped_complement(&Evidence { shortest, ..evidence(freedom, distance + step) })
            };
            let here = at(0.0, 0.0);
            let slope = (at(1e-5, 0.0).value - at(-1e-5, 0.0).value) / 2e-5;
            assert!((here.by_distance / slope - 1.0).abs() < 1e-5, "{freedom}: {here:?} {slope}");
            let slope = (at(0.0, 1e-4).value - at(0.0, -1e-4).value) / 2e-4;
            assert!((here.by_shortest / slope - 1.0).abs() < 2e-3, "{freedom}: {here:?} {slope}");
        }
    }

    #[test]
    fn tables_without_noise_or_distance_keep_the_inverse() {
        assert_eq!(of(&Evidence { noise: 0.0, ..evidence(4.0, 1.0) }), Followed::default());
        assert_eq!(of(&evidence(4.0, 0.0)), Followed::default());
        assert_eq!(
            of(&Evidence { of_inverse: 0.0, of_product: 0.0, ..evidence(4.0, 1.0) }),
            Followed::default()
        );
    }

    #[test]
    fn a_product_without_noise_has_a_weight() {
        let kept = unclamped_complement(&Evidence { of_product: 0.0, ..evidence(4.0, 0.5) });
        assert!(kept.value < 0.1 && kept.by_distance.is_finite(), "{kept:?}");
    }
}
