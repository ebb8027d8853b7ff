//! How many bytes the blocks of a law take in a plan document, whose JSON has no space and sorted members.
//!
//! A pattern takes some 60 to 100 bytes, so that a plan is as large as its law lists change sets. Cost: O(patterns).

use alloc::format;
use alloc::vec::Vec;

use super::method::Method;
use crate::error::{Code, Error};
use crate::law::{Block, Law};

/// The most digits of a weight.
const WEIGHT_DIGITS: usize = 20;

/// The bytes of `blocks` in a plan document.
#[must_use]
pub fn bytes(law: &Law) -> usize {
    list(law.blocks().map(block))
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

/// The change sets that a law lists.
pub(super) fn patterns(law: &Law) -> usize {
    law.blocks().map(|block| block.patterns().len()).sum()
}

/// As many changes, one after the other, as surely fit beside these classes.
pub(super) fn fitting<'a>(
    classes: &[Vec<usize>],
    changes: impl Iterator<Item = &'a [(usize, usize)]>,
    most: usize,
) -> usize {
    let attributes = classes.iter().flatten().copied();
    let mut size = "[]".len() + frame(attributes, classes) + "[]".len() + WEIGHT_DIGITS;
    let grown = |changes: &'a [(usize, usize)]| {
        size += pattern(changes, WEIGHT_DIGITS) + 1;
        size
    };
    changes.map(grown).take_while(|size| *size <= most).count()
}

fn block(block: &Block) -> usize {
    let listed = block.patterns().iter().map(|own| pattern(own.changes(), digits(own.weight().into())));
    let attributes = block.units().iter().copied();
    frame(attributes, block.classes()) + list(listed) + digits(block.uniform())
}

/// All of a block but its patterns and the digits of its uniform weight.
fn frame(attributes: impl Iterator<Item = usize>, classes: &[Vec<usize>]) -> usize {
    let classes = list(classes.iter().map(|class| numbers(class.iter().copied())));
    r#"{"attributes":,"classes":,"patterns":,"uniform":""}"#.len() + numbers(attributes) + classes
}

fn pattern(changes: &[(usize, usize)], weight: usize) -> usize {
    let changes = list(changes.iter().map(|&(class, count)| numbers([class, count].into_iter())));
    r#"{"changes":,"weight":""}"#.len() + changes + weight
}

fn numbers(numbers: impl Iterator<Item = usize>) -> usize {
    list(numbers.map(|number| digits(number as u128)))
}

/// Brackets, entries, and commas between them.
fn list(entries: impl Iterator<Item = usize>) -> usize {
    let (count, sum) = entries.fold((0, 0), |(count, sum), entry| (count + 1, sum + entry));
    "[]".len() + sum + usize::saturating_sub(count, 1)
}

fn digits(number: u128) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}
