//! Ring: statistics. Tests of hypotheses about questions with which others hang together: they use what cannot occur, reject true hypotheses as often as they
//! say, and find dependence more often than tests that do not know it. What there is nothing to test of is refused.
//!
//! Rates may differ from 5 % by 4.5 standard errors, as in `calibration`.

use candor::count::Table;
use candor::design::Method;
use candor::estimate::Options;
use candor::inference::{self, Hypothesis, NullMethod, Prospect, Strength, Tested, equality};
use candor::law::Law;

use super::drawn::{Drawn, knowing, seeded};
use crate::common::nightly::every;
use crate::common::questionnaires::{CHOICES, FOLLOW_UPS, survey};
use crate::common::schema_of;

/// A question, a follow-up of one of its answers, and a question that has nothing to do with them.
pub const HARASSED: &str = r#"{"name": "harassed", "categories": ["no", "yes"]},
    {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}},
    {"name": "sex", "categories": ["f", "m"]}"#;

/// `by` and `sex`, and `harassed`, which decides whether `by` is asked.
pub const BY_SEX: [usize; 3] = [1, 2, 0];

/// Two follow-ups of one question.
const TWO_FOLLOW_UPS: &str = r#"{"name": "harassed", "categories": ["no", "yes"]},
    {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}},
    {"name": "told", "categories": ["no", "yes"], "asked_if": {"harassed": ["yes"]}}"#;

/// Both, one or none of two, and an ordered question.
const CHOSEN: &str = r#"{"name": "how", "choose": "any", "at_least": 1, "categories": ["words", "touch", {"value": "none", "excludes": "others"}]},
    {"name": "age", "categories": ["young", "middle", "old"]}"#;

const METHODS: [Method; 3] = [Method::Labelled, Method::Analysis, Method::Independent];
const LEVEL: f64 = 0.05;

/// The shares of (by, sex, harassed), from those of colleagues and managers among women and men.
pub fn by_sex([of_women, of_men]: [[f64; 2]; 2]) -> Vec<f64> {
    let mut shares = vec![0.0; 12];
    for (sex, (whole, [colleague, manager])) in [(0.6, of_women), (0.4, of_men)].into_iter().enumerate() {
        shares[2 * sex + 1] = whole * colleague;
        shares[4 + 2 * sex + 1] = whole * manager;
        shares[8 + 2 * sex] = whole * (1.0 - colleague - manager);
    }
    shares
}

/// The table over the first two of three questions.
pub fn without_last(shares: &[f64]) -> Vec<f64> {
    shares.chunks(2).map(|both| both.iter().sum()).collect()
}

fn rate(surveys: u32, mut test: impl FnMut() -> Tested) -> f64 {
    let rejected = (0..surveys).filter(|_| test().calibrated.p_value < LEVEL).count();
    f64::from(u32::try_from(rejected).unwrap()) / f64::from(surveys)
}

#[track_caller]
fn assert_calibrated(setting: &str, surveys: u32, test: impl FnMut() -> Tested) {
    let rate = rate(surveys, test);
    println!("{setting}: {:.1} % of {surveys} true hypotheses are rejected at 5 %", 100.0 * rate);
    let allowed = 4.5 * (LEVEL * (1.0 - LEVEL) / f64::from(surveys)).sqrt();
    assert!((rate - LEVEL).abs() < allowed, "{setting}: {rate}");
}

fn tested(law: &Law, table: Table, hypothesis: &Hypothesis) -> Tested {
    inference::test(law, table, hypothesis, &Options::default()).unwrap()
}

#[test]
fn true_hypotheses_are_rejected_as_often_as_is_said() {
    let truth = by_sex([[0.25, 0.15]; 2]);
    for (method, epsilon) in METHODS.into_iter().map(|method| (method, 2.0)).chain([(Method::Labelled, 6.0)])
    {
        let (schema, law) = survey(HARASSED, epsilon, method);
        let drawn = Drawn::new(law.clone(), &BY_SEX, &truth);
        let mut rng = seeded(71);
        let mut table = |n: u64| knowing((&schema, &law), &BY_SEX, 2, &drawn.survey(n, &mut rng));
        for hypothesis in [Hypothesis::Independence, Hypothesis::Fit { shares: without_last(&truth) }] {
            for n in [500, 5_000] {
                let setting = format!("{hypothesis} of {n} reports, {method} at {epsilon}");
                assert_calibrated(&setting, every(10_000, 2_000), || tested(&law, table(n), &hypothesis));
            }
            // So few reports that surveys are simulated.
            let setting = format!("{hypothesis} of 100 reports, {method} at {epsilon}");
            assert_calibrated(&setting, every(2_000, 400), || {
                let tested = tested(&law, table(100), &hypothesis);
                assert_eq!(tested.null_distribution.method, NullMethod::Bootstrap);
                tested
            });
        }
    }
}

