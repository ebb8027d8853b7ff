//! Scores over many simulated surveys: means, standard deviations, Cronbach's α and the number of choices have the truth for their mean, and intervals hold it,
//! those of quantiles where a score jumps across the quantile's share, too. Coverage may deviate from 95 % (97.5 % of quantiles at a jump, which can only be missed
//! on one side), and false alarms from 5 %, by 4.5 standard errors: 7·10⁻⁶ for each of three dozen checks. Intervals of half the length fail.

use candor::count::Table;
use candor::design::{Method, Survey};
use candor::estimate::Options;
use candor::inference::{GroupEstimate, Mean, Scale};

use crate::common::exponential::quotient;
use crate::common::moods::{counted, survey, truth};
use crate::common::nightly::every;
use crate::common::{Dice, designed};
use crate::enumeration::matrix::Matrix;

const PEOPLE: u32 = 2000;

#[test]
fn scores_come_back_with_intervals_that_hold_them() {
    let surveys = every(1000, 150);
    let allowed = |share: f64| 4.5 * (share * (1.0 - share) / f64::from(surveys)).sqrt();
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(method, 3.0);
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
            let all = [scale.tables(Some(0)), vec![of_two.tables(None)[0].clone()]].concat();
            let mut tables = counted((&schema, &law), &all, PEOPLE, &mut dice);
            let pair = tables.pop().unwrap();
            let found = scale.estimate(&law, Some(0), tables, &Options::default()).unwrap();
            // A law for pairs does not show two items together with the groups.
            let of_group = found.groups[0];
            assert!(of_group.mean.is_some() && (method == Method::Labelled || of_group.alpha.is_none()));
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

/// Where noise hides most of a score's variance, an interval of its deviation or of α that is told misses the truth in at most 5 % of all surveys, by 4.5 standard
/// errors of that share (7·10⁻⁶ for each of two checks), and α is often not told. Intervals of ±1.96 standard errors of α miss it more often.
#[test]
fn what_noise_hides_of_a_score_is_not_told() {
    let surveys = every(1000, 150);
    let (schema, law) = survey(Method::Independent, 2.0);
    let (truth, scale, mut dice) = (truth().numbers, Scale::new(&schema, &schema.scores()[0]), Dice::new(43));
    let (mut missed, mut symmetric, mut untold) = ([0_u32; 2], 0_u32, 0_u32);
    for _ in 0..surveys {
        let tables = counted((&schema, &law), &scale.tables(None), PEOPLE / 2, &mut dice);
        let found = scale.estimate(&law, None, tables, &Options::default()).unwrap();
        for (place, of) in [found.standard_deviation, found.alpha].into_iter().enumerate() {
            let misses = |of: Mean| truth[place + 1] < of.lower || of.upper < truth[place + 1];
            missed[place] += u32::from(of.is_some_and(misses));
        }
        untold += u32::from(found.alpha.is_none());
        let far = |of: Mean| (of.estimate - truth[2]).abs() > 1.96 * of.standard_error;
        symmetric += u32::from(found.alpha.is_some_and(far));
    }
    println!("missed {missed:?}, ±1.96 standard errors {symmetric}, untold {untold}, of {surveys}");
    let most = f64::from(surveys).mul_add(0.05, 4.5 * (f64::from(surveys) * 0.05 * 0.95).sqrt());
    assert!(missed.into_iter().all(|missed| f64::from(missed) <= most), "{missed:?}");
    assert!(untold > surveys / 4 && untold < surveys, "{untold}");
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

/// What is true of the score in a group, by a listing of its people: mean, standard deviation and α.
fn numbers_of(shares: &[f64]) -> [f64; 3] {
    let codes = [0.0, 1.0, 3.0];
    let whole: f64 = shares.iter().sum();
    let mean = |value: &dyn Fn([f64; 3]) -> f64| -> f64 {
        let of_cell = |(cell, share): (usize, &f64)| {
            // The last item is asked in reverse.
            share * value([codes[cell / 9], codes[cell / 3 % 3], codes[2 - cell % 3]])
        };
        shares.iter().enumerate().map(of_cell).sum::<f64>() / whole
    };
    let variance = |value: &dyn Fn([f64; 3]) -> f64| mean(&|of| value(of).powi(2)) - mean(value).powi(2);
    let of_score = variance(&|of| of.iter().sum());
    let of_items: f64 = (0..3).map(|item| variance(&|of| of[item])).sum();
    [mean(&|of| of.iter().sum()), of_score.sqrt(), 1.5 * (1.0 - of_items / of_score)]
}

/// Of expected counts of many reports, mean, deviation and α of groups are the truth, under a law that shows three questions together; and their errors are those of how each estimate changes with every report.
#[test]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "counts are below 2⁵³"
)]
fn groups_have_the_spread_of_their_people() {
    let (schema, law) = survey(Method::Independent, 3.0);
    let scale = Scale::new(&schema, &schema.scores()[0]);
    assert_eq!(scale.tables(Some(0)), [vec![1, 2, 3], vec![0, 1, 2, 3]]);
    // Two fifths are women; a mood decides their answers more than those of men.
    let share = |cell: usize| {
        let (sex, items) = (cell / 27, [cell / 9 % 3, cell / 3 % 3, 2 - cell % 3]);
        let (strength, whole) = [(0.8, 0.4), (0.3, 0.6)][sex];
        let of_mood = |mood: usize| -> f64 {
            let of_item =
                |item: &usize| f64::from(u8::from(*item == mood)).mul_add(strength, (1.0 - strength) / 3.0);
            [0.2, 0.5, 0.3][mood] * items.iter().map(of_item).product::<f64>()
        };
        whole * (0..3).map(of_mood).sum::<f64>()
    };
    let shares: Vec<f64> = (0..54).map(share).collect();
    let matrix = Matrix::of(&law);
    let reported: Vec<f64> = (0..54)
        .map(|y| (0..54).map(|x| quotient(matrix.entry(x, y), &matrix.whole) * shares[x]).sum())
        .collect();
    let counts: Vec<u64> = reported.iter().map(|share| (1e13 * share).round() as u64).collect();
    let estimate = |counts: &[u64]| {
        let table =
            |of: &Vec<usize>, counts: Vec<u64>| Table::from_counts((&schema, &law), of, counts).unwrap();
        let [items, all] = [&scale.tables(Some(0))[0], &scale.tables(Some(0))[1]];
        let of_items = (0..27).map(|cell| counts[cell] + counts[27 + cell]).collect();
        let tables = vec![table(items, of_items), table(all, counts.to_vec())];
        let found = scale.estimate(&law, Some(0), tables, &Options::default()).unwrap();
        let told = |own: &GroupEstimate| [own.mean, own.standard_deviation, own.alpha].map(Option::unwrap);
        found.groups.iter().flat_map(told).collect::<Vec<Mean>>()
    };
    let found = estimate(&counts);
    let truth: Vec<f64> = shares.chunks(27).flat_map(numbers_of).collect();
    for (of, truth) in found.iter().zip(&truth) {
        assert!((of.estimate - truth).abs() < 1e-6, "{of:?}, not {truth}");
    }
    // How each changes with the share of every report: the variance of that is the estimate's, times the number of reports.
    let mut variances = vec![0.0; found.len()];
    for (y, share) in reported.iter().enumerate() {
        let mut more = counts.clone();
        more[y] += 100_000_000;
        for ((variance, of), more) in variances.iter_mut().zip(&found).zip(estimate(&more)) {
            *variance += share * ((more.estimate - of.estimate) / 1e-5).powi(2);
        }
    }
    let n = counts.iter().sum::<u64>() as f64;
    for (of, variance) in found.iter().zip(variances) {
        let expected = (variance / n).sqrt();
        assert!((of.standard_error / expected - 1.0).abs() < 1e-3, "{of:?}, not {expected}");
    }
}

