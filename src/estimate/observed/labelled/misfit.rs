//! Measures how far labelled reports are from everything that answers can lead to [Mathematics, §10].
//!
//! *Labels* do not depend on answers: their shares ρ_v are compared with the probabilities P_v of the views, by n·KL(ρ ‖ P).
//!
//! *Subsets*: an inverse estimate is the mean of the scores of n reports, all of which lie in a range of length w that holds 0. Its
//! expectation is a share, hence within \[0, 1\]. Whatever people the respondents were drawn from, the estimate lies t below 0 with a
//! probability of at most e^{−n·KL(p−t/w ‖ p)}, p the position of 0 within the range; likewise t above 1 \[Hoeffding63, Theorem 1\]. The
//! bound holds for the combined estimates, given the labels, and for those of every view alone, which may contradict each other.
//!
//! Cost: that of an inverse for every view.

use alloc::vec::Vec;

use super::combined::Combined;
use crate::exact::to_f64;

impl Combined {
    /// n·KL(ρ ‖ P) of the labels, and its degrees of freedom: one less than there are views.
    pub(crate) fn divergence_of_labels(&self) -> (f64, f64) {
        let n: f64 = self.views_with_reports().map(|view| view.reports).sum();
        let each = self
            .views_with_reports()
            .map(|view| view.reports * libm::log(view.reports / n / view.probability));
        (each.sum(), to_f64(self.views_possible() as u128) - 1.0)
    }

    /// A bound on the probability that combined estimates, or those of a view alone, lie as far outside \[0, 1\] as they do.
    pub(crate) fn probability_of_subsets(&self) -> f64 {
        let alone = self.views_with_reports().filter(|view| !view.axes.is_empty()).map(|view| {
            let sizes = view.sizes.clone();
            Self::of_views(sizes, [view.of_axes(&view.axes)].into())
        });
        let (mut least, mut cells) = (1.0, 1);
        for estimates in alone.chain([self.clone()]) {
            if let Some(inverse) = estimates.inverse() {
                cells += inverse.len();
                least = libm::fmin(least, estimates.bound(&inverse));
            }
        }
        // Bonferroni's correction: of both ends of all cells the least likely is taken.
        libm::fmin(2.0 * to_f64(cells as u128) * least, 1.0)
    }

    /// The least of the bounds for single cells.
    fn bound(&self, inverse: &[f64]) -> f64 {
        let axes: Vec<usize> = (0..self.sizes().len()).collect();
        let (low, high) = self.range_of_scores(&axes);
        let n: f64 = self.views_with_reports().map(|view| view.reports).sum();
        let place = |share: f64| ((share - low) / (high - low)).clamp(0.0, 1.0);
        let least = inverse.iter().copied().fold(0.0, libm::fmin);
        let most = inverse.iter().copied().fold(1.0, libm::fmax);
        let bound = |share: f64, end: f64| libm::exp(-n * divergence(place(share), place(end)));
        libm::fmin(bound(least, 0.0), bound(most, 1.0))
    }
}

/// The Kullback–Leibler divergence of two coins.
fn divergence(q: f64, p: f64) -> f64 {
    let term = |q: f64, p: f64| if q > 0.0 { q * libm::log(q / p) } else { 0.0 };
    term(q, p) + term(1.0 - q, 1.0 - p)
}
