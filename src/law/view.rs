//! What a form shows of a table: in which of its units the attributes of the table are [Mathematics, §10].
//!
//! A family shows the same of a table under many labels; these are one view. A component T of the table is seen where each of
//! its attributes is in a unit; with J the units that T touches, I_T/dim_T = ν_J², ν_J = μ_J·∏_{u∈J} √((D_u−d_u)/(d_u(D_u−1))),
//! μ as in §5.

use alloc::vec;
use alloc::vec::Vec;

use super::form::Form;
use super::label::Placed;
use crate::exact::{WHOLE, to_f64};
use crate::numeric::order::sorted;

/// One way in which a form asks attributes of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    /// The position of the form.
    pub(crate) form: usize,
    /// The form's units that hold attributes of the table, with the axes of these; ascending.
    pub(crate) units: Vec<(usize, Vec<usize>)>,
    /// With which a report is seen so.
    pub(crate) probability: f64,
}

/// The axes of a table, unit by unit: how a label shows the table, equal for all labels of one view.
pub(crate) fn units_holding(placed: &Placed<'_>, attributes: &[usize]) -> Vec<(usize, Vec<usize>)> {
    let unit_of = |attribute: &usize| {
        (0..placed.form.units().len()).find(|&unit| placed.attributes(unit).contains(attribute))
    };
    grouped(&attributes.iter().map(unit_of).collect::<Vec<_>>())
}

impl View {
    /// All views of a table that a form gives.
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

    /// The units that a set of axes touches, as a set of places in [`View::units`]; none where one of the axes is not asked.
    pub(crate) fn units_of(&self, set: usize) -> Option<usize> {
        let (mut touched, mut seen) = (0, 0);
        for (place, (_, axes)) in self.units.iter().enumerate() {
            let own: usize = axes.iter().map(|axis| 1 << axis).sum();
            touched |= usize::from(own & set != 0) << place;
            seen |= own & set;
        }
        (seen == set).then_some(touched)
    }

    /// ν_J for every set J of places in [`View::units`], whose form this is.
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

/// The units that hold axes, with these.
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

/// With which the pools of a form put the attributes into just these units: of all orders of their members.
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
