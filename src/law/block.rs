//! A block: units perturbed together. With weight `uniform` their reports are uniformly random; otherwise a pattern is drawn that says
//! how many units of each class *miss*, that is, report a subset without the true cell [Mathematics, §3–4, §10]. A question that
//! is its own unit and reports one category misses where its answer is changed.
//!
//! Realised weights, as multiples of the probability of a report in which all units hit under uniform subsets:
//! X_m = (uniform / P + weight_m / T_m) / 2⁶⁴, an exact rational, with P = ∏ D_u/d_u over the block and
//! T_m = ∏ C(n_c, m_c)((D_c − d_c)/d_c)^{m_c}; for single categories P = ∏ aᵢ and T_m = ∏ C(n_c, m_c)(a_c − 1)^{m_c}.

use alloc::vec::Vec;

use super::membership::Membership;
use super::unit::{Shape, invalid};
use crate::error::{Code, Error};
use crate::exact::WHOLE;

/// A pattern: exactly `count` units of each listed class miss, chosen uniformly.
///
/// ```
/// use candor::law::Pattern;
///
/// let two_of_the_first = Pattern::new(vec![(0, 2), (3, 1)], 1 << 40);
/// assert_eq!((two_of_the_first.count(0), two_of_the_first.count(1)), (2, 0));
/// assert_eq!((two_of_the_first.changes().len(), two_of_the_first.weight()), (2, 1 << 40));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    changes: Vec<(usize, usize)>,
    weight: u64,
}

impl Pattern {
    /// A pattern of (class, how many miss) pairs, ascending by class, counts at least 1.
    #[must_use]
    pub fn new(changes: Vec<(usize, usize)>, weight: u64) -> Self {
        Self { changes, weight }
    }

    /// Pairs of a class and how many of its units miss; classes without misses are left out.
    #[must_use]
    pub fn changes(&self) -> &[(usize, usize)] {
        &self.changes
    }

    /// The weight out of 2⁶⁴.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    /// How many units of `class` miss.
    #[must_use]
    pub fn count(&self, class: usize) -> usize {
        self.changes.binary_search_by_key(&class, |change| change.0).map_or(0, |found| self.changes[found].1)
    }
}

/// Units perturbed together, independently of all others.
///
/// ```
/// use candor::law::{Block, Law, Pattern};
///
/// // Two yes/no questions, exchangeable. Of 2⁶⁴ words 2⁶² make both uniformly random; 2⁶³ change neither, the rest one.
/// let patterns = vec![Pattern::new(vec![], 1 << 63), Pattern::new(vec![(0, 1)], 1 << 62)];
/// let block = Block::new(vec![0, 1], vec![vec![0, 1]], 1 << 62, patterns)?;
/// assert_eq!((block.units(), block.classes()), (&[0, 1][..], &[vec![0, 1]][..]));
/// assert_eq!((block.uniform(), block.patterns().len()), (1 << 62, 2));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    units: Vec<usize>,
    classes: Vec<Vec<usize>>,
    uniform: u128,
    patterns: Vec<Pattern>,
}

impl Block {
    /// A block over `units`, given by their positions in the form, which in an unlabelled law are the attributes' positions; `classes`
    /// partition the positions in that list into groups of equal cells and subset sizes; patterns ascend by their changes.
    ///
    /// # Errors
    /// `invalid-plan` naming the rule that does not hold; `weight-sum` unless `uniform` ≥ 1 and all
    /// weights sum to 2⁶⁴.
    pub fn new(
        units: Vec<usize>,
        classes: Vec<Vec<usize>>,
        uniform: u128,
        patterns: Vec<Pattern>,
    ) -> Result<Self, Error> {
        check_partition(units.len(), &classes)?;
        patterns.iter().try_for_each(|pattern| check_changes(pattern, &classes))?;
        if patterns.windows(2).any(|pair| pair[0].changes >= pair[1].changes) {
            return Err(invalid("patterns of a block must ascend by their changes, without repeats".into()));
        }
        check_weights(uniform, &patterns)?;
        Ok(Self::checked(units, classes, uniform, patterns))
    }