#[test]
fn surveys_and_trends_are_rejected_as_often_as_is_said() {
    let truth = by_sex([[0.25, 0.15]; 2]);
    let of = [Method::Labelled, Method::Analysis].map(|method| survey(HARASSED, 2.0, method));
    let drawn = [0, 1].map(|place| Drawn::new(of[place].1.clone(), &BY_SEX, &truth));
    for (place, other) in [(0, 0), (0, 1), (1, 1)] {
        let mut rng = seeded(72);
        for numbers in [[800, 2400], [60, 60]] {
            let mut table = |place: usize, n: u64| {
                let (schema, law) = &of[place];
                knowing((schema, law), &BY_SEX, 2, &drawn[place].survey(n, &mut rng))
            };
            let surveys = if numbers[0] < 100 { every(2_000, 400) } else { every(10_000, 2_000) };
            let setting = format!("equality of {place} and {other}, {numbers:?} reports");
            assert_calibrated(&setting, surveys, || {
                let tables = [table(place, numbers[0]), table(other, numbers[1])];
                let [one, two] = tables;
                equality((&of[place].1, one), (&of[other].1, two), &Options::default()).unwrap()
            });
        }
    }
    // Age and "none", then what else can be chosen.
    let order = [3, 2, 0, 1];
    let chosen = [(0b001, 0.4), (0b010, 0.25), (0b100, 0.2), (0b110, 0.15)];
    let mut truth = vec![0.0; 24];
    for age in 0..3 {
        for (choices, share) in chosen {
            let [words, touch, none] = [2, 1, 0].map(|place| choices >> place & 1);
            truth[((age * 2 + none) * 2 + words) * 2 + touch] = share / 3.0;
        }
    }
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(CHOSEN, 2.0, method);
        let drawn = Drawn::new(law.clone(), &order, &truth);
        let mut rng = seeded(73);
        assert_calibrated(&format!("trend, {method}"), every(10_000, 2_000), || {
            let table = knowing((&schema, &law), &order, 2, &drawn.survey(1000, &mut rng));
            tested(&law, table, &Hypothesis::Trend { scores: None })
        });
    }
}

/// Who was asked both of two follow-ups: the test is about these people alone.
#[test]
fn two_follow_ups_are_tested_among_those_who_were_asked() {
    // Of a table of (by, told), the cells where both or none were asked.
    let shares = |more: f64| {
        let mut shares = vec![0.0; 18];
        for (cell, share) in [(0, 0.18 + more), (1, 0.12 - more), (3, 0.12 - more), (4, 0.08 + more)] {
            shares[2 * cell + 1] = share;
        }
        shares[16] = 0.5;
        shares
    };
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(TWO_FOLLOW_UPS, 3.0, method);
        let test = |drawn: &Drawn, n: u64, rng: &mut _| {
            let table = knowing((&schema, &law), &[1, 2, 0], 2, &drawn.survey(n, rng));
            let tested = tested(&law, table, &Hypothesis::Independence);
            assert_eq!(tested.calibrated.degrees_of_freedom, 1);
            tested
        };
        let drawn = Drawn::new(law.clone(), &[1, 2, 0], &shares(0.0));
        for (n, surveys) in [(150, every(2_000, 400)), (2_000, every(10_000, 2_000))] {
            let mut rng = seeded(74);
            let setting = format!("among those who were asked, {n} reports, {method}");
            assert_calibrated(&setting, surveys, || test(&drawn, n, &mut rng));
        }
        let (dependent, mut rng) = (Drawn::new(law.clone(), &[1, 2, 0], &shares(0.06)), seeded(75));
        let found = rate(200, || test(&dependent, 8_000, &mut rng));
        println!("{method}: dependence is found in {found:.2} of surveys");
        assert!(found > 0.5, "{found}");
    }
}

#[test]
fn dependence_is_found_more_often() {
    let truth = by_sex([[0.20, 0.12], [0.30, 0.2]]);
    let n = 3_000;
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(HARASSED, 2.0, method);
        let unknowing = schema_of(law.sizes());
        let surveys = every(2_000, 500);
        let predicted = [&schema, &unknowing].map(|schema| {
            let shares = without_last(&truth);
            let prospect = Prospect::new((schema, &law), &[1, 2], &Hypothesis::Independence, &shares);
            prospect.unwrap().power(n, LEVEL).unwrap()
        });
        let drawn = Drawn::new(law.clone(), &BY_SEX, &truth);
        let mut rng = seeded(76);
        let found = rate(surveys, || {
            let table = knowing((&schema, &law), &BY_SEX, 2, &drawn.survey(n, &mut rng));
            tested(&law, table, &Hypothesis::Independence)
        });
        let narrow = Drawn::new(law.clone(), &[1, 2], &without_last(&truth));
        let mut rng = seeded(77);
        let before = rate(surveys, || tested(&law, narrow.survey(n, &mut rng), &Hypothesis::Independence));
        println!(
            "{method}: found in {found:.2}, otherwise in {before:.2} of surveys; {predicted:.2?} are predicted"
        );
        assert!(found > 0.9 && before < found - 0.05, "{method}: {found} {before}");
        // Power is predicted as in `power`.
        for (found, predicted) in [found, before].into_iter().zip(predicted) {
            let allowed = 0.03 + 4.0 * (predicted * (1.0 - predicted) / f64::from(surveys)).sqrt();
            assert!((found - predicted).abs() < allowed, "{method}: {found} {predicted}");
        }
    }
}

