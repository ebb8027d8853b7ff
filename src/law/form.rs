//! A form: one way to answer, of which a labelled law holds several [Mathematics, §10].
//!
//! It asks some of the questions, in disjoint units, and perturbs the units in independent blocks. Which form is drawn is
//! public and does not depend on the record.

use alloc::vec::Vec;

use super::block::Block;
use super::draws::BlockDraws;
use super::membership::Membership;
use super::spectrum::{self, BlockSpectrum};
use super::unit::{Shape, Unit, invalid};
use crate::error::{Code, Error, every};
use crate::exact::WHOLE;

/// Units, the blocks that perturb them, and the attributes that may stand for each other.
///
/// A form with *exchange* is a family: it is written for the first attributes of every pool, and any other choice of as many
/// of them is as likely, which is part of the label.
///
/// ```
/// use candor::law::{Block, Form, Law, Pattern, Unit};
///
/// // Of three yes/no questions two are drawn; of their four cells a report names one, the true one with probability 5/8.
/// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
/// let form = Form::new(1 << 64, vec![vec![0, 1, 2]], vec![Unit::new(vec![0, 1], 1)], vec![block]);
/// assert_eq!((form.weight(), form.exchange(), form.units().len()), (1 << 64, &[vec![0, 1, 2]][..], 1));
/// let law = Law::labelled(vec![2; 3], vec![form])?;
/// assert_eq!((law.labels(), law.forms()[0].blocks().len()), (3, 1));
/// assert!((law.record_epsilon() - 5.0_f64.ln()).abs() < 1e-12);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    weight: u128,
    exchange: Vec<Vec<usize>>,
    units: Vec<Unit>,
    blocks: Vec<Block>,
    shapes: Vec<Shape>,
    draws: Vec<BlockDraws>,
}

impl Form {
    /// A form of this weight out of 2⁶⁴, checked where it becomes part of a law ([`super::Law::labelled`]).
    #[must_use]
    pub fn new(weight: u128, exchange: Vec<Vec<usize>>, units: Vec<Unit>, blocks: Vec<Block>) -> Self {
        Self { weight, exchange, units, blocks, shapes: Vec::new(), draws: Vec::new() }
    }

    /// The form of an unlabelled law: every question on its own.
    pub(super) fn of_all(attributes: usize, blocks: Vec<Block>) -> Self {
        Self::new(WHOLE, Vec::new(), (0..attributes).map(Unit::single).collect(), blocks)
    }

    /// How many of 2⁶⁴ words draw it, or one of its family.
    #[must_use]
    pub fn weight(&self) -> u128 {
        self.weight
    }

    /// Pools of attributes that may stand for each other.
    #[must_use]
    pub fn exchange(&self) -> &[Vec<usize>] {
        &self.exchange
    }

    /// The units.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The blocks, which hold every unit once.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether it asks every one of so many questions on its own, and for one category of each.
    pub(crate) fn is_plain(&self, attributes: usize) -> bool {
        self.units.len() == attributes
            && self.units.iter().enumerate().all(|(i, unit)| *unit == Unit::single(i))
    }

    /// What each unit reports.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The most cells of a unit that reports a subset; 0 where none does.
    pub(super) fn most_cells(&self) -> u32 {
        let cells = |shape: &Shape| if shape.subset > 1 { shape.cells } else { 0 };
        self.shapes.iter().map(cells).fold(0, u32::max)
    }

    /// Whether these units are perturbed independently of each other: no block has two of them.
    pub(crate) fn perturbs_apart(&self, units: &[usize]) -> bool {
        let own = |block: &Block| block.units().iter().filter(|unit| units.contains(unit)).count();
        self.blocks.iter().all(|block| own(block) < 2)
    }

    /// How many numbers a report of it has, the label not among them.
    pub(crate) fn numbers(&self) -> usize {
        self.shapes.iter().map(|shape| shape.numbers()).sum()
    }

    /// What is to be drawn for each block.
    pub(crate) fn draws(&self) -> &[BlockDraws] {
        &self.draws
    }

    /// The spectrum μ_J for every J ⊆ `units` [Mathematics, §5, §10]: entry j is μ of the units `units[i]` whose bit i is set
    /// in j; in an unlabelled law the units are the attributes. Cost: O(2^w · w · blocks), memory 2^w.
    #[must_use]
    pub fn spectrum(&self, units: &[usize]) -> Vec<f64> {
        spectrum::expanded(&self.block_spectra(units), units.len())
    }