    /// A block of parts that were checked before.
    pub(crate) fn checked(
        units: Vec<usize>,
        classes: Vec<Vec<usize>>,
        uniform: u128,
        patterns: Vec<Pattern>,
    ) -> Self {
        Self { units, classes, uniform, patterns }
    }

    /// The units of the form that the block perturbs.
    #[must_use]
    pub fn units(&self) -> &[usize] {
        &self.units
    }

    /// Positions in [`Block::units`], grouped into exchangeable classes.
    #[must_use]
    pub fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    /// The weight, out of 2⁶⁴, of uniformly random subsets for the whole block.
    #[must_use]
    pub fn uniform(&self) -> u128 {
        self.uniform
    }

    /// The listed patterns, whose weights are in excess of the uniform part; unlisted patterns have no excess.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Replaces the block's positions in `part` by the units that `part` lists there.
    pub(crate) fn placed(&self, part: &[usize]) -> Self {
        Self { units: self.units.iter().map(|&position| part[position]).collect(), ..self.clone() }
    }

    /// The shape of every unit of `class`: how many of how many cells it reports.
    pub(crate) fn class_shape(&self, class: usize, shapes: &[Shape]) -> Shape {
        shapes[self.units[self.classes[class][0]]]
    }

    /// The index of the pattern with exactly these changes, if it is listed.
    pub(crate) fn find(&self, changes: &[(usize, usize)]) -> Option<usize> {
        self.patterns.binary_search_by(|pattern| pattern.changes.as_slice().cmp(changes)).ok()
    }

    /// Checks that the units of each class have one shape.
    pub(super) fn check(&self, shapes: &[Shape]) -> Result<(), Error> {
        for class in 0..self.classes.len() {
            let shape = self.class_shape(class, shapes);
            let differs = |&&position: &&usize| shapes[self.units[position]] != shape;
            if let Some(&odd) = self.classes[class].iter().find(differs) {
                let unit = self.units[odd];
                return Err(invalid(message!(
                    "unit ",
                    unit,
                    ", ",
                    shapes[unit],
                    ", is in a class of units with ",
                    shape
                )));
            }
        }
        Ok(())
    }
}

fn check_partition(len: usize, classes: &[Vec<usize>]) -> Result<(), Error> {
    let mut positions = Membership::new(len, "position", ["class", "classes"]);
    let mut empty = len == 0;
    for class in classes {
        class.iter().try_for_each(|&position| positions.add_once(position))?;
        empty |= class.is_empty();
    }
    if empty {
        return Err(invalid("a block needs at least 1 unit, and each of its classes at least 1".into()));
    }
    positions.all()
}

fn check_changes(pattern: &Pattern, classes: &[Vec<usize>]) -> Result<(), Error> {
    let ascending = pattern.changes.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let inside = |&(class, count): &(usize, usize)| {
        count >= 1 && classes.get(class).is_some_and(|members| count <= members.len())
    };
    if !ascending || !pattern.changes.iter().all(inside) {
        return Err(invalid(message!(
            "a pattern of weight ",
            pattern.weight,
            " must list classes of its block in ascending order, each with 1 to all of it"
        )));
    }
    Ok(())
}

fn check_weights(uniform: u128, patterns: &[Pattern]) -> Result<(), Error> {
    if uniform == 0 {
        let message = "uniform is 0: it must be at least 1, or unlisted changes would be impossible";
        return Err(Error::new(Code::WeightSum, message));
    }
    let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight)).sum();
    if uniform.checked_add(excess) != Some(WHOLE) {
        let message =
            message!("weights of a block must sum to 2^64 = ", WHOLE, ": uniform ", uniform, " + ", excess);
        return Err(Error::new(Code::WeightSum, message));
    }
    Ok(())
}
