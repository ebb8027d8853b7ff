//! Reference numbers computed independently of this crate (`tests/vectors/*.json`; each file states what
//! it holds and its tolerance).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use candor::count::Table;
use candor::design::{Levels, Method, Request, analysis, inductive, optimal, pair, single_change};
use candor::estimate;
use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::schema::{Attribute, Category, Schema};
use serde_json::Value;

struct Vectors {
    tolerance: f64,
    cases: Vec<Value>,
}

fn read(name: &str) -> Vectors {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    Vectors {
        tolerance: file["tolerance"].as_f64().unwrap(),
        cases: file["cases"].as_array().unwrap().clone(),
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn integers<T: TryFrom<u64>>(value: &Value) -> Vec<T> {
    let convert = |v: &Value| T::try_from(v.as_u64().unwrap()).ok().unwrap();
    value.as_array().unwrap().iter().map(convert).collect()
}

fn levels(case: &Value) -> Levels {
    Levels::new(integers(&case["sizes"]), numbers(&case["epsilons"])).unwrap()
}

/// Relative above 1, absolute below.
fn assert_close(actual: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (actual - expected).abs() / expected.abs().max(1.0);
    assert!(error <= tolerance, "{what}: {actual} is not within {tolerance} of {expected}");
}

fn assert_all_close(actual: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}");
    actual.iter().zip(expected).for_each(|(a, e)| assert_close(*a, *e, tolerance, what));
}

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
            common::designed(Request::record_budget(&sizes, &weights, record).method(Method::Optimal))
                .unwrap();
        assert_all_close(
            design.requested().unwrap(),
            &numbers(&case["epsilons"]),
            vectors.tolerance,
            "levels",
        );
        assert!(design.law().record_epsilon() <= record);
    }
}

/// The reference has all factors positive: another pattern of signs may do better, and is certified on its own. At ε of 8
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
        let law = common::designed(Request::tables(&sizes, &tables, record).method(Method::Analysis))
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

/// The law that changes exactly the attributes of bit set s with the given probability; every attribute
/// is a class of its own. Weights are rounded, which the tolerance of 1e-8 absorbs.
fn law_of(sizes: &[u32], flips: &[f64]) -> Law {
    let weight = |p: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight below 2⁶⁴")]
        let weight = (p * 2_f64.powi(64)) as u64;
        weight
    };
    let changes = |s: usize| (0..sizes.len()).filter(|i| s >> i & 1 == 1).map(|i| (i, 1)).collect::<Vec<_>>();
    // The truth is the likeliest in every case; its weight makes room for the uniform part.
    let room = |s: usize| if s == 0 { 1 << 12 } else { 0 };
    let pattern = |(s, p): (usize, &f64)| Pattern::new(changes(s), weight(*p).saturating_sub(room(s)));
    let mut patterns: Vec<Pattern> = flips.iter().enumerate().map(pattern).collect();
    patterns.sort_by(|a, b| a.changes().cmp(b.changes()));
    let excess: u128 = patterns.iter().map(|p| u128::from(p.weight())).sum();
    let classes = (0..sizes.len()).map(|i| vec![i]).collect();
    let block = Block::new((0..sizes.len()).collect(), classes, (1 << 64) - excess, patterns).unwrap();
    Law::new(sizes.into(), vec![block]).unwrap()
}

