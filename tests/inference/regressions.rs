//! Regressions. Without noise they equal those of the textbook; under a law the score of the perturbed counts is 0; coefficients of surveys
//! simulated from a model are recovered without bias, and their intervals hold them.
//!
//! False alarms of the simulation (`recovered.rs`): 36 checks, one of which fails once in 2,500 changes of seed. `scripts/bench
//! regressions` does the same for 10,000 surveys.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::Regression;
use candor::law::Law;

use super::dense::{matrix, solved};
use super::drawn::{Drawn, seeded};
use super::modelled::{REPORTS, SIZES, beta, laws, shares};
use super::recovered::assert_recovered;
use crate::common::{designed, schema_of};

fn law(request: Request) -> Law {
    designed(request).unwrap().law().clone()
}

fn independent(sizes: &[u32], epsilon: f64) -> Law {
    law(Request::levels(&Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap())
        .method(Method::Independent))
}

fn fitted(law: &Law, table: Table) -> Regression {
    Regression::new(law, table, &Options::default()).unwrap()
}

fn table(sizes: &[u32], counts: Vec<u64>) -> Table {
    let axes: Vec<usize> = (0..sizes.len()).collect();
    Table::from_counts(&schema_of(sizes), &axes, counts).unwrap()
}

#[test]
fn without_noise_a_coefficient_is_the_logarithm_of_an_odds_ratio() {
    let counts = [400_u64, 150, 250, 300];
    let model = fitted(&independent(&[2, 2], 30.0), table(&[2, 2], counts.into()));
    let [a, b, c, d] = counts.map(|count| count as f64);
    let [constant, slope] = &model.coefficients[..] else { panic!("two coefficients") };
    assert!((constant.estimate - (c / a).ln()).abs() < 1e-6 && constant.term.is_none(), "{constant:?}");
    assert!((slope.estimate - (a * d / (b * c)).ln()).abs() < 1e-6, "{slope:?}");
    let woolf = (1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d).sqrt();
    assert!((slope.standard_error / woolf - 1.0).abs() < 1e-6, "{slope:?} {woolf}");
    assert!((model.overall.unwrap().value / slope.test.value - 1.0).abs() < 1e-9);
}

