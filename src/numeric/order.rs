//! Orders by a number. Whatever is put in order, one list of places is sorted: a sort takes six kilobytes of a module for the web,
//! and each type of element would have its own.

use alloc::vec::Vec;

/// The places of numbers, the smallest first; equal ones as they stand.
pub(crate) fn ascending(numbers: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    places
}

/// The places of numbers, the largest first; equal ones as they stand.
pub(crate) fn descending(numbers: &[f64]) -> Vec<usize> {
    ascending(&numbers.iter().map(|number| -number).collect::<Vec<f64>>())
}

/// The elements, the one of the smallest number first; equal ones as they stand.
pub(crate) fn by_ascending<T>(elements: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let places = ascending(&elements.iter().map(number).collect::<Vec<f64>>());
    placed(elements, &places)
}

/// The elements, the one of the largest number first; equal ones as they stand.
pub(crate) fn by_descending<T>(elements: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    by_ascending(elements, |element| -number(element))
}

fn placed<T>(elements: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut elements: Vec<Option<T>> = elements.into_iter().map(Some).collect();
    places.iter().filter_map(|&place| elements[place].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::{ascending, by_descending, descending};
    use alloc::vec;

    #[test]
    fn equal_numbers_keep_their_places() {
        assert_eq!(ascending(&[2.0, 1.0, 2.0, f64::NEG_INFINITY, -0.0]), [3, 4, 1, 0, 2]);
        assert_eq!(descending(&[2.0, 1.0, 2.0, f64::NEG_INFINITY, -0.0]), [0, 2, 1, 4, 3]);
        let named = vec![("a", 1.0), ("b", 3.0), ("c", 1.0)];
        assert_eq!(by_descending(named, |(_, number)| *number), [("b", 3.0), ("a", 1.0), ("c", 1.0)]);
    }
}
