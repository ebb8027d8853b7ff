//! A form: one way of asking and perturbing, of which a labelled law holds several [Mathematics, §10].
//!
//! A form asks some of the questions, in disjoint units, and perturbs the units in independent blocks. Which form is drawn is
//! public and does not depend on the record.

use alloc::vec::Vec;

use super::block::Block;
use super::draws::BlockDraws;
use super::membership::Membership;
use super::spectrum::{self, BlockSpectrum};
use super::unit::{Shape, Unit, invalid};
use crate::error::{Code, Error, every};
use crate::exact::WHOLE;

/// The units, the blocks that perturb them, and the pools of exchangeable attributes.
///
/// A form with *exchange* stands for a family: it is written for the first attributes of every pool; every other choice of as many
/// attributes from the pools is equally likely, and the choice is part of the label.
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
    /// A form with this weight out of 2⁶⁴. It is checked when it becomes part of a law ([`super::Law::labelled`]).
    #[must_use]
    pub fn new(weight: u128, exchange: Vec<Vec<usize>>, units: Vec<Unit>, blocks: Vec<Block>) -> Self {
        Self { weight, exchange, units, blocks, shapes: Vec::new(), draws: Vec::new() }
    }

    /// The form of an unlabelled law, in which every question is its own unit.
    pub(super) fn of_all(attributes: usize, blocks: Vec<Block>) -> Self {
        Self::new(WHOLE, Vec::new(), (0..attributes).map(Unit::single).collect(), blocks)
    }

    /// How many of 2⁶⁴ equally likely words select this form, or a form of its family.
    #[must_use]
    pub fn weight(&self) -> u128 {
        self.weight
    }

    /// The pools of exchangeable attributes.
    #[must_use]
    pub fn exchange(&self) -> &[Vec<usize>] {
        &self.exchange
    }

    /// The units.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The blocks, which together hold every unit once.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether the form asks each of this many questions separately and reports one category of each.
    pub(crate) fn is_plain(&self, attributes: usize) -> bool {
        self.units.len() == attributes
            && self.units.iter().enumerate().all(|(i, unit)| *unit == Unit::single(i))
    }

    /// The shape of each unit: how many of how many cells it reports.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The largest number of cells of a unit that reports a subset of several; 0 where none does.
    pub(super) fn most_cells(&self) -> u32 {
        let cells = |shape: &Shape| if shape.subset > 1 { shape.cells } else { 0 };
        self.shapes.iter().map(cells).fold(0, u32::max)
    }

    /// Whether these units are perturbed independently of each other, that is, no block holds two of them.
    pub(crate) fn perturbs_apart(&self, units: &[usize]) -> bool {
        let own = |block: &Block| block.units().iter().filter(|unit| units.contains(unit)).count();
        self.blocks.iter().all(|block| own(block) < 2)
    }

    /// How many numbers a report under this form has, not counting the label.
    pub(crate) fn numbers(&self) -> usize {
        self.shapes.iter().map(|shape| shape.numbers()).sum()
    }

    /// The precomputed distribution that each block draws from.
    pub(crate) fn draws(&self) -> &[BlockDraws] {
        &self.draws
    }

    /// The spectrum μ_J for every J ⊆ `units` [Mathematics, §5, §10]: entry j is μ of the units `units[i]` whose bit i is set
    /// in j; in an unlabelled law the units are the attributes. Cost: O(2^w · w · blocks), memory 2^w.
    #[must_use]
    pub fn spectrum(&self, units: &[usize]) -> Vec<f64> {
        spectrum::expanded(&self.block_spectra(units), units.len())
    }

    /// The spectrum block by block and orbit by orbit: μ_J is the product over the blocks.
    pub(crate) fn block_spectra(&self, units: &[usize]) -> Vec<BlockSpectrum> {
        let met = |block: &&Block| block.units().iter().any(|unit| units.contains(unit));
        self.blocks.iter().filter(met).map(|block| BlockSpectrum::new(block, &self.shapes, units)).collect()
    }

    /// The unit that holds an attribute, before any exchange.
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

    /// How many units of each class of a block a change of these answers alone may change, over all choices of attributes from the pools.
    pub(super) fn most_changed(&self, block: &Block, attributes: &[usize]) -> Vec<usize> {
        let met = |pool: &[usize]| {
            attributes.iter().filter(|attribute| pool.binary_search(attribute).is_ok()).count()
        };
        let pools: Vec<usize> = self.exchange.iter().map(|pool| met(pool)).collect();
        let pooled: usize = pools.iter().sum();
        let of_class = |class: &Vec<usize>| {
            let (mut always, mut perhaps) = (0, 0);
            for &position in class {
                let held = self.units[block.units()[position]].attributes();
                let is_own =
                    |attribute: &usize| self.pool_of(*attribute).is_none() && attributes.contains(attribute);
                let is_pooled =
                    |attribute: &usize| self.pool_of(*attribute).is_some_and(|pool| pools[pool] > 0);
                if held.iter().any(is_own) {
                    always += 1;
                } else if held.iter().any(is_pooled) {
                    perhaps += 1;
                }
            }
            always + pooled.min(perhaps)
        };
        block.classes().iter().map(of_class).collect()
    }

    /// Adds every attribute that the form may ask.
    pub(super) fn add_asked(&self, asked: &mut Membership) {
        let mut add = |attributes: &[usize]| attributes.iter().for_each(|&attribute| asked.add(attribute));
        self.units.iter().for_each(|unit| add(unit.attributes()));
        self.exchange.iter().for_each(|pool| add(pool));
    }

    /// Checks that the form is valid for attributes of these sizes.
    pub(super) fn check(&self, sizes: &[u32]) -> Result<(), Error> {
        check_units(&self.units, sizes.len())?;
        let shapes = every(&self.units, |unit| unit.checked_shape(sizes))?;
        self.check_exchange(sizes)?;
        check_blocks(&self.blocks, &shapes)
    }

    /// Precomputes the shapes and the draws, which depend on the sizes of the attributes.
    pub(super) fn lay_out(&mut self, sizes: &[u32]) {
        self.shapes = self.units.iter().map(|unit| unit.shape(sizes)).collect();
        self.draws = self.blocks.iter().map(|block| BlockDraws::new(block, &self.shapes)).collect();
    }

    /// Checks that pools are disjoint and hold attributes of one size, and that the form uses the first attributes of each.
    fn check_exchange(&self, sizes: &[u32]) -> Result<(), Error> {
        let mut pooled = Membership::new(sizes.len(), "attribute", ["pool", "pools"]);
        for (index, pool) in self.exchange.iter().enumerate() {
            let taken: usize = self.attributes_per_unit(index).into_iter().sum();
            let mut as_written = taken > 0;
            for (place, &attribute) in pool.iter().enumerate() {
                pooled.add_once(attribute)?;
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
                return Err(invalid("a form names the first attributes of each pool, which ascend".into()));
            }
        }
        Ok(())
    }
}

