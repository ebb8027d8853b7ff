//! Whether views agree with each other and with the law, whatever people answered [Mathematics, §10].
//!
//! The inverse estimate of a cell from one view is the mean of scores s of its reports, whose expectation is 1 for respondents in the cell
//! and 0 for all others. With c any constant, the mean over **all** reports of
//!
//! f = [label v]·(s−c)/P_v − Σ_{u≠v} w_u·[label u]·(s_u−c)/P_u,      Σ w_u = 1
//!
//! has the expectation 0 for every respondent, since labels are drawn independently of answers: views must *agree*. And an estimate from a
//! view, or from all, cannot be far outside of \[0, 1\]: cells must be named as often as *subsets* of the law name them. Both are bounded by the
//! moments of the worst answers ([`mean_at_least`]), for every set of axes that a view shows, every view that enough reports are expected
//! of, and every cell.
//!
//! Cost: that of an inverse for every such set and view.

use alloc::vec;
use alloc::vec::Vec;

use super::combined::Combined;
use super::labels::Departure;
use super::shown::Shown;
use crate::estimate::observed::operator::walk::marginal;
use crate::exact::to_f64;
use crate::law::MAX_CONDITION;
use crate::numeric::deviations::{Summand, mean_at_least};

/// The fewest reports that are expected of a view that is tested. If it has none, its label is accused instead.
const TESTED: f64 = 50.0;

/// The most numbers of moments of the cells of a table that is tested.
const MOST_MOMENTS: usize = 1 << 16;

/// Bounds of which the exponent would be about this, or less, are not computed: corrected, they would not be below any alarm.
const NEGLIGIBLE: f64 = 6.0;

/// c, which makes the worst answers the least bad.
const MIDDLE: f64 = 0.5;

/// What a view tells of the cells of a table, of which it shows all axes.
struct Told {
    view: usize,
    probability: f64,
    reports: f64,
    /// The inverse estimates.
    shares: Vec<f64>,
    /// Mean and mean square of a score, by the set of axes in which the respondent differs from the cell.
    moments: Vec<Summand>,
    least: f64,
    most: f64,
}

impl Combined {
    /// How far views are from agreeing, and how far estimates are from all shares, as far as either could alarm.
    pub(crate) fn departures_of_subsets(&self) -> [Option<Departure>; 2] {
        let n: f64 = self.labels.iter().map(|label| label.reports).sum();
        let tested = |probability: f64| n * probability >= TESTED;
        if self.labels.iter().any(|label| label.reports == 0.0 && tested(label.probability)) {
            return [None, None];
        }
        let shown: Vec<&Shown> = self.views_with_reports().filter(|view| tested(view.probability)).collect();
        let mut sets: Vec<usize> = (0..self.sizes().len()).map(|axis| 1 << axis).collect();
        sets.extend(shown.iter().map(|view| view.set_of((1 << view.axes.len()) - 1)));
        sets.sort_unstable();
        sets.dedup();
        let mut found = [Least::default(), Least::default()];
        for set in sets {
            let axes: Vec<usize> = (0..self.sizes().len()).filter(|axis| set >> axis & 1 == 1).collect();
            let cells: f64 = axes.iter().map(|&axis| f64::from(self.sizes()[axis])).product();
            if axes.is_empty() || cells > n || cells * to_f64(1 << axes.len()) > to_f64(MOST_MOMENTS as u128)
            {
                continue;
            }
            let showing = shown.iter().filter(|view| axes.iter().all(|axis| view.axes.contains(axis)));
            let told: Vec<Told> = showing.filter_map(|view| Told::new(view, &axes)).collect();
            compare(&told, n, &axes, &mut found);
        }
        found.map(Least::corrected)
    }
}

impl Told {
    /// What the view tells of the table over these axes, unless it hides some of it.
    fn new(view: &Shown, axes: &[usize]) -> Option<Self> {
        let shown = view.of_axes(axes);
        if shown.spectrum.iter().any(|tau| libm::fabs(*tau) * MAX_CONDITION < 1.0) {
            return None;
        }
        let inverse: Vec<f64> = shown.spectrum.iter().map(|tau| 1.0 / tau).collect();
        let inverted = |mut cells: Vec<f64>| {
            shown.apply(&inverse, &mut cells);
            cells
        };
        let mut score = vec![0.0; shown.shares.len()];
        score[0] = 1.0;
        let score = inverted(score);
        let (least, most) = shown.range(&score);
        let moments = shown.moments_of(&score);
        let order: Vec<usize> =
            (0..axes.len()).filter_map(|axis| shown.axes.iter().position(|own| *own == axis)).collect();
        Some(Self {
            view: shown.place,
            probability: shown.probability,
            reports: shown.reports,
            shares: marginal(&inverted(shown.shares.clone()), &shown.sizes, &order),
            moments: (0..moments.len())
                .map(|set| {
                    let [mean, square, _] = moments[shown.own_of(set)];
                    (mean, square)
                })
                .collect(),
            least,
            most,
        })
    }

    /// n times the share of a cell that all reports tell by this view, from scores moved by −c.
    fn moved(&self, cell: usize, c: f64, n: f64) -> f64 {
        self.reports / (n * self.probability) * (self.shares[cell] - c)
    }

    /// E[(s−c)²]/P for every set of axes.
    fn squares(&self, c: f64) -> impl Iterator<Item = f64> {
        self.moments.iter().map(move |(mean, square)| (square - 2.0 * c * mean + c * c) / self.probability)
    }
}

