//! Randomized response on one attribute of a categories at column ε [Warner65; Mathematics, §2]: the quantities from which
//! the laws of whole records are built.
//!
//! A report differs from the true answer with probability q, a uniform record with probability r. Differences that
//! cancel are computed as products.

/// q = (a−1)/(e^ε + a − 1), the change probability at column ε.
pub(super) fn change(a: f64, epsilon: f64) -> f64 {
    (a - 1.0) / denominator(a, epsilon)
}

/// r = (a−1)/a, the change probability of a uniform record.
pub(super) fn uniform_change(a: f64) -> f64 {
    (a - 1.0) / a
}

/// r − q = (a−1)(e^ε − 1)/(a(e^ε + a − 1)).
pub(super) fn gain(a: f64, epsilon: f64) -> f64 {
    (a - 1.0) * libm::expm1(epsilon) / (a * denominator(a, epsilon))
}

/// μ = (e^ε − 1)/(e^ε + a − 1) = 1 − q/r, the factor of the attribute's component.
pub(super) fn factor(a: f64, epsilon: f64) -> f64 {
    libm::expm1(epsilon) / denominator(a, epsilon)
}

/// c = (e^ε − 1)/a, the smallest odds of not drawing a uniform record at which a mixture can have column level ε.
pub(super) fn least_mass(a: f64, epsilon: f64) -> f64 {
    libm::expm1(epsilon) / a
}

/// e^ε + a − 1.
pub(super) fn denominator(a: f64, epsilon: f64) -> f64 {
    libm::exp(epsilon) + a - 1.0
}
