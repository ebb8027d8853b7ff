//! Sorting. Every sort is done on one list of indices: a sort takes six kilobytes of a WebAssembly module, and would be compiled
//! anew for each type of element and each comparison. For the same reason maps are filled by `extend` rather than by `collect`,
//! which sorts.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The indices below `number` sorted by `order`; the sort is stable.
pub(crate) fn places(number: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..number).collect();
    places.sort_by(|&one, &other| order(one, other));
    places
}

/// Sorts elements by `order`; the sort is stable.
pub(crate) fn sorted_by<T>(elements: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let places = places(elements.len(), &|one, other| order(&elements[one], &elements[other]));
    placed(elements, &places)
}

/// Sorts elements by their own order.
pub(crate) fn sorted<T: Ord>(elements: Vec<T>) -> Vec<T> {
    sorted_by(elements, T::cmp)
}

/// The indices of numbers, the smallest first; the sort is stable.
pub(crate) fn ascending(numbers: &[f64]) -> Vec<usize> {
    places(numbers.len(), &|one, other| numbers[one].total_cmp(&numbers[other]))
}

/// The indices of numbers, the largest first; the sort is stable.
pub(crate) fn descending(numbers: &[f64]) -> Vec<usize> {
    ascending(&numbers.iter().map(|number| -number).collect::<Vec<f64>>())
}

/// Sorts elements by a number, the smallest first; the sort is stable.
pub(crate) fn by_ascending<T>(elements: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let places = ascending(&elements.iter().map(number).collect::<Vec<f64>>());
    placed(elements, &places)
}

/// Sorts elements by a number, the largest first; the sort is stable.
pub(crate) fn by_descending<T>(elements: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    by_ascending(elements, |element| -number(element))
}

fn placed<T>(elements: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut elements: Vec<Option<T>> = elements.into_iter().map(Some).collect();
    places.iter().filter_map(|&place| elements[place].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::{ascending, by_descending, descending, sorted};
    use alloc::vec;

    #[test]
    fn elements_are_put_in_their_own_order() {
        assert_eq!(
            sorted(vec![vec![2, 1], vec![], vec![2], vec![1, 9]]),
            [vec![], vec![1, 9], vec![2], vec![2, 1]]
        );
    }

    #[test]
    fn equal_numbers_keep_their_places() {
        assert_eq!(ascending(&[2.0, 1.0, 2.0, f64::NEG_INFINITY, -0.0]), [3, 4, 1, 0, 2]);
        assert_eq!(descending(&[2.0, 1.0, 2.0, f64::NEG_INFINITY, -0.0]), [0, 2, 1, 4, 3]);
        let named = vec![("a", 1.0), ("b", 3.0), ("c", 1.0)];
        assert_eq!(by_descending(named, |(_, number)| *number), [("b", 3.0), ("a", 1.0), ("c", 1.0)]);
    }
}
