//! Plain regressors. The sample is stratified by them; their coefficients are recovered without bias and their intervals hold them, next
//! to a private regressor and in a product with it.
//!
//! False alarms of the simulation (`recovered.rs`): 36 checks, one of which fails once in 2,500 changes of seed.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::Regression;
use candor::law::Law;
use rand_chacha::ChaCha20Rng;

use super::drawn::{Drawn, seeded};
use super::recovered::assert_recovered;
use crate::common::{designed, schema_of};

/// The coefficients of the constant, of the private regressor, of two of three regions, and of the products.
const BETA: [f64; 6] = [-0.6, 0.8, 0.5, -0.4, -0.7, 0.6];

/// How many people are asked in each region, which is not proportional to its population.
const PEOPLE: [u64; 3] = [9000, 4000, 7000];

/// Shares of outcome × private regressor within a region; the regressor is more frequent in later regions.
fn within(region: usize) -> [f64; 4] {
    let second = 0.3 + 0.15 * region as f64;
    let of_region = if region > 0 { BETA[1 + region] } else { 0.0 };
    let product = if region > 0 { BETA[3 + region] } else { 0.0 };
    let yes = |eta: f64| 1.0 / (1.0 + (-eta).exp());
    let [low, high] = [BETA[0] + of_region, BETA[0] + BETA[1] + of_region + product].map(yes);
    [(1.0 - second) * (1.0 - low), second * (1.0 - high), (1.0 - second) * low, second * high]
}

/// A stratified sample: the table of outcome, private regressor and region.
fn sample(regions: &[Drawn], all: &Law, rng: &mut ChaCha20Rng) -> Table {
    let schema = schema_of(all.sizes());
    let empty = Table::new((&schema, all), &[0, 1, 2]).unwrap();
    let mut parts: Vec<(u64, Vec<u64>)> =
        empty.by_view().map(|seen| (0, vec![0; seen.counts.len()])).collect();
    for ((region, drawn), people) in regions.iter().enumerate().zip(PEOPLE) {
        let own = drawn.survey(people, rng);
        for (seen, (reports, counts)) in own.by_view().zip(&mut parts) {
            *reports += seen.reports;
            let cells = seen.counts.iter().enumerate();
            cells.for_each(|(cell, count)| counts[cell * PEOPLE.len() + region] += count);
        }
    }
    Table::from_views((&schema, all), &[0, 1, 2], parts).unwrap()
}

#[test]
fn coefficients_of_plain_regressors_come_back() {
    let sizes = [2, 2];
    let levels = Levels::new(sizes.into(), vec![2.0; 2]).unwrap();
    let laws = [
        Request::levels(&levels).method(Method::Independent),
        Request::levels(&levels).method(Method::Optimal),
        Request::tables(&sizes, &[vec![0, 1]], 2.0).method(Method::Labelled),
    ];
    for law in laws.map(|request| designed(request).unwrap().law().clone()) {
        let all = law.with_plain(&[3]).unwrap();
        let regions: Vec<Drawn> =
            (0..3).map(|region| Drawn::new(law.clone(), &[0, 1], &within(region))).collect();
        let formula = "a1,a2,a1:a2".parse().unwrap();
        let mut rng = seeded(31);
        assert_recovered(&BETA, || {
            let table = sample(&regions, &all, &mut rng);
            Regression::of_terms(&all, table, &formula, &Options::default()).unwrap().coefficients
        });
    }
}

/// With plain regressors alone, a report is a yes or no that is wrong with a known probability. The likelihood of every region has its
/// maximum at the inverse estimate of the region, whose log odds are what the saturated model gives; the standard error follows from the
/// binomial distribution.
#[test]
fn a_plain_regressor_alone_gives_every_region_its_own_inverse() {
    let levels = Levels::new(vec![2], vec![1.2]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let all = law.with_plain(&[3]).unwrap();
    let kept = law.forms()[0].spectrum(&[0])[1];
    let counts = [[500_u64, 300, 350], [400, 380, 250]];
    let table = Table::from_counts(&schema_of(all.sizes()), &[0, 1], counts.concat()).unwrap();
    let model = Regression::new(&all, table, &Options::default()).unwrap();
    let region = |region: usize| {
        let [no, yes] = counts.map(|own| own[region] as f64);
        let (n, seen) = (no + yes, yes / (no + yes));
        let share = (seen - 0.5) / kept + 0.5;
        let slope = 1.0 / (share * (1.0 - share));
        ((share / (1.0 - share)).ln(), seen * (1.0 - seen) / n * (slope / kept).powi(2))
    };
    let (first, own_variance) = region(0);
    for (place, coefficient) in model.coefficients.iter().enumerate() {
        let (logit, variance) = if place == 0 {
            (first, own_variance)
        } else {
            let (logit, variance) = region(place);
            (logit - first, variance + own_variance)
        };
        assert!((coefficient.estimate - logit).abs() < 1e-6, "{coefficient:?} {logit}");
        assert!((coefficient.standard_error / variance.sqrt() - 1.0).abs() < 1e-6, "{coefficient:?}");
    }
}
