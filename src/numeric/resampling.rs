//! Resampling: multinomial samples, permutations of the cells of a table, and exchanges between two samples.

use alloc::vec;
use alloc::vec::Vec;

use super::random::Generator;
use crate::exact::floor_u128;

impl Generator {
    /// Draws a multinomial sample of `of` items with these weights; weights below 0, from rounding, count as 0.
    pub(crate) fn multinomial(&mut self, of: f64, weights: &[f64]) -> Vec<f64> {
        let mut later = 0.0;
        let mut shares: Vec<f64> = weights
            .iter()
            .rev()
            .map(|weight| {
                let own = libm::fmax(*weight, 0.0);
                later += own;
                if own > 0.0 { own / later } else { 0.0 }
            })
            .collect();
        shares.reverse();
        let mut left = of;
        let part = |share: f64| {
            let taken = if left > 0.0 && share > 0.0 { self.binomial(left, share) } else { 0.0 };
            left -= taken;
            taken
        };
        shares.into_iter().map(part).collect()
    }

    /// Permutes the columns of a table of counts over its rows at random: rows and columns keep their sums.
    pub(crate) fn dealt(&mut self, counts: &[f64], columns: usize) -> Vec<f64> {
        let whole = |count: f64| usize::try_from(floor_u128(libm::round(count))).unwrap_or(0);
        let mut deck: Vec<usize> = Vec::new();
        for column in 0..columns {
            let sum: f64 = counts.iter().skip(column).step_by(columns).sum();
            deck.extend(core::iter::repeat_n(column, whole(sum)));
        }
        let sizes: Vec<usize> = counts.chunks_exact(columns).map(|row| whole(row.iter().sum())).collect();
        let largest = (0..sizes.len()).max_by_key(|&row| sizes[row]).unwrap_or(0);
        let (mut dealt, mut first) = (vec![0.0; counts.len()], 0);
        // The largest row gets the rest of the deck.
        for row in (0..sizes.len()).filter(|row| *row != largest).chain([largest]) {
            for place in first..first + sizes[row] {
                if row != largest {
                    let from = place + self.below(deck.len() - place);
                    deck.swap(place, from);
                }
                dealt[row * columns + deck[place]] += 1.0;
            }
            first += sizes[row];
        }
        dealt
    }

    /// [`Generator::dealt`] for shares of `reports` reports, in shares.
    pub(crate) fn dealt_shares(&mut self, reports: f64, shares: &[f64], columns: usize) -> Vec<f64> {
        let counts: Vec<f64> = shares.iter().map(|share| share * reports).collect();
        self.dealt(&counts, columns).into_iter().map(|count| count / reports).collect()
    }

    /// Pools two samples of shares, each with its number of reports, and divides the reports at random between both.
    pub(crate) fn exchanged(&mut self, both: [(f64, &[f64]); 2]) -> [Vec<f64>; 2] {
        let counts: Vec<f64> =
            both.iter().flat_map(|(n, shares)| shares.iter().map(move |share| share * n)).collect();
        let cells = both[0].1.len();
        let dealt = self.dealt(&counts, cells);
        let part = |place: usize| {
            dealt[place * cells..][..cells].iter().map(|count| count / both[place].0).collect()
        };
        [part(0), part(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::Generator;
    use alloc::vec;
    use alloc::vec::Vec;

    /// Counts of 100,000 samples have the means and variances of their distribution, within 5 standard errors: one false alarm in 10⁵ seeds.
    #[test]
    fn parts_and_dealt_tables_have_the_moments_of_their_laws() {
        let (mut generator, n) = (Generator::new(15), 100_000.0);
        let weights = [0.2, -1e-18, 0.3, 0.0, 0.5];
        let table = [3.0, 1.0, 0.0, 6.0, 4.0, 2.0];
        let (mut of_parts, mut of_table) = (vec![[0.0; 2]; 5], vec![[0.0; 2]; 6]);
        let add = |sums: &mut Vec<[f64; 2]>, counts: Vec<f64>| {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| {
                sum[0] += count / n;
                sum[1] += count * count / n;
            });
        };
        for _ in 0..100_000 {
            add(&mut of_parts, generator.multinomial(40.0, &weights));
            add(&mut of_table, generator.dealt(&table, 3));
        }
        let close = |[mean, square]: [f64; 2], expected: f64, variance: f64| {
            let spread = square - mean * mean;
            let error = libm::sqrt(variance / n);
            assert!((mean - expected).abs() <= 5.0 * error, "{mean} {expected}");
            assert!((spread - variance).abs() <= 0.04 * variance, "{spread} {variance}");
        };
        for (found, weight) in of_parts.into_iter().zip(weights) {
            let p: f64 = weight.max(0.0);
            close(found, 40.0 * p, 40.0 * p * (1.0 - p));
        }
        // Rows of 4 and 12, columns of 9, 5 and 2: hypergeometric counts.
        for (cell, found) in of_table.into_iter().enumerate() {
            let (row, column) = ([4.0, 12.0][cell / 3], [9.0, 5.0, 2.0][cell % 3]);
            let p = column / 16.0;
            close(found, row * p, row * p * (1.0 - p) * (16.0 - row) / 15.0);
        }
    }
}
