//! Cramér's V with its interval, over 1,000 surveys per setting. Coverage may deviate from 95 % by 4.5 standard errors, 3.1
//! points, 7·10⁻⁶ each for a dozen settings. Intervals that are a fifth too short fail.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Strength, associated, cramers_v};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use crate::common::{designed, schema_of};

const SURVEYS: u32 = 1000;

fn laws(sizes: &[u32; 2]) -> [Law; 3] {
    let levels = |epsilon| Levels::new(sizes.to_vec(), vec![epsilon; 2]).unwrap();
    [
        Request::levels(&levels(2.0)).method(Method::Independent),
        Request::tables(sizes, &[vec![0, 1]], 2.0).method(Method::Labelled),
        Request::tables(sizes, &[vec![0], vec![0, 1]], 4.0).method(Method::Labelled),
    ]
    .map(|request| designed(request).unwrap().law().clone())
}

fn strength_of(law: &Law, table: Table) -> Strength {
    Strength::new(law, table, &Options::default()).unwrap()
}

#[test]
fn without_noise_it_is_that_of_the_table() {
    let levels = Levels::new(vec![3, 2], vec![30.0; 2]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let counts = [27_900_u64, 17_600, 15_700, 35_800, 11_600, 19_000];
    let shares = counts.map(|count| count as f64);
    let table = Table::from_counts(&schema_of(&[3, 2]), &[0, 1], counts.into()).unwrap();
    let strength = strength_of(&law, table);
    // The bias due to sampling is subtracted from φ²: nearly (r−1)(c−1)/n, as for independent questions.
    let n: f64 = shares.iter().sum();
    let expected = (cramers_v(&shares, 2).unwrap().powi(2) - 2.0 / n).sqrt();
    assert!((strength.cramers_v - expected).abs() < 1e-5, "{strength:?} {expected}");
    assert!(expected - strength.lower < 0.01 && strength.upper - expected < 0.01, "{strength:?}");
}

#[test]
fn intervals_hold_the_true_strength() {
    for (sizes, margins, v) in [
        ([2, 2], [vec![0.6, 0.4], vec![0.7, 0.3]], 0.25),
        ([3, 3], [vec![0.5, 0.3, 0.2], vec![0.4, 0.3, 0.3]], 0.2),
        ([4, 2], [vec![0.3, 0.3, 0.2, 0.2], vec![0.5, 0.5]], 0.1),
    ] {
        let truth = associated(&margins[0], &margins[1], v).unwrap();
        for law in laws(&sizes) {
            let (drawn, mut rng) = (Drawn::new(law.clone(), &[0, 1], &truth), seeded(91));
            let (mut held, mut shortened) = (0, 0);
            for _ in 0..SURVEYS {
                let Strength { lower, upper, .. } = strength_of(&law, drawn.survey(8000, &mut rng));
                let cut = (upper - lower) / 10.0;
                held += u32::from(lower <= v && v <= upper);
                shortened += u32::from(lower + cut <= v && v <= upper - cut);
            }
            assert!((919..=981).contains(&held), "{sizes:?}: {held} of {SURVEYS}");
            assert!(shortened < 919, "{sizes:?}: {shortened} where intervals are a fifth shorter");
        }
    }
}

/// If the questions are independent, the lower end is 0 in 97.5 % of surveys.
#[test]
fn independent_questions_have_an_interval_from_0() {
    let truth = associated(&[0.5, 0.3, 0.2], &[0.4, 0.6], 0.0).unwrap();
    for law in laws(&[3, 2]) {
        let (drawn, mut rng) = (Drawn::new(law.clone(), &[0, 1], &truth), seeded(92));
        let from_0 =
            (0..SURVEYS).filter(|_| strength_of(&law, drawn.survey(8000, &mut rng)).lower == 0.0).count();
        assert!((953..=997).contains(&from_0), "{from_0} of {SURVEYS}");
    }
}

#[test]
fn what_has_no_strength_is_refused() {
    let levels = Levels::new(vec![2, 2], vec![1.0; 2]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let of = |axes: &[usize], counts: Vec<u64>| {
        let table = Table::from_counts(&schema_of(&[2, 2]), axes, counts).unwrap();
        Strength::new(&law, table, &Options::default()).unwrap_err().code().as_str()
    };
    assert_eq!(of(&[0], vec![5, 5]), "invalid-hypothesis");
    assert_eq!(of(&[0, 1], vec![0, 0, 0, 0]), "empty-sample");
    assert_eq!(of(&[0, 1], vec![500, 400, 10, 10]), "undefined-statistic");
}