/// Of many items the tables with groups are those of two, and only the means of groups are told.
#[test]
fn the_spread_of_groups_takes_small_tables() {
    let rows: Vec<String> = (0..9).map(|row| format!(r#"{{"name": "r{row}"}}"#)).collect();
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 3}}, "attributes": [{{"name": "sex", "categories": ["f", "m"]}},
        {{"name": "climate", "rows": [{}], "categories": ["1", "2", "3", "4", "5", "6"]}}],
        "scores": [{{"name": "all", "of": ["climate"]}}, {{"name": "five", "of": ["climate.r0", "climate.r1", "climate.r2", "climate.r3", "climate.r4"]}}]}}"#,
        rows.join(",")
    );
    let survey = Survey::from_json(&text).unwrap();
    let tables = |score: usize| Scale::new(survey.schema(), &survey.schema().scores()[score]).tables(Some(0));
    let of_width = |tables: &[Vec<usize>], width| {
        tables.iter().filter(|table| table[0] == 0 && table.len() == width).count()
    };
    // 126 tables of four items with the groups have more than 2^17 cells.
    assert_eq!((of_width(&tables(0), 3), of_width(&tables(0), 5)), (36, 0));
    assert_eq!((of_width(&tables(1), 3), of_width(&tables(1), 5)), (0, 5));
}