    /// The same, block by block and orbit by orbit: μ_J is the product over the blocks.
    pub(crate) fn block_spectra(&self, units: &[usize]) -> Vec<BlockSpectrum> {
        let met = |block: &&Block| block.units().iter().any(|unit| units.contains(unit));
        self.blocks.iter().filter(met).map(|block| BlockSpectrum::new(block, &self.shapes, units)).collect()
    }

    /// The unit that holds an attribute, as the form is written.
    pub(super) fn unit_of(&self, attribute: usize) -> Option<usize> {
        self.units.iter().position(|unit| unit.attributes().contains(&attribute))
    }

    /// The pool that holds an attribute.
    pub(super) fn pool_of(&self, attribute: usize) -> Option<usize> {
        self.exchange.iter().position(|pool| pool.binary_search(&attribute).is_ok())
    }

    /// How many attributes of a pool each unit takes.
    pub(super) fn attributes_per_unit(&self, pool: usize) -> Vec<usize> {
        let inside = |attribute: &&usize| self.exchange[pool].binary_search(attribute).is_ok();
        self.units.iter().map(|unit| unit.attributes().iter().filter(inside).count()).collect()
    }

    /// Meets every attribute that it may ask.
    pub(super) fn meet(&self, asked: &mut Membership) {
        let mut meet = |attributes: &[usize]| attributes.iter().for_each(|&attribute| asked.again(attribute));
        self.units.iter().for_each(|unit| meet(unit.attributes()));
        self.exchange.iter().for_each(|pool| meet(pool));
    }

    /// Finds that it is a form over attributes of these sizes.
    pub(super) fn check(&self, sizes: &[u32]) -> Result<(), Error> {
        check_units(&self.units, sizes.len())?;
        let shapes = every(&self.units, |unit| unit.checked_shape(sizes))?;
        self.check_exchange(sizes)?;
        check_blocks(&self.blocks, &shapes)
    }

    /// Works out what follows from the sizes of the attributes.
    pub(super) fn lay_out(&mut self, sizes: &[u32]) {
        self.shapes = self.units.iter().map(|unit| unit.shape(sizes)).collect();
        self.draws = self.blocks.iter().map(|block| BlockDraws::new(block, &self.shapes)).collect();
    }

    /// Pools are disjoint, of attributes of one size, and the form takes the first of each.
    fn check_exchange(&self, sizes: &[u32]) -> Result<(), Error> {
        let mut pooled = Membership::new(sizes.len(), "attribute", ["pool", "pools"]);
        for (index, pool) in self.exchange.iter().enumerate() {
            let taken: usize = self.attributes_per_unit(index).into_iter().sum();
            let mut as_written = taken > 0;
            for (place, &attribute) in pool.iter().enumerate() {
                pooled.once(attribute)?;
                if sizes[attribute] != sizes[pool[0]] {
                    return Err(invalid(message!(
                        "attribute ",
                        attribute,
                        " cannot stand for others of its pool: it is of another size"
                    )));
                }
                let ascends = place == 0 || pool[place - 1] < attribute;
                as_written &= ascends && (place >= taken || self.unit_of(attribute).is_some());
            }
            if !as_written {
                return Err(invalid(
                    "a form is written for the first attributes of each pool, which ascend".into(),
                ));
            }
        }
        Ok(())
    }
}

/// Units are disjoint and name attributes that there are.
fn check_units(units: &[Unit], attributes: usize) -> Result<(), Error> {
    let mut asked = Membership::new(attributes, "attribute", ["unit", "units"]);
    let mut empty = units.is_empty();
    for unit in units {
        unit.attributes().iter().try_for_each(|&attribute| asked.once(attribute))?;
        empty |= unit.attributes().is_empty();
    }
    if empty {
        return Err(invalid("a form needs at least 1 unit, and a unit at least 1 attribute".into()));
    }
    Ok(())
}

/// Blocks hold every unit once, in classes of one shape.
fn check_blocks(blocks: &[Block], shapes: &[Shape]) -> Result<(), Error> {
    let mut covered = Membership::new(shapes.len(), "unit", ["block", "blocks"]);
    for block in blocks {
        block.units().iter().try_for_each(|&unit| covered.once(unit))?;
        block.check(shapes)?;
    }
    covered.all()
}

/// Weights of forms are at least 1 and sum to 2⁶⁴.
pub(super) fn check_weights(forms: &[Form]) -> Result<(), Error> {
    let sum = forms.iter().try_fold(0_u128, |sum, form| sum.checked_add(form.weight));
    if sum == Some(WHOLE) && forms.iter().all(|form| form.weight > 0) {
        return Ok(());
    }
    let message = message!("weights of forms must be at least 1 and sum to 2^64 = ", WHOLE);
    Err(Error::new(Code::WeightSum, message))
}
