//! Values of pairs of questions.

use alloc::vec::Vec;
use core::ops::Index;

/// A pair of questions, the earlier one first.
pub(super) type Pair = [usize; 2];

/// All pairs of this many questions, in ascending order.
pub(super) fn all_pairs(questions: usize) -> impl Iterator<Item = Pair> {
    (0..questions).flat_map(move |a| (a + 1..questions).map(move |b| [a, b]))
}

/// Values for some of the pairs of this many questions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OfPairs<T> {
    questions: usize,
    /// In the order of [`all_pairs`].
    values: Vec<Option<T>>,
}

impl<T> OfPairs<T> {
    pub(super) fn new(questions: usize) -> Self {
        let pairs = questions * questions.saturating_sub(1) / 2;
        Self { questions, values: core::iter::repeat_with(|| None).take(pairs).collect() }
    }

    fn place(&self, [a, b]: Pair) -> usize {
        a * (2 * self.questions - a - 1) / 2 + b - a - 1
    }

    pub(super) fn get(&self, pair: Pair) -> Option<&T> {
        self.values[self.place(pair)].as_ref()
    }

    pub(super) fn slot(&mut self, pair: Pair) -> &mut Option<T> {
        let place = self.place(pair);
        &mut self.values[place]
    }

    /// The pairs that have a value, in ascending order, with it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Pair, &T)> {
        all_pairs(self.questions).zip(&self.values).filter_map(|(pair, value)| Some((pair, value.as_ref()?)))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (Pair, &mut T)> {
        all_pairs(self.questions)
            .zip(&mut self.values)
            .filter_map(|(pair, value)| Some((pair, value.as_mut()?)))
    }
}

impl<T> Index<Pair> for OfPairs<T> {
    type Output = T;

    fn index(&self, pair: Pair) -> &T {
        self.values[self.place(pair)].as_ref().expect("a pair that has a value")
    }
}
