//! Logarithms of likelihood ratios in floating point, and the safety factor that makes computed lower bounds certain.

/// The factor that makes a computed lower bound certain: sums of positive terms, each accurate to a few units
/// in the last place, have a far smaller error.
pub(super) const CERTAIN: f64 = 1.0 - 1e-12;

/// ln(1 + P·u) computed from ln P, without overflow.
pub(super) fn log_one_plus(log_records: f64, u: f64) -> f64 {
    if u <= 0.0 { 0.0 } else { log_one_plus_exp(log_records + libm::log(u)) }
}

/// ln(1 + e^x) without overflow.
pub(super) fn log_one_plus_exp(x: f64) -> f64 {
    libm::fmax(x, 0.0) + libm::log1p(libm::exp(-libm::fabs(x)))
}
