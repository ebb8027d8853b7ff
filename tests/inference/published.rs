//! Published statistics compared with reference numbers, and calibrated tests under a law without noise.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{
    self, Hypothesis, Statistic, chi_squared, cochran_armitage, cramers_v, equality, goodness_of_fit,
    transmission_disequilibrium,
};
use candor::law::Law;
use serde_json::Value;

use crate::common::{Dice, designed, schema_of};

fn numbers(value: &Value) -> Vec<f64> {
    let rows = value.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    rows.map(|cell| cell.as_f64().unwrap()).collect()
}

#[test]
fn statistics_are_those_of_the_reference() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/statistics.json"));
    let file: Value = serde_json::from_str(&text.unwrap()).unwrap();
    let mut kinds = [0; 3];
    for case in file["cases"].as_array().unwrap() {
        let found = match case["kind"].as_str().unwrap() {
            "chi2" => {
                kinds[0] += 1;
                chi_squared(&numbers(&case["table"]), 2)
            }
            "cochran_armitage" => {
                kinds[1] += 1;
                cochran_armitage(&numbers(&case["table"]), &[0.0, 1.0, 2.0])
            }
            "tdt" => {
                kinds[2] += 1;
                let [b, c] = ["b", "c"].map(|name| case[name].as_f64().unwrap());
                transmission_disequilibrium(&[b, c, 0.0, 0.0, 0.0, 7.0])
            }
            other => panic!("{other}"),
        };
        let found = found.unwrap();
        let close = |name: &str, found: f64| {
            let expected = case[name].as_f64().unwrap();
            assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{case}: {found}");
        };
        close("statistic", found.value);
        close("p_value", found.p_value);
        // Small p-values also agree relatively, up to the digits that the reference rounds.
        let tail = case["p_value"].as_f64().unwrap();
        assert!((found.p_value / tail - 1.0).abs() < 1e-7, "{case}: {}", found.p_value);
    }
    assert_eq!(kinds, [24, 12, 12]);
}

/// The formula printed for three rows with scores 0, 1, 2, in the notation of [Yamamoto23S, S2.1].
#[test]
fn the_trend_has_its_printed_form() {
    let mut dice = Dice::new(3);
    for _ in 0..50 {
        let counts: Vec<f64> = (0..6).map(|_| f64::from(dice.between(5, 400))).collect();
        let [p, q, r, s, t, u] = counts[..].try_into().unwrap();
        let n: f64 = counts.iter().sum();
        let scored = 2.0 * p + 2.0 * q + r + s;
        let difference = scored * (p + r + t) - n * (2.0 * p + r);
        let divisor = (p + r + t) * (q + s + u) * (n * (4.0 * p + 4.0 * q + r + s) - scored * scored);
        let printed = n * difference * difference / divisor;
        let found = cochran_armitage(&counts, &[0.0, 1.0, 2.0]).unwrap();
        assert!((found.value - printed).abs() < 1e-9 * printed.max(1.0), "{counts:?}: {found:?} {printed}");
    }
}

/// A law that changes one of 10¹³ answers.
fn noiseless(sizes: &[u32]) -> Law {
    let levels = Levels::new(sizes.into(), vec![30.0; sizes.len()]).unwrap();
    designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn is_close(one: Statistic, other: Statistic) -> bool {
    one.degrees_of_freedom == other.degrees_of_freedom
        && (one.value - other.value).abs() < 1e-7 * other.value.max(1.0)
}

#[test]
fn without_noise_calibrated_tests_are_the_published_ones() {
    let mut dice = Dice::new(4);
    for _ in 0..20 {
        let sizes = [dice.between(2, 5), 2];
        let scores: Vec<f64> = (0..sizes[0]).map(|_| dice.unit()).collect();
        let families = (Hypothesis::Transmission, vec![6]);
        let fitted = Hypothesis::Fit { shares: super::drawn::independent(sizes) };
        let cases = [
            (Hypothesis::Independence, vec![dice.between(2, 4), dice.between(2, 6)]),
            (Hypothesis::Trend { scores: Some(scores) }, sizes.into()),
            (fitted, sizes.into()),
            families,
        ];
        for (hypothesis, sizes) in cases {
            let law = noiseless(&sizes);
            let axes: Vec<usize> = (0..sizes.len()).collect();
            let counts = (0..sizes.iter().product()).map(|_| u64::from(dice.between(3, 300))).collect();
            let table = Table::from_counts(&schema_of(&sizes), &axes, counts).unwrap();
            let tested = inference::test(&law, table, &hypothesis, &Options::default()).unwrap();
            let published = tested.published.unwrap();
            // Families whose two parents are both heterozygous have transmitted as the hypothesis says.
            assert!(is_close(tested.calibrated, published), "{hypothesis} of {sizes:?}: {tested:?}");
        }
    }
}

#[test]
fn without_noise_equality_is_the_published_one() {
    let mut dice = Dice::new(5);
    let law = noiseless(&[4, 2]);
    for most in [50, 5000] {
        let mut table = |most: u32| {
            let counts = (0..8).map(|_| u64::from(dice.between(10, most))).collect();
            Table::from_counts(&schema_of(&[4, 2]), &[0, 1], counts).unwrap()
        };
        let tested = equality((&law, table(50)), (&law, table(most)), &Options::default()).unwrap();
        assert!(is_close(tested.calibrated, tested.published.unwrap()), "{tested:?}");
    }
}

/// A row without reports, which could be empty because of noise: it adds a degree of freedom and nothing else.
#[test]
fn empty_rows_add_nothing_to_a_statistic() {
    let law = noiseless(&[3, 2]);
    let table = Table::from_counts(&schema_of(&[3, 2]), &[0, 1], vec![30, 40, 0, 0, 60, 20]).unwrap();
    let tested = inference::test(&law, table, &Hypothesis::Independence, &Options::default()).unwrap();
    let two_rows = chi_squared(&[30.0, 40.0, 60.0, 20.0], 2).unwrap();
    assert!((tested.calibrated.value / two_rows.value - 1.0).abs() < 1e-6, "{tested:?} {two_rows:?}");
    assert_eq!((tested.calibrated.degrees_of_freedom, tested.published), (2, None));
}

#[test]
fn statistics_follow_from_each_other() {
    let fit = goodness_of_fit(&[30.0, 70.0], &[0.5, 0.5]).unwrap();
    assert!((fit.value - 16.0).abs() < 1e-12);
    // Cramér's V of a 2×2 table is |ad − bc| divided by the square root of the product of its margins.
    let v = cramers_v(&[187.0, 244.0, 318.0, 257.0], 2).unwrap();
    let expected = (244.0 * 318.0 - 187.0 * 257.0) / f64::sqrt(431.0 * 575.0 * 505.0 * 501.0);
    assert!((v - expected).abs() < 1e-12);
}
