//! Rounds families to an integer law whose record ε is kept.
//!
//! Weights of families are rounded down and the largest takes the remainder; the pattern probabilities of every family are rounded like
//! those of blocks ([`crate::design::rounding`]), which never exceeds the record ε.

use alloc::vec;
use alloc::vec::Vec;

use super::family::{FamilyUnit, FormFamily};
use crate::design::rounding::{Limits, Nominal, round_units};
use crate::error::{Code, Error};
use crate::exact::{WHOLE, floor_u128, to_f64};
use crate::law::{Form, Law, RoundedScore, Shape, Unit};

/// Returns the law of these families within the record ε, over attributes of these sizes and these scores. Families too unlikely for a weight out of 2⁶⁴ are
/// left out.
pub(super) fn law(
    sizes: &[u32],
    scores: &[RoundedScore],
    families: &[FormFamily],
    record_epsilon: f64,
) -> Result<Law, Error> {
    let columns: Vec<u32> = sizes.iter().copied().chain(scores.iter().map(RoundedScore::size)).collect();
    let mut weights: Vec<u128> =
        families.iter().map(|family| floor_u128(family.probability * to_f64(WHOLE))).collect();
    let largest = (0..weights.len()).max_by_key(|&index| weights[index]);
    let none = || Error::new(Code::InfeasibleRequest, "no form is worth asking");
    let largest = largest.ok_or_else(none)?;
    weights[largest] = WHOLE - (weights.iter().sum::<u128>() - weights[largest]);
    let likely = families.iter().zip(weights).filter(|(_, weight)| *weight > 0);
    let forms = likely.map(|(family, weight)| form(&columns, family, weight, record_epsilon));
    Law::with_scores(sizes.into(), scores.into(), forms.collect::<Result<_, _>>()?)
}

fn form(sizes: &[u32], family: &FormFamily, weight: u128, record_epsilon: f64) -> Result<Form, Error> {
    let subset = |unit: &FamilyUnit| u32::try_from(unit.subset_size).unwrap_or(u32::MAX);
    let shape = |unit: &FamilyUnit| Shape {
        cells: unit.attributes.iter().map(|&attribute| sizes[attribute]).product(),
        subset: subset(unit),
    };
    let shapes: Vec<Shape> = family.units.iter().map(shape).collect();
    let nominal = Nominal {
        attributes: (0..shapes.len()).collect(),
        classes: family.classes.clone(),
        uniform: family.uniform,
        excess: family.patterns.iter().map(|pattern| (pattern.misses.clone(), pattern.probability)).collect(),
    };
    let columns = vec![f64::INFINITY; shapes.len()];
    let limits = Limits { columns: &columns, attributes: None, record: record_epsilon };
    let block = round_units(nominal, &shapes, limits)?;
    let units = family.units.iter().map(|unit| Unit::new(unit.attributes.clone(), subset(unit)));
    Ok(Form::new(weight, family.exchange.clone(), units.collect(), vec![block]))
}
