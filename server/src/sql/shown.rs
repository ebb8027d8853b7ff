//! What labels show of a table: for every label the part of the table ([`candor::count::Seen`]) that its reports are counted
//! in, and how the cells of its units become cells of the table.

use std::collections::BTreeMap;

use candor::count::Table;
use candor::law::Law;

/// How the reports of some labels become cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shown {
    /// The position of the form.
    pub(super) form: usize,
    /// The position among what the table sees.
    pub(super) part: usize,
    /// The units that hold attributes of the table.
    pub(super) units: Vec<Projected>,
}

/// A unit, and where its cells lie in the table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Projected {
    /// The position of the unit in its form.
    pub(super) unit: usize,
    /// Of every attribute of the table: what the unit's cell is divided by, of how many categories the quotient is one, and what
    /// each adds to the table's cell.
    pub(super) steps: Vec<[usize; 3]>,
}

/// The labels of a law by how they show a table; each list ascends.
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
