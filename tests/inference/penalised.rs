//! Regressions with a ridge. Estimates are always finite, and intervals hold the coefficients as often as they claim, even where most
//! surveys have no finite estimate without a ridge. Tests reject as often as they claim. Also joined categories, and predictions about a
//! fit.
//!
//! False alarms: in 104 checks, a fraction of surveys may differ from its expectation by 4.5 standard errors, 7·10⁻⁶ each.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Coefficient, CoefficientProspect, Regression, Specification};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use super::modelled::shares;
use crate::common::{designed, schema_of};

const SURVEYS: u32 = 120;
const REPORTS: u64 = 5000;

/// Sizes of outcome and regressors, and the coefficients. Groups have frequencies proportional to 1, 2, 3 …, so that the first ones are
/// small.
fn questions() -> Vec<(Vec<u32>, Vec<Vec<f64>>)> {
    vec![
        (vec![2, 4], vec![vec![-2.0, 0.5, 1.0, 1.2]]),
        (vec![2, 2, 3], vec![vec![-1.5, 0.5, 0.0, 0.9]]),
        (vec![3, 4], vec![vec![-0.5, 0.3, 0.6, 1.0], vec![-1.5, 0.0, 0.5, 0.8]]),
        (vec![2, 6], vec![vec![-2.5, 0.5, 1.0, 1.2, 0.0, -0.5]]),
    ]
}

fn laws(sizes: &[u32]) -> Vec<Law> {
    let all: Vec<usize> = (0..sizes.len()).collect();
    let split = Levels::new(sizes.into(), vec![2.0 / sizes.len() as f64; sizes.len()]).unwrap();
    let labelled =
        |epsilon: f64| Request::tables(sizes, core::slice::from_ref(&all), epsilon).method(Method::Labelled);
    let requests = [labelled(2.0), labelled(4.0), Request::levels(&split).method(Method::Independent)];
    requests.into_iter().map(|request| designed(request).unwrap().law().clone()).collect()
}

fn each_by_itself(sizes: &[u32]) -> Specification {
    let names: Vec<String> = (1..sizes.len()).map(|axis| format!("a{axis}")).collect();
    names.join(",").parse().unwrap()
}

fn fitted(law: &Law, table: Table, model: &Specification) -> Result<Regression, candor::Error> {
    Regression::of_terms(law, table, model, &Options::default())
}

fn holds(own: &Coefficient, truth: f64) -> bool {
    own.interval.0 <= truth && truth <= own.interval.1
}

/// How far an observed rate may be from an expected one in `of` surveys.
fn allowed(share: f64, of: f64) -> f64 {
    4.5 * (share * (1.0 - share) / of).sqrt()
}

#[test]
fn intervals_hold_coefficients_where_most_surveys_have_no_finite_estimate() {
    let (mut without, mut most_steps, mut shortest) = (0, 0, 1.0_f64);
    for (sizes, beta) in questions() {
        let (plain, truth) = (each_by_itself(&sizes), beta.concat());
        let ridge = plain.clone().with_ridge();
        for law in laws(&sizes) {
            let all: Vec<usize> = (0..sizes.len()).collect();
            let drawn = Drawn::new(law.clone(), &all, &shares(&sizes, &beta));
            let mut rng = seeded(5);
            let (mut held, mut too_short) = (vec![0; truth.len()], 0);
            for _ in 0..SURVEYS {
                let table = drawn.survey(REPORTS, &mut rng);
                without += u32::from(fitted(&law, table.clone(), &plain).is_err());
                let model = fitted(&law, table, &ridge).unwrap();
                most_steps = most_steps.max(model.steps);
                for (place, own) in model.coefficients.iter().enumerate() {
                    assert!(own.estimate.is_finite() && own.standard_error.is_finite(), "{own:?}");
                    held[place] += u32::from(holds(own, truth[place]));
                    let half = 0.7 * 1.96 * own.standard_error;
                    too_short += u32::from((own.estimate - truth[place]).abs() < half);
                }
            }
            for (place, held) in held.into_iter().enumerate() {
                let share = f64::from(held) / f64::from(SURVEYS);
                assert!(share > 0.95 - allowed(0.95, f64::from(SURVEYS)), "{sizes:?} {place}: {share}");
            }
            let of = f64::from(SURVEYS) * truth.len() as f64;
            shortest = shortest.min(f64::from(too_short) / of);
        }
    }
    assert!(without > 300 && most_steps < 60, "{without} without, {most_steps} steps");
    assert!(shortest < 0.85, "what is too short passes: {shortest}");
}

/// Tests the middle category of the second regressor, which has no effect.
#[test]
fn what_tells_nothing_is_found_significant_as_often_as_is_said() {
    let (sizes, beta) = questions().swap_remove(1);
    let model = each_by_itself(&sizes).with_ridge();
    for law in laws(&sizes) {
        let drawn = Drawn::new(law.clone(), &[0, 1, 2], &shares(&sizes, &beta));
        let mut rng = seeded(11);
        let (mut rejected, mut apart) = (0, 0);
        for _ in 0..400 {
            let found = fitted(&law, drawn.survey(REPORTS, &mut rng), &model).unwrap();
            let own = &found.coefficients[2];
            let is_outside = !holds(own, 0.0);
            rejected += u32::from(own.test.p_value < 0.05);
            // The ends of an interval are computed with an error of up to half a hundredth.
            apart += u32::from(is_outside != (own.test.p_value < 0.05));
        }
        let share = f64::from(rejected) / 400.0;
        assert!(share < 0.05 + allowed(0.05, 400.0) && apart < 10, "{share}, {apart} apart");
    }
}

