//! A number for every set of axes, kept as a product over independent groups of axes, each of which only
//! counts how many axes of every class are in the set: the shape of a law's spectrum [Mathematics, §5].
//!
//! The factors of an operator (what it multiplies a component by) and its entries (what it holds between
//! two cells that differ in exactly these axes) both have that shape. Memory and cost: O(∏(n_c+1)) a group,
//! 24 numbers for 23 exchangeable axes where a list of all sets would be as long as the table.

use alloc::vec;
use alloc::vec::Vec;

use crate::law::{BlockSpectrum, Law, MAX_CONDITION};

/// Factors, or entries, of an operator.
#[derive(Clone)]
pub(crate) struct Factors {
    groups: Vec<Group>,
}

#[derive(Clone)]
struct Group {
    classes: Vec<AxisClass>,
    /// The numbers by the counts of the classes, the first class fastest.
    values: Vec<f64>,
}

/// Axes that can be exchanged for each other.
#[derive(Clone)]
struct AxisClass {
    axes: Vec<usize>,
    size: f64,
}

/// One step of a change between factors and entries, from the numbers without and with an axis of size a.
type Step = fn(a: f64, without: f64, with: f64) -> f64;

impl Factors {
    /// The spectrum of a law within the table over `attributes`.
    pub(crate) fn spectrum(law: &Law, attributes: &[usize]) -> Self {
        let class = |axes: Vec<usize>| AxisClass { size: f64::from(law.sizes()[attributes[axes[0]]]), axes };
        let group = |BlockSpectrum { classes, values }| Group {
            classes: classes.into_iter().map(class).collect(),
            values,
        };
        Self { groups: law.forms()[0].block_spectra(attributes).into_iter().map(group).collect() }
    }

    /// Any numbers: entry t belongs to the axes whose bit is set in t.
    pub(crate) fn listed(values: Vec<f64>, sizes: &[u32]) -> Self {
        let class = |(axis, &a): (usize, &u32)| AxisClass { axes: [axis].into(), size: f64::from(a) };
        Self { groups: [Group { classes: sizes.iter().enumerate().map(class).collect(), values }].into() }
    }

    /// Groups of classes of axes of one size, each with its numbers by count.
    #[cfg(test)]
    pub(crate) fn grouped<const G: usize>(groups: [(Vec<Vec<usize>>, Vec<f64>); G], size: u32) -> Self {
        let class = |axes| AxisClass { axes, size: f64::from(size) };
        let group = |(classes, values): (Vec<Vec<usize>>, _)| Group {
            classes: classes.into_iter().map(class).collect(),
            values,
        };
        Self { groups: groups.map(group).into() }
    }

    /// Lists the numbers of all sets, as [`Factors::listed`] takes them.
    pub(crate) fn list(&self, axes: usize) -> Vec<f64> {
        let mut list = vec![1.0; 1 << axes];
        for group in &self.groups {
            let places = places(&(0..axes).map(|axis| group.stride(axis)).collect::<Vec<_>>());
            list.iter_mut().zip(places).for_each(|(product, place)| *product *= group.values[place]);
        }
        list
    }

    /// The numbers of the sets within `axes`, which are renumbered by their positions in that list.
    pub(crate) fn within(&self, axes: &[usize]) -> Self {
        Self { groups: self.groups.iter().map(|group| group.within(axes)).collect() }
    }

    /// The product of these and of `other`, whose axes are moved up by `axes`.
    pub(crate) fn beside(mut self, mut other: Self, axes: usize) -> Self {
        let moved = other.groups.iter_mut().flat_map(|group| &mut group.classes).flat_map(|c| &mut c.axes);
        moved.for_each(|axis| *axis += axes);
        self.groups.append(&mut other.groups);
        self
    }

    /// The product of the operators with these factors and with `other`, of the same law.
    pub(crate) fn times(mut self, other: &Self) -> Self {
        for (group, other) in self.groups.iter_mut().zip(&other.groups) {
            group.values.iter_mut().zip(&other.values).for_each(|(value, other)| *value *= other);
        }
        self
    }

    /// The product of two operators of any laws.
    pub(crate) fn times_listed(&self, other: &Self, sizes: &[u32]) -> Self {
        let (one, other) = (self.list(sizes.len()), other.list(sizes.len()));
        Self::listed(one.iter().zip(other).map(|(one, other)| one * other).collect(), sizes)
    }

    /// The number of the empty set.
    pub(crate) fn of_none(&self) -> f64 {
        self.groups.iter().map(|group| group.values[0]).product()
    }

    /// Replaces every number by its image under a map that keeps products.
    pub(crate) fn map(mut self, image: impl Fn(f64) -> f64) -> Self {
        let values = self.groups.iter_mut().flat_map(|group| &mut group.values);
        values.for_each(|value| *value = image(*value));
        self
    }

