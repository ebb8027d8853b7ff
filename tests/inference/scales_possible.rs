//! Scores of questions of which some answers cannot occur together: they use it, stay unbiased with intervals that hold the truth, and err less.
//!
//! False alarms of the simulation: as in `weights`, for two numbers of two plans.

use candor::Survey;
use candor::estimate::Options;
use candor::inference::{Mean, Scale, ScaleEstimate};
use candor::law::Law;
use candor::schema::Schema;

use super::drawn::{Drawn, knowing, seeded};
use super::weights::SURVEYS;
use crate::common::designed;

/// At most two of three may be chosen, or none of them.
fn survey(method: &str) -> (Schema, Law) {
    let survey = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 2, "method": "{method}"}}, "attributes": [
        {{"name": "how", "choose": "any", "at_most": 2, "categories": ["words", "touch", "messages", {{"value": "none", "excludes": "others"}}]}}]}}"#
    );
    let survey = Survey::from_json(&survey).unwrap();
    (survey.schema().clone(), designed(survey.request()).unwrap().law().clone())
}

/// The shares of words, touch, messages and none, each chosen or not.
fn people() -> Vec<f64> {
    let mut shares = vec![0.0; 16];
    for (cell, share) in [(0b0001, 0.35), (0b1000, 0.25), (0b0100, 0.05), (0b1100, 0.15), (0b1010, 0.2)] {
        shares[cell] = share;
    }
    shares
}

#[test]
fn they_are_unbiased_and_err_less_than_those_that_do_not_know() {
    // The number chosen: none is chosen by 35 %, one by 30 % and two by 35 %.
    let truth = [1.0, 0.7_f64.sqrt()];
    for method in ["analysis", "labelled"] {
        let (schema, law) = &survey(method);
        let scale = Scale::number_chosen(schema, "how").unwrap();
        assert_eq!(scale.tables(None), [vec![0, 1, 2, 3]]);
        let drawn = Drawn::new(law.clone(), &[0, 1, 2, 3], &people());
        let (mut rng, mut unaware) = (seeded(67), [0.0; 2]);
        let numbers = |found: ScaleEstimate| [found.mean, found.standard_deviation.unwrap()];
        let numbers_of = |_: u32| {
            let table = drawn.survey(2000, &mut rng);
            let known = knowing((schema, law), &[0, 1, 2, 3], 4, &table);
            let other = scale.estimate(law, None, vec![table], &Options::default()).unwrap();
            for (sum, own) in unaware.iter_mut().zip(numbers(other)) {
                *sum += own.standard_error.powi(2);
            }
            numbers(scale.estimate(law, None, vec![known], &Options::default()).unwrap())
        };
        let found: Vec<[Mean; 2]> = (0..SURVEYS).map(numbers_of).collect();
        let n = f64::from(SURVEYS);
        for (place, truth) in truth.into_iter().enumerate() {
            let each = || found.iter().map(|survey| survey[place]);
            let mean = each().map(|own| own.estimate).sum::<f64>() / n;
            let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            // The root of a variance is curved, which moves its mean by less than a tenth of a standard error.
            let curved = if place == 0 { 0.0 } else { variance.sqrt() / 10.0 };
            assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt() + curved, "{method} {place}: {mean}");
            let stated = each().map(|own| own.standard_error.powi(2)).sum::<f64>() / n;
            assert!((stated / variance - 1.0).abs() < 0.22, "{method} {place}: {stated} {variance}");
            let held = each().filter(|own| own.lower <= truth && truth <= own.upper).count();
            assert!((919..=981).contains(&held), "{method} {place}: {held}");
            let part = n * stated / unaware[place];
            println!("{method} {place}: {part:.3} of the squared error");
            assert!(part < 0.9, "{method} {place}: {part}");
        }
    }
}

/// The shares of numbers that cannot be chosen are 0, without error, and the others add up to 1, under a law that shows all choices together.
#[test]
fn no_share_is_given_to_what_cannot_be_chosen() {
    let (schema, law) = &survey("analysis");
    let scale = Scale::number_chosen(schema, "how").unwrap();
    let table = Drawn::new(law.clone(), &[0, 1, 2, 3], &people()).survey(2000, &mut seeded(68));
    let shares = scale.estimate(
        law,
        None,
        vec![knowing((schema, law), &[0, 1, 2, 3], 4, &table)],
        &Options::default(),
    );
    let shares = shares.unwrap().distribution.unwrap();
    assert_eq!(shares.iter().map(|own| own.value).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    assert!((shares.iter().map(|own| own.share.estimate).sum::<f64>() - 1.0).abs() < 1e-9);
    let three = shares[3].share;
    assert!(three.estimate.abs() < 1e-6 && three.standard_error.unwrap() < 1e-6, "{three:?}");
}
