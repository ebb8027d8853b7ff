//! Fieller's interval of a ratio of two estimates that vary together \[Fieller54\].

/// A ratio δ/γ, with the variance of δ, the covariance of both, and the variance of γ.
pub(crate) struct Ratio {
    pub(crate) share: f64,
    pub(crate) whole: f64,
    pub(crate) own: f64,
    pub(crate) both: f64,
    pub(crate) of_whole: f64,
}

impl Ratio {
    /// The standard error of the ratio by the delta method.
    pub(crate) fn standard_error(&self) -> f64 {
        let estimate = self.share / self.whole;
        let square = self.own - 2.0 * estimate * self.both + estimate * estimate * self.of_whole;
        libm::sqrt(libm::fmax(square, 0.0)) / self.whole
    }

    /// All r with (δ − r·γ)² ≤ z²·Var(δ − r·γ), the values between the roots of a·r² + 2b·r + c; `None` if they are no interval, as γ may be 0.
    pub(crate) fn interval(&self, z: f64) -> Option<(f64, f64)> {
        let k = z * z;
        let a = self.whole * self.whole - k * self.of_whole;
        let b = k * self.both - self.share * self.whole;
        let c = self.share * self.share - k * self.own;
        let discriminant = b * b - a * c;
        if a <= 0.0 || discriminant < 0.0 {
            return None;
        }
        let root = libm::sqrt(discriminant);
        Some(((-b - root) / a, (-b + root) / a))
    }
}