/// Compares what views tell with each other, and with shares.
fn compare(told: &[Told], n: f64, axes: &[usize], [agreement, subsets]: &mut [Least; 2]) {
    let Some(first) = told.first() else { return };
    let cells = first.shares.len();
    let weights: Vec<f64> =
        told.iter().map(|told| 1.0 / told.squares(MIDDLE).fold(0.0, libm::fmax)).collect();
    let all: f64 = weights.iter().sum();
    for view in told {
        let laws: Vec<Summand> = centred(view.moments.iter().copied());
        let ends = [(view.least, view.most); 2];
        subsets.test([&view.shares; 2], view.reports, [&laws, &laws], ends, (axes, Some(view.view)));
    }
    if told.len() < 2 {
        return;
    }
    let weighed = || told.iter().zip(&weights);
    // The mean over all reports of Σ w·[label]·(s−c)/P + c, its moments and its range; with c the end of [0, 1] that is passed.
    let [below, above] = [0.0, 1.0].map(|c| {
        let value =
            |cell| weighed().map(|(told, weight)| weight / all * told.moved(cell, c, n)).sum::<f64>() + c;
        let values: Vec<f64> = (0..cells).map(value).collect();
        let mut moments: Vec<Summand> = first.moments.iter().map(|(mean, _)| (*mean, 0.0)).collect();
        for (told, weight) in weighed() {
            let part = weight / all * (weight / all);
            moments.iter_mut().zip(told.squares(c)).for_each(|((_, sum), square)| *sum += part * square);
        }
        moments.iter_mut().for_each(|(mean, square)| *square += 2.0 * c * *mean - c * c);
        let range = weighed().fold((c, c), |(least, most), (told, weight)| {
            let end = |score: f64| c + weight / all * (score - c) / told.probability;
            (libm::fmin(least, end(told.least)), libm::fmax(most, end(told.most)))
        });
        (values, centred(moments.into_iter()), range)
    });
    subsets.test([&below.0, &above.0], n, [&below.1, &above.1], [below.2, above.2], (axes, None));
    let mut squares = vec![0.0; first.moments.len()];
    for (told, weight) in weighed() {
        squares.iter_mut().zip(told.squares(MIDDLE)).for_each(|(sum, own)| *sum += weight * weight * own);
    }
    let end = |of: fn(&Told) -> f64| {
        weighed()
            .map(|(told, weight)| weight * libm::fabs(of(told) - MIDDLE) / told.probability)
            .fold(0.0, libm::fmax)
    };
    let (least, most) = (end(|told| told.least), end(|told| told.most));
    let sums: Vec<f64> = (0..cells)
        .map(|cell| weighed().map(|(told, weight)| weight * told.moved(cell, MIDDLE, n)).sum())
        .collect();
    for (view, weight) in weighed() {
        let others = all - weight;
        let own: Vec<f64> = (0..cells).map(|cell| view.moved(cell, MIDDLE, n)).collect();
        let apart: Vec<f64> =
            own.iter().zip(&sums).map(|(own, sum)| own - (sum - weight * own) / others).collect();
        let variance = view
            .squares(MIDDLE)
            .zip(&squares)
            .map(|(own, all)| own + libm::fmax(all - weight * weight * own, 0.0) / (others * others));
        let laws = [(0.0, variance.fold(0.0, libm::fmax))];
        let range = (
            -libm::fmax((MIDDLE - view.least) / view.probability, most / others),
            libm::fmax((view.most - MIDDLE) / view.probability, least / others),
        );
        agreement.test([&apart; 2], n, [&laws, &laws], [range; 2], (axes, Some(view.view)));
    }
}

/// Means and variances, from means and mean squares.
fn centred(moments: impl Iterator<Item = Summand>) -> Vec<Summand> {
    moments.map(|(mean, square)| (mean, libm::fmax(square - mean * mean, 0.0))).collect()
}

/// The least probable of many departures.
#[derive(Default)]
struct Least {
    tests: usize,
    found: Option<Departure>,
}

impl Least {
    /// Tests whether means over n reports lie below and above what the laws lead to. All are given for both, as are the least and the most of
    /// a report.
    fn test(
        &mut self,
        means: [&[f64]; 2],
        n: f64,
        laws: [&[Summand]; 2],
        ranges: [(f64, f64); 2],
        (axes, view): (&[usize], Option<usize>),
    ) {
        self.tests += means[0].len() + means[1].len();
        let mirrored: Vec<Summand> = laws[0].iter().map(|&(mean, variance)| (-mean, variance)).collect();
        for mean in means[0] {
            self.test_one(-mean, n, (&mirrored, -ranges[0].0), (axes, view));
        }
        for mean in means[1] {
            self.test_one(*mean, n, (laws[1], ranges[1].1), (axes, view));
        }
    }

    fn test_one(
        &mut self,
        mean: f64,
        n: f64,
        (laws, most): (&[Summand], f64),
        (axes, view): (&[usize], Option<usize>),
    ) {
        let near = |&(expected, variance): &Summand| {
            let beyond = libm::fmax(mean - expected, 0.0);
            n * beyond * beyond <= 2.0 * NEGLIGIBLE * variance
        };
        if laws.iter().any(near) {
            return;
        }
        let probability = mean_at_least(mean, n, laws, most);
        if self.found.as_ref().is_none_or(|found| probability < found.probability) {
            let views = view.into_iter().collect();
            self.found = Some(Departure { probability, axes: axes.into(), views });
        }
    }

    /// The departure, corrected for the number of tests.
    fn corrected(self) -> Option<Departure> {
        let tests = to_f64(self.tests as u128);
        self.found.map(|found| Departure { probability: tests * found.probability, ..found })
    }
}