fn schema_of(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

#[test]
fn inversion_matches_dense_linear_algebra() {
    let vectors = read("inversion");
    for case in &vectors.cases {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        let law = law_of(&sizes, &numbers(&case["flip_probabilities"]));
        let all: Vec<usize> = (0..sizes.len()).collect();
        assert_all_close(
            &law.forms()[0].spectrum(&all),
            &numbers(&case["spectrum"]),
            vectors.tolerance,
            "spectrum",
        );
        let table = Table::from_counts(&schema_of(&sizes), &all, integers(&case["counts"])).unwrap();
        let estimate = estimate::estimate(&law, table, &estimate::Options::default()).unwrap();
        let values: Vec<f64> = estimate.cells().map(|cell| cell.estimate).collect();
        assert_all_close(&values, &numbers(&case["estimate"]), vectors.tolerance, "estimate");
        let variances: Vec<f64> = estimate.cells().map(|cell| cell.standard_error.unwrap().powi(2)).collect();
        assert_all_close(&variances, &numbers(&case["variance"]), vectors.tolerance, "variance");
    }
}

#[test]
fn likelihood_matches_plain_expectation_maximisation() {
    let vectors = read("em");
    for case in &vectors.cases {
        let levels = levels(case);
        let law =
            common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
        let all: Vec<usize> = (0..levels.sizes().len()).collect();
        let table = Table::from_counts(&schema_of(levels.sizes()), &all, integers(&case["counts"])).unwrap();
        let reconstruction = estimate::Reconstruction::Likelihood;
        let asked = estimate::Options::default().reconstruction(reconstruction).tolerance(1e-11);
        let estimate = estimate::estimate(&law, table, &asked).unwrap();
        let convergence = estimate.convergence().unwrap();
        assert!(convergence.converged && convergence.gap < 1e-7, "{convergence:?}");
        let expected = case["log_likelihood"].as_f64().unwrap();
        assert!((convergence.log_likelihood - expected).abs() < 1e-6, "{convergence:?}, not {expected}");
        assert_all_close(estimate.shares(), &numbers(&case["estimate"]), vectors.tolerance, "estimate");
        let plain = case["iterations"].as_u64().unwrap();
        assert!(convergence.iterations <= plain, "{convergence:?}, plain EM {plain}");
    }
}

/// Small forms: what a report tells of every component, the factor by which its expectation shrinks [Mathematics, §10], and
/// record ε.
#[test]
fn forms_of_units_tell_what_they_should() {
    const TOLERANCE: f64 = 1e-10;
    let path = format!("{}/tests/vectors/labelled.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut forms, mut components) = (0, 0);
    for case in file["forms"].as_array().unwrap() {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        for form in case["forms"].as_array().unwrap() {
            let (law, asked) = law_of_hits(form, &sizes);
            let record = form["record_epsilon"].as_f64().unwrap();
            assert_close(law.record_epsilon(), record, TOLERANCE, "record ε");
            for component in form["components"].as_array().unwrap() {
                let attributes: Vec<usize> = integers(&component["attributes"]);
                let own: Vec<usize> =
                    attributes.iter().map(|i| asked.iter().position(|asked| asked == i).unwrap()).collect();
                let dimension: f64 = own.iter().map(|&i| f64::from(law.sizes()[i] - 1)).product();
                let information = law.information(&own).last().unwrap() * dimension;
                let expected = component["information"].as_f64().unwrap();
                assert_close(information / expected, 1.0, TOLERANCE, &format!("information: {component}"));
                let expected = component["scale"].as_f64().unwrap();
                assert_close(scale(&law, &own) / expected, 1.0, TOLERANCE, &format!("scale: {component}"));
                components += 1;
            }
            forms += 1;
        }
    }
    assert!(forms >= 24 && components > 60, "{forms} forms, {components} components");
}

/// A law of one form with these weights of hits, over the attributes that it asks.
fn law_of_hits(form: &Value, sizes: &[u32]) -> (Law, Vec<usize>) {
    let units: Vec<Vec<usize>> = form["units"].as_array().unwrap().iter().map(integers).collect();
    let asked = units.concat();
    let place = |i: &usize| asked.iter().position(|asked| asked == i).unwrap();
    let subsets: Vec<u32> = integers(&form["subset_sizes"]);
    let unit = |(own, d): (&Vec<usize>, &u32)| Unit::new(own.iter().map(place).collect(), *d);
    // A word for the uniform part, which takes it from the most frequent pattern.
    let weights = form["weights"].as_array().unwrap().iter();
    let mut patterns: Vec<(Vec<(usize, usize)>, u64)> = weights
        .map(|entry| {
            let hits: Vec<u32> = integers(&entry["hits"]);
            let missed = hits.iter().enumerate().filter(|(_, hit)| **hit == 0).map(|(u, _)| (u, 1));
            (missed.collect(), entry["weight"].as_str().unwrap().parse().unwrap())
        })
        .collect();
    patterns.sort_unstable();
    let most = (0..patterns.len()).max_by_key(|&i| patterns[i].1).unwrap();
    patterns[most].1 -= 1;
    let patterns = patterns.into_iter().map(|(changes, weight)| Pattern::new(changes, weight)).collect();
    let classes = (0..units.len()).map(|u| vec![u]).collect();
    let block = Block::new((0..units.len()).collect(), classes, 1, patterns).unwrap();
    let sizes = asked.iter().map(|&i| sizes[i]).collect();
    let form = Form::new(1 << 64, vec![], units.iter().zip(&subsets).map(unit).collect(), vec![block]);
    (Law::labelled(sizes, vec![form]).unwrap(), asked)
}

/// s = μ_J·∏ √((D−d)/d)·D/((D−1)·∏ aᵢ) over the units J that the component touches, i those of their attributes outside of it.
fn scale(law: &Law, component: &[usize]) -> f64 {
    let form = &law.forms()[0];
    let touches = |unit: &&usize| form.units()[**unit].attributes().iter().any(|i| component.contains(i));
    let all: Vec<usize> = (0..form.units().len()).collect();
    let touched: Vec<usize> = all.iter().filter(touches).copied().collect();
    let factor = |&unit: &usize| {
        let (unit, size) = (&form.units()[unit], |i: &usize| f64::from(law.sizes()[*i]));
        let (cells, d): (f64, f64) =
            (unit.attributes().iter().map(size).product(), unit.subset_size().into());
        let outside: f64 = unit.attributes().iter().filter(|i| !component.contains(i)).map(size).product();
        ((cells - d) / d).sqrt() * cells / ((cells - 1.0) * outside)
    };
    form.spectrum(&touched).last().unwrap() * touched.iter().map(factor).product::<f64>()
}
