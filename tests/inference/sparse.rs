//! Tests of tables with rare categories, over 1,000 surveys per setting. By chance a rate of 5 % is exceeded by more than [`ALLOWED`] once
//! in 130,000 seeds, and one of 0.1 % by more than [`MOST_AT_ONE_IN_A_THOUSAND`] surveys once in 100,000: one of the checks fails once in
//! 8,000 seeds. The χ² p-values of the same surveys fail these checks. `scripts/bench few-reports` does the same for many more settings.

use candor::count::Table;
use candor::design::Method;
use candor::estimate::Options;
use candor::inference::{self, Hypothesis, NullMethod, Tested, equality};

use super::drawn::{Drawn, seeded};
use super::rare::{Setting, beside_arms, of_arms, of_pair, outer, rare, settings};
use crate::common::nightly::every;
use crate::common::schema_of;

const SURVEYS: u32 = 1000;
const ALLOWED: f64 = 0.03;
const MOST_AT_ONE_IN_A_THOUSAND: u32 = 7;

/// How many surveys are rejected at 5 % and at 0.1 %.
type Rejected = [u32; 2];

/// Rejections by the p-value that Candor returns, and by the p-value of χ².
fn rejected(name: &str, method: NullMethod, mut test: impl FnMut() -> Tested) -> [Rejected; 2] {
    let mut found = [[0; 2]; 2];
    for _ in 0..SURVEYS {
        let tested = test();
        let null = tested.null_distribution;
        // If one arm is empty there is nothing to test.
        let simulated = null.method == method && null.draws >= 50 && !null.rough;
        assert!(simulated || tested.published.is_none(), "{name}: {tested:?}");
        assert!(null.standard_error < 0.1, "{null:?}");
        for (place, level) in [0.05, 0.001].into_iter().enumerate() {
            found[0][place] += u32::from(tested.calibrated.p_value < level);
            found[1][place] += u32::from(null.chi_squared_p_value < level);
        }
    }
    println!("{name}: {:?} of {SURVEYS}, by χ² {:?}", found[0], found[1]);
    found
}

fn are_as_rare_as_is_said([often, rarely]: Rejected) -> bool {
    f64::from(often) / f64::from(SURVEYS) < 0.05 + ALLOWED && rarely <= MOST_AT_ONE_IN_A_THOUSAND
}

#[test]
fn true_hypotheses_about_rare_categories_are_rejected_as_rarely_as_is_said() {
    // Every run has at least one setting of each method.
    for Setting { name, drawn, hypothesis, n, method } in
        settings().into_iter().skip(every(0, 1)).step_by(every(1, 3))
    {
        let mut rng = seeded(37);
        let [told, chi_squared] = rejected(name, method, || {
            let table = drawn.survey(n, &mut rng);
            inference::test(&drawn.law, table, &hypothesis, &Options::default()).unwrap()
        });
        assert!(are_as_rare_as_is_said(told), "{name}: {told:?}");
        assert!(!are_as_rare_as_is_said(chi_squared), "{name}: {chi_squared:?} passes");
    }
}

/// Reports under one law are exchanged between the surveys; under two laws surveys are simulated. The χ² test finds differences too rarely.
#[test]
fn surveys_with_rare_categories_differ_as_rarely_as_is_said() {
    let truth = outer(&rare(3), &rare(4));
    let under = |epsilon| Drawn::new(of_pair([3, 4], epsilon, Method::Analysis), &[0, 1], &truth);
    let (one, other) = (under(8.0), under(6.0));
    let settings = [("one law", &one, NullMethod::Permutation), ("two laws", &other, NullMethod::Bootstrap)];
    for &(name, other, method) in every(&settings[..], &settings[..1]) {
        let mut rng = seeded(41);
        let [told, chi_squared] = rejected(name, method, || {
            let both = ((&one.law, one.survey(40, &mut rng)), (&other.law, other.survey(200, &mut rng)));
            equality(both.0, both.1, &Options::default()).unwrap()
        });
        let are_as_said = |[often, rarely]: Rejected| {
            let often_enough = f64::from(often) / f64::from(SURVEYS) > 0.05 - ALLOWED;
            often_enough && are_as_rare_as_is_said([often, rarely])
        };
        assert!(are_as_said(told), "{name}: {told:?}");
        assert!(!are_as_said(chi_squared), "{name}: {chi_squared:?} passes");
    }
}

/// One unit of two questions is one block of both. A cell drawn by noise makes the answers dependent, so that they cannot be permuted.
#[test]
fn a_unit_of_two_questions_is_tested_as_a_block_of_both() {
    let truth = outer(&rare(3), &rare(4));
    let [one, other] = [Method::Labelled, Method::Analysis].map(|method| {
        let drawn = Drawn::new(of_pair([3, 4], 8.0, method), &[0, 1], &truth);
        let table = drawn.survey(100, &mut seeded(59));
        inference::test(&drawn.law, table, &Hypothesis::Independence, &Options::default()).unwrap()
    });
    assert!((one.calibrated.value - other.calibrated.value).abs() < 1e-9, "{one:?} {other:?}");
    let methods = [one, other].map(|tested| tested.null_distribution.method);
    assert_eq!(methods, [NullMethod::Bootstrap; 2]);
}

/// Nobody gave the first answer to the second question, so that every permutation gives the same table.
#[test]
fn an_answer_that_nobody_gave_is_independent_of_all() {
    let law = of_pair([2, 2], 8.0, Method::Independent);
    let table = Table::from_counts(&schema_of(&[2, 2]), &[0, 1], vec![0, 5, 0, 95]).unwrap();
    let tested = inference::test(&law, table, &Hypothesis::Independence, &Options::default()).unwrap();
    assert!(tested.calibrated.p_value > 0.99, "{tested:?}");
}

/// The same counts always have the same p-value; with many reports it is that of χ², and dependent answers are detected.
#[test]
fn simulated_p_values_follow_from_the_counts() {
    let drawn = of_arms(6.0);
    let test = |n: u64, drawn: &Drawn| {
        let table = drawn.survey(n, &mut seeded(43));
        inference::test(&drawn.law, table, &Hypothesis::Independence, &Options::default()).unwrap()
    };
    assert_eq!(test(300, &drawn), test(300, &drawn));
    let many = test(300_000, &drawn);
    assert_eq!(many.null_distribution.method, NullMethod::ChiSquared);
    assert!((many.calibrated.p_value - many.null_distribution.chi_squared_p_value).abs() < 1e-15);
    let apart = Drawn::new(beside_arms([2, 2], 6.0), &[0, 1], &[0.9, 0.0, 0.05, 0.05]);
    let found = test(300, &apart);
    assert!(found.calibrated.p_value <= 0.001 && found.null_distribution.draws == 9_999, "{found:?}");
}