/// Counts of a yes/no outcome and of two regressors with three and two categories, fitted by a weighted Newton's method.
#[test]
fn without_noise_a_regression_is_that_of_grouped_answers() {
    let no: [f64; 6] = [310.0, 120.0, 260.0, 180.0, 90.0, 140.0];
    let yes: [f64; 6] = [90.0, 80.0, 140.0, 160.0, 85.0, 190.0];
    let designs: Vec<Vec<f64>> = (0..6)
        .map(|x| {
            let (first, second) = (x / 2, x % 2);
            vec![
                1.0,
                f64::from(u8::from(first == 1)),
                f64::from(u8::from(first == 2)),
                if second == 1 { 1.0 } else { 0.0 },
            ]
        })
        .collect();
    let mut beta = [0.0; 4];
    let mut information = Vec::new();
    for _ in 0..30 {
        let mut score = vec![vec![0.0]; 4];
        information = vec![vec![0.0; 4]; 4];
        for (x, z) in designs.iter().enumerate() {
            let eta: f64 = z.iter().zip(beta).map(|(z, beta)| z * beta).sum();
            let p = 1.0 / (1.0 + (-eta).exp());
            let n = no[x] + yes[x];
            for i in 0..4 {
                score[i][0] += z[i] * (yes[x] - n * p);
                (0..4).for_each(|j| information[i][j] += z[i] * z[j] * n * p * (1.0 - p));
            }
        }
        let step = solved(information.clone(), score).concat();
        beta.iter_mut().zip(step).for_each(|(beta, step)| *beta += step);
    }
    let identity = (0..4).map(|i| (0..4).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let covariance = solved(information, identity);
    #[allow(clippy::cast_possible_truncation, reason = "small whole numbers")]
    let counts = no.iter().chain(&yes).map(|count| *count as u64).collect();
    let model = fitted(&independent(&[2, 3, 2], 30.0), table(&[2, 3, 2], counts));
    assert_eq!(
        (
            model.coefficients.len(),
            model.fit.unwrap().degrees_of_freedom,
            model.overall.unwrap().degrees_of_freedom
        ),
        (4, 2, 3)
    );
    for (place, coefficient) in model.coefficients.iter().enumerate() {
        let error = covariance[place][place].sqrt();
        assert!((coefficient.estimate - beta[place]).abs() < 1e-6, "{coefficient:?} {}", beta[place]);
        assert!((coefficient.standard_error / error - 1.0).abs() < 1e-6, "{coefficient:?} {error}");
    }
    for (place, row) in covariance.iter().enumerate() {
        for (other, expected) in row.iter().enumerate() {
            let found = model.covariance[place][other];
            assert!(
                (found - expected).abs() < 1e-6 * covariance[place][place],
                "{place} {other} {found} {expected}"
            );
        }
    }
}

/// The log-likelihood of perturbed counts as a function of the coefficients and of the regressors' shares, computed with a matrix listed
/// from the law's integers. No change of the coefficients increases it.
#[test]
fn the_likelihood_has_its_maximum_there() {
    let (sizes, beta) = ([2, 3], vec![vec![-0.5, 0.8, 1.2]]);
    let levels = Levels::new(sizes.into(), vec![1.5; 2]).unwrap();
    let law = law(Request::levels(&levels).method(Method::Pair));
    let m = matrix(&law);
    let drawn = Drawn::new(law.clone(), &[0, 1], &shares(&sizes, &beta));
    let table = drawn.survey(4000, &mut seeded(3));
    let seen: Vec<f64> = table.by_view().next().unwrap().counts.iter().map(|count| *count as f64).collect();
    let model = fitted(&law, table);
    let estimates: Vec<f64> = model.coefficients.iter().map(|coefficient| coefficient.estimate).collect();
    let log_likelihood = |beta: &[f64], p: &[f64]| -> f64 {
        let cell = |y: usize, x: usize| {
            let eta = beta[0] + if x > 0 { beta[x] } else { 0.0 };
            p[x] / (1.0 + if y == 1 { (-eta).exp() } else { eta.exp() })
        };
        let truth: Vec<f64> = (0..6).map(|i| cell(i / 3, i % 3)).collect();
        let fitted = m.iter().map(|row| row.iter().zip(&truth).map(|(m, share)| m * share).sum::<f64>());
        seen.iter().zip(fitted).map(|(seen, fitted)| seen * fitted.ln()).sum()
    };
    // The most likely shares of the regressors with these coefficients, by EM.
    let profile = |beta: &[f64]| {
        let mut p = [1.0 / 3.0; 3];
        for _ in 0..3000 {
            let likelihood = |x: usize, report: usize| -> f64 {
                let eta = beta[0] + if x > 0 { beta[x] } else { 0.0 };
                let q = 1.0 / (1.0 + (-eta).exp());
                m[report][x] * (1.0 - q) + m[report][3 + x] * q
            };
            let mut next = [0.0; 3];
            for (report, seen) in seen.iter().enumerate() {
                let sum: f64 = (0..3).map(|x| p[x] * likelihood(x, report)).sum();
                (0..3).for_each(|x| next[x] += seen / 4000.0 * p[x] * likelihood(x, report) / sum);
            }
            p = next;
        }
        log_likelihood(beta, &p)
    };
    let top = profile(&estimates);
    for place in 0..3 {
        for step in [-1e-3, 1e-3] {
            let mut moved = estimates.clone();
            moved[place] += step;
            let fall = top - profile(&moved);
            // Near its maximum the log-likelihood is a parabola: it falls by half the information times the squared distance.
            let error = model.coefficients[place].standard_error;
            assert!(fall > 0.0 && fall < 5.0 * step * step / (error * error) * 10.0, "{place}: {fall}");
        }
        let slope = (0..2).map(|side| {
            let mut moved = estimates.clone();
            moved[place] += if side == 0 { -1e-4 } else { 1e-4 };
            profile(&moved)
        });
        let slope: Vec<f64> = slope.collect();
        assert!(
            (slope[1] - slope[0]).abs() / 2e-4 < 1e-3 / model.coefficients[place].standard_error,
            "{slope:?}"
        );
    }
}

#[test]
fn coefficients_come_back() {
    let truth = shares(&SIZES, &beta());
    for (_, law) in laws() {
        let drawn = Drawn::new(law.clone(), &[0, 1, 2], &truth);
        let mut rng = seeded(29);
        assert_recovered(&beta().concat(), || fitted(&law, drawn.survey(REPORTS, &mut rng)).coefficients);
    }
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let refused = |sizes: &[u32], counts: Vec<u64>, epsilon: f64| {
        let model = Regression::new(&independent(sizes, epsilon), table(sizes, counts), &Options::default());
        model.unwrap_err().code().as_str()
    };
    assert_eq!(refused(&[2], vec![10, 20], 1.0), "invalid-hypothesis");
    // Everybody in the second group answers yes.
    assert_eq!(refused(&[2, 2], vec![500, 0, 500, 1000], 30.0), "no-finite-estimate");
    assert_eq!(refused(&[23, 23], vec![1; 529], 1.0), "too-large");
}
