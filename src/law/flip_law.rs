//! The flip law: which attributes change, as a product of independent blocks.

use alloc::vec;
use alloc::vec::Vec;

use super::block::{Block, invalid};
use super::draws::BlockDraws;
use super::epsilon;
use super::spectrum::{self, BlockSpectrum};
use crate::error::Error;
use crate::exact::{Scaled, Toward};
use crate::schema::check_sizes;

/// The largest factor by which an estimate may multiply the noise of a table; above it, it is refused.
///
/// ```
/// use candor::{Plan, law::MAX_CONDITION};
///
/// fn is_readable(plan: &Plan, table: &[usize]) -> bool {
///     plan.law().condition(table) <= MAX_CONDITION
/// }
/// ```
pub const MAX_CONDITION: f64 = 1e6;

/// A symmetric mechanism on records of given sizes: a product of blocks.
///
/// ```
/// use candor::law::{Block, Law, Pattern};
///
/// // Two yes/no questions, exchangeable. Of 2⁶⁴ words 2⁶² make both uniformly random; 2⁶³ change neither, the rest one.
/// let patterns = vec![Pattern::new(vec![], 1 << 63), Pattern::new(vec![(0, 1)], 1 << 62)];
/// let block = Block::new(vec![0, 1], vec![vec![0, 1]], 1 << 62, patterns)?;
/// let law = Law::new(vec![2, 2], vec![block])?;
/// // A report is as it was with probability 9/16, and differs in both answers with 1/16: a factor of 9.
/// assert!((law.record_epsilon() - 9.0_f64.ln()).abs() < 1e-12);
/// assert!(law.attribute_epsilons()[0] >= law.column_epsilons()[0]);
/// assert!(law.keeps_caps(&[Some(2.0), None]) && !law.keeps_caps(&[Some(1.0), None]));
/// assert_eq!(law.sizes(), [2, 2]);
/// assert_eq!(law.blocks().len(), 1);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    sizes: Vec<u32>,
    blocks: Vec<Block>,
    draws: Vec<BlockDraws>,
}

impl Law {
    /// A law whose blocks cover every attribute exactly once.
    ///
    /// # Errors
    /// `no-attributes`, `too-few-categories`, `too-many-categories` in `sizes`; `invalid-plan` naming the
    /// attribute that is missing, repeated, or grouped with one of another size.
    pub fn new(sizes: Vec<u32>, blocks: Vec<Block>) -> Result<Self, Error> {
        check_sizes(&sizes)?;
        let mut covered = vec![false; sizes.len()];
        for block in &blocks {
            for &attribute in block.attributes() {
                match covered.get_mut(attribute) {
                    Some(seen) if !*seen => *seen = true,
                    Some(_) => return Err(invalid(message!("attribute ", attribute, " is in two blocks"))),
                    None => {
                        return Err(invalid(message!(
                            "block names attribute ",
                            attribute,
                            " of ",
                            sizes.len()
                        )));
                    }
                }
            }
            block.check(&sizes)?;
        }
        match covered.iter().position(|seen| !seen) {
            Some(missing) => Err(invalid(message!("attribute ", missing, " is in no block"))),
            None => {
                let draws = blocks.iter().map(|block| BlockDraws::new(block, &sizes)).collect();
                Ok(Self { sizes, blocks, draws })
            }
        }
    }

    /// The numbers of categories a₁ … a_k.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The independent blocks.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// What is to be drawn for each block.
    pub(crate) fn draws(&self) -> &[BlockDraws] {
        &self.draws
    }

    /// **Record ε**, an upper bound: ln of the largest ratio between the probabilities with which two
    /// records give the same output. Blocks compose by multiplying their ratios. Cost: O(patterns).
    #[must_use]
    pub fn record_epsilon(&self) -> f64 {
        let ratios = self.blocks.iter().map(|block| epsilon::record_ratio(block, &self.sizes));
        ratios.fold(Scaled::ONE, |product, ratio| product.times(ratio, Toward::Up)).ln(Toward::Up)
    }

    /// **Column ε** of every attribute, upper bounds: what output column i alone tells of answer i.
    #[must_use]
    pub fn column_epsilons(&self) -> Vec<f64> {
        self.per_attribute(epsilon::column_ratios)
    }

    /// **Attribute ε** of every attribute, upper bounds: what the whole output tells of answer i when
    /// nothing else differs.
    #[must_use]
    pub fn attribute_epsilons(&self) -> Vec<f64> {
        self.per_attribute(epsilon::attribute_ratios)
    }

    /// Whether no attribute ε is above its cap, `None` where there is none.
    #[must_use]
    pub fn keeps_caps(&self, caps: &[Option<f64>]) -> bool {
        self.attribute_epsilons().iter().zip(caps).all(|(epsilon, cap)| cap.is_none_or(|cap| *epsilon <= cap))
    }

    /// The spectrum μ_T for every T ⊆ `subset` [Mathematics, §5]: entry t is μ of the attributes
    /// `subset[i]` whose bit i is set in t. Cost: O(2^w · w · blocks), memory 2^w.
    ///
    /// ```
    /// use candor::law::{Block, Law, Pattern};
    ///
    /// // The truth with probability 1/2, otherwise uniformly random: half of what distinguishes yes from no is left.
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let law = Law::new(vec![2], vec![block])?;
    /// assert_eq!(law.spectrum(&[0]), [1.0, 0.5]);
    /// assert_eq!(law.condition(&[0]), 2.0);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn spectrum(&self, subset: &[usize]) -> Vec<f64> {
        spectrum::expanded(&self.block_spectra(subset), subset.len())
    }

    /// The same, block by block and orbit by orbit: μ_T is the product over the blocks.
    pub(crate) fn block_spectra(&self, subset: &[usize]) -> Vec<BlockSpectrum> {
        let met = |block: &&Block| block.attributes().iter().any(|attribute| subset.contains(attribute));
        self.blocks.iter().filter(met).map(|block| BlockSpectrum::new(block, &self.sizes, subset)).collect()
    }

    /// The condition of the table over `subset`: max 1/|μ_T| over T ⊆ `subset`, infinite where the law
    /// erases a component of the table.
    #[must_use]
    pub fn condition(&self, subset: &[usize]) -> f64 {
        let least = |block: BlockSpectrum| block.values.into_iter().map(libm::fabs).fold(1.0, f64::min);
        1.0 / self.block_spectra(subset).into_iter().map(least).product::<f64>()
    }

    /// Spreads a ratio per class of each block over the attributes, as logarithms.
    fn per_attribute(&self, class_ratios: fn(&Block, &[u32]) -> Vec<Scaled>) -> Vec<f64> {
        let mut epsilons = vec![0.0; self.sizes.len()];
        for block in &self.blocks {
            for (class, ratio) in block.classes().iter().zip(class_ratios(block, &self.sizes)) {
                let epsilon = ratio.ln(Toward::Up);
                class.iter().for_each(|&position| epsilons[block.attributes()[position]] = epsilon);
            }
        }
        epsilons
    }
}
