//! Labels: a label encodes, as one number, which form was drawn and which attributes of its pools [Mathematics, §10].
//!
//! The labels of a form are consecutive. Within a form, pool by pool and unit by unit, the attributes that the unit takes are
//! one of the combinations of those that are left, in lexicographic order.

use alloc::vec::Vec;

use super::form::Form;
use super::unit::invalid;
use crate::error::Error;

/// The largest number of labels of a law, so that a number below 2³² encodes any.
const MAX_LABELS: u32 = 1 << 31;

/// The questions of a label: its form, and the attributes of each unit of the form.
///
/// ```
/// use candor::law::{Questionnaire, Block, Form, Law, Pattern, Unit};
/// # let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
/// let form = Form::new(1 << 64, vec![vec![0, 1, 2]], vec![Unit::new(vec![0, 1], 1)], vec![block]);
/// let law = Law::labelled(vec![2; 3], vec![form])?;
/// assert_eq!(law.questionnaire(2), Some(Questionnaire { form: 0, units: vec![vec![1, 2]] }));
/// assert_eq!(law.questionnaire(3), None);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Questionnaire {
    /// The position of the form.
    pub form: usize,
    /// The attributes of each unit, and scores as those that would follow the last attribute ([`super::Law::with_scores`]).
    pub units: Vec<Vec<usize>>,
}

/// The form of a label, with the attributes that the label asks.
pub(crate) struct Placed<'l> {
    /// The position of the form.
    pub(crate) index: usize,
    pub(crate) form: &'l Form,
    /// The attributes of every unit; empty where the form has no pools.
    arranged: Vec<Vec<usize>>,
}

impl<'l> Placed<'l> {
    /// The label with this number among those of the form.
    pub(super) fn new(index: usize, form: &'l Form, number: u32) -> Self {
        let arranged = if form.exchange().is_empty() { Vec::new() } else { arranged(form, number) };
        Self { index, form, arranged }
    }

    /// The label's questions as a [`Questionnaire`].
    pub(super) fn questionnaire(&self) -> Questionnaire {
        let units = (0..self.form.units().len()).map(|unit| self.attributes(unit).into()).collect();
        Questionnaire { form: self.index, units }
    }

    /// The attributes of a unit.
    pub(crate) fn attributes(&self, unit: usize) -> &[usize] {
        self.arranged.get(unit).map_or(self.form.units()[unit].attributes(), Vec::as_slice)
    }
}

/// Checks that the forms do not have too many labels in all.
pub(super) fn check(forms: &[Form]) -> Result<(), Error> {
    let all = forms.iter().try_fold(0_u32, |all, form| all.checked_add(arrangements(form)?));
    if all.is_some_and(|all| all <= MAX_LABELS) {
        return Ok(());
    }
    Err(invalid(message!("a law may have at most ", MAX_LABELS, " labels")))
}

/// The number of labels of a form: the ways to assign attributes of its pools to units; `None` on overflow.
pub(super) fn arrangements(form: &Form) -> Option<u32> {
    let mut all = 1_u32;
    for (index, pool) in form.exchange().iter().enumerate() {
        let mut left = pool.len();
        for taken in form.attributes_per_unit(index) {
            all = all.checked_mul(binomial(left, taken)?)?;
            left -= taken;
        }
    }
    Some(all)
}

/// The attributes of each unit in the arrangement with this number.
fn arranged(form: &Form, mut number: u32) -> Vec<Vec<usize>> {
    let mut units: Vec<Vec<usize>> = form.units().iter().map(|unit| unit.attributes().into()).collect();
    for (index, pool) in form.exchange().iter().enumerate() {
        let mut left = pool.clone();
        for (unit, taken) in units.iter_mut().zip(form.attributes_per_unit(index)) {
            let ways = binomial(left.len(), taken).unwrap_or(1);
            let mut chosen = combination(&mut left, taken, number % ways).into_iter();
            number /= ways;
            let written = unit.iter_mut().filter(|attribute| pool.contains(attribute));
            written.zip(&mut chosen).for_each(|(attribute, chosen)| *attribute = chosen);
        }
    }
    units
}

/// Removes from `members` the combination with this lexicographic number and returns it.
fn combination(members: &mut Vec<usize>, mut taken: usize, mut number: u32) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(taken);
    let mut place = 0;
    while taken > 0 && place < members.len() {
        // The number of combinations that begin with the member at this place.
        let beginning = binomial(members.len() - place - 1, taken - 1).unwrap_or(u32::MAX);
        if number < beginning {
            chosen.push(members.remove(place));
            taken -= 1;
        } else {
            number -= beginning;
            place += 1;
        }
    }
    chosen
}

/// C(n, m), or `None` where it is at least 2³² or an intermediate product is at least 2⁶⁴.
fn binomial(n: usize, m: usize) -> Option<u32> {
    if m > n {
        return Some(0);
    }
    let step = |ways: u64, i: usize| Some(ways.checked_mul((n - i) as u64)? / (i as u64 + 1));
    (0..m.min(n - m)).try_fold(1, step).and_then(|ways| u32::try_from(ways).ok())
}
