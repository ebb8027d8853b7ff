//! Central differential privacy for comparison: the Laplace mechanism on published statistics \[Dwork06\].
//!
//! A trusted collector who holds all true answers can publish a statistic with Laplace noise of the scale Δ/ε. The sensitivity Δ is the most by
//! which the statistic changes when one person (for trios, one family) gives other answers; the mean absolute error is Δ/ε. That protects from
//! readers of the statistic, not from the collector. It is used only in figures, for comparison with local privacy.
//!
//! With R cases, S controls and N = R + S, who is a case being known:
//!
//! * χ² of K×2 tables: Δ = N²/(R·S)·m/(m+1), m = max(R, S). This is because χ² = N²/(R·S)·Σ b²/t − N·S/R, with b the controls and t all people
//!   of a category, since Σ t and Σ b are fixed. A case that leaves a category adds b²/(t−1) − b²/t ≤ b²/(t(t−1)), b ≤ t − 1, hence at most
//!   S/(S+1); a case that joins one subtracts b²/(t(t+1)), b ≤ t, at most as much. The two have opposite signs. For controls it is R/(R+1), and
//!   both bounds are reached where everybody else in the category is of the other kind.
//! * Trend with the scores 0, 1, 2: Δ = N − N·M·(m−2)²/(m·V), m = min(R, S) and M = max(R, S), V = N·(M + 4(m−1)) − (M + 2(m−1))²; N where m ≤ 2.
//!   It is reached where all of the smaller group have the score 2, the others 1, and one of the former changes to 0. Enumerating all tables
//!   with R, S ≤ 6 found none with more (`tests/inference/central.rs`); beyond that it is assumed.
//! * TDT of n families: Δ = 8(n−1)/n, and 2 for one family. With b and c of the other families, (2,0) instead of (0,2) adds 8(b−c)/(b+c+2), which
//!   is largest where c = 0, b = 2(n−1); other changes add less (enumerated for n ≤ 12).
//!
//! Units: those of the statistic. Cost: O(1).

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
    /// Pearson's χ² for independence of the categories and case or control.
    ChiSquared {
        /// The number of cases.
        cases: u64,
        /// The number of controls.
        controls: u64,
    },
    /// The Cochran–Armitage trend test with the scores 0, 1, 2.
    Trend {
        /// The number of cases.
        cases: u64,
        /// The number of controls.
        controls: u64,
    },
    /// The transmission disequilibrium test.
    Transmission {
        /// The number of families of two parents and a child.
        families: u64,
    },
}

impl Central {
    /// The sensitivity Δ of the statistic.
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

    /// The mean absolute error of the published statistic, Δ/ε.
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
        0 => Err(invalid(format!("0 {what} were given; at least 1 is needed"))),
        _ => Ok(count_to_f64(number)),
    }
}
