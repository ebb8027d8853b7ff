//! Reads the numbers of a report under a law: its label, and the cells that each unit names.

use alloc::vec::Vec;

use super::label::Placed;
use super::mixture::Law;
use crate::error::{Code, Error};

/// The numbers of a report, split by unit.
pub(crate) struct Reported<'l, 'n> {
    /// The form of the report, with the attributes of the form's units.
    pub(crate) placed: Placed<'l>,
    /// For each unit, the cell that it names, or the subset of cells as bits.
    pub(crate) units: Vec<&'n [u32]>,
}

/// Reads the numbers of a report.
///
/// # Errors
/// `invalid-report` where the label does not exist, a subset is not one of its unit, or the count of numbers is wrong;
/// `category-out-of-range`, with the attribute's name as `name` gives it for its position.
pub(crate) fn reported<'l, 'n>(
    law: &'l Law,
    numbers: &'n [u32],
    name: impl Fn(usize) -> &'l str,
) -> Result<Reported<'l, 'n>, Error> {
    let (label, mut rest) = match numbers.split_first() {
        Some((label, rest)) if law.labels() > 1 => (*label, rest),
        _ => (0, numbers),
    };
    check_label(law, label)?;
    let placed = law.placed(label);
    let expected = placed.form.numbers();
    if rest.len() != expected {
        return Err(invalid(&message!("it has ", rest.len(), " perturbed numbers, its form has ", expected)));
    }
    let mut units = Vec::with_capacity(placed.form.shapes().len());
    for (unit, shape) in placed.form.shapes().iter().enumerate() {
        let (own, others) = rest.split_at(shape.numbers());
        rest = others;
        if shape.subset > 1 && !shape.is_subset(own) {
            return Err(invalid(&message!("one of its subsets is none of ", *shape)));
        }
        if shape.subset == 1 && own[0] >= shape.cells {
            let (name, cells) = (name(placed.attributes(unit)[0]), shape.cells);
            let message =
                message!("the category of attribute \"", name, "\" is out of range: it has ", cells);
            return Err(Error::new(Code::CategoryOutOfRange, message));
        }
        units.push(own);
    }
    Ok(Reported { placed, units })
}

/// Refuses a label that the law does not have.
pub(crate) fn check_label(law: &Law, label: u32) -> Result<(), Error> {
    if label < law.labels() {
        return Ok(());
    }
    Err(invalid(&message!("its label is ", label, ", of ", law.labels())))
}

fn invalid(rule: &str) -> Error {
    Error::new(Code::InvalidReport, message!("not a report: ", rule))
}
