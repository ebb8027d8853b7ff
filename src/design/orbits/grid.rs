//! Orbits of change sets as the points of a grid: one axis per class, from none to all of its attributes changing.

use alloc::vec::Vec;

use crate::design::rounding::Excess;
use crate::numeric::order::sorted_by;

/// The number of changes in classes joined by caps, and a key of the changes in the other classes.
pub(crate) type Place = (usize, usize);

/// The points of a grid, numbered with the first axis varying fastest; 0 is the unchanged record.
pub(crate) struct Grid {
    /// The number of attributes of each class.
    numbers: Vec<usize>,
    /// The distance in number between two points that differ by one change.
    strides: Vec<usize>,
    len: usize,
}

impl Grid {
    pub(crate) fn new(numbers: Vec<usize>) -> Self {
        let mut len = 1;
        let stride = |n: &usize| {
            let own = len;
            len *= n + 1;
            own
        };
        let strides = numbers.iter().map(stride).collect();
        Self { numbers, strides, len }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of attributes of a class that change in an orbit.
    pub(crate) fn count(&self, orbit: usize, class: usize) -> usize {
        orbit / self.strides[class] % (self.numbers[class] + 1)
    }

    /// The number of attributes of each class that change in an orbit.
    pub(crate) fn counts(&self, orbit: usize) -> Vec<usize> {
        (0..self.numbers.len()).map(|class| self.count(orbit, class)).collect()
    }

    /// All pairs of orbits that differ by one change: the class, the orbit with fewer changes, the one with more.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.len).flat_map(move |orbit| {
            let more = move |class: &usize| self.count(orbit, *class) < self.numbers[*class];
            let classes = (0..self.numbers.len()).filter(more);
            classes.map(move |class| (class, orbit, orbit + self.strides[class]))
        })
    }

    /// For every orbit, the number of changes in `joined` classes, and a key of the changes in the others.
    pub(crate) fn places(&self, joined: impl Fn(usize) -> bool) -> Vec<Place> {
        let place = |orbit: usize| {
            (0..self.numbers.len()).fold((0, 0), |(changes, others), class| {
                let count = self.count(orbit, class);
                if joined(class) {
                    (changes + count, others)
                } else {
                    (changes, others + count * self.strides[class])
                }
            })
        };
        (0..self.len).map(place).collect()
    }

    /// The patterns of orbits with excess, ascending by their changes.
    pub(crate) fn patterns(&self, excess: impl Iterator<Item = f64>) -> Vec<Excess> {
        let changes = |orbit: usize| {
            let counts = self.counts(orbit).into_iter().enumerate();
            counts.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
        };
        let listed = excess.enumerate().filter(|(_, excess)| *excess > 0.0);
        sorted_by(listed.map(|(orbit, excess)| (changes(orbit), excess)).collect(), |a, b| a.0.cmp(&b.0))
    }
}
