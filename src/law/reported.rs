//! Reads the numbers of a report under a law: its label, and the cells that each unit names.

use super::form::Form;
use super::mixture::Law;
use super::unit::Shape;
use crate::error::{Code, Error};

/// The numbers of a report that fit its law.
pub(crate) struct Reported<'l, 'n> {
    /// The label; 0 where the law has only one.
    pub(crate) label: u32,
    form: &'l Form,
    perturbed: &'n [u32],
}

impl<'n> Reported<'_, 'n> {
    /// For each unit of the form its shape, and the cell that it names, or the subset of cells as bits.
    pub(crate) fn units(&self) -> impl Iterator<Item = (Shape, &'n [u32])> {
        let mut rest = self.perturbed;
        self.form.shapes().iter().map(move |shape| {
            let (own, others) = rest.split_at(shape.numbers());
            rest = others;
            (*shape, own)
        })
    }
}

/// Reads the numbers of a report.
///
/// # Errors
/// `invalid-report` where the label does not exist, a subset is not one of its unit, or the count of numbers is wrong;
/// `category-out-of-range`, with the attribute's name as `name` gives it for its position.
pub(crate) fn reported<'l, 'n, 'a>(
    law: &'l Law,
    numbers: &'n [u32],
    name: impl Fn(usize) -> &'a str,
) -> Result<Reported<'l, 'n>, Error> {
    let (label, perturbed) = match numbers.split_first() {
        Some((label, rest)) if law.labels() > 1 => (*label, rest),
        _ => (0, numbers),
    };
    check_label(law, label)?;
    let form = &law.forms()[law.form_of(label).0];
    let expected = form.numbers();
    if perturbed.len() != expected {
        return Err(invalid(&message!(
            "it has ",
            perturbed.len(),
            " perturbed numbers, its form has ",
            expected
        )));
    }
    let report = Reported { label, form, perturbed };
    for (unit, (shape, own)) in report.units().enumerate() {
        if shape.subset > 1 && !shape.is_subset(own) {
            return Err(invalid(&message!("one of its subsets is none of ", shape)));
        }
        if shape.subset == 1 && own[0] >= shape.cells {
            let (name, cells) = (name(law.placed(label).attributes(unit)[0]), shape.cells);
            let message =
                message!("the category of attribute \"", name, "\" is out of range: it has ", cells);
            return Err(Error::new(Code::CategoryOutOfRange, message));
        }
    }
    Ok(report)
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
