//! The components of the tables, and how each orbit of change sets acts on them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::design::estimands::Estimands;
use crate::design::orbits::binomial::log_probability;
use crate::design::orbits::grid::Grid;
use crate::error::{Code, Error};
use crate::law::{Shape, krawtchouk};

/// The largest product of orbits and components that is tabulated.
pub const MAX_PRODUCTS: usize = 1 << 24;

/// The orbits under a uniform record, and the components of the tables, where exchangeable ones count as one.
pub(super) struct Components {
    classes: Vec<Vec<usize>>,
    grid: Grid,
    /// The number of attributes of each class in a component.
    kinds: Vec<Vec<usize>>,
    /// Components whose sign only depends on the names of answers: a single attribute of a class of yes/no questions.
    mirrored: Vec<bool>,
    /// ln of the probability of each orbit under a uniform record.
    log_weights: Vec<f64>,
    /// The coefficient of each component in V.
    coefficients: Vec<f64>,
    /// κ of each orbit for each component, one orbit after the other.
    factors: Vec<f64>,
}

impl Components {
    /// Tabulates the components for these classes of attributes, within which laws are symmetric; `too-many-orbits` above `max_products`.
    pub(super) fn new(
        sizes: &[u32],
        estimands: &Estimands,
        classes: Vec<Vec<usize>>,
        max_products: usize,
    ) -> Result<Self, Error> {
        check_read(sizes.len(), &estimands.all_tables())?;
        let (kinds, coefficients): (Vec<Vec<usize>>, Vec<f64>) =
            kinds(sizes, estimands, &classes).into_iter().unzip();
        let count = classes.iter().try_fold(1_usize, |count, class| count.checked_mul(class.len() + 1));
        let products = count.and_then(|count| count.checked_mul(kinds.len()));
        if products.is_none_or(|products| products > max_products) {
            let count = count.map_or("more than 2^64".into(), |count| format!("{count}"));
            return Err(too_many(&count, "orbits times table components", max_products));
        }
        let grid = Grid::new(classes.iter().map(Vec::len).collect());
        let orbits: Vec<Vec<usize>> = (0..grid.len()).map(|orbit| grid.counts(orbit)).collect();
        let size = |class: usize| sizes[classes[class][0]];
        let kappa = |counts: &[usize], kind: &[usize]| -> f64 {
            let used = kind.iter().enumerate().filter(|(_, j)| **j > 0);
            used.map(|(c, &j)| krawtchouk(classes[c].len(), Shape::single(size(c)), counts[c], j)).product()
        };
        let factors =
            orbits.iter().flat_map(|counts| kinds.iter().map(|kind| kappa(counts, kind)).collect::<Vec<_>>());
        let factors = factors.collect();
        let log_weight = |counts: &Vec<usize>| {
            counts.iter().enumerate().map(|(c, &m)| log_probability(classes[c].len(), size(c), m)).sum()
        };
        let log_weights = orbits.iter().map(log_weight).collect();
        let mirrored = kinds.iter().map(|kind| alone(kind).is_some_and(|class| size(class) == 2)).collect();
        Ok(Self { classes, grid, kinds, mirrored, log_weights, coefficients, factors })
    }

    pub(super) fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    /// Marks the components whose signs need not be searched: the two answers of a yes/no question may be renamed, which flips the
    /// signs of all components that hold the question an odd number of times.
    pub(super) fn mirrored(&self) -> &[bool] {
        &self.mirrored
    }

    /// Returns the equivalent pattern of signs in which the signs of the marked components are positive.
    pub(super) fn renamed(&self, mut negative: Vec<bool>) -> Vec<bool> {
        for component in (0..negative.len()).filter(|&component| self.mirrored[component]) {
            let Some(class) = alone(&self.kinds[component]).filter(|_| negative[component]) else { continue };
            let signs = negative.iter_mut().zip(&self.kinds);
            signs.for_each(|(negative, kind)| *negative ^= kind[class] % 2 == 1);
        }
        negative
    }

    /// The number of attributes of each component.
    pub(super) fn orders(&self) -> impl Iterator<Item = usize> {
        self.kinds.iter().map(|kind| kind.iter().sum())
    }

