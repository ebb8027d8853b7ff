//! Weights. Margins are matched, errors without noise are those of the textbook, and estimates from a sample that was not drawn evenly are
//! unbiased, with intervals that hold the truth.
//!
//! False alarms of the simulation: 1,000 surveys per law. A bias may be 4.5 standard errors of the mean, 7·10⁻⁶ each, and variances and
//! coverage may deviate by as much: a dozen checks. Unweighted estimates fail the first check, variances a quarter too small the second.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Raking, ReportClass, Weighted, effective_sample_size};
use candor::law::Law;
use rand_chacha::ChaCha20Rng;
use rand_distr::{Binomial, Distribution};

use super::dense::solved;
use super::drawn::{Drawn, seeded};
use crate::common::{designed, schema_of};

pub(super) const SURVEYS: u32 = 1000;

pub(super) fn independent(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap();
    designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn weighted(law: &Law, classes: &[ReportClass], margins: Vec<Vec<f64>>) -> Weighted {
    Weighted::new(law, classes, &Raking::new(margins).unwrap(), &Options::default()).unwrap()
}

pub(super) fn class(counts: [u64; 2], categories: Vec<usize>) -> ReportClass {
    ReportClass::new(Table::from_counts(&schema_of(&[2]), &[0], counts.into()).unwrap(), categories)
}

#[test]
fn margins_are_matched() {
    let counts = [[30.0, 50.0, 20.0], [70.0, 10.0, 120.0]];
    let classes: Vec<(f64, Vec<usize>)> =
        (0..6).map(|place| (counts[place / 3][place % 3], vec![place / 3, place % 3])).collect();
    let margins = vec![vec![0.6, 0.4], vec![0.2, 0.3, 0.5]];
    let factors = Raking::new(margins.clone()).unwrap().weights(&classes).unwrap();
    let share = |of: usize, category: usize| {
        let own = classes.iter().zip(&factors).filter(|((_, categories), _)| categories[of] == category);
        own.map(|((weight, _), factor)| weight * factor).sum::<f64>() / 300.0
    };
    for (of, shares) in margins.iter().enumerate() {
        for (category, expected) in shares.iter().enumerate() {
            assert!((share(of, category) - expected).abs() < 1e-9);
        }
    }
    // Raking keeps odds ratios.
    let ratio = |of: &dyn Fn(usize) -> f64| of(0) * of(4) / (of(1) * of(3));
    let (before, after) =
        (ratio(&|place| classes[place].0), ratio(&|place| classes[place].0 * factors[place]));
    assert!((before / after - 1.0).abs() < 1e-9);
    assert!((effective_sample_size(&[(1.0, 10.0), (3.0, 10.0)]) - 16.0).abs() < 1e-12);
}

/// Every class has a weight, there are margins of two kinds, and reports are unperturbed. Errors follow from the residuals of a dense
/// regression, report by report.
#[test]
fn without_noise_errors_are_those_of_residuals() {
    let law = independent(&[2], 40.0);
    let counts = [[30, 70], [55, 45], [20, 80], [64, 36], [90, 10], [33, 67]];
    let margins = vec![vec![0.6, 0.4], vec![0.2, 0.3, 0.5]];
    let classes: Vec<ReportClass> = counts
        .into_iter()
        .enumerate()
        .map(|(place, counts)| class(counts, vec![place / 3, place % 3]).weighing(1.0 + place as f64 / 4.0))
        .collect();
    let found = weighted(&law, &classes, margins.clone());
    let bases: Vec<(f64, Vec<usize>)> =
        (0..6).map(|place| (100.0 * (1.0 + place as f64 / 4.0), vec![place / 3, place % 3])).collect();
    let factors = Raking::new(margins).unwrap().weights(&bases).unwrap();
    // For every report: its weight, its categories as columns without the last category of the second margin, and its answer.
    let mut reports: Vec<(f64, Vec<f64>, f64)> = Vec::new();
    for (place, own) in counts.iter().enumerate() {
        let weight = (1.0 + place as f64 / 4.0) * factors[place];
        let column = |holds: bool| f64::from(u8::from(holds));
        let x = vec![
            column(place / 3 == 0),
            column(place / 3 == 1),
            column(place % 3 == 0),
            column(place % 3 == 1),
        ];
        (0..own[0]).for_each(|_| reports.push((weight, x.clone(), 0.0)));
        (0..own[1]).for_each(|_| reports.push((weight, x.clone(), 1.0)));
    }
    let total: f64 = reports.iter().map(|(weight, ..)| weight).sum();
    let estimate: f64 = reports.iter().map(|(weight, _, y)| weight * y / total).sum();
    let (mut normal, mut right) = (vec![vec![0.0; 4]; 4], vec![vec![0.0]; 4]);
    for (weight, x, y) in &reports {
        for i in 0..4 {
            right[i][0] += weight * x[i] * y;
            (0..4).for_each(|j| normal[i][j] += weight * x[i] * x[j]);
        }
    }
    let beta = solved(normal, right).concat();
    let residual = |x: &[f64], y: f64| y - x.iter().zip(&beta).map(|(x, beta)| x * beta).sum::<f64>();
    let z: Vec<f64> = reports.iter().map(|(weight, x, y)| weight * residual(x, *y) / total).collect();
    let n = z.len() as f64;
    let variance = n / (n - 1.0) * (z.iter().map(|z| z * z).sum::<f64>() - z.iter().sum::<f64>().powi(2) / n);
    let own = found.cells[1];
    assert!((own.estimate - estimate).abs() < 1e-9, "{own:?} {estimate}");
    assert!((own.standard_error / variance.sqrt() - 1.0).abs() < 1e-6, "{own:?} {}", variance.sqrt());
    assert!((found.cells[0].estimate + own.estimate - 1.0).abs() < 1e-9 && own.replicated.is_none());
}

/// Two strata of three clusters each, with equal weights: the textbook's sum of the variances of cluster totals over the strata.
#[test]
fn without_noise_clusters_and_strata_are_those_of_the_textbook() {
    let law = independent(&[2], 40.0);
    let yes = [[12_u64, 18, 9], [30, 22, 26]];
    let clusters = || (0..2_usize).flat_map(|stratum| (0..3_usize).map(move |cluster| (stratum, cluster)));
    let classes: Vec<ReportClass> = clusters()
        .map(|(stratum, cluster)| {
            let own = yes[stratum][cluster];
            class([50 - own, own], vec![]).of_stratum(stratum).of_cluster(cluster)
        })
        .collect();
    let found = weighted(&law, &classes, vec![]).cells[1];
    let mean = yes.concat().iter().sum::<u64>() as f64 / 300.0;
    let mut variance = 0.0;
    for own in yes {
        let z: Vec<f64> = own.iter().map(|&yes| (yes as f64 - 50.0 * mean) / 300.0).collect();
        let sum: f64 = z.iter().sum();
        variance += 1.5 * (z.iter().map(|z| z * z).sum::<f64>() - sum * sum / 3.0);
    }
    assert!((found.estimate - mean).abs() < 1e-9);
    assert!((found.standard_error / variance.sqrt() - 1.0).abs() < 1e-6, "{found:?} {}", variance.sqrt());
}

/// Two regions have equally many people, but three of four reports come from the first, where fewer people smoke.
pub(super) fn sampled(drawn: &[Drawn; 2], parts: usize, rng: &mut ChaCha20Rng) -> Vec<ReportClass> {
    let n: u64 = 4000;
    let first = Binomial::new(n, 0.75).unwrap().sample(rng);
    let mut classes = Vec::new();
    for (region, all) in [first, n - first].into_iter().enumerate() {
        for part in 0..parts {
            let (count, place) = (parts as u64, part as u64);
            let own = all / count + u64::from(place < all % count);
            let table = drawn[region].survey(own, rng);
            classes.push(ReportClass::new(table, vec![region]).of_replicate(part));
        }
    }
    classes
}

#[test]
fn a_sample_that_is_not_even_is_mended_by_its_margin() {
    let regions = [vec![0.55, 0.15, 0.2, 0.1], vec![0.2, 0.2, 0.15, 0.45]];
    let truth: Vec<f64> = (0..4).map(|cell| 0.5 * (regions[0][cell] + regions[1][cell])).collect();
    let laws = [
        independent(&[2, 2], 2.0),
        designed(Request::tables(&[2, 2], &[vec![0], vec![0, 1]], 2.0).method(Method::Labelled))
            .unwrap()
            .law()
            .clone(),
    ];
    for law in laws {
        let drawn = [0, 1].map(|region: usize| Drawn::new(law.clone(), &[0, 1], &regions[region]));
        let mut rng = seeded(61);
        let found: Vec<Weighted> = (0..SURVEYS)
            .map(|_| weighted(&law, &sampled(&drawn, 1, &mut rng), vec![vec![0.5, 0.5]]))
            .collect();
        let n = f64::from(SURVEYS);
        for (cell, truth) in truth.iter().enumerate() {
            let mean = found.iter().map(|survey| survey.cells[cell].estimate).sum::<f64>() / n;
            let variance =
                found.iter().map(|survey| (survey.cells[cell].estimate - mean).powi(2)).sum::<f64>()
                    / (n - 1.0);
            assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt(), "{cell}: {mean} {truth}");
            let stated =
                found.iter().map(|survey| survey.cells[cell].standard_error.powi(2)).sum::<f64>() / n;
            assert!((stated / variance - 1.0).abs() < 4.5 * (2.0 / n).sqrt(), "{cell}: {stated} {variance}");
            let held = found.iter().filter(|survey| {
                let own = survey.cells[cell];
                own.lower <= *truth && *truth <= own.upper
            });
            assert!((919..=981).contains(&held.count()), "{cell}");
        }
        // Without weights the first cell is wrong by many standard errors.
        let even = weighted(&law, &sampled(&drawn, 1, &mut rng), vec![vec![0.75, 0.25]]);
        assert!((even.cells[0].estimate - truth[0]).abs() > 3.0 * even.cells[0].standard_error);
        assert!((found[0].effective / 3000.0 - 1.0).abs() < 0.1);
    }
}