    /// The smallest and the largest number.
    pub(crate) fn range(&self) -> (f64, f64) {
        self.groups.iter().fold((1.0, 1.0), |(low, high), group| {
            let least = group.values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = group.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let ends = [low * least, low * most, high * least, high * most];
            (
                ends.into_iter().fold(f64::INFINITY, f64::min),
                ends.into_iter().fold(f64::NEG_INFINITY, f64::max),
            )
        })
    }

    /// The entries of the operator with these factors: (v₀, v₁) → ((v₀ + (a−1)v₁)/a, (v₀ − v₁)/a).
    pub(crate) fn entries(self) -> Self {
        self.changed(|a, mean, rest| (mean + (a - 1.0) * rest) / a, |a, mean, rest| (mean - rest) / a)
    }

    /// The factors of the operator with these entries: (v₀, v₁) → (v₀ + (a−1)v₁, v₀ − v₁).
    pub(crate) fn of_entries(self) -> Self {
        self.changed(|a, same, other| same + (a - 1.0) * other, |_, same, other| same - other)
    }

    /// The factors of the operator whose entries are the squares of those with these factors.
    pub(crate) fn squared(self) -> Self {
        self.entries().map(|entry| entry * entry).of_entries()
    }

    fn changed(mut self, without: Step, with: Step) -> Self {
        for group in &mut self.groups {
            let mut stride = 1;
            for class in &group.classes {
                let n = class.axes.len();
                let (mut line, mut changed) = (vec![0.0; n + 1], vec![0.0; n + 1]);
                for start in (0..group.values.len()).filter(|place| place / stride % (n + 1) == 0) {
                    let places = (start..).step_by(stride);
                    line.iter_mut()
                        .zip(places.clone())
                        .for_each(|(value, place)| *value = group.values[place]);
                    for (d, place) in places.take(n + 1).enumerate() {
                        changed.copy_from_slice(&line);
                        group.values[place] = class.change(&mut changed, d, without, with);
                    }
                }
                stride *= n + 1;
            }
        }
        self
    }

    /// For every group, how far each of `axes` moves the place in its numbers, and these numbers.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (impl Fn(usize) -> usize, &[f64])> {
        self.groups.iter().map(|group| (|axis| group.stride(axis), &group.values[..]))
    }
}

/// Whether reports tell of a component that the law keeps so much of.
pub(crate) fn is_shown(mu: f64) -> bool {
    libm::fabs(mu) * MAX_CONDITION >= 1.0
}

/// The place of every set of axes with these strides, the first axis being the lowest bit.
pub(crate) fn places(strides: &[usize]) -> Vec<usize> {
    let mut places = Vec::with_capacity(1 << strides.len());
    places.push(0);
    for stride in strides {
        places.extend_from_within(..);
        let with = places.len() / 2;
        places[with..].iter_mut().for_each(|place| *place += stride);
    }
    places
}

impl Group {
    fn stride(&self, axis: usize) -> usize {
        let mut stride = 1;
        for class in &self.classes {
            if class.axes.contains(&axis) {
                return stride;
            }
            stride *= class.axes.len() + 1;
        }
        0
    }

    fn within(&self, axes: &[usize]) -> Self {
        let classes: Vec<AxisClass> = self.classes.iter().map(|class| class.within(axes)).collect();
        if classes.iter().zip(&self.classes).all(|(own, all)| own.axes.len() == all.axes.len()) {
            return Self { values: self.values.clone(), classes };
        }
        let (mut places, mut stride) = (vec![0], 1);
        for (own, all) in classes.iter().zip(&self.classes) {
            places = (0..=own.axes.len())
                .flat_map(|count| places.iter().map(move |place| place + count * stride))
                .collect();
            stride *= all.axes.len() + 1;
        }
        Self { values: places.into_iter().map(|place: usize| self.values[place]).collect(), classes }
    }
}

impl AxisClass {
    fn within(&self, axes: &[usize]) -> Self {
        let own = (0..axes.len()).filter(|&place| self.axes.contains(&axes[place])).collect();
        Self { axes: own, size: self.size }
    }

    /// The number for `d` axes of the class, from those by count: one axis after the other is changed, the
    /// first d with it, the others without.
    fn change(&self, by_count: &mut [f64], d: usize, without: Step, with: Step) -> f64 {
        for axis in 0..self.axes.len() {
            let step = if axis < d { with } else { without };
            for count in 0..self.axes.len() - axis {
                by_count[count] = step(self.size, by_count[count], by_count[count + 1]);
            }
        }
        by_count[0]
    }
}
