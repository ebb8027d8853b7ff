//! Designs and bounds compared with those of reference programs.

use candor::design::{Method, Request, analysis, inductive, optimal, pair, single_change};
use serde_json::Value;

use super::{assert_all_close, assert_close, integers, levels, numbers, read};
use crate::common::designed;

#[test]
fn pair_matches_the_published_closed_form() {
    let vectors = read("pair");
    for case in &vectors.cases {
        let levels = levels(case);
        let (name, mixture) = pair::mixture(&levels).unwrap();
        assert_eq!(format!("{name:?}"), case["case"].as_str().unwrap(), "{case}");
        let epsilon = mixture.record_epsilon(&levels);
        assert_close(epsilon, case["record_epsilon"].as_f64().unwrap(), vectors.tolerance, "record ε");
        let expected = numbers(&case["x"]);
        let ratios: Vec<f64> = mixture.log_ratios(&levels).iter().map(|x| x.exp()).collect();
        assert_all_close(&ratios, &expected[1..], vectors.tolerance, "x₁, x₂");
        assert_close(mixture.unchanged_ratio(&levels), expected[0], vectors.tolerance, "x₀");
    }
}

#[test]
fn inductive_matches_algorithm_3_in_60_digits() {
    let vectors = read("inductive");
    for case in &vectors.cases {
        let levels = levels(case);
        let induction = inductive::induction(&levels).unwrap();
        assert_all_close(&induction.achieved, &numbers(&case["achieved"]), vectors.tolerance, "achieved");
        assert_eq!(induction.fallback, integers::<usize>(&case["fallback"]), "fallback");
        assert_eq!(induction.raised, integers::<usize>(&case["raised"]), "raised");
        let epsilon = induction.mixture.record_epsilon(&levels);
        assert_close(epsilon, case["record_epsilon"].as_f64().unwrap(), vectors.tolerance, "record ε");
        if let Some(expected) = case.get("log_x").filter(|expected| expected.is_array()) {
            let ratios = induction.mixture.log_ratios(&levels);
            assert_all_close(&ratios, &numbers(expected), vectors.tolerance, "ln x");
        }
    }
}

#[test]
fn single_change_matches_the_optimum_of_its_family() {
    let vectors = read("single_change");
    for case in &vectors.cases {
        let levels = levels(case);
        let Ok(mixture) = single_change::mixture(&levels) else {
            assert_eq!(case["feasible"], Value::Bool(false), "refused: {:?}", case["sizes"]);
            continue;
        };
        assert_eq!(case["feasible"], Value::Bool(true), "not refused: {:?}", case["sizes"]);
        let expected = |key: &str| case[key].as_f64().unwrap();
        assert_close(mixture.mass(), expected("mass"), vectors.tolerance, "M");
        let [uniform, unchanged] = [mixture.uniform_probability(), mixture.unchanged_probability()];
        assert_close(uniform, expected("uniform_probability"), vectors.tolerance, "uniform");
        assert_close(unchanged, expected("truth_probability"), vectors.tolerance, "unchanged");
        assert_close(
            mixture.record_epsilon(&levels),
            expected("record_epsilon"),
            vectors.tolerance,
            "record ε",
        );
        let changes = mixture.change_probabilities(&levels);
        assert_all_close(&changes, &numbers(&case["change_probabilities"]), vectors.tolerance, "changes");
    }
}

#[test]
fn optimal_matches_the_linear_program() {
    let vectors = read("optimal");
    for case in &vectors.cases {
        let found = optimal::certificate(&levels(case)).unwrap();
        let expected = case["record_epsilon"].as_f64().unwrap();
        assert_close(found.record_epsilon, expected, vectors.tolerance, "record ε");
        assert_close(found.lower_bound, expected, vectors.tolerance, "lower bound");
        assert!(found.lower_bound <= found.record_epsilon);
    }
}

#[test]
fn budgets_give_the_largest_levels() {
    let vectors = read("budget");
    for case in &vectors.cases {
        let (sizes, weights): (Vec<u32>, _) = (integers(&case["sizes"]), numbers(&case["weights"]));
        let record = case["record_epsilon"].as_f64().unwrap();
        let design =
            designed(Request::record_budget(&sizes, &weights, record).method(Method::Optimal)).unwrap();
        assert_all_close(
            design.requested().unwrap(),
            &numbers(&case["epsilons"]),
            vectors.tolerance,
            "levels",
        );
        assert!(design.law().record_epsilon() <= record);
    }
}

/// The reference has only positive factors. Another pattern of signs may do better, and has its own certificate; at an ε of 8
/// none does.
#[test]
fn analysis_reaches_the_smallest_error() {
    let vectors = read("analysis");
    let mut better = 0;
    for case in &vectors.cases {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        let tables = tables(case);
        let record = case["record_epsilon"].as_f64().unwrap();
        let expected = case["objective"].as_f64().unwrap();
        let found = analysis::certificate(&sizes, &tables, record).unwrap();
        assert!(found.objective <= expected * (1.0 + vectors.tolerance), "{found:?}, not {expected}");
        let positive = found.objective >= expected * (1.0 - vectors.tolerance);
        assert!(positive || record < 8.0, "{found:?}, not {expected}");
        better += u32::from(!positive);
        assert!(found.lower_bound >= found.objective * (1.0 - 1e-8), "{found:?}");
        let law = designed(Request::tables(&sizes, &tables, record).method(Method::Analysis))
            .unwrap()
            .law()
            .clone();
        let realised: f64 = tables.iter().map(|table| analysis::expected_squared_error(&law, table)).sum();
        assert!((realised / found.objective - 1.0).abs() <= 1e-8, "{realised}, not {found:?}");
        assert!(law.record_epsilon() <= record);
    }
    assert!(better > 10, "signs mattered only in {better} cases");
}

fn tables(case: &Value) -> Vec<Vec<usize>> {
    case["tables"].as_array().unwrap().iter().map(integers).collect()
}

#[test]
fn the_bound_of_any_protocol_matches_water_filling() {
    let vectors = read("protocol_bound");
    for case in &vectors.cases {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        let record = case["record_epsilon"].as_f64().unwrap();
        let bound = analysis::protocol_bound(&sizes, &tables(case), record);
        assert_close(bound, case["bound_any_mechanism"].as_f64().unwrap(), vectors.tolerance, "bound");
    }
}