/// Fifty parts: a standard error by replicates varies by a tenth between surveys, the mean of forty of them by 1.6 %.
#[test]
fn errors_by_replicates_are_those_by_linearisation() {
    let regions = [vec![0.55, 0.15, 0.2, 0.1], vec![0.2, 0.2, 0.15, 0.45]];
    let law = designed(Request::tables(&[2, 2], &[vec![0], vec![0, 1]], 2.0).method(Method::Labelled));
    let law = law.unwrap().law().clone();
    let drawn = [0, 1].map(|region: usize| Drawn::new(law.clone(), &[0, 1], &regions[region]));
    let mut rng = seeded(62);
    let mut ratio = 0.0;
    for _ in 0..40 {
        let found = weighted(&law, &sampled(&drawn, 50, &mut rng), vec![vec![0.5, 0.5]]);
        let own = found.cells[3];
        ratio += (own.replicated.unwrap() / own.standard_error).powi(2) / 40.0;
    }
    assert!((ratio - 1.0).abs() < 0.16, "{ratio}");
}

#[test]
fn weights_that_cannot_be_are_refused() {
    let law = independent(&[2], 2.0);
    let margins = |shares: Vec<f64>| Raking::new(vec![shares]).unwrap_err().code().as_str();
    for shares in
        [vec![], vec![0.5, 0.4], vec![1.5, -0.5], vec![f64::NAN, 1.0], vec![f64::INFINITY], vec![1.0, 0.0]]
    {
        assert_eq!(margins(shares), "invalid-weights");
    }
    let regions = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    let refused = |classes: &[ReportClass]| {
        let refused = Weighted::new(&law, classes, &regions, &Options::default());
        assert_eq!(refused.unwrap_err().code().as_str(), "invalid-weights");
    };
    let both = || [class([60, 40], vec![0]), class([50, 50], vec![1])];
    refused(&both()[..1]);
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        let [one, other] = both();
        refused(&[one, other.weighing(weight)]);
    }
    let [one, other] = both();
    refused(&[one, other.weighing(0.0)]);
    refused(&[class([60, 40], vec![0]), class([50, 50], vec![2])]);
    refused(&[class([60, 40], vec![0]), class([50, 50], vec![])]);
    // Only one of two classes names its cluster; a stratum with a single cluster; a part whose omission removes a whole category.
    let [one, other] = both();
    refused(&[one.of_cluster(1), other]);
    let [one, other] = both();
    refused(&[one.of_stratum(1).of_cluster(1), other.of_stratum(2).of_cluster(1)]);
    let [one, other] = both();
    refused(&[one, other.of_replicate(1)]);
    // Margins whose categories are not connected.
    let apart = Raking::new(vec![vec![0.5, 0.5], vec![0.3, 0.7]]).unwrap();
    let diagonal = [class([60, 40], vec![0, 0]), class([50, 50], vec![1, 1])];
    let refused = Weighted::new(&law, &diagonal, &apart, &Options::default()).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-weights");
    let refused = Weighted::new(&law, &[], &regions, &Options::default()).unwrap_err();
    assert_eq!(refused.code().as_str(), "empty-sample");
}
