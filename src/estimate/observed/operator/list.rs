//! The factors of an operator for all sets of the last axes, as a list, for any set of the first ones.
//!
//! Factors are products over groups of axes ([`super::factors`]). A group of last axes only is the same in every list; of one
//! that reaches into the first axes, the set of these says where its values begin.

use alloc::vec;
use alloc::vec::Vec;

use super::factors::{Factors, places};

/// The factors of all sets of the last axes, for any set of the first ones.
pub(super) struct List {
    /// The product of the groups without first axes.
    own: Vec<f64>,
    groups: Vec<Reaching>,
}

/// A group of axes that reaches into the first ones.
struct Reaching {
    values: Vec<f64>,
    /// How far each of the first axes moves the place among the values.
    strides: Vec<usize>,
    /// The place of every set of the last axes.
    places: Vec<usize>,
}

impl List {
    pub(super) fn new(factors: &Factors, first: usize, axes: usize) -> Self {
        let mut list = Self { own: vec![1.0; 1 << (axes - first)], groups: Vec::new() };
        for (stride, values) in factors.groups() {
            let strides: Vec<usize> = (0..first).map(&stride).collect();
            // The first of the listed axes has the highest bit.
            let places = places(&(first..axes).rev().map(&stride).collect::<Vec<_>>());
            if strides.iter().all(|stride| *stride == 0) {
                list.own.iter_mut().zip(places).for_each(|(product, place)| *product *= values[place]);
            } else {
                list.groups.push(Reaching { values: values.into(), strides, places });
            }
        }
        list
    }

    pub(super) fn write(&self, set: usize, factors: &mut [f64]) {
        factors.copy_from_slice(&self.own);
        let mut common = 1.0;
        for Reaching { values, strides, places } in &self.groups {
            let moves = strides.iter().enumerate().map(|(axis, stride)| (set >> axis & 1) * stride);
            let values = &values[moves.sum::<usize>()..];
            match places.last() {
                Some(0) => common *= values[0],
                _ => factors.iter_mut().zip(places).for_each(|(product, &place)| *product *= values[place]),
            }
        }
        if !self.groups.is_empty() {
            factors.iter_mut().for_each(|factor| *factor *= common);
        }
    }
}
