//! Predicted power compared with that of simulated surveys: they agree within 3 points plus 4 standard errors of 2,000 surveys nightly, which
//! are 4.5 points where power is 50 %, and of 500 in every run, which are 9 points. A check fails by chance once in 15,000 seeds. The power
//! of half as many respondents fails it. `scripts/bench calibration` does the same for 10,000 surveys of more settings.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{self, Hypothesis, Prospect, respondents_of_any_protocol};
use candor::law::Law;
use rand_chacha::ChaCha20Rng;

use super::drawn::{Drawn, dependent, independent, seeded};
use crate::common::nightly::every;
use crate::common::{designed, schema_of};

const LEVEL: f64 = 0.05;

fn law(request: Request) -> Law {
    designed(request).unwrap().law().clone()
}

pub fn laws(sizes: &[u32]) -> Vec<Law> {
    let levels = Levels::new(sizes.into(), vec![1.5; sizes.len()]).unwrap();
    let all: Vec<usize> = (0..sizes.len()).collect();
    [
        Request::levels(&levels).method(Method::Independent),
        Request::levels(&levels).method(Method::Optimal),
        Request::tables(sizes, &[all], 1.0).method(Method::Labelled),
    ]
    .map(law)
    .into()
}

/// Compares the predicted power of a test of `law` with how often simulated surveys of the same size reject.
pub fn assert_predicted(
    (law, axes): (&Law, &[usize]),
    hypothesis: &Hypothesis,
    shares: &[f64],
    mut survey: impl FnMut(u64, &mut ChaCha20Rng) -> Table,
) {
    let schema = schema_of(law.sizes());
    let prospect = Prospect::new((&schema, law), axes, hypothesis, shares).unwrap();
    for wanted in [0.5, 0.9] {
        let n = prospect.respondents(wanted, LEVEL).unwrap().unwrap();
        let predicted = prospect.power(n, LEVEL).unwrap();
        assert!((predicted - wanted).abs() < 0.01 && prospect.power(n - 1, LEVEL).unwrap() < wanted);
        let mut rng = seeded(n);
        let mut rejects = || {
            let tested = inference::test(law, survey(n, &mut rng), hypothesis, &Options::default()).unwrap();
            tested.calibrated.p_value < LEVEL
        };
        let surveys = every(2000, 500);
        let rejected = (0..surveys).filter(|_| rejects()).count();
        let found = f64::from(u32::try_from(rejected).unwrap()) / f64::from(surveys);
        let agrees = |power: f64| {
            (found - power).abs() < 0.03 + 4.0 * (power * (1.0 - power) / f64::from(surveys)).sqrt()
        };
        let setting = format!("{hypothesis} of {axes:?} of {:?}, n = {n}", law.sizes());
        assert!(agrees(predicted), "{setting}: {found} for {predicted}");
        let of_half = prospect.power(n / 2, LEVEL).unwrap();
        assert!(!agrees(of_half), "{setting}: {found} passes for {of_half}");
    }
}

#[test]
fn power_is_that_of_simulated_surveys() {
    let families = [0.2, 0.1, 0.15, 0.15, 0.05, 0.35];
    let mut settings: Vec<(Vec<u32>, Hypothesis, Vec<f64>)> = Vec::new();
    for (sizes, more) in [([2, 2], 0.05), ([3, 2], 0.06), ([3, 4], 0.02)] {
        settings.push((sizes.into(), Hypothesis::Independence, dependent(sizes, more)));
    }
    settings.push((vec![3, 2], Hypothesis::Trend { scores: None }, dependent([3, 2], 0.06)));
    settings.push((vec![3, 2], Hypothesis::Fit { shares: independent([3, 2]) }, dependent([3, 2], 0.06)));
    settings.push((vec![6], Hypothesis::Transmission, families.into()));
    let of_laws =
        settings.iter().flat_map(|setting| laws(&setting.0).into_iter().map(move |law| (setting, law)));
    for ((sizes, hypothesis, shares), law) in of_laws.step_by(every(1, 2)) {
        let axes: Vec<usize> = (0..sizes.len()).collect();
        let drawn = Drawn::new(law.clone(), &axes, shares);
        assert_predicted((&law, &axes), hypothesis, shares, |n, rng| drawn.survey(n, rng));
    }
}

/// Without privacy the bound is that of the test of one table of shares against another; a plan always needs more respondents than the
/// bound.
#[test]
fn no_plan_needs_fewer_than_any_protocol() {
    for sizes in [[2, 2], [3, 2], [3, 4]] {
        let (null, shares) = (independent(sizes), dependent(sizes, 0.02));
        for epsilon in [0.5, 1.0, 2.0, 4.0, 8.0] {
            let bound = respondents_of_any_protocol([&null, &shares], &[0; 12], epsilon, 0.8, LEVEL).unwrap();
            for method in [Method::Labelled, Method::Analysis] {
                let law = law(Request::tables(&sizes, &[vec![0, 1]], epsilon).method(method));
                let of = (&schema_of(&sizes), &law);
                let prospect = Prospect::new(of, &[0, 1], &Hypothesis::Independence, &shares).unwrap();
                let n = prospect.respondents(0.8, LEVEL).unwrap().unwrap();
                assert!(n as f64 > bound, "{sizes:?} at {epsilon}: {n} {bound}");
            }
        }
    }
}

/// Binary randomised response to the question whether an answer is among those that became more frequent comes near the bound if ε is
/// small: no protocol distinguishes two tables of shares with much fewer respondents.
#[test]
fn the_bound_for_any_protocol_is_nearly_reached() {
    let (null, shares) = ([0.5, 0.5], [0.45, 0.55]);
    for (epsilon, within) in [(0.1, 1.01), (0.5, 1.07), (1.0, 1.3)] {
        let bound = respondents_of_any_protocol([&null, &shares], &[0; 2], epsilon, 0.8, LEVEL).unwrap();
        let kept: f64 = 1.0 / (1.0 + (-epsilon).exp());
        let reported = [0.5, kept * 0.55 + (1.0 - kept) * 0.45];
        let divergence = 4.0 * (reported[1] - 0.5) * (reported[1] - 0.5);
        let needed = (1.644_853_626_951_472_8 + 0.841_621_233_572_914_3_f64).powi(2) / divergence;
        assert!(needed > bound && needed < within * bound, "{epsilon}: {needed} {bound}");
    }
}

#[test]
fn levels_powers_and_shares_that_cannot_be_are_refused() {
    let (schema, law) = (schema_of(&[2, 2]), &laws(&[2, 2])[0]);
    let prospect = |shares: &[f64]| Prospect::new((&schema, law), &[0, 1], &Hypothesis::Independence, shares);
    for shares in [&[0.5, 0.5][..], &[0.5, 0.5, 0.5, -0.5], &[0.3; 4]] {
        assert_eq!(prospect(shares).unwrap_err().code().as_str(), "invalid-hypothesis");
    }
    let fine = prospect(&[0.3, 0.2, 0.2, 0.3]).unwrap();
    for outside in [0.0, 1.0, f64::NAN] {
        assert_eq!(fine.power(100, outside).unwrap_err().code().as_str(), "invalid-confidence");
        assert_eq!(fine.respondents(outside, 0.05).unwrap_err().code().as_str(), "invalid-confidence");
    }
    assert!(fine.power(0, 0.05).unwrap() < 0.051);
    let equal = respondents_of_any_protocol([&[0.5, 0.5]; 2], &[0; 2], 1.0, 0.05, 0.05);
    assert_eq!(equal.unwrap_err().code().as_str(), "invalid-confidence");
}
