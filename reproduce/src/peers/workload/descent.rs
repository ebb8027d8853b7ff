//! Projected gradient descent to a strategy with a small error.

use nalgebra::{Cholesky, DMatrix};
use rand_core::Rng;

use crate::draws::unit;

/// Outputs of the first strategy for every record.
const OUTPUTS: usize = 4;
/// The steps with which a length is tried, and after which it is halved.
const TRIED: u32 = 50;
/// The steps of the descent after that.
const STEPS: u32 = 250;
/// An output whose least probability is below this is left out.
const LEAST: f64 = 1e-10;

/// A strategy, with the least entry that each of its rows may have.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) likelihoods: DMatrix<f64>,
    least: Vec<f64>,
}

/// The objective at a strategy.
struct Objective {
    of: f64,
    /// (QᵀD⁻¹Q)⁻¹.
    inverse: DMatrix<f64>,
    /// D⁻¹Q.
    scaled: DMatrix<f64>,
    gradient: DMatrix<f64>,
}

/// The descent to a small objective at a record ε.
pub(super) struct Descent<'g> {
    pub(super) gram: &'g DMatrix<f64>,
    pub(super) epsilon: f64,
}

/// A strategy on the way, with its objective.
type Found = (Point, f64);

impl Descent<'_> {
    pub(super) fn optimised(&self, start: &Point) -> Point {
        let mut length = 1.0;
        let first = loop {
            match self.descended(start, TRIED, length) {
                Some(found) => break found,
                None => length /= 2.0,
            }
        };
        let mut tried = vec![(length, first)];
        for shorter in [length / 2.0, length / 4.0] {
            tried.extend(self.descended(start, TRIED, shorter).map(|found| (shorter, found)));
        }
        tried.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
        let (length, found) = tried.swap_remove(0);
        match self.descended(&found.0, STEPS, length) {
            Some(further) if further.1 < found.1 => further.0,
            _ => found.0,
        }
    }

    /// The best strategy of so many steps; `None` where one leads to where there is none.
    fn descended(&self, start: &Point, steps: u32, mut length: f64) -> Option<Found> {
        let mut at = start.clone();
        let mut value = at.value(self.gram)?;
        let mut best = (at.clone(), value.of);
        for step in 1..steps {
            if step % TRIED == 0 {
                length /= 2.0;
            }
            at = at.next(&value.gradient, self.epsilon, length)?;
            value = at.value(self.gram)?;
            if value.of < best.1 {
                best = (at.clone(), value.of);
            }
        }
        Some(best)
    }
}

impl Point {
    /// Uniform random numbers, projected.
    pub(super) fn random(records: usize, epsilon: f64, rng: &mut impl Rng) -> Self {
        let outputs = OUTPUTS * records;
        let least = vec![(1.0 + (-epsilon).exp()) / (2.0 * outputs as f64); outputs];
        let likelihoods = DMatrix::from_fn(outputs, records, |_, _| unit(rng));
        Self { likelihoods: projected(likelihoods, &least, epsilon), least }
    }

    /// tr[(QᵀD⁻¹Q)⁻¹WᵀW] and its gradient: with A = QᵀD⁻¹Q and X = A⁻¹WᵀWA⁻¹, −2·D⁻¹QX, and for every entry of row o also
    /// q_o'·X·q_o/d_o². `None` where A has no inverse in doubles: the objective is at least tr WᵀW.
    fn value(&self, gram: &DMatrix<f64>) -> Option<Objective> {
        let mut scaled = self.likelihoods.clone();
        for mut row in scaled.row_iter_mut() {
            let sum = row.sum();
            row /= sum;
        }
        let inverse = Cholesky::new(self.likelihoods.tr_mul(&scaled))?.inverse();
        let of = inverse.dot(gram);
        let sensitivity = &inverse * gram * &inverse;
        let mut gradient = &scaled * sensitivity;
        for (mut row, own) in gradient.row_iter_mut().zip(scaled.row_iter()) {
            let square = row.dot(&own);
            row *= -2.0;
            row.add_scalar_mut(square);
        }
        (of.is_finite() && of > gram.trace()).then_some(Objective { of, inverse, scaled, gradient })
    }

    /// n times the squared error, and the reconstruction of records.
    pub(super) fn reconstructed(&self, gram: &DMatrix<f64>) -> (f64, DMatrix<f64>) {
        match self.value(gram) {
            Some(value) => {
                ((value.of - gram.trace()) / gram.nrows() as f64, &value.inverse * value.scaled.transpose())
            }
            None => (f64::INFINITY, DMatrix::zeros(gram.nrows(), self.least.len())),
        }
    }

    /// The strategy after a step of this length; the least entries take a shorter one.
    fn next(&self, gradient: &DMatrix<f64>, epsilon: f64, length: f64) -> Option<Self> {
        let of_least = self.gradient_of_least(gradient, epsilon);
        let shorter = length * (-epsilon).exp() / self.likelihoods.ncols() as f64;
        let lowered = |(least, slope): (&f64, &f64)| (least - shorter * slope).clamp(0.0, 1.0);
        let least: Vec<f64> = self.least.iter().zip(&of_least).map(lowered).collect();
        let sum: f64 = least.iter().sum();
        let is_feasible = sum <= 1.0 && sum * epsilon.exp() >= 1.0;
        is_feasible.then(|| Self::within(&self.likelihoods - gradient * length, least, epsilon))
    }