/// How many times as many respondents a test takes that does not know what cannot occur, by the power that is predicted: for follow-ups of long questionnaires
/// 1.5 to 4 times as many, and never fewer.
#[test]
fn fewer_respondents_are_needed() {
    println!("| ε | method | table | respondents over those of tests that know |\n|---|---|---|---|");
    let follow_ups = (FOLLOW_UPS, vec![[0, 3], [1, 3], [2, 3], [1, 4], [2, 4]], [1.0, 6.0]);
    let choices = (CHOICES, vec![[0, 6], [5, 6]], [0.99, 2.0]);
    for (questions, tables, [least, most]) in every(vec![follow_ups.clone(), choices], vec![follow_ups]) {
        for (epsilon, method) in [1.0, 2.0]
            .into_iter()
            .flat_map(|epsilon| METHODS[..2].iter().map(move |method| (epsilon, *method)))
        {
            let (schema, law) = survey(questions, epsilon, method);
            let unknowing = schema_of(law.sizes());
            for table in &tables {
                let sizes = schema.table_sizes(table).unwrap();
                let (last, columns) = (sizes[0] - 1, sizes[1]);
                // Half of all give the last answer, and more of the first group than of the last one.
                let share = |row: u32, column: u32| {
                    let more = if column == 0 {
                        0.05
                    } else if column == columns - 1 {
                        -0.05
                    } else {
                        0.0
                    };
                    let own = if row == last { 0.5 + more } else { (0.5 - more) / f64::from(last) };
                    own / f64::from(columns)
                };
                let shares: Vec<f64> =
                    (0..=last).flat_map(|row| (0..columns).map(move |column| share(row, column))).collect();
                let [knowing, other] = [&schema, &unknowing].map(|schema| {
                    let prospect = Prospect::new((schema, &law), table, &Hypothesis::Independence, &shares);
                    prospect.unwrap().respondents(0.8, LEVEL).unwrap().unwrap() as f64
                });
                println!("| {epsilon} | {method} | {table:?} | {:.2} |", other / knowing);
                assert!(
                    (least..most).contains(&(other / knowing)),
                    "{table:?} {method} {epsilon}: {}",
                    other / knowing
                );
            }
        }
    }
}

#[test]
fn what_there_is_nothing_to_test_of_is_refused() {
    let (schema, law) = survey(HARASSED, 2.0, Method::Analysis);
    let report = |attributes: &[usize]| {
        let drawn = Drawn::new(law.clone(), attributes, &[1.0 / 6.0; 6]);
        knowing((&schema, &law), attributes, 2, &drawn.survey(500, &mut seeded(78)))
    };
    let options = &Options::default();
    let code = |of: Result<Tested, candor::Error>| of.unwrap_err().code().as_str();
    // Who was harassed was asked by whom: nothing else is told by the two.
    let independence = Hypothesis::Independence;
    assert_eq!(code(inference::test(&law, report(&[0, 1]), &independence, options)), "invalid-hypothesis");
    assert_eq!(
        code(inference::likelihood_ratio(&law, report(&[0, 1]), &independence, options)),
        "invalid-hypothesis"
    );
    let trend = Hypothesis::Trend { scores: None };
    assert_eq!(code(inference::test(&law, report(&[1, 0]), &trend, options)), "invalid-hypothesis");
    let even = Hypothesis::Fit { shares: vec![1.0 / 6.0; 6] };
    assert_eq!(code(inference::test(&law, report(&[0, 1]), &even, options)), "invalid-hypothesis");
    let possible = Hypothesis::Fit { shares: vec![0.0, 0.0, 0.5, 0.3, 0.2, 0.0] };
    let fit = inference::test(&law, report(&[0, 1]), &possible, options).unwrap();
    assert_eq!(fit.calibrated.degrees_of_freedom, 2);
    assert_eq!(
        Strength::new(&law, report(&[0, 1]), options).unwrap_err().code().as_str(),
        "undefined-statistic"
    );
    let of = (&schema, &law);
    let prospect = Prospect::new(of, &[0, 1], &independence, &[1.0 / 6.0; 6]);
    assert_eq!(prospect.unwrap_err().code().as_str(), "invalid-hypothesis");
    let nearest = independence.nearest(&schema, &[0, 1], &[0.0, 0.0, 0.5, 0.3, 0.2, 0.0]);
    assert_eq!(nearest.unwrap_err().code().as_str(), "invalid-hypothesis");
    // In a ranking each place is given once: what can go together are no blocks.
    let (schema, law) =
        survey(r#"{"name": "first", "rank": ["a", "b", "c"], "places": 3}"#, 2.0, Method::Analysis);
    let table = Table::from_counts((&schema, &law), &[0, 1], vec![100; 9]).unwrap();
    assert_eq!(code(inference::test(&law, table, &independence, options)), "invalid-hypothesis");
}
