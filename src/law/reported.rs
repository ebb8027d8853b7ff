//! What the numbers of a report say under a law: its label, and the cells that each unit names.

use alloc::vec::Vec;

use super::label::Placed;
use super::mixture::Law;
use crate::error::{Code, Error};

/// The numbers of a report, read.
pub(crate) struct Reported<'l, 'n> {
    /// Its form, with the attributes of the form's units.
    pub(crate) placed: Placed<'l>,
    /// Of each unit the cell that it names, or the subset of cells as bits.
    pub(crate) units: Vec<&'n [u32]>,
}

/// Reads the numbers of a report.
///
/// # Errors
/// `invalid-report` where there is no such label or subset, or their number is another; `category-out-of-range`, for the
/// attribute at the position that `name` is given.
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

/// Refuses a label that the law has not.
pub(crate) fn check_label(law: &Law, label: u32) -> Result<(), Error> {
    if label < law.labels() {
        return Ok(());
    }
    Err(invalid(&message!("its label is ", label, ", of ", law.labels())))
}

fn invalid(rule: &str) -> Error {
    Error::new(Code::InvalidReport, message!("not a report: ", rule))
}
