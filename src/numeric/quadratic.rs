//! Quadratic programming: maximises bᵀη − ½·ηᵀHη over η ≥ 0, H symmetric and positive semidefinite, by active sets [LawsonHanson74,
//! chapter 23]. The Cholesky factor of the cells above 0 is updated in each step.
//!
//! Cost: O(K²) for each of the K cells that enters or leaves. A cell that H distinguishes from the others by
//! rounding only does not enter.

use alloc::vec;
use alloc::vec::Vec;

use super::vectors::dot;

/// The smallest share of a cell's own curvature that the others must leave unexplained.
const INDEPENDENT: f64 = 1e-12;

/// The relative size of a slope below which it is a rounding error.
const FLAT: f64 = 1e-13;

/// Returns the maximising η, from a start that is at least 0.
pub(crate) fn maximise(curvature: &[Vec<f64>], slope: &[f64], start: Vec<f64>) -> Vec<f64> {
    let cells = slope.len();
    let flat = FLAT * slope.iter().copied().map(libm::fabs).fold(0.0, f64::max);
    let (mut at, mut factor) = (start, Factor::default());
    for (cell, share) in at.iter_mut().enumerate().filter(|(_, share)| **share > 0.0) {
        if !factor.append(curvature, cell) {
            *share = 0.0;
        }
    }
    let mut allowed = vec![true; cells];
    // Allows every cell to enter and leave a few times.
    for _ in 0..4 * cells {
        factor.climb(slope, &mut at);
        let steepest = (0..cells)
            .filter(|&cell| allowed[cell] && !factor.order.contains(&cell))
            .map(|cell| (cell, slope[cell] - dot(&curvature[cell], &at)))
            .max_by(|one, other| one.1.total_cmp(&other.1));
        match steepest {
            Some((cell, rise)) if rise > flat => allowed[cell] = factor.append(curvature, cell),
            _ => break,
        }
    }
    at
}

/// L with LLᵀ = H over the cells above 0, in the order in which they entered.
#[derive(Clone, Default)]
pub(crate) struct Factor {
    pub(crate) order: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// Factors a whole matrix, skipping rows that are combinations of earlier ones.
    pub(crate) fn of(matrix: &[Vec<f64>]) -> Self {
        let mut factor = Self::default();
        for place in 0..matrix.len() {
            factor.append(matrix, place);
        }
        factor
    }

    /// Adds a cell; returns false where its curvature is a combination of the others'.
    pub(crate) fn append(&mut self, curvature: &[Vec<f64>], cell: usize) -> bool {
        let with_others = self.order.iter().map(|&other| curvature[cell][other]).collect();
        let own = curvature[cell][cell];
        let independent = self.append_row(with_others, own, INDEPENDENT * own);
        if independent {
            self.order.push(cell);
        }
        independent
    }

    /// Adds a row of H: its entries with the cells added before, then its own. Returns false, and adds nothing, where the others leave no
    /// more than `least` of its own entry.
    pub(crate) fn append_row(&mut self, mut row: Vec<f64>, own: f64, least: f64) -> bool {
        self.forward(&mut row);
        let rest = own - dot(&row, &row);
        let independent = rest > least;
        if independent {
            row.push(libm::sqrt(rest));
            self.rows.push(row);
        }
        independent
    }

    /// Removes a cell; rotations make the rows below it triangular again.
    pub(crate) fn remove(&mut self, place: usize) {
        self.order.remove(place);
        self.rows.remove(place);
        for diagonal in place..self.rows.len() {
            let (low, high) = (self.rows[diagonal][diagonal], self.rows[diagonal][diagonal + 1]);
            let length = libm::hypot(low, high);
            let (cosine, sine) = (low / length, high / length);
            for row in &mut self.rows[diagonal..] {
                let (a, b) = (row[diagonal], row[diagonal + 1]);
                (row[diagonal], row[diagonal + 1]) = (cosine * a + sine * b, cosine * b - sine * a);
            }
            self.rows[diagonal].truncate(diagonal + 1);
        }
    }

    /// Moves to the maximum over the cells of the factor, removing those that reach 0 on the way.
    fn climb(&mut self, slope: &[f64], at: &mut [f64]) {
        while !self.order.is_empty() {
            let mut target: Vec<f64> = self.order.iter().map(|&cell| slope[cell]).collect();
            self.solve(&mut target);
            let moves = self.order.iter().zip(&target).map(|(&cell, &target)| (at[cell], target));
            let falling = moves.enumerate().filter(|(_, (_, target))| *target <= 0.0);
            let first = falling
                .map(|(place, (from, target))| (place, from / (from - target)))
                .min_by(|one, other| one.1.total_cmp(&other.1));
            let way = first.map_or(1.0, |(_, way)| way);
            for (&cell, target) in self.order.iter().zip(target) {
                at[cell] += way * (target - at[cell]);
            }
            let Some((place, _)) = first else { return };
            at[self.order[place]] = 0.0;
            self.remove(place);
        }
    }

    /// Applies H⁻¹ on the cells of the factor.
    pub(crate) fn solve(&self, right: &mut [f64]) {
        self.forward(right);
        self.backward(right);
    }

    /// Applies L⁻¹.
    pub(crate) fn forward(&self, right: &mut [f64]) {
        for (place, row) in self.rows.iter().enumerate() {
            right[place] = (right[place] - dot(&row[..place], &right[..place])) / row[place];
        }
    }

    /// Applies L⁻ᵀ.
    fn backward(&self, right: &mut [f64]) {
        for (place, row) in self.rows.iter().enumerate().rev() {
            let value = right[place] / row[place];
            right[place] = value;
            right[..place].iter_mut().zip(row).for_each(|(right, entry)| *right -= value * entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::maximise;
    use alloc::vec;
    use alloc::vec::Vec;

    /// Slopes vanish where η > 0 and are not above 0 where η = 0, for random H of full and of deficient rank.
    #[test]
    fn the_conditions_of_a_maximum_hold() {
        let mut word = 1_u64;
        let mut number = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (word >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for (cells, rank) in [(1, 1), (4, 4), (12, 20), (12, 6), (40, 40), (40, 15)] {
            let roots: Vec<Vec<f64>> = (0..cells).map(|_| (0..rank).map(|_| number()).collect()).collect();
            let product = |a: &Vec<f64>, b: &Vec<f64>| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let curvature: Vec<Vec<f64>> =
                roots.iter().map(|one| roots.iter().map(|other| product(one, other)).collect()).collect();
            let towards: Vec<f64> = (0..rank).map(|_| number()).collect();
            let slope: Vec<f64> = roots.iter().map(|root| product(root, &towards)).collect();
            for start in [vec![0.0; cells], vec![0.1; cells]] {
                let found = maximise(&curvature, &slope, start);
                assert!(found.iter().all(|share| *share >= 0.0));
                for cell in 0..cells {
                    let left = slope[cell] - product(&curvature[cell], &found);
                    assert!(left < 1e-9 && (found[cell] == 0.0 || left > -1e-9), "{cells} {rank}: {left}");
                }
            }
        }
    }
}
