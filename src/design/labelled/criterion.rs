//! What a design minimises.

use super::column::FormColumn;
use super::limited_risk::LimitedRisk;
use super::master;
use super::measure::DesignMeasure;

/// V or, for the best guess, R where V may not exceed a limit.
#[derive(Clone, Copy)]
pub(super) enum Criterion<'a> {
    /// V, from the costs of all kinds of components.
    Error(&'a [f64]),
    /// R.
    Risk(&'a LimitedRisk),
}

impl Criterion<'_> {
    /// Finds the best probabilities to this precision, starting from `from`, where those of the last columns may be missing.
    pub(super) fn optimal_measure(
        self,
        columns: &[FormColumn],
        from: &[f64],
        precision: f64,
    ) -> DesignMeasure {
        match self {
            Self::Error(costs) => master::optimal_measure(costs, columns, from, precision),
            Self::Risk(limited) => limited.optimal_measure(columns, from, precision),
        }
    }

    /// The relative excess over the objective of a lower bound on it, where no family is worth more than the design times 1 + `gap`.
    pub(super) fn excess(self, measure: &DesignMeasure, gap: f64) -> f64 {
        match self {
            // By the Cauchy–Schwarz inequality.
            Self::Error(_) => gap,
            Self::Risk(_) => {
                let least = measure.objective - gap * measure.worth - measure.unused;
                measure.objective / libm::fmax(least, f64::MIN_POSITIVE) - 1.0
            }
        }
    }
}
