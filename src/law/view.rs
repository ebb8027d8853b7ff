//! Views of a table: how a form asks its attributes, that is, which of its units hold them [Mathematics, §10].
//!
//! Many labels of a family may ask a table in the same way; they share one view. A component T of the table can be estimated if each of
//! its attributes is in a unit; with J the units that T touches, I_T/dim_T = ν_J², ν_J = μ_J·∏_{u∈J} √((D_u−d_u)/(d_u(D_u−1))),
//! μ as in §5.

use alloc::vec;
use alloc::vec::Vec;

use super::form::Form;
use super::label::Placed;
use crate::exact::{WHOLE, to_f64};
use crate::numeric::order::sorted;

/// One way in which a form asks the attributes of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    /// The position of the form.
    pub(crate) form: usize,
    /// The units of the form that hold attributes of the table, each with the table axes that it holds; ascending.
    pub(crate) units: Vec<(usize, Vec<usize>)>,
    /// The probability that a report has this view.
    pub(crate) probability: f64,
}

/// The axes of a table, grouped by the unit that holds them; equal for all labels of one view.
pub(crate) fn units_holding(placed: &Placed<'_>, attributes: &[usize]) -> Vec<(usize, Vec<usize>)> {
    let unit_of = |attribute: &usize| {
        (0..placed.form.units().len()).find(|&unit| placed.attributes(unit).contains(attribute))
    };
    grouped(&attributes.iter().map(unit_of).collect::<Vec<_>>())
}

impl View {
    /// Lists all views of a table under a form.
    pub(super) fn all(form: usize, of: &Form, attributes: &[usize]) -> Vec<Self> {
        let weight = to_f64(of.weight()) / to_f64(WHOLE);
        let mut placed: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for attribute in attributes {
            let options: Vec<Option<usize>> = match of.pool_of(*attribute) {
                Some(pool) => {
                    let taking =
                        of.attributes_per_unit(pool).into_iter().enumerate().filter(|(_, taken)| *taken > 0);
                    taking.map(|(unit, _)| Some(unit)).chain([None]).collect()
                }
                None => [of.unit_of(*attribute)].into(),
            };
            placed = placed
                .iter()
                .flat_map(|units| options.iter().map(move |option| [&units[..], &[*option]].concat()))
                .collect();
        }
        let views = placed.into_iter().map(|units| Self {
            form,
            probability: weight * probability(of, attributes, &units),
            units: grouped(&units),
        });
        views.filter(|view| view.probability > 0.0).collect()
    }

    /// The axes of the table that the units hold, unit by unit.
    pub(crate) fn axes(&self) -> impl Iterator<Item = usize> {
        self.units.iter().flat_map(|(_, axes)| axes).copied()
    }

    /// The units that a set of axes touches, as a bit set of places in [`View::units`]; `None` where one of the axes is not asked.
    pub(crate) fn units_of(&self, set: usize) -> Option<usize> {
        let (mut touched, mut seen) = (0, 0);
        for (place, (_, axes)) in self.units.iter().enumerate() {
            let own: usize = axes.iter().map(|axis| 1 << axis).sum();
            touched |= usize::from(own & set != 0) << place;
            seen |= own & set;
        }
        (seen == set).then_some(touched)
    }

    /// ν_J for every set J of places in [`View::units`]; `form` must be the form of the view.
    pub(crate) fn amplitudes(&self, form: &Form) -> Vec<f64> {
        let units: Vec<usize> = self.units.iter().map(|(unit, _)| *unit).collect();
        let mut amplitudes = form.spectrum(&units);
        for (place, &unit) in units.iter().enumerate() {
            let kept = form.shapes()[unit].retention();
            let holding = amplitudes.iter_mut().enumerate().filter(|(set, _)| set >> place & 1 == 1);
            holding.for_each(|(_, amplitude)| *amplitude *= kept);
        }
        amplitudes
    }
}

/// Groups axes by the unit that holds them; axes without a unit are left out.
fn grouped(placed: &[Option<usize>]) -> Vec<(usize, Vec<usize>)> {
    let mut units: Vec<(usize, Vec<usize>)> = Vec::new();
    for (axis, unit) in placed.iter().enumerate() {
        let Some(unit) = *unit else { continue };
        match units.iter_mut().find(|(own, _)| *own == unit) {
            Some((_, axes)) => axes.push(axis),
            None => units.push((unit, vec![axis])),
        }
    }
    sorted(units)
}

/// The probability that a random order of the pools' members puts the attributes into exactly these units.
fn probability(form: &Form, attributes: &[usize], placed: &[Option<usize>]) -> f64 {
    let of_pool = |(index, pool): (usize, &Vec<usize>)| {
        let axes =
            || attributes.iter().zip(placed).filter(|(attribute, _)| pool.binary_search(attribute).is_ok());
        let taken = form.attributes_per_unit(index);
        let slots: usize = taken.iter().sum();
        let (tabled, seen) = (axes().count(), axes().filter(|(_, unit)| unit.is_some()).count());
        let inside = taken
            .iter()
            .enumerate()
            .map(|(unit, &slots)| falling(slots, axes().filter(|(_, own)| **own == Some(unit)).count()));
        if seen > slots || slots - seen > pool.len() - tabled {
            return 0.0;
        }
        inside.product::<f64>() * falling(pool.len() - tabled, slots - seen) / falling(pool.len(), slots)
    };
    form.exchange().iter().enumerate().map(of_pool).product()
}

/// n(n−1)…(n−m+1).
fn falling(n: usize, m: usize) -> f64 {
    (0..m).map(|i| to_f64(n.saturating_sub(i) as u128)).product()
}
