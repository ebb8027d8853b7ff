//! A layout: the attributes that a form asks and how they are joined to units, without subset sizes and probabilities.
//!
//! Equal units are stored as one entry with a multiplicity, so that a law over fifty equal questions has
//! 51 patterns of hits instead of 2⁵⁰. The *overlap* of a component with it is the number j of units of each entry that
//! the component touches. On a kind of
//! components, the form has the information
//!
//! I = Σ_contacts μ² · factor,  factor = (1/N) Σ_T ∏_{u∈J} ( ∏_{i∈T∩u}(aᵢ−1)/(D_u−1) ),
//!
//! where N is the number of components of the kind and T runs over those within the units that make this overlap. Factors depend on the
//! layout alone: they are the coefficients of a product of polynomials, one for every entry \[Mathematics, §10\].
//! Cost: overlaps × kinds per entry.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::kinds::Kinds;
use super::pools::Pools;
use crate::exact::to_f64;

/// The largest number of cells of a unit of several attributes.
pub(super) const MAX_CELLS: usize = 4096;

/// Equal units: the pools of the attributes of each, ascending, and the number of units.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UnitsAlike {
    pub(super) pools: Vec<usize>,
    pub(super) multiplicity: usize,
}

impl UnitsAlike {
    pub(super) fn one(pools: Vec<usize>) -> Self {
        Self { pools, multiplicity: 1 }
    }
}

/// How many units of each entry a component touches, and the factor for each kind of components.
pub(super) struct Overlap {
    pub(super) touched: Vec<usize>,
    pub(super) factors: Vec<(usize, f64)>,
}

/// The units of a form, and all overlaps.
pub(super) struct Layout {
    units: Vec<UnitsAlike>,
    cells: Vec<usize>,
    overlaps: Vec<Overlap>,
}

impl Layout {
    /// Builds a layout; `None` where a pool has too few attributes, or a unit more than [`MAX_CELLS`] cells.
    pub(super) fn new(kinds: &Kinds, units: Vec<UnitsAlike>) -> Option<Self> {
        if units.is_empty() || !kinds.pools().hold(&pools_of(&units)) {
            return None;
        }
        let of_unit = |unit: &UnitsAlike| {
            let most = if unit.pools.len() == 1 { usize::MAX } else { MAX_CELLS };
            kinds.pools().cells(&unit.pools, most)
        };
        let cells: Vec<usize> = units.iter().map(of_unit).collect::<Option<_>>()?;
        let overlaps = overlaps(kinds, &units, &cells);
        Some(Self { units, cells, overlaps })
    }

    pub(super) fn units(&self) -> &[UnitsAlike] {
        &self.units
    }

    /// The number of cells of a unit of each entry.
    pub(super) fn cells(&self) -> &[usize] {
        &self.cells
    }

    pub(super) fn overlaps(&self) -> &[Overlap] {
        &self.overlaps
    }

    /// Whether the form has a single unit.
    pub(super) fn has_one_unit(&self) -> bool {
        matches!(self.units.as_slice(), [unit] if unit.multiplicity == 1)
    }

    /// The number of patterns of hits, where equal units are not distinguished.
    pub(super) fn patterns(&self) -> usize {
        self.units.iter().fold(1, |count, unit| count.saturating_mul(unit.multiplicity + 1))
    }

    /// Σ_kinds price · factor of every overlap.
    pub(super) fn gains(&self, prices: &[f64]) -> Vec<f64> {
        let gain =
            |overlap: &Overlap| overlap.factors.iter().map(|(kind, factor)| prices[*kind] * factor).sum();
        self.overlaps.iter().map(gain).collect()
    }
}

/// The pools of all attributes of some units, with repeats.
pub(super) fn pools_of(units: &[UnitsAlike]) -> Vec<usize> {
    let repeated = units.iter().flat_map(|unit| (0..unit.multiplicity).map(|_| unit.pools.as_slice()));
    repeated.flatten().copied().collect()
}

/// A polynomial whose monomials are kinds.
type Polynomial = BTreeMap<Vec<usize>, f64>;

fn overlaps(kinds: &Kinds, units: &[UnitsAlike], cells: &[usize]) -> Vec<Overlap> {
    let mut all: BTreeMap<Vec<usize>, Polynomial> = BTreeMap::from([(Vec::new(), unity())]);
    for (unit, cells) in units.iter().zip(cells) {
        let powers = powers(kinds, unit, *cells);
        let mut extended = BTreeMap::new();
        for (touched, polynomial) in &all {
            for (more, power) in powers.iter().enumerate() {
                let product = product(kinds, polynomial, power);
                if !product.is_empty() {
                    let counts: Vec<usize> = touched.iter().copied().chain([more]).collect();
                    extended.insert(counts, product);
                }
            }
        }
        all = extended;
    }
    let numbered = |polynomial: Polynomial| {
        let kind =
            |(kind, sum): (Vec<usize>, f64)| kinds.find(&kind).map(|kind| (kind, sum / kinds.number(kind)));
        polynomial.into_iter().filter_map(kind).collect()
    };
    let listed = all.into_iter().map(|(touched, sums)| Overlap { touched, factors: numbered(sums) });
    listed.filter(|overlap| !overlap.factors.is_empty()).collect()
}

fn unity() -> Polynomial {
    BTreeMap::from([(Vec::new(), 1.0)])
}

/// The polynomials of components that touch 0, 1, … of equal units: C(n, j) times the j-th power of that of one unit.
fn powers(kinds: &Kinds, unit: &UnitsAlike, cells: usize) -> Vec<Polynomial> {
    let one = within(kinds.pools(), &unit.pools, to_f64(cells as u128 - 1));
    let mut powers = vec![unity()];
    for j in 0..unit.multiplicity.min(kinds.order()) {
        let ways = to_f64((unit.multiplicity - j) as u128) / to_f64(j as u128 + 1);
        let mut next = product(kinds, &powers[j], &one);
        next.values_mut().for_each(|sum| *sum *= ways);
        powers.push(next);
    }
    powers
}

/// ∏(aᵢ−1)/(D−1) of every non-empty set of attributes of a unit.
fn within(pools: &Pools, unit: &[usize], whole: f64) -> Polynomial {
    let mut sums = Polynomial::new();
    for set in 1..1_usize << unit.len() {
        let kind: Vec<usize> =
            unit.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, pool)| *pool).collect();
        let freedom = pools.freedom(&kind);
        *sums.entry(kind).or_insert(0.0) += freedom / whole;
    }
    sums
}

/// The product of two polynomials, without terms of no kind; a part of a kind is always a kind.
fn product(kinds: &Kinds, left: &Polynomial, right: &Polynomial) -> Polynomial {
    let mut sums = Polynomial::new();
    for (a, x) in left {
        for (b, y) in right.iter().filter(|(b, _)| a.len() + b.len() <= kinds.order()) {
            let mut kind: Vec<usize> = a.iter().chain(b).copied().collect();
            kind.sort_unstable();
            if kind.is_empty() || kinds.find(&kind).is_some() {
                *sums.entry(kind).or_insert(0.0) += x * y;
            }
        }
    }
    sums
}
