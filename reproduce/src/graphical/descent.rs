//! Mirror descent to the tables of least loss.
//!
//! *Line search*: a step is taken if the loss falls by at least half of what its slope promises \[Armijo66\], and the next one is longer;
//! otherwise the step is halved. The loss is quadratic: from tables P_W to P_W − Δ_W it falls by G − Σ_W ‖Δ_W‖²/(2σ_W²), where
//! G = Σ_W ⟨P_W − q_W, Δ_W⟩/σ_W² is what the slope promises, so that Σ_W ‖Δ_W‖²/σ_W² ≤ G is to be checked.
//!
//! *End*: after 1,000 steps, taken or not, or when the tables are near to those sought. With the slope S(x) = Σ_W (P_W(x) − q_W(x))/σ_W² of
//! every record x, the loss of P exceeds the least one by at most the gap E_P S − min S \[Jaggi13\], and Σ_W ‖P_W − P*_W‖²/(2σ_W²) is no larger.
//!
//! *Cost*: a step takes an exponential function for every record, and some six passes over all records where tables are those of pairs: for
//! 33,600 records less than a millisecond.

use super::margins::Margins;

/// The most steps: as many as the authors' program takes.
const STEPS: u32 = 1_000;
/// What a step that is taken lengthens the next one by.
const LONGER: f64 = 1.2;
/// The gap at which the tables are near enough. The sum of all squared distances is then at most 2 % of the square of one cell's standard error.
const NEAR: f64 = 0.01;

/// The graphical model of tables of some questions.
#[derive(Debug, Clone)]
pub struct GraphicalModel {
    margins: Margins,
}

/// The loss of distributions.
struct Loss<'t> {
    margins: &'t Margins,
    measured: &'t [Vec<f64>],
    /// 1/σ² of each table.
    weights: Vec<f64>,
}

/// A distribution: its logarithm, but for a constant, and its tables.
struct Distribution {
    logarithms: Vec<f64>,
    tables: Vec<Vec<f64>>,
}

/// The slope of the loss at a distribution, for the cells of all tables and for all records.
struct Slope {
    of_cells: Vec<Vec<f64>>,
    of_records: Vec<f64>,
    /// E_P S.
    mean: f64,
}

impl GraphicalModel {
    /// The model of tables of questions of these sizes; a table's questions must be in ascending order.
    #[must_use]
    pub fn new(sizes: &[u32], tables: &[Vec<usize>]) -> Self {
        Self { margins: Margins::new(sizes, tables) }
    }

    /// The tables of the distribution that is nearest to measured ones, which have these standard errors, each that of any cell.
    #[must_use]
    pub fn nearest(&self, measured: &[Vec<f64>], standard_errors: &[f64]) -> Vec<Vec<f64>> {
        let weights: Vec<f64> = standard_errors.iter().map(|error| 1.0 / (error * error)).collect();
        // A step that is always short enough: Σ ‖Δ_W‖²/σ_W² is at most the square of Σ |Δ(x)|, times the sum of the weights.
        let mut step = 1.0 / weights.iter().sum::<f64>();
        let loss = Loss { margins: &self.margins, measured, weights };
        let mut at = loss.distribution(vec![0.0; self.margins.records()]);
        let mut slope = loss.slope(&at);
        for _ in 0..STEPS {
            if slope.gap() <= NEAR {
                break;
            }
            let next = loss.distribution(slope.downhill(&at, step));
            if loss.falls(&slope, &at, &next) {
                slope = loss.slope(&next);
                at = next;
                step *= LONGER;
            } else {
                step /= 2.0;
            }
        }
        at.tables
    }
}

impl Loss<'_> {
    /// The distribution with these logarithms, but for a constant.
    fn distribution(&self, logarithms: Vec<f64>) -> Distribution {
        let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut shares: Vec<f64> = logarithms.iter().map(|logarithm| (logarithm - largest).exp()).collect();
        let whole: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= whole);
        Distribution { logarithms, tables: self.margins.of(shares) }
    }

    fn slope(&self, of: &Distribution) -> Slope {
        let cells = |((table, measured), weight): ((&Vec<f64>, &Vec<f64>), &f64)| {
            table.iter().zip(measured).map(|(share, measured)| weight * (share - measured)).collect()
        };
        let of_cells: Vec<Vec<f64>> =
            of.tables.iter().zip(self.measured).zip(&self.weights).map(cells).collect();
        let of_records = self.margins.spread(&of_cells);
        let mean =
            of.tables.iter().flatten().zip(of_cells.iter().flatten()).map(|(share, slope)| share * slope);
        Slope { mean: mean.sum(), of_cells, of_records }
    }

    /// Whether the loss falls from one distribution to another by at least half of what the slope promises.
    fn falls(&self, slope: &Slope, from: &Distribution, to: &Distribution) -> bool {
        let (mut promised, mut squares) = (0.0, 0.0);
        for (((from, to), slope), weight) in
            from.tables.iter().zip(&to.tables).zip(&slope.of_cells).zip(&self.weights)
        {
            for ((from, to), slope) in from.iter().zip(to).zip(slope) {
                promised += slope * (from - to);
                squares += weight * (from - to) * (from - to);
            }
        }
        squares <= promised
    }
}

impl Slope {
    /// What the loss exceeds the least one by, at most.
    fn gap(&self) -> f64 {
        self.mean - self.of_records.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The logarithms after a step.
    fn downhill(&self, from: &Distribution, step: f64) -> Vec<f64> {
        from.logarithms
            .iter()
            .zip(&self.of_records)
            .map(|(logarithm, slope)| logarithm - step * slope)
            .collect()
    }
}
