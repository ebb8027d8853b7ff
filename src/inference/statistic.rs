//! The outcome of a test: a statistic, its degrees of freedom and its p-value.

use serde::Serialize;

use crate::numeric::chi_squared::tail;

/// A statistic that is approximately χ² where the hypothesis holds.
///
/// ```
/// use candor::inference::chi_squared;
/// let Ok(smokers) = chi_squared(&[187.0, 244.0, 318.0, 257.0], 2) else { unreachable!() };
/// assert!((smokers.value - 13.994).abs() < 1e-3 && smokers.degrees_of_freedom == 1);
/// assert!((smokers.p_value - 0.000_183).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Statistic {
    /// The statistic, at least 0.
    pub value: f64,
    /// The degrees of freedom; 0 where there was nothing to test.
    pub degrees_of_freedom: u32,
    /// The probability of a statistic at least as large where the hypothesis holds.
    pub p_value: f64,
}

impl Statistic {
    pub(super) fn new(value: f64, degrees_of_freedom: u32) -> Self {
        let value = libm::fmax(value, 0.0);
        let p_value = match degrees_of_freedom {
            0 => 1.0,
            degrees => tail(value, f64::from(degrees)),
        };
        Self { value, degrees_of_freedom, p_value }
    }
}
