//! Logarithms of likelihood ratios in doubles, and by how much a bound computed in doubles is lowered to be certain.

/// What a lower bound computed in doubles is multiplied by: sums of positive terms, each within a few units
/// in the last place, are surely within this.
pub(super) const CERTAIN: f64 = 1.0 - 1e-12;

/// ln(1 + P·u) by ln P, without overflow.
pub(super) fn log_one_plus(log_records: f64, u: f64) -> f64 {
    if u <= 0.0 { 0.0 } else { log_one_plus_exp(log_records + libm::log(u)) }
}

/// ln(1 + e^x) without overflow.
pub(super) fn log_one_plus_exp(x: f64) -> f64 {
    libm::fmax(x, 0.0) + libm::log1p(libm::exp(-libm::fabs(x)))
}