/// Without noise it makes no difference whether the device or the analyst joins the categories.
#[test]
fn joined_categories_are_those_of_a_question_that_had_them_joined() {
    let fine = Levels::new(vec![2, 4], vec![30.0; 2]).unwrap();
    let coarse = Levels::new(vec![2, 2], vec![30.0; 2]).unwrap();
    let law = |levels: &Levels| {
        designed(Request::levels(levels).method(Method::Independent)).unwrap().law().clone()
    };
    let table = |sizes: &[u32], counts: &[u64]| {
        Table::from_counts(&schema_of(sizes), &[0, 1], counts.to_vec()).unwrap()
    };
    let counts = [310_u64, 120, 260, 180, 90, 80, 140, 160];
    let sums = [310 + 260, 120 + 180, 90 + 140, 80 + 160];
    for ridge in [false, true] {
        let with = |model: Specification| if ridge { model.with_ridge() } else { model };
        let model = with("a1".parse::<Specification>().unwrap());
        let joined = with("a1".parse::<Specification>().unwrap().joining("a1:0+2").joining("a1:1+3"));
        let own = fitted(&law(&fine), table(&[2, 4], &counts), &joined).unwrap();
        let expected = fitted(&law(&coarse), table(&[2, 2], &sums), &model).unwrap();
        assert_eq!(own.coefficients[1].term, Some(("a1".into(), "1+3".into())));
        for (own, expected) in own.coefficients.iter().zip(&expected.coefficients) {
            assert!((own.estimate - expected.estimate).abs() < 1e-6, "{own:?} {expected:?}");
            assert!(
                (own.standard_error / expected.standard_error - 1.0).abs() < 1e-6,
                "{own:?} {expected:?}"
            );
        }
        assert_eq!(own.ridge.is_some(), ridge);
        assert_eq!((own.overall.is_none(), own.fit.is_none(), own.terms.is_empty()), (ridge, ridge, ridge));
    }
}

/// Coefficients of joined categories are recovered from perturbed reports, and their intervals hold them.
#[test]
fn joined_categories_come_back_from_reports() {
    let (sizes, joined) = ([2_u32, 4], [2_u32, 2]);
    // In groups 0 and 1 the second answer has one share, in groups 2 and 3 another.
    let beta = vec![vec![-1.0, 0.0, 0.8, 0.8]];
    let model: Specification = "a1".parse::<Specification>().unwrap().joining("a1:0+1").joining("a1:2+3");
    for law in laws(&sizes) {
        let drawn = Drawn::new(law.clone(), &[0, 1], &shares(&sizes, &beta));
        let mut rng = seeded(3);
        let mut held = 0;
        for _ in 0..400 {
            let found = fitted(&law, drawn.survey(REPORTS, &mut rng), &model).unwrap();
            assert_eq!(found.coefficients.len(), joined[1] as usize);
            held += u32::from(holds(&found.coefficients[1], 0.8));
        }
        assert!((f64::from(held) / 400.0 - 0.95).abs() < allowed(0.95, 400.0), "{held} of 400");
    }
}

/// Predicted standard errors equal those of later surveys, and fits that are predicted to succeed do so.
#[test]
fn what_is_foretold_of_a_fit_comes_true() {
    for (sizes, beta) in questions() {
        let (model, all) = (each_by_itself(&sizes), (0..sizes.len()).collect::<Vec<usize>>());
        let truth = shares(&sizes, &beta);
        for law in laws(&sizes) {
            let prospects =
                CoefficientProspect::of_model((&schema_of(&sizes), &law), &all, &model, &truth).unwrap();
            let n = prospects.iter().map(CoefficientProspect::fitted_from).max().unwrap();
            let drawn = Drawn::new(law.clone(), &all, &truth);
            let mut rng = seeded(17);
            let models: Vec<Regression> =
                (0..400).filter_map(|_| fitted(&law, drawn.survey(n, &mut rng), &model).ok()).collect();
            let share = models.len() as f64 / 400.0;
            println!("{sizes:?}: {share} of surveys of {n}");
            assert!(share > 0.95, "{sizes:?}: {share} of surveys of {n}");
            let many = 400 * n;
            for (place, prospect) in prospects.iter().enumerate() {
                let found = fitted(&law, drawn.survey(many, &mut rng), &model).unwrap();
                let ratio = found.coefficients[place].standard_error / prospect.standard_error(many);
                assert!((ratio - 1.0).abs() < 0.1, "{sizes:?} {place}: {ratio}");
            }
        }
    }
}

#[test]
fn what_joins_nothing_is_refused() {
    let law = &laws(&[2, 4])[0];
    let drawn = Drawn::new(law.clone(), &[0, 1], &[0.125; 8]);
    let table = drawn.survey(1000, &mut seeded(1));
    let model = || "a1".parse::<Specification>().unwrap();
    for join in ["", "a1", "a1:", "a1:0", "a1:0+0", "a1:0+9", "a2:0+1", "a1:0+1+2+3", "a0:0+1", "a1:0++1"] {
        let refused = fitted(law, table.clone(), &model().joining(join)).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid-hypothesis", "{join}");
    }
    let compared = Regression::compared(
        law,
        table,
        (&model().with_ridge(), &"a1".parse().unwrap()),
        &Options::default(),
    );
    assert_eq!(compared.unwrap_err().code().as_str(), "invalid-hypothesis");
}
