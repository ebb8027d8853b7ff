//! EIGENSTRAT as a trusted collector publishes it while protecting phenotypes: the peer of figure S7 [Yamamoto23S, S2.1, steps 1 to 3].
//!
//! With the residuals X* of the genotypes at a SNP and Y* of the phenotypes, U = X*·Y* + Lap(2 max X/ε) and V = |Y*| + Lap(2/ε) give
//! (N − K − 1)·U²/(|X*|²·V²). Genotypes are not protected: |X*|² is published without noise.

use rand_core::Rng;

use crate::draws::unit;

/// The residuals of the genotypes and phenotypes of N people after regression on K principal components.
pub(super) struct Residuals {
    genotypes: Vec<f64>,
    phenotypes: Vec<f64>,
    /// N − K − 1.
    degrees: f64,
    /// max X.
    largest: f64,
}

impl Residuals {
    pub(super) fn new(components: &[Vec<f64>], genotypes: &[f64], phenotypes: &[f64]) -> Self {
        Self {
            genotypes: left(components, genotypes),
            phenotypes: left(components, phenotypes),
            degrees: genotypes.len() as f64 - components.len() as f64 - 1.0,
            largest: genotypes.iter().copied().fold(0.0, f64::max),
        }
    }

    /// The published statistic at one ε.
    pub(super) fn published(&self, epsilon: f64, rng: &mut impl Rng) -> f64 {
        let length = dot(&self.phenotypes, &self.phenotypes).sqrt();
        let product = dot(&self.genotypes, &self.phenotypes) + laplace(2.0 * self.largest / epsilon, rng);
        let length = length + laplace(2.0 / epsilon, rng);
        self.degrees * product * product / (dot(&self.genotypes, &self.genotypes) * length * length)
    }
}

/// The residuals of numbers after removing their mean and the components, which are orthonormal and have the mean 0.
fn left(components: &[Vec<f64>], numbers: &[f64]) -> Vec<f64> {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let mut left: Vec<f64> = numbers.iter().map(|number| number - mean).collect();
    for component in components {
        let along = dot(component, &left);
        left.iter_mut().zip(component).for_each(|(entry, direction)| *entry -= along * direction);
    }
    left
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// A draw from the Laplace distribution: the difference of two exponential draws.
fn laplace(scale: f64, rng: &mut impl Rng) -> f64 {
    let mut exponential = || -(1.0 - unit(rng)).ln();
    scale * (exponential() - exponential())
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor::inference::{eigenstrat, principal_components};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// At an ε that adds no noise the published statistic is the statistic itself.
    #[test]
    fn without_noise_it_is_eigenstrat() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let rows: Vec<Vec<f64>> =
            (0..6).map(|_| (0..40).map(|_| f64::from(rng.next_u32() % 3)).collect()).collect();
        let phenotypes: Vec<f64> = (0..40).map(|_| f64::from(rng.next_u32() % 2)).collect();
        let components = principal_components(&rows, 3).expect("components");
        let truth = eigenstrat(&components, &rows[0], &phenotypes).expect("a statistic").value;
        let residuals = Residuals::new(&components, &rows[0], &phenotypes);
        assert!((residuals.published(1e12, &mut rng) - truth).abs() < 1e-6 * truth);
        assert!((residuals.published(1.0, &mut rng) - truth).abs() > 1e-6 * truth);
    }

    /// The mean of |x| over 100,000 draws is the scale, with a relative standard error of 1/√100,000. The tolerance 0.016 is 5 standard errors,
    /// which gives a false alarm with a probability of 6·10⁻⁷.
    #[test]
    fn the_mean_absolute_draw_is_the_scale() {
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        let mean = (0..100_000).map(|_| laplace(3.0, &mut rng).abs()).sum::<f64>() / 1e5;
        assert!((mean / 3.0 - 1.0).abs() < 0.016);
    }
}
