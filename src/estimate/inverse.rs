//! The unbiased inverse estimate (mathematics §5; castell's inversion, for any law and any table).
//!
//! π̂ = Σ_T (1/μ_T)·(component T of λ̂), λ̂ the observed proportions. With α the entries of that operator,
//! Var π̂_x = (Σ_y α²_{D(x,y)} λ_y − π_x²)/n; the squares are an operator of the same kind. Intervals are
//! π̂ ± z·SE, not cut to [0,1]: a cut would bias what is read from them.
//!
//! Cost: O(w·N) time, two tables of N doubles. Fails where the law erases a component of the table.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::interval::two_sided_quantile;
use super::operator;
use crate::count::Table;
use crate::error::Error;
use crate::exact::to_f64;
use crate::law::{Law, MAX_CONDITION};

/// The condition above which an estimate carries a warning.
const WARN_CONDITION: f64 = 100.0;

/// The estimated table of true proportions.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    attributes: Vec<usize>,
    n: u64,
    condition: f64,
    cells: Vec<Cell>,
}

/// One estimated proportion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The estimate; unbiased, so it may leave \[0, 1\].
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The lower end of the confidence interval.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Estimate {
    /// The attributes, in the order of the axes.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The number of reports.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// max 1/|μ_T|: by how much the noise of the table's weakest component is multiplied.
    #[must_use]
    pub fn condition(&self) -> f64 {
        self.condition
    }

    /// The cells, row-major, last attribute fastest.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A sentence where the condition is so large that the table is hard to read.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        (self.condition > WARN_CONDITION).then(|| {
            format!("the law nearly erases this table: noise is multiplied by up to {:.0}", self.condition)
        })
    }
}

/// Estimates the table of true proportions behind `table`, with intervals at `confidence`.
///
/// # Errors
/// `invalid-confidence` outside (0,1); `empty-sample` for no reports; `plan-mismatch` where the law has no
/// such attributes; `unidentifiable-table` where max 1/|μ_T| exceeds [`MAX_CONDITION`].
pub fn inverse(law: &Law, table: &Table, confidence: f64) -> Result<Estimate, Error> {
    if !(confidence > 0.0 && confidence < 1.0) {
        let message = format!("confidence is {confidence}; it must lie strictly between 0 and 1");
        return Err(Error::new("invalid-confidence", message));
    }
    let n = table.total();
    if n == 0 {
        return Err(Error::new("empty-sample", "there are 0 reports to estimate from"));
    }
    check_attributes(law, table)?;
    let spectrum = law.spectrum(table.attributes());
    let inverted: Vec<f64> = spectrum.iter().map(|mu| 1.0 / mu).collect();
    let condition = inverted.iter().map(|f| libm::fabs(*f)).fold(1.0, f64::max);
    check_condition(table, condition)?;
    let mut estimates: Vec<f64> = proportions(table, n);
    let mut squares = estimates.clone();
    operator::apply(&inverted, table.sizes(), &mut estimates);
    operator::apply(&squared(inverted, table.sizes()), table.sizes(), &mut squares);
    let z = two_sided_quantile(confidence);
    let cells = estimates.iter().zip(&squares).map(|(&estimate, &square)| {
        let standard_error = libm::sqrt(libm::fmax(square - estimate * estimate, 0.0) / to_f64(n.into()));
        let half = z * standard_error;
        Cell { estimate, standard_error, lower: estimate - half, upper: estimate + half }
    });
    Ok(Estimate { attributes: table.attributes().into(), n, condition, cells: cells.collect() })
}

fn proportions(table: &Table, n: u64) -> Vec<f64> {
    table.counts().iter().map(|&count| to_f64(count.into()) / to_f64(n.into())).collect()
}

/// The factors of the operator whose entries are the squares of those with factors `factors`.
fn squared(factors: Vec<f64>, sizes: &[u32]) -> Vec<f64> {
    let mut entries = operator::entries_of(factors, sizes);
    entries.iter_mut().for_each(|entry| *entry *= *entry);
    operator::factors_of(entries, sizes)
}

fn check_attributes(law: &Law, table: &Table) -> Result<(), Error> {
    let mut axes = table.attributes().iter().zip(table.sizes());
    if axes.all(|(&attribute, a)| law.sizes().get(attribute) == Some(a)) {
        return Ok(());
    }
    let message = format!("the law has no attributes {:?} of sizes {:?}", table.attributes(), table.sizes());
    Err(Error::new("plan-mismatch", message))
}

fn check_condition(table: &Table, condition: f64) -> Result<(), Error> {
    if condition <= MAX_CONDITION {
        return Ok(());
    }
    let message = format!(
        "the table over attributes {:?} cannot be estimated: its condition is {condition:.3e}, above {MAX_CONDITION:e}",
        table.attributes()
    );
    Err(Error::new("unidentifiable-table", message))
}
