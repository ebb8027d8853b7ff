//! The inverse of the law over some of the axes, and the tables that it cannot estimate.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Observed;
use super::operator;
use super::operator::factors::{Factors, is_shown};
use super::operator::walk::spread_over;
use crate::error::{Code, Error};
use crate::law::{Form, Law, MAX_CONDITION};
use crate::numeric::order::sorted;

impl Observed<'_> {
    /// The inverse estimates of the table over some axes, in their order. O(N).
    pub(crate) fn inverse(&self, axes: &[usize]) -> Result<Vec<f64>, Error> {
        self.inverted(axes, self.marginal(axes))
    }

    /// A·x, A the inverse of the law over some axes and x a table over them. A is symmetric.
    pub(crate) fn inverted(&self, axes: &[usize], mut cells: Vec<f64>) -> Result<Vec<f64>, Error> {
        operator::apply(&self.inverse_factors(axes)?, &self.sizes_of(axes), &mut cells);
        Ok(cells)
    }

    /// The inverse of the law on the components that reports tell of, 0 on all others.
    pub(crate) fn inverse_of_shown(&self, cells: Vec<f64>) -> Vec<f64> {
        self.on_components(cells, |mu| if is_shown(mu) { 1.0 / mu } else { 0.0 })
    }

    /// The scores of reports for the sum, with these weights, of the inverse estimates of the table over some axes, all of whose components are shown.
    pub(crate) fn scores_of_sum(&self, axes: &[usize], weights: &[f64]) -> Vec<f64> {
        self.inverse_of_shown(spread_over(weights, &self.sizes, axes))
    }

    /// The projection onto the components that reports tell of.
    pub(crate) fn shown(&self, cells: Vec<f64>) -> Vec<f64> {
        self.on_components(cells, |mu| if is_shown(mu) { 1.0 } else { 0.0 })
    }

    fn on_components(&self, mut cells: Vec<f64>, factor: impl Fn(f64) -> f64) -> Vec<f64> {
        let factors = self.spectrum.within(&self.axes()).map(factor);
        operator::apply(&factors, &self.sizes, &mut cells);
        cells
    }

    /// The condition of the table over these axes: max 1/|μ_T| over sets of them.
    pub(crate) fn condition(&self, axes: &[usize]) -> f64 {
        1.0 / self.spectrum.within(axes).map(libm::fabs).range().0
    }

    /// The factors of the inverse: 1/μ_T for every set T of these axes.
    pub(crate) fn inverse_factors(&self, axes: &[usize]) -> Result<Factors, Error> {
        let condition = self.condition(axes);
        if condition <= MAX_CONDITION {
            return Ok(self.spectrum.within(axes).map(|mu| 1.0 / mu));
        }
        let attributes: Vec<usize> = axes.iter().map(|&axis| self.attributes[axis]).collect();
        let seen = if self.labelled.is_some() { seen_together(self.law) } else { String::new() };
        let why = match condition.is_finite() {
            true => format!("its condition is {condition:.3e}, above {MAX_CONDITION:e}"),
            false => "no report has information about it".into(),
        };
        let message = format!("the table over attributes {attributes:?} cannot be estimated: {why}{seen}");
        Err(Error::new(Code::UnidentifiableTable, message))
    }

    /// For every cell of the table over the axes `c` and then `d` ∖ `c`: the mean, over the reports, of a report's score for the cell's
    /// inverse estimate in the table over c times its score in the table over d. A score is what one report adds to n times an estimate.
    pub(crate) fn products_of_scores(&self, c: &[usize], d: &[usize]) -> Result<Vec<f64>, Error> {
        let axes = joined(c, d);
        let sizes = self.sizes_of(&axes);
        let [of_c, of_d] = [c, d].map(|axes| self.inverse_factors(axes));
        let (of_c, of_d) = (of_c?, of_d?);
        let places = |of: &[usize]| -> Vec<usize> {
            of.iter().filter_map(|axis| axes.iter().position(|own| own == axis)).collect()
        };
        let (c, d) = (places(c), places(d));
        let mut products = self.marginal_of(self.expected_reports(), &axes);
        let factors = if let Some(combined) = &self.labelled {
            let inverse = self.spectrum.within(&axes).map(|mu| if mu > 0.0 { 1.0 / mu } else { 0.0 });
            combined.of_axes(&axes).products_of_scores(&c, &d).times_listed(&inverse, &sizes)
        } else if c.len() == axes.len() && d.len() == axes.len() {
            of_c.squared()
        } else if c.len() + d.len() == axes.len() {
            of_c.beside(of_d, c.len())
        } else {
            let (one, other) = (of_c.entries().list(c.len()), of_d.entries().list(d.len()));
            let within = |set: usize, of: &[usize]| {
                of.iter().enumerate().map(|(place, axis)| (set >> axis & 1) << place).sum::<usize>()
            };
            let products =
                (0..1_usize << axes.len()).map(|set| one[within(set, &c)] * other[within(set, &d)]);
            Factors::listed(products.collect(), &sizes).of_entries()
        };
        operator::apply(&factors, &sizes, &mut products);
        Ok(products)
    }
}

/// The most forms that an error message lists.
const LISTED: usize = 12;

/// Which attributes the forms of a labelled law ask together, as the end of a sentence.
fn seen_together(law: &Law) -> String {
    let of_form = |form: &Form| {
        let asked: Vec<usize> =
            sorted(form.units().iter().flat_map(|unit| unit.attributes()).copied().collect());
        match form.exchange() {
            [] => format!("{asked:?}"),
            pools => format!("as many as {asked:?} out of {pools:?}"),
        }
    };
    let listed: Vec<String> = law.forms().iter().take(LISTED).map(of_form).collect();
    let more = if law.forms().len() > LISTED { ", and others" } else { "" };
    format!(
        "; tables can be estimated over attributes that one form asks together: {}{more}",
        listed.join(", ")
    )
}

/// The axes or attributes `c`, then those of `d` that are not among them.
pub(crate) fn joined(c: &[usize], d: &[usize]) -> Vec<usize> {
    let beyond = d.iter().filter(|axis| !c.contains(axis));
    c.iter().chain(beyond).copied().collect()
}
