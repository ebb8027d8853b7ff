//! Ring: statistics. Regressions of follow-ups, and on them: they use what cannot occur, so that coefficients are unbiased, have intervals that hold the truth and
//! err less than those of regressions that do not know it.
//!
//! False alarms of the simulation: as in `weights`, for four coefficients of two plans.

use candor::count::Table;
use candor::design::Method;
use candor::estimate::Options;
use candor::inference::{CoefficientProspect, Regression};

use super::drawn::{Drawn, knowing, seeded};
use super::follow_up_tests::{BY_SEX, HARASSED, by_sex, without_last};
use super::weights::SURVEYS;
use crate::common::questionnaires::survey;

/// The respondents of each survey.
const REPORTS: u64 = 10_000;

/// The share of colleagues and managers among women, and among men.
const SHARES: [[f64; 2]; 2] = [[0.22, 0.18], [0.3, 0.1]];

/// The odds of the second of two against the first.
fn log_odds(first: f64, second: f64) -> f64 {
    (second / first).ln()
}

/// The coefficients of `by` on `sex`: managers, and nobody, against colleagues.
fn of_by() -> Vec<f64> {
    let [women, men] = SHARES.map(|[colleague, manager]| {
        [log_odds(colleague, manager), log_odds(colleague, 1.0 - colleague - manager)]
    });
    vec![women[0], men[0] - women[0], women[1], men[1] - women[1]]
}

/// The coefficients of `sex` on `by`: men against women.
fn of_sex() -> Vec<f64> {
    let [women, men] = SHARES.map(|[colleague, manager]| [colleague, manager, 1.0 - colleague - manager]);
    let of = |place: usize| log_odds(0.6 * women[place], 0.4 * men[place]);
    vec![of(0), of(1) - of(0), of(2) - of(0)]
}

/// The table of shares over (by, sex, …) with the first two turned; `last` cells follow each.
fn turned(shares: &[f64], last: usize) -> Vec<f64> {
    let cell = |sex: usize, by: usize| &shares[(by * 2 + sex) * last..][..last];
    (0..2).flat_map(|sex| (0..3).flat_map(move |by| cell(sex, by))).copied().collect()
}

#[test]
fn coefficients_are_unbiased_and_err_less() {
    let truth = by_sex(SHARES);
    let of_by = (BY_SEX, truth.clone(), without_last(&truth), of_by());
    let of_sex = ([2, 1, 0], turned(&truth, 2), turned(&without_last(&truth), 1), of_sex());
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(HARASSED, 2.0, method);
        for (order, shares, narrow, expected) in [&of_by, &of_sex] {
            let outcome = &schema.attributes()[order[0]];
            let setting = format!("{method}, {}", outcome.name());
            let drawn = Drawn::new(law.clone(), order, shares);
            let alone = Drawn::new(law.clone(), &order[..2], narrow);
            let squared = |model: &Regression| -> f64 {
                model.coefficients.iter().map(|own| own.standard_error.powi(2)).sum()
            };
            let fitted = |table| Regression::new(&law, table, &Options::default()).unwrap();
            let mut rng = seeded(81);
            let other = |_| squared(&fitted(alone.survey(REPORTS, &mut rng)));
            let others: f64 = (0..SURVEYS).map(other).sum();
            let mut rng = seeded(82);
            let known = |_| fitted(knowing((&schema, &law), order, 2, &drawn.survey(REPORTS, &mut rng)));
            let models: Vec<Regression> = (0..SURVEYS).map(known).collect();
            let n = f64::from(SURVEYS);
            let regressor = schema.attributes()[order[1]].name().parse().unwrap();
            let foreseen = CoefficientProspect::of_model((&schema, &law), &order[..2], &regressor, narrow);
            for ((place, truth), foreseen) in expected.iter().enumerate().zip(foreseen.unwrap()) {
                let each = || models.iter().map(|model| &model.coefficients[place]);
                let mean = each().map(|own| own.estimate).sum::<f64>() / n;
                let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
                // Maximum-likelihood estimates are farther from 0 by a fraction of their variance.
                let off = (mean - truth).abs();
                assert!(off < 4.5 * (variance / n).sqrt() + variance, "{setting} {place}: {mean} {truth}");
                let held = each().filter(|own| own.interval.0 <= *truth && *truth <= own.interval.1).count();
                assert!((919..=981).contains(&held), "{setting} {place}: {held}");
                let error = foreseen.standard_error(REPORTS) / variance.sqrt();
                println!(
                    "{setting} {place}: {mean:.3} for {truth:.3}, {held} intervals hold it, foreseen error {error:.3}"
                );
                assert!((error - 1.0).abs() < 0.12, "{setting} {place}: {error}");
            }
            let ratio = models.iter().map(squared).sum::<f64>() / others;
            println!("{setting}: {ratio:.3} of the squared error");
            assert!(ratio < if method == Method::Labelled { 0.93 } else { 0.65 }, "{setting}: {ratio}");
        }
    }
}

