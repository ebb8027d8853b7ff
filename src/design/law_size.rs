//! Computes how many bytes the forms of a law take in a plan document, whose JSON has no spaces and sorted members.
//!
//! A pattern takes some 60 to 100 bytes, so the size of a plan is proportional to the change sets listed. Cost: O(patterns).

use alloc::format;
use alloc::vec::Vec;

use super::method::Method;
use crate::error::{Code, Error};
use crate::law::{Block, Form, Law, Unit};

/// The largest number of digits of a weight.
const WEIGHT_DIGITS: usize = 20;

/// The number of bytes of `forms` in a plan document.
#[must_use]
pub fn bytes(law: &Law) -> usize {
    list(law.forms().iter().map(|own| form(own, law.sizes().len())))
}

/// Refuses a law above the limit.
///
/// # Errors
/// `plan-too-large`.
pub(super) fn check(law: &Law, method: Method, max: Option<usize>) -> Result<(), Error> {
    let size = bytes(law);
    let Some(most) = max.filter(|most| size > *most) else { return Ok(()) };
    let message = format!(
        "the law by method {method} lists {} change sets in {size} bytes of the plan, which leaves {most} for it; \
         allow a larger plan, or use method auto",
        patterns(law)
    );
    Err(Error::new(Code::PlanTooLarge, message))
}

/// The number of change sets that a law lists.
pub(super) fn patterns(law: &Law) -> usize {
    law.blocks().map(|block| block.patterns().len()).sum()
}

/// The number of leading `changes` that surely fit into `most` bytes together with these classes.
pub(super) fn fitting<'a>(
    classes: &[Vec<usize>],
    changes: impl Iterator<Item = &'a [(usize, usize)]>,
    most: usize,
) -> usize {
    let attributes = classes.iter().flatten().copied();
    let around = "[]".len() + form_frame() + "[]".len() + WEIGHT_DIGITS;
    let mut size = around + frame(attributes, classes) + "[]".len() + WEIGHT_DIGITS;
    let grown = |changes: &'a [(usize, usize)]| {
        size += pattern(changes, WEIGHT_DIGITS) + 1;
        size
    };
    changes.map(grown).take_while(|size| *size <= most).count()
}

fn form(form: &Form, attributes: usize) -> usize {
    let blocks = list(form.blocks().iter().map(block));
    let pools = form.exchange().iter().map(|pool| numbers(pool.iter().copied()));
    let exchange = if form.exchange().is_empty() { 0 } else { r#""exchange":,"#.len() + list(pools) };
    let unit = |unit: &Unit| {
        let attributes = numbers(unit.attributes().iter().copied());
        r#"{"attributes":,"subset_size":}"#.len() + attributes + digits(unit.subset_size().into())
    };
    let units = r#""units":,"#.len() + list(form.units().iter().map(unit));
    let units = if form.is_plain(attributes) { 0 } else { units };
    form_frame() + blocks + exchange + units + digits(form.weight())
}

/// The size of a form without its blocks, its pools, its units and the digits of its weight.
fn form_frame() -> usize {
    r#"{"blocks":,"weight":""}"#.len()
}

fn block(block: &Block) -> usize {
    let listed = block.patterns().iter().map(|own| pattern(own.changes(), digits(own.weight().into())));
    let units = block.units().iter().copied();
    frame(units, block.classes()) + list(listed) + digits(block.uniform())
}

/// The size of a block without its patterns and the digits of its uniform weight.
fn frame(units: impl Iterator<Item = usize>, classes: &[Vec<usize>]) -> usize {
    let classes = list(classes.iter().map(|class| numbers(class.iter().copied())));
    r#"{"classes":,"patterns":,"uniform":"","units":}"#.len() + numbers(units) + classes
}

fn pattern(changes: &[(usize, usize)], weight: usize) -> usize {
    let changes = list(changes.iter().map(|&(class, count)| numbers([class, count].into_iter())));
    r#"{"changes":,"weight":""}"#.len() + changes + weight
}

fn numbers(numbers: impl Iterator<Item = usize>) -> usize {
    list(numbers.map(|number| digits(number as u128)))
}

/// The size of a list: brackets, entries, and commas between them.
fn list(entries: impl Iterator<Item = usize>) -> usize {
    let (count, sum) = entries.fold((0, 0), |(count, sum), entry| (count + 1, sum + entry));
    "[]".len() + sum + usize::saturating_sub(count, 1)
}

fn digits(number: u128) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
