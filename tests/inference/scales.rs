//! Scores over many simulated surveys: means, standard deviations, Cronbach's α and the number of choices have the truth for their mean, and intervals hold it,
//! those of quantiles where a score jumps across the quantile's share, too. Coverage may deviate from 95 % (97.5 % of quantiles at a jump, which can only be missed
//! on one side), and false alarms from 5 %, by 4.5 standard errors: 7·10⁻⁶ for each of three dozen checks. Intervals of half the length fail.

use candor::count::Table;
use candor::design::{Method, Survey};
use candor::estimate::Options;
use candor::inference::{Mean, Scale};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use crate::common::exponential::quotient;
use crate::common::nightly::every;
use crate::common::{Dice, designed};
use crate::enumeration::matrix::Matrix;

const PEOPLE: u32 = 2000;

fn survey(method: Method) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 3, "method": "{method}"}}, "attributes": [
        {{"name": "sex", "categories": ["f", "m"]}},
        {{"name": "climate", "rows": [{{"name": "safe"}}, {{"name": "heard"}}, {{"name": "blamed"}}], "categories": ["1", "2", "3"]}}],
        "scores": [{{"name": "climate-score", "of": ["climate"], "codes": [0, 1, 3], "reversed": ["climate.blamed"]}},
            {{"name": "two", "of": ["climate.safe", "climate.heard"], "codes": [0, 1, 3]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// The answers of a person: a mood decides three items, whose codes are 0, 1 and 3, but for chance; sexes do not differ.
fn person(dice: &mut Dice) -> [u32; 4] {
    let (sex, mood) = (dice.between(0, 1), [0, 1, 1, 2][dice.index(4)]);
    let mut item = || if dice.index(5) < 3 { mood } else { dice.between(0, 2) };
    [sex, item(), item(), 2 - item()]
}

/// What is true of the score, by a listing of all people.
struct Truth {
    /// Mean, standard deviation and α.
    numbers: [f64; 3],
    /// The share of people whose score of the first two items is at most every whole number.
    up_to: [f64; 7],
}

impl Truth {
    fn quantile(&self, share: f64) -> f64 {
        (0_u32..)
            .zip(self.up_to)
            .find(|(_, up_to)| *up_to >= share)
            .map(|(value, _)| f64::from(value))
            .unwrap()
    }
}

fn truth() -> Truth {
    let codes = [0.0, 1.0, 3.0];
    let (mut sums, mut up_to) = ([0.0; 4], [0.0; 7]);
    for mood in [0_usize, 1, 1, 2] {
        for cell in 0..27 {
            let items = [cell / 9, cell / 3 % 3, cell % 3];
            let chance = |item: &usize| if *item == mood { 0.6 + 0.4 / 3.0 } else { 0.4 / 3.0 };
            let probability = 0.25 * items.iter().map(chance).product::<f64>();
            let score: f64 = items.iter().map(|item| codes[*item]).sum();
            sums[0] += probability * score;
            sums[1] += probability * score * score;
            sums[2] += probability * codes[items[0]];
            sums[3] += probability * codes[items[0]].powi(2);
            let reached = (0_u32..)
                .zip(&mut up_to)
                .filter(|(value, _)| f64::from(*value) >= codes[items[0]] + codes[items[1]]);
            reached.for_each(|(_, share)| *share += probability);
        }
    }
    let variance = sums[1] - sums[0] * sums[0];
    let of_item = sums[3] - sums[2] * sums[2];
    Truth { numbers: [sums[0], variance.sqrt(), 1.5 * (1.0 - 3.0 * of_item / variance)], up_to }
}

#[test]
fn scores_come_back_with_intervals_that_hold_them() {
    let surveys = every(1000, 150);
    let allowed = |share: f64| 4.5 * (share * (1.0 - share) / f64::from(surveys)).sqrt();
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(method);
        let truth = truth();
        // Just below and above the share up to 2, where the quantile jumps from 2 to 3, and the quartiles.
        let shares = [truth.up_to[2] - 1e-9, truth.up_to[2] + 1e-9, 0.25, 0.5, 0.75];
        assert_eq!(shares.map(|share| truth.quantile(share))[..2], [2.0, 3.0]);
        let scale = Scale::new(&schema, &schema.scores()[0]);
        let of_two = Scale::new(&schema, &schema.scores()[1]).with_quantiles(&shares).unwrap();
        let (mut dice, mut within) = (Dice::new(41), [0_u32; 5]);
        let (mut held, mut halved, mut alarms) = ([0_u32; 3], [0_u32; 3], 0_u32);
        let (mut sums, mut squares) = ([0.0; 3], [0.0; 3]);
        for _ in 0..surveys {
            let empty = |attributes: &Vec<usize>| Table::new((&schema, &law), attributes).unwrap();
            let mut tables: Vec<Table> = scale.tables(Some(0)).iter().map(empty).collect();
            let mut pair = empty(&of_two.tables(None)[0]);
            for _ in 0..PEOPLE {
                let record = Record::new(&schema, person(&mut dice)).unwrap();
                let report = perturb(&law, record, &mut dice.0);
                let all = tables.iter_mut().chain([&mut pair]);
                all.for_each(|table| table.add_perturbed(&report).unwrap());
            }
            let found = scale.estimate(&law, Some(0), tables, &Options::default()).unwrap();
            alarms += u32::from(found.differences[0].p_value < 0.05);
            let told = [Some(found.mean), found.standard_deviation, found.alpha].map(Option::unwrap);
            let of_two = of_two.estimate(&law, None, vec![pair], &Options::default()).unwrap();
            for (place, of) in of_two.quantiles.unwrap().iter().enumerate() {
                let (true_value, interval) =
                    (truth.quantile(of.share), of.lower.unwrap()..=of.upper.unwrap());
                within[place] += u32::from(interval.contains(&true_value));
                assert!(interval.contains(&of.estimate.unwrap()), "{of:?}");
            }
            for (place, (of, truth)) in told.iter().zip(truth.numbers).enumerate() {
                let Mean { estimate, standard_error, lower, upper, .. } = *of;
                held[place] += u32::from(lower <= truth && truth <= upper);
                halved[place] += u32::from((estimate - truth).abs() <= 0.98 * standard_error);
                sums[place] += estimate;
                squares[place] += standard_error.powi(2);
            }
        }
        let part = |count: u32| f64::from(count) / f64::from(surveys);
        println!(
            "{method}: held {:?}, quantiles {:?}, alarms {}",
            held.map(part),
            within.map(part),
            part(alarms)
        );
        for (place, of) in within.into_iter().enumerate() {
            match place < 2 {
                true => assert!((part(of) - 0.975).abs() <= allowed(0.975), "{within:?} by {method}"),
                false => assert!(part(of) >= 0.95 - allowed(0.95), "{within:?} by {method}"),
            }
        }
        for (place, truth) in truth.numbers.into_iter().enumerate() {
            let mean = sums[place] / f64::from(surveys);
            let error = (squares[place] / f64::from(surveys)).sqrt();
            println!("{mean} of {truth}, standard error {error}");
            // The curvature of a ratio and a root adds up to a twentieth of a standard error.
            let most = 4.5 * error / f64::from(surveys).sqrt() + if place == 0 { 0.0 } else { error / 10.0 };
            assert!((mean - truth).abs() <= most, "{mean} instead of {truth} by {method}");
            assert!((part(held[place]) - 0.95).abs() <= allowed(0.95), "{held:?} by {method}");
            assert!(part(halved[place]) < 0.95 - allowed(0.95), "half the length went unnoticed");
        }
        assert!((part(alarms) - 0.05).abs() <= allowed(0.05), "{alarms} false alarms by {method}");
    }
}

/// The number of choices has the distribution of a listing, whoever is asked.
#[test]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are below 2⁵³")]
fn the_number_of_choices_is_that_of_the_people() {
    let text = r#"{"survey": "work", "privacy": {"record_epsilon": 3, "method": "analysis"}, "attributes": [
        {"name": "how", "choose": "any", "at_most": 2, "categories": ["a", "b", "c", {"value": "none", "excludes": "others"}]}]}"#;
    let survey = Survey::from_json(text).unwrap();
    let (schema, law) = (survey.schema(), designed(survey.request()).unwrap().law().clone());
    let scale = Scale::number_chosen(schema, "how").unwrap();
    assert_eq!(scale.tables(None), [vec![0, 1, 2, 3]]);
    // "none" by 40 %, "a" by 30 %, "b" and "c" by 30 %: expected counts of many reports.
    let mut shares = [0.0; 16];
    (shares[0b0001], shares[0b1000], shares[0b0110]) = (0.4, 0.3, 0.3);
    let matrix = Matrix::of(&law);
    let expected =
        |y: usize| -> f64 { (0..16).map(|x| quotient(matrix.entry(x, y), &matrix.whole) * shares[x]).sum() };
    let counts = (0..16).map(|y| (1e13 * expected(y)).round() as u64).collect();
    let table = Table::from_counts((schema, &law), &[0, 1, 2, 3], counts).unwrap();
    let found = scale.estimate(&law, None, vec![table], &Options::default()).unwrap();
    assert!((found.mean.estimate - 0.9).abs() < 1e-6, "{:?}", found.mean);
    assert!(found.alpha.is_none());
    let distribution = found.distribution.unwrap();
    for (value, share) in [(0.0, 0.4), (1.0, 0.3), (2.0, 0.3), (3.0, 0.0)] {
        let of = distribution.iter().find(|of| of.value == value).unwrap();
        assert!((of.share.estimate - share).abs() < 1e-6, "{of:?}");
    }
}