/// A regressor without effect is found significant as often as is said, also where it is a follow-up.
#[test]
fn terms_without_effect_are_found_as_often_as_is_said() {
    let truth = turned(&by_sex([[0.25, 0.15]; 2]), 2);
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(HARASSED, 2.0, method);
        let drawn = Drawn::new(law.clone(), &[2, 1, 0], &truth);
        let mut rng = seeded(83);
        let mut found = [0; 2];
        for _ in 0..SURVEYS {
            let table = knowing((&schema, &law), &[2, 1, 0], 2, &drawn.survey(REPORTS, &mut rng));
            let Regression { overall, terms, .. } =
                Regression::new(&law, table, &Options::default()).unwrap();
            found[0] += u32::from(overall.unwrap().p_value < 0.05);
            found[1] += u32::from(terms[0].test.p_value < 0.05);
        }
        println!("{method}: {found:?} of {SURVEYS} are significant");
        assert!(found.iter().all(|found| (19..=81).contains(found)), "{method}: {found:?}");
    }
}

#[test]
fn what_follows_from_what_was_asked_is_no_model() {
    let (schema, law) = survey(HARASSED, 3.0, Method::Analysis);
    // Whether `by` is "not asked" is the answer to `harassed`.
    for attributes in [&[1, 0][..], &[2, 0, 1]] {
        let cells: u32 = schema.table_sizes(attributes).unwrap().iter().product();
        let counts = vec![100; usize::try_from(cells).unwrap()];
        let table = Table::from_counts((&schema, &law), attributes, counts).unwrap();
        let refused = Regression::new(&law, table, &Options::default()).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid-hypothesis", "{attributes:?}");
    }
}

/// Of regressors of which some answers cannot be given together, only those groups count that there are.
#[test]
fn choices_that_exclude_each_other_explain_together() {
    let questions = r#"{"name": "how", "choose": "any", "at_least": 1,
        "categories": ["words", "touch", {"value": "none", "excludes": "others"}]},
        {"name": "sex", "categories": ["f", "m"]}"#;
    let (schema, law) = survey(questions, 4.0, Method::Analysis);
    // Coefficients of words, none and touch, on the log odds of men against women.
    let effects = [0.3, 0.6, -0.4];
    let mut shares = vec![0.0; 16];
    for (choices, share) in [(0b010, 0.4), (0b001, 0.2), (0b100, 0.2), (0b101, 0.2)] {
        let made = [2, 1, 0].map(|place| f64::from(choices >> place & 1));
        let log_odds: f64 = effects.iter().zip(made).map(|(effect, made)| effect * made).sum();
        let of_men = 1.0 / (1.0 + (-log_odds).exp());
        shares[usize::try_from(choices).unwrap()] = share * (1.0 - of_men);
        shares[usize::try_from(8 + choices).unwrap()] = share * of_men;
    }
    let order = [3, 0, 2, 1];
    let drawn = Drawn::new(law.clone(), &order, &shares);
    let (mut rng, mut sums) = (seeded(84), [[0.0; 2]; 4]);
    for _ in 0..SURVEYS {
        let table = knowing((&schema, &law), &order, 4, &drawn.survey(20_000, &mut rng));
        let model = Regression::new(&law, table, &Options::default()).unwrap();
        for (sum, own) in sums.iter_mut().zip(model.coefficients) {
            *sum = [sum[0] + own.estimate, sum[1] + own.standard_error.powi(2)];
        }
    }
    let n = f64::from(SURVEYS);
    for ([sum, squares], truth) in sums.into_iter().zip([0.0].into_iter().chain(effects)) {
        let (mean, variance) = (sum / n, squares / n);
        println!("{mean:.3} for {truth}, variance {variance:.4}");
        assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt() + variance, "{mean} {truth}");
    }
}