    /// The derivative by the least entry of every row, by way of the projection: entries at the ends move with them, and those between take up
    /// in equal parts what keeps the sum of their column.
    fn gradient_of_least(&self, gradient: &DMatrix<f64>, epsilon: f64) -> Vec<f64> {
        let most = epsilon.exp();
        let mut slopes = vec![0.0; self.least.len()];
        for (entries, of_entries) in self.likelihoods.column_iter().zip(gradient.column_iter()) {
            let moves: Vec<f64> = entries
                .iter()
                .zip(&self.least)
                .map(|(&entry, &least)| match entry {
                    _ if entry <= least => 1.0,
                    _ if entry >= most * least => most,
                    _ => 0.0,
                })
                .collect();
            let between = || moves.iter().zip(of_entries.iter()).filter(|(moved, _)| **moved == 0.0);
            let mean = match between().count() {
                0 => of_entries.mean(),
                n => between().map(|(_, slope)| slope).sum::<f64>() / n as f64,
            };
            for ((slope, moved), of_entry) in slopes.iter_mut().zip(&moves).zip(of_entries.iter()) {
                *slope += moved * (of_entry - mean);
            }
        }
        slopes
    }

    /// The nearest strategy with these least entries, without the outputs that hardly occur.
    fn within(likelihoods: DMatrix<f64>, least: Vec<f64>, epsilon: f64) -> Self {
        let likelihoods = projected(likelihoods, &least, epsilon);
        let kept: Vec<usize> = (0..least.len()).filter(|&output| least[output] > LEAST).collect();
        if kept.len() == least.len() {
            return Self { likelihoods, least };
        }
        let least = kept.iter().map(|&output| least[output]).collect::<Vec<f64>>();
        let likelihoods = projected(likelihoods.select_rows(&kept), &least, epsilon);
        Self { likelihoods, least }
    }
}

/// The nearest columns of sum 1 with entries from `least` to e^ε times that: every entry less the same amount, cut to these.
fn projected(mut likelihoods: DMatrix<f64>, least: &[f64], epsilon: f64) -> DMatrix<f64> {
    let most: Vec<f64> = least.iter().map(|least| epsilon.exp() * least).collect();
    for mut column in likelihoods.column_iter_mut() {
        let own: &mut [f64] = column.as_mut_slice();
        let cut =
            |amount: f64, output: usize, entry: f64| (entry - amount).clamp(least[output], most[output]);
        let sum = |amount: f64, own: &[f64]| -> f64 {
            own.iter().enumerate().map(|(output, &entry)| cut(amount, output, entry)).sum()
        };
        let ends = |with: fn(f64, f64) -> f64, start: f64| own.iter().copied().fold(start, with);
        let (mut low, mut high) = (ends(f64::min, f64::INFINITY) - 1.0, ends(f64::max, f64::NEG_INFINITY));
        while high - low > 1e-15 * (1.0 + high.abs()) {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if sum(middle, own) > 1.0 { low = middle } else { high = middle }
        }
        for (output, entry) in own.iter_mut().enumerate() {
            *entry = cut(high, output, *entry);
        }
    }
    likelihoods
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// Differences of the objective between strategies that are a little apart in one entry.
    #[test]
    fn the_gradient_is_that_of_differences() {
        let gram = DMatrix::from_fn(4, 4, |row, column| if row == column { 2.0 } else { 0.5 });
        let point = Point::random(4, 1.0, &mut ChaCha20Rng::seed_from_u64(5));
        let gradient = point.value(&gram).expect("an inverse").gradient;
        for (output, record) in [(0, 0), (3, 1), (9, 2), (15, 3)] {
            let at = |by: f64| {
                let mut moved = point.clone();
                moved.likelihoods[(output, record)] += by;
                moved.value(&gram).expect("an inverse").of
            };
            let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
            let own = gradient[(output, record)];
            assert!((slope - own).abs() < 1e-5 * gradient.amax(), "{output}, {record}: {slope} {own}");
        }
    }

    /// Differences of the objective between the projections of the same numbers with least entries a little apart.
    #[test]
    fn the_derivative_by_the_least_entries_goes_through_the_projection() {
        let (gram, mut rng) = (DMatrix::identity(5, 5), ChaCha20Rng::seed_from_u64(8));
        let least = Point::random(5, 1.0, &mut rng).least;
        let numbers = DMatrix::from_fn(20, 5, |_, _| unit(&mut rng));
        let at = |least: Vec<f64>| Point::within(numbers.clone(), least, 1.0);
        let start = at(least.clone());
        let slopes = start.gradient_of_least(&start.value(&gram).expect("an inverse").gradient, 1.0);
        let largest = slopes.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        for output in 0..20 {
            let moved = |by: f64| {
                let mut least = least.clone();
                least[output] += by;
                at(least).value(&gram).expect("an inverse").of
            };
            let slope = (moved(1e-7) - moved(-1e-7)) / 2e-7;
            assert!((slope - slopes[output]).abs() < 1e-3 * largest, "{output}: {slope} {}", slopes[output]);
        }
    }
}
