//! What a trusted collector would lose: the Laplace mechanism on published statistics \[Dwork06\], to compare with.
//!
//! Somebody who holds all true answers can publish a statistic with Laplace noise of the scale Δ/ε, Δ its sensitivity: the most by which
//! it changes when one person (of a trio, one family) gives other answers. The mean absolute error of what is published is Δ/ε. That protects
//! only from those who read the statistic, not from the collector; it stands beside local privacy in figures and is used nowhere else.
//!
//! With R cases, S controls and N = R + S, who is a case being known:
//!
//! * χ² of K×2 tables: Δ = N²/(R·S)·m/(m+1), m = max(R, S). For χ² = N²/(R·S)·Σ b²/t − N·S/R, b the controls and t all people of a category,
//!   as Σ t and Σ b are fixed. A case that leaves a category adds b²/(t−1) − b²/t ≤ b²/(t(t−1)), b ≤ t − 1, hence at most S/(S+1); one
//!   that comes takes off b²/(t(t+1)), b ≤ t, at most as much; the two have opposite signs. With cases and controls exchanged it is R/(R+1), and
//!   both are reached where the others of the category are all of the other kind.
//! * Trend with the scores 0, 1, 2: Δ = N − N·M·(m−2)²/(m·V), m = min(R, S) and M = max(R, S), V = N·(M + 4(m−1)) − (M + 2(m−1))²; N where m ≤ 2. It is
//!   reached where all of the smaller group have the score 2, the others 1, and one of the former changes to 0. That no tables
//!   have more was found by listing all of them for R, S ≤ 6 (`tests/inference/central.rs`), and is assumed beyond.
//! * TDT of n families: Δ = 8(n−1)/n, and 2 of one family. For b, c of the others (2,0) instead of (0,2) adds 8(b−c)/(b+c+2), which is largest where
//!   c = 0, b = 2(n−1); other changes add less (listed for n ≤ 12).
//!
//! Units: the statistic. Cost: O(1).

use alloc::format;

use super::null_model::invalid;
use crate::error::Error;
use crate::exact::count_to_f64;

/// A statistic that a trusted collector publishes.
///
/// ```
/// use candor::inference::Central;
/// let trusted = Central::ChiSquared { cases: 500, controls: 500 };
/// assert!((trusted.sensitivity()? - 4.0 * 1000.0 / 1002.0).abs() < 1e-12);
/// // At ε = 1 the χ² that is published is wrong by 4 on average.
/// assert!((trusted.mean_absolute_error(1.0)? - 3.992).abs() < 1e-3);
/// assert!(Central::Trend { cases: 500, controls: 500 }.sensitivity()? > 15.0);
/// assert_eq!(Central::Transmission { families: 4 }.sensitivity()?, 6.0);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Central {
    /// Pearson's χ² of categories and of who is a case.
    ChiSquared {
        /// People who are.
        cases: u64,
        /// People who are not.
        controls: u64,
    },
    /// Cochran's and Armitage's trend with the scores 0, 1, 2.
    Trend {
        /// People who are a case.
        cases: u64,
        /// People who are not.
        controls: u64,
    },
    /// The transmission disequilibrium test.
    Transmission {
        /// Families of two parents and a child.
        families: u64,
    },
}

impl Central {
    /// Δ.
    ///
    /// # Errors
    /// `invalid-hypothesis` where there are no cases, controls or families.
    pub fn sensitivity(self) -> Result<f64, Error> {
        match self {
            Self::ChiSquared { cases, controls } => {
                let (r, s) = (some(cases, "cases")?, some(controls, "controls")?);
                let most = libm::fmax(r, s);
                Ok((r + s) * (r + s) / (r * s) * most / (most + 1.0))
            }
            Self::Trend { cases, controls } => {
                let (r, s) = (some(cases, "cases")?, some(controls, "controls")?);
                Ok(of_trend(libm::fmin(r, s), libm::fmax(r, s)))
            }
            Self::Transmission { families } => {
                let n = some(families, "families")?;
                Ok(libm::fmax(8.0 * (n - 1.0) / n, 2.0))
            }
        }
    }

    /// The mean absolute error of what is published, Δ/ε.
    ///
    /// # Errors
    /// Those of [`Self::sensitivity`]; `invalid-hypothesis` where ε is not above 0.
    pub fn mean_absolute_error(self, epsilon: f64) -> Result<f64, Error> {
        if !(epsilon > 0.0 && epsilon.is_finite()) {
            return Err(invalid(format!("an ε of {epsilon} was given; it must be above 0")));
        }
        Ok(self.sensitivity()? / epsilon)
    }
}

fn of_trend(fewer: f64, more: f64) -> f64 {
    let n = fewer + more;
    if fewer <= 2.0 {
        return n;
    }
    let sum = more + 2.0 * (fewer - 1.0);
    let variance = n * (more + 4.0 * (fewer - 1.0)) - sum * sum;
    n - n * more * (fewer - 2.0) * (fewer - 2.0) / (fewer * variance)
}

fn some(number: u64, what: &str) -> Result<f64, Error> {
    match number {
        0 => Err(invalid(format!("0 {what} were given; there must be some"))),
        _ => Ok(count_to_f64(number)),
    }
}
