//! Whether labels are as frequent as the law draws them [Mathematics, §10]. They do not depend on answers: the numbers of reports n_v of the
//! views are multinomial, with known probabilities P_v.
//!
//! *Each alone*: a two-sided binomial tail. *All together*: the views are halved again and again; given how many reports a half has, how many
//! of these its first half has is binomial, independently of all other halvings, so that −2·Σ ln p is at most χ² of two degrees of freedom
//! for each \[Fisher25\]. What few reports are expected in is not halved.
//!
//! Cost: O(V log V) for V views.

use alloc::vec::Vec;

use super::combined::{Combined, Label};
use crate::exact::to_f64;
use crate::numeric::deviations::{combined, two_sided};

/// The fewest reports expected in views that are halved.
const HALVED: f64 = 20.0;

/// A view that alone is less likely than this is named.
const NAMED: f64 = 1e-4;

/// How far reports are from what the law produces.
pub(crate) struct Departure {
    /// A bound on the p-value.
    pub(crate) probability: f64,
    /// The axes of the table in which reports are so far off.
    pub(crate) axes: Vec<usize>,
    /// The positions of the views that are.
    pub(crate) views: Vec<usize>,
}

impl Combined {
    /// How far labels are from the probabilities of the views.
    pub(crate) fn departure_of_labels(&self) -> Departure {
        let (probability, views) = judged(&self.labels);
        Departure { probability, axes: (0..self.sizes().len()).collect(), views }
    }
}

/// A bound on the p-value of labels, and the positions of those that stand out.
fn judged(labels: &[Label]) -> (f64, Vec<usize>) {
    let n = reports(labels);
    let tests = to_f64(labels.len() as u128);
    let alone: Vec<f64> =
        labels.iter().map(|label| tests * two_sided(label.reports, n, label.probability)).collect();
    let least = alone.iter().copied().fold(1.0, libm::fmin);
    let (mut logs, mut halvings) = (0.0, 0);
    halve(labels, n, &mut |probability| {
        logs += libm::log(libm::fmax(probability, f64::MIN_POSITIVE));
        halvings += 1;
    });
    let frequent = |view: &usize| {
        let label = &labels[*view];
        label.reports > n * label.probability && alone[*view] < NAMED
    };
    let mut views: Vec<usize> = (0..labels.len()).filter(frequent).collect();
    if views.is_empty() {
        views.extend(alone.iter().position(|probability| *probability == least));
    }
    (2.0 * libm::fmin(least, combined(logs, halvings)), views)
}

/// Tests how the reports of some views are divided into halves.
fn halve(labels: &[Label], n: f64, tested: &mut impl FnMut(f64)) {
    if labels.len() < 2 || n * probability(labels) < HALVED {
        return;
    }
    let (first, second) = labels.split_at(labels.len() / 2);
    tested(two_sided(reports(first), reports(labels), probability(first) / probability(labels)));
    halve(first, n, tested);
    halve(second, n, tested);
}

fn reports(labels: &[Label]) -> f64 {
    labels.iter().map(|label| label.reports).sum()
}

fn probability(labels: &[Label]) -> f64 {
    labels.iter().map(|label| label.probability).sum()
}

#[cfg(test)]
mod tests {
    use super::{Label, judged};

    /// All numbers of reports with four labels, of 60: at every level, honest ones are below it at most as often as it says, and a tenth as
    /// often somewhere.
    #[test]
    fn honest_labels_are_below_a_level_at_most_as_often_as_it_says() {
        const N: u32 = 60;
        let chances = [0.4, 0.35, 0.05, 0.2];
        let levels = [0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-6];
        let mut rates = [0.0; 6];
        for a in 0..=N {
            for (b, c) in (0..=N - a).flat_map(|b| (0..=N - a - b).map(move |c| (b, c))) {
                let counts = [a, b, c, N - a - b - c].map(f64::from);
                let labels: [Label; 4] =
                    core::array::from_fn(|i| Label { probability: chances[i], reports: counts[i] });
                let log =
                    |(count, chance): (&f64, &f64)| count * libm::log(*chance) - libm::lgamma(count + 1.0);
                let logs: f64 = counts.iter().zip(&chances).map(log).sum();
                let chance = libm::exp(libm::lgamma(f64::from(N) + 1.0) + logs);
                let (found, _) = judged(&labels);
                rates
                    .iter_mut()
                    .zip(levels)
                    .for_each(|(rate, level)| *rate += if found <= level { chance } else { 0.0 });
            }
        }
        for (rate, level) in rates.iter().zip(levels) {
            assert!(*rate <= level && *rate > level / 30.0, "{level}: {rate}");
        }
    }

    #[test]
    fn the_label_that_came_too_often_is_named() {
        let label = |reports| Label { probability: 0.25, reports };
        let (probability, views) = judged(&[label(240.0), label(250.0), label(400.0), label(245.0)]);
        assert!(probability < 1e-9 && views == [2], "{probability} {views:?}");
    }
}
