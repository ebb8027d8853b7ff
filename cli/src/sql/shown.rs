//! What a label's reports show of a table: the part of the table ([`candor::count::ViewCounts`]) that they are counted in, and how the cells of
//! their units map to cells of the table.

use std::collections::BTreeMap;

use candor::count::Table;
use candor::law::Law;

/// How the reports of certain labels map to cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shown {
    /// The position of the form.
    pub(super) form: usize,
    /// The position among the views of the table.
    pub(super) part: usize,
    /// The units that contain attributes of the table.
    pub(super) units: Vec<Projected>,
}

/// How the cells of a unit map to the table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Projected {
    /// The position of the unit in its form.
    pub(super) unit: usize,
    /// For every attribute of the table in the unit: the divisor of the unit's cell, the number of categories (the modulus of the
    /// quotient), and how much each category adds to the table's cell.
    pub(super) steps: Vec<[usize; 3]>,
}

/// Groups the labels of a law by what they show of a table; each list is ascending.
pub(super) fn by_label(law: &Law, labels: u32, table: &Table) -> BTreeMap<Shown, Vec<u32>> {
    let mut shown: BTreeMap<Shown, Vec<u32>> = BTreeMap::new();
    for label in 0..labels {
        if let Some(own) = one(law, label, table) {
            shown.entry(own).or_default().push(label);
        }
    }
    shown
}

fn one(law: &Law, label: u32, table: &Table) -> Option<Shown> {
    let asked = law.questionnaire(label)?;
    let attributes = table.axes().attributes();
    let unit_of =
        |attribute: &usize| (0..asked.units.len()).find(|&unit| asked.units[unit].contains(attribute));
    let mut units: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (axis, attribute) in attributes.iter().enumerate() {
        if let Some(unit) = unit_of(attribute) {
            units.entry(unit).or_default().push(axis);
        }
    }
    let part = table.by_view().position(|seen| {
        seen.form == asked.form
            && seen.positions.iter().eq(units.keys())
            && seen.units.iter().eq(units.values())
    })?;
    let size = |attribute: &usize| law.sizes()[*attribute] as usize;
    let mut step: usize = units.values().flatten().map(|axis| size(&attributes[*axis])).product();
    let projected = units.into_iter().map(|(unit, axes)| {
        let steps = axes.into_iter().map(|axis| {
            let attribute = attributes[axis];
            let after = asked.units[unit].iter().skip_while(|own| **own != attribute).skip(1);
            step /= size(&attribute);
            [after.map(size).product(), size(&attribute), step]
        });
        Projected { unit, steps: steps.collect() }
    });
    Some(Shown { form: asked.form, part, units: projected.collect() })
}