/// Checks that units are disjoint and name existing attributes.
fn check_units(units: &[Unit], attributes: usize) -> Result<(), Error> {
    let mut asked = Membership::new(attributes, "attribute", ["unit", "units"]);
    let mut empty = units.is_empty();
    for unit in units {
        unit.attributes().iter().try_for_each(|&attribute| asked.add_once(attribute))?;
        empty |= unit.attributes().is_empty();
    }
    if empty {
        return Err(invalid("a form needs at least 1 unit, and a unit at least 1 attribute".into()));
    }
    Ok(())
}

/// Checks that blocks hold every unit once, in classes of one shape.
fn check_blocks(blocks: &[Block], shapes: &[Shape]) -> Result<(), Error> {
    let mut covered = Membership::new(shapes.len(), "unit", ["block", "blocks"]);
    for block in blocks {
        block.units().iter().try_for_each(|&unit| covered.add_once(unit))?;
        block.check(shapes)?;
    }
    covered.all()
}

/// Checks that the weights of the forms are at least 1 and sum to 2⁶⁴.
pub(super) fn check_weights(forms: &[Form]) -> Result<(), Error> {
    let sum = forms.iter().try_fold(0_u128, |sum, form| sum.checked_add(form.weight));
    if sum == Some(WHOLE) && forms.iter().all(|form| form.weight > 0) {
        return Ok(());
    }
    let message = message!("weights of forms must be at least 1 and sum to 2^64 = ", WHOLE);
    Err(Error::new(Code::WeightSum, message))
}
