//! The margins of a distribution of whole records, and their transpose, which adds a table's numbers to all records in its cells.
//!
//! A margin is reached by summing out one question after the other, first those with the most answers, and tables share the sums that they have in
//! common. No pair of questions holds all of the three with the most answers, so that all pairs together take three passes over the records, and
//! further ones over tables that are smaller by a question.

use crate::records::cells;

/// How the tables follow from one another: the first is that of all records, each other one is the sum of an earlier one over a question.
#[derive(Debug, Clone)]
pub(super) struct Margins {
    records: usize,
    sums: Vec<Sum>,
    /// The places of the tables of interest.
    places: Vec<usize>,
}

/// A table that is summed over one of its questions.
#[derive(Debug, Clone)]
struct Sum {
    /// The place of the table.
    of: usize,
    /// The number of answers to the question that is summed out.
    answers: usize,
    /// The number of cells of all later questions of the table together.
    within: usize,
    /// The number of cells that are left.
    cells: usize,
}

impl Margins {
    /// Those over these sets of questions, each in ascending order.
    pub(super) fn new(sizes: &[u32], tables: &[Vec<usize>]) -> Self {
        let whole: Vec<usize> = (0..sizes.len()).collect();
        let mut margins = Self { records: cells(sizes, &whole), sums: Vec::new(), places: Vec::new() };
        let mut found = vec![whole.clone()];
        let mut largest_first = whole;
        largest_first.sort_by_key(|&question| core::cmp::Reverse(sizes[question]));
        for table in tables {
            let mut place = 0;
            for question in largest_first.iter().filter(|question| !table.contains(question)) {
                place = margins.without(*question, place, sizes, &mut found);
            }
            margins.places.push(place);
        }
        margins
    }

    /// The place of the table without one of its questions, which is added where it is not among those found before.
    fn without(&mut self, question: usize, of: usize, sizes: &[u32], found: &mut Vec<Vec<usize>>) -> usize {
        let left: Vec<usize> = found[of].iter().copied().filter(|&other| other != question).collect();
        if let Some(place) = found.iter().position(|table| *table == left) {
            return place;
        }
        let later: Vec<usize> = left.iter().copied().filter(|&other| other > question).collect();
        self.sums.push(Sum {
            of,
            answers: sizes[question] as usize,
            within: cells(sizes, &later),
            cells: cells(sizes, &left),
        });
        found.push(left);
        found.len() - 1
    }

    /// The number of records, one for every combination of answers.
    pub(super) fn records(&self) -> usize {
        self.records
    }

    /// The margins of a number for every record.
    pub(super) fn of(&self, whole: Vec<f64>) -> Vec<Vec<f64>> {
        let mut tables = vec![whole];
        for sum in &self.sums {
            let mut left = vec![0.0; sum.cells];
            sum.add(&tables[sum.of], &mut left);
            tables.push(left);
        }
        self.places.iter().map(|&place| tables[place].clone()).collect()
    }

    /// For every record, the sum of the numbers in its cells of the tables.
    pub(super) fn spread(&self, tables: &[Vec<f64>]) -> Vec<f64> {
        let left = self.sums.iter().map(|sum| vec![0.0; sum.cells]);
        let mut spread: Vec<Vec<f64>> = core::iter::once(vec![0.0; self.records]).chain(left).collect();
        for (table, &place) in tables.iter().zip(&self.places) {
            spread[place].iter_mut().zip(table).for_each(|(to, number)| *to += number);
        }
        for sum in self.sums.iter().rev() {
            if let Some(last) = spread.pop() {
                sum.spread(&last, &mut spread[sum.of]);
            }
        }
        spread.swap_remove(0)
    }
}

impl Sum {
    /// Adds the cells of a table to those that are left of it.
    fn add(&self, table: &[f64], left: &mut [f64]) {
        let blocks = table.chunks_exact(self.answers * self.within);
        for (left, block) in left.chunks_exact_mut(self.within).zip(blocks) {
            for answer in block.chunks_exact(self.within) {
                left.iter_mut().zip(answer).for_each(|(to, number)| *to += number);
            }
        }
    }

    /// Adds the cells that are left to all cells of the table that they are sums of.
    fn spread(&self, left: &[f64], table: &mut [f64]) {
        let blocks = table.chunks_exact_mut(self.answers * self.within);
        for (left, block) in left.chunks_exact(self.within).zip(blocks) {
            for answer in block.chunks_exact_mut(self.within) {
                answer.iter_mut().zip(left).for_each(|(to, number)| *to += number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{cell, next};

    const SIZES: [u32; 4] = [3, 2, 4, 2];

    fn tables() -> Vec<Vec<usize>> {
        vec![vec![0, 1], vec![0, 2], vec![1, 3], vec![2], vec![0, 2, 3], vec![0, 1, 2, 3], vec![0, 2]]
    }

    /// Numbers without a pattern.
    fn numbers(count: usize, seed: f64) -> Vec<f64> {
        (0..count).map(|at| (seed + 12.9898 * at as f64).sin()).collect()
    }

    #[test]
    fn margins_are_sums_over_records() {
        let whole = numbers(48, 0.3);
        let margins = Margins::new(&SIZES, &tables()).of(whole.clone());
        for (table, margin) in tables().iter().zip(&margins) {
            let (mut sums, mut record) = (vec![0.0; cells(&SIZES, table)], vec![0; 4]);
            for number in &whole {
                sums[cell(&SIZES, table, &record)] += number;
                next(&mut record, &SIZES);
            }
            assert_eq!(sums.len(), margin.len());
            assert!(sums.iter().zip(margin).all(|(sum, own)| (sum - own).abs() < 1e-12), "{table:?}");
        }
    }

    /// Of any numbers of records and of cells.
    #[test]
    fn spreading_is_the_transpose() {
        let margins = Margins::new(&SIZES, &tables());
        let whole = numbers(48, 0.7);
        let cells: Vec<Vec<f64>> =
            tables().iter().map(|table| numbers(cells(&SIZES, table), table.len() as f64)).collect();
        let product =
            |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
        let spread = product(&margins.spread(&cells), &whole);
        assert!(
            spread.abs() > 0.1
                && (spread - product(&cells.concat(), &margins.of(whole).concat())).abs() < 1e-9
        );
    }

    /// Of all pairs of six questions, only three tables are summed from that of all records.
    #[test]
    fn pairs_take_three_passes_over_all_records() {
        let margins = Margins::new(&[5, 2, 2, 16, 15, 7], &crate::records::sets(6, 2));
        assert_eq!(margins.sums.iter().filter(|sum| sum.of == 0).count(), 3);
    }
}