    /// Copies values from the components of a coarser grouping to the components of this one.
    pub(super) fn refined<T: Copy>(&self, coarse: &Self, known: &[T]) -> Vec<T> {
        let class_of = |attribute: &usize| coarse.classes.iter().position(|class| class.contains(attribute));
        let parents: Vec<Option<usize>> = self.classes.iter().map(|class| class_of(&class[0])).collect();
        let place = |kind: &Vec<usize>| {
            let mut counts = vec![0; coarse.classes.len()];
            kind.iter()
                .zip(&parents)
                .for_each(|(n, class)| class.iter().for_each(|&class| counts[class] += n));
            coarse.kinds.binary_search(&counts).ok()
        };
        self.kinds.iter().filter_map(|kind| Some(known[place(kind)?])).collect()
    }

    pub(super) fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    pub(super) fn log_weights(&self) -> &[f64] {
        &self.log_weights
    }

    /// κ of one orbit after the other, as slices over the components.
    pub(super) fn factors(&self) -> impl Iterator<Item = &[f64]> {
        self.factors.chunks_exact(self.coefficients.len())
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }
}

/// The error `unread-attribute`, naming an attribute that no table holds, if there is one.
pub(in crate::design) fn check_read(k: usize, tables: &[Vec<usize>]) -> Result<(), Error> {
    match (0..k).find(|i| !tables.iter().flatten().any(|j| j == i)) {
        Some(i) => {
            let message = format!(
                "attribute {i} is in no table that is to be read, so nothing would be learned from it; \
                 add it to a table or remove the question"
            );
            Err(Error::new(Code::UnreadAttribute, message))
        }
        None => Ok(()),
    }
}

/// The class of a component of a single attribute.
fn alone(kind: &[usize]) -> Option<usize> {
    if kind.iter().sum::<usize>() == 1 { kind.iter().position(|n| *n == 1) } else { None }
}

/// Groups attributes that have equal size and cap, infinite for no cap, and can be exchanged without changing the set of
/// tables or the mean scores.
pub(in crate::design) fn exchangeable(sizes: &[u32], estimands: &Estimands, caps: &[f64]) -> Vec<Vec<usize>> {
    let mut all: BTreeSet<Vec<usize>> = BTreeSet::new();
    all.extend(estimands.tables().iter().map(|table| sorted(table.iter().copied())));
    let mut holding: Vec<Vec<&Vec<usize>>> = vec![Vec::new(); sizes.len()];
    for table in &all {
        table.iter().for_each(|&attribute| holding[attribute].push(table));
    }
    let exchangeable = |i: usize, j: usize| {
        let swap = |a: usize| {
            if a == i {
                j
            } else if a == j {
                i
            } else {
                a
            }
        };
        let kept = |table: &&Vec<usize>| all.contains(&sorted(table.iter().copied().map(swap)));
        sizes[i] == sizes[j]
            && estimands.are_alike(i, j)
            && caps[i].total_cmp(&caps[j]).is_eq()
            && holding[i].iter().chain(&holding[j]).all(kept)
            && estimands.means_keep(swap)
    };
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for attribute in 0..sizes.len() {
        match classes.iter_mut().find(|class| exchangeable(class[0], attribute)) {
            Some(class) => class.push(attribute),
            None => classes.push(vec![attribute]),
        }
    }
    classes
}

fn sorted(attributes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sorted: Vec<usize> = attributes.collect();
    sorted.sort_unstable();
    sorted
}

/// The components, as numbers of attributes per class, with their coefficients in V.
fn kinds(sizes: &[u32], estimands: &Estimands, classes: &[Vec<usize>]) -> BTreeMap<Vec<usize>, f64> {
    let mut class_of = vec![0; sizes.len()];
    for (class, members) in classes.iter().enumerate() {
        members.iter().for_each(|&attribute| class_of[attribute] = class);
    }
    let mut kinds = BTreeMap::new();
    for (component, cells) in estimands.components(sizes) {
        let mut counts = vec![0; classes.len()];
        let mut coefficient = 1.0 / cells;
        for i in component {
            counts[class_of[i]] += 1;
            coefficient *= f64::from(sizes[i]) - 1.0;
        }
        *kinds.entry(counts).or_insert(0.0) += coefficient;
    }
    kinds
}

/// The error `too-many-orbits`.
pub(super) fn too_many(count: &str, what: &str, most: usize) -> Error {
    Error::new(
        Code::TooManyOrbits,
        format!("the search would tabulate {count} {what}; at most {most} are allowed"),
    )
}
