//! Means and quantiles of a question in bins, over 1,000 surveys per setting. Coverage may deviate from 95 % by 4.5 standard errors, 3.1
//! points, 7·10⁻⁶ for each of a dozen checks; a bias may be 4.5 standard errors of the mean. Intervals that are a fifth too short fail.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Numbers, Quantile};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use crate::common::{designed, schema_of};

const SURVEYS: u32 = 1000;
const EDGES: [f64; 6] = [0.0, 10.0, 25.0, 40.0, 60.0, 100.0];
const TRUTH: [f64; 6] = [0.1, 0.25, 0.3, 0.2, 0.1, 0.05];

fn closed() -> Vec<Option<f64>> {
    EDGES.map(Some).into()
}

fn laws() -> [Law; 2] {
    let levels = Levels::new(vec![6, 2], vec![2.0; 2]).unwrap();
    [
        Request::levels(&levels).method(Method::Independent),
        Request::tables(&[6, 2], &[vec![0], vec![0, 1]], 2.0).method(Method::Labelled),
    ]
    .map(|request| designed(request).unwrap().law().clone())
}

/// The true mean and, below, the true quantile of those who answered (95 % of people), computed by hand.
fn true_mean() -> f64 {
    EDGES.windows(2).zip(TRUTH).map(|(edges, share)| 0.5 * (edges[0] + edges[1]) * share / 0.95).sum()
}

fn true_quantile(p: f64) -> f64 {
    let mut below = 0.0;
    for (edges, share) in EDGES.windows(2).zip(TRUTH) {
        let own = share / 0.95;
        if below + own >= p {
            return edges[0] + (p - below) / own * (edges[1] - edges[0]);
        }
        below += own;
    }
    EDGES[5]
}

#[test]
fn means_and_quantiles_come_back() {
    for law in laws() {
        let (drawn, mut rng) = (Drawn::new(law.clone(), &[0], &TRUTH), seeded(17));
        let truths = [true_mean(), true_quantile(0.25), true_quantile(0.5)];
        let (mut held, mut shortened, mut means) = ([0; 3], [0; 3], Vec::new());
        let mut stated = 0.0;
        for _ in 0..SURVEYS {
            let table = drawn.survey(5000, &mut rng);
            let numbers = Numbers::new(&law, table, &closed(), &[0.25, 0.5], &Options::default()).unwrap();
            let mean = numbers.mean.unwrap();
            means.push(mean.estimate);
            stated += mean.standard_error.powi(2) / f64::from(SURVEYS);
            let of = |place: usize| {
                (numbers.quantiles[place].lower.unwrap(), numbers.quantiles[place].upper.unwrap())
            };
            for (place, (lower, upper)) in [(mean.lower, mean.upper), of(0), of(1)].into_iter().enumerate() {
                let cut = (upper - lower) / 10.0;
                held[place] += u32::from(lower <= truths[place] && truths[place] <= upper);
                shortened[place] += u32::from(lower + cut <= truths[place] && truths[place] <= upper - cut);
            }
        }
        let average = means.iter().sum::<f64>() / f64::from(SURVEYS);
        let variance =
            means.iter().map(|mean| (mean - average).powi(2)).sum::<f64>() / f64::from(SURVEYS - 1);
        assert!(
            (average - truths[0]).abs() < 4.5 * (variance / f64::from(SURVEYS)).sqrt(),
            "{average} {truths:?}"
        );
        assert!(
            (stated / variance - 1.0).abs() < 4.5 * (2.0 / f64::from(SURVEYS)).sqrt(),
            "{stated} {variance}"
        );
        assert!(held.iter().all(|held| (919..=981).contains(held)), "{held:?} of {SURVEYS}");
        assert!(
            shortened.iter().all(|held| *held < 919),
            "{shortened:?} where intervals are a fifth shorter"
        );
    }
}

#[test]
fn nothing_is_assumed_of_open_ends() {
    let law = &laws()[0];
    let table =
        || Table::from_counts(&schema_of(&[6, 2]), &[0], vec![700, 900, 1100, 900, 700, 700]).unwrap();
    let of = |edges: &[Option<f64>], shares: &[f64]| {
        Numbers::new(law, table(), edges, shares, &Options::default())
    };
    let mut open = closed();
    (open[0], open[5]) = (None, None);
    let numbers = of(&open, &[0.001, 0.5, 0.999]).unwrap();
    assert!(numbers.mean.is_none());
    let [low, middle, high] = &numbers.quantiles[..] else { panic!("three quantiles") };
    assert!(low.estimate.is_none() && low.lower.is_none() && high.estimate.is_none() && high.upper.is_none());
    let whole = of(&closed(), &[0.5]).unwrap();
    let found = |of: &Quantile| (of.estimate, of.lower, of.upper);
    assert_eq!(found(middle), found(&whole.quantiles[0]));
    for edges in [
        vec![],
        vec![Some(1.0), Some(2.0)],
        vec![Some(0.0), None, Some(1.0)],
        vec![Some(2.0), Some(1.0), None],
        vec![None, Some(f64::NAN), None],
        vec![Some(0.0); 8],
    ] {
        assert_eq!(of(&edges, &[]).unwrap_err().code().as_str(), "invalid-hypothesis", "{edges:?}");
    }
    for share in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(of(&closed(), &[share]).unwrap_err().code().as_str(), "invalid-hypothesis", "{share}");
    }
    let two = Table::from_counts(&schema_of(&[6, 2]), &[0, 1], vec![100; 12]).unwrap();
    assert!(Numbers::new(law, two, &closed(), &[], &Options::default()).is_err());
}
