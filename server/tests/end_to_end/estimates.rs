//! `candor estimate`.

use serde_json::{Value, json};

use crate::desk::Desk;

fn reported(rows: usize) -> Desk {
    let desk = Desk::with_plan();
    desk.perturb(rows, "reports.ndjson");
    desk
}

#[test]
fn estimates_come_near_the_truth_that_went_in() {
    let desk = reported(9000);
    let estimate =
        ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker", "smoker,age", "--format", "json"];
    let estimates = desk.candor(&estimate).json();
    assert_eq!((&estimates["n"], &estimates["confidence"]), (&json!(9000), &json!(0.95)));
    assert_eq!(estimates["warnings"], json!([]));
    let table = &estimates["tables"][0];
    assert_eq!((&table["attributes"], &table["method"]), (&json!(["smoker"]), &json!("inverse")));
    assert!(table["condition"].as_f64().expect("a number") >= 1.0);
    let truths = [json!(["no"]), json!(["yes"])].into_iter().zip([2.0 / 3.0, 1.0 / 3.0]);
    for (cell, (categories, truth)) in table["cells"].as_array().expect("cells").iter().zip(truths) {
        let number = |name: &str| cell[name].as_f64().expect("a number");
        assert_eq!(cell["categories"], categories);
        // Six standard errors: once in 500 million runs.
        assert!((number("estimate") - truth).abs() < 6.0 * number("standard_error"), "{cell}");
        assert!(number("lower") < number("estimate") && number("estimate") < number("upper"), "{cell}");
    }
    assert_eq!(estimates["tables"][1]["cells"].as_array().map(Vec::len), Some(6));
}

#[test]
fn counts_give_the_estimates_that_reports_give() {
    let desk = reported(200);
    let counts = ["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"];
    desk.write("counts.json", &desk.candor(&counts).done().stdout);
    let from_counts = desk.candor(&["estimate", "plan.json", "--counts", "counts.json", "--format", "json"]);
    let from_reports =
        desk.candor(&["estimate", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]);
    assert_eq!(from_counts.done().stdout, from_reports.done().stdout);
    let one =
        ["estimate", "plan.json", "--counts", "counts.json", "--tables", "smoker,age", "--format", "json"];
    assert_eq!(desk.candor(&one).json()["tables"].as_array().map(Vec::len), Some(1));
    let absent = ["estimate", "plan.json", "--counts", "counts.json", "--tables", "age,smoker"];
    assert!(desk.candor(&absent).refused("invalid-counts").contains("age,smoker"));
}

#[test]
fn counts_that_do_not_fit_the_plan_are_refused() {
    let desk = reported(20);
    let counted = desk.candor(&["count", "plan.json", "reports.ndjson", "--format", "json"]).json();
    let first_cell = "/tables/0/cells/0/categories/0";
    let cases = [
        ("plan-mismatch", "/plan", json!(format!("sha256:{}", "0".repeat(64)))),
        ("invalid-counts", "/n", json!(21)),
        ("unknown-attribute", "/tables/0/attributes/0", json!("height")),
        ("invalid-counts", "/tables/1/attributes/0", json!("smoker")),
        ("invalid-counts", first_cell, json!("maybe")),
        ("invalid-counts", first_cell, json!("yes")),
        ("invalid-counts", "/tables/0/cells/0/count", json!(-1)),
        ("invalid-counts", "/tables", json!([])),
    ];
    for (code, pointer, value) in cases {
        let mut counts: Value = counted.clone();
        *counts.pointer_mut(pointer).expect("it is there") = value;
        desk.write("counts.json", &counts.to_string());
        desk.candor(&["estimate", "plan.json", "--counts", "counts.json"]).refused(code);
    }
}

#[test]
fn cells_that_are_not_listed_count_zero() {
    let desk = Desk::with_plan();
    let counts = json!({"plan": desk.fingerprint("plan.json"), "survey": "health", "n": 7, "tables":
        [{"attributes": ["smoker"], "cells": [{"categories": ["yes"], "count": 7}]}]});
    desk.write("counts.json", &counts.to_string());
    let estimates =
        desk.candor(&["estimate", "plan.json", "--counts", "counts.json", "--format", "json"]).json();
    assert!(estimates["tables"][0]["cells"][0]["estimate"].as_f64().expect("a number") < 0.0);
}

#[test]
fn estimates_are_drawn_with_whiskers_and_written_as_csv() {
    let desk = reported(300);
    let table =
        desk.candor(&["estimate", "plan.json", "reports.ndjson", "--confidence", "0.9"]).done().stdout;
    assert!(table.contains("smoker (300 reports, 90% intervals, condition "), "{table}");
    assert!(table.contains('├') && table.contains('●') && table.contains('┤'), "{table}");
    let csv = desk.candor(&["estimate", "plan.json", "reports.ndjson", "--format", "csv"]).done().stdout;
    let header = "table,smoker,age,estimate,standard_error,lower,upper,confidence,n,condition,method,given";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 1 + 2 + 3);
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let desk = reported(10);
    let estimate = ["estimate", "plan.json", "reports.ndjson", "--confidence"];
    for confidence in ["0", "1", "1.5", "NaN"] {
        desk.candor(&[&estimate[..], &[confidence]].concat()).refused("invalid-confidence");
    }
    desk.write("nothing.ndjson", "");
    desk.candor(&["estimate", "plan.json", "nothing.ndjson"]).refused("empty-sample");
}

#[test]
fn a_table_that_the_law_hides_is_refused_by_name_and_left_out_of_all_pairs() {
    let desk = Desk::empty();
    let attribute = |name: &str| json!({"name": name, "categories": ["no", "yes"], "epsilon": 0.001});
    let attributes: Vec<Value> = (0..2).map(|index| attribute(&format!("q{index}"))).collect();
    desk.write("survey.json", &json!({"survey": "faint", "attributes": attributes}).to_string());
    desk.candor(&["design", "survey.json", "--method", "independent", "-o", "plan.json"]).done();
    desk.write("reports.csv", "q0,q1\nno,no\nyes,no\n");
    let estimate = ["estimate", "plan.json", "reports.csv", "--format", "json"];
    let message =
        desk.candor(&[&estimate[..], &["--tables", "q0,q1"]].concat()).refused("unidentifiable-table");
    assert!(message.contains("q0,q1"), "{message}");
    let pairs = desk.candor(&[&estimate[..], &["--pairs"]].concat()).done();
    assert!(pairs.stderr.contains("warning: table \"q0,q1\" is left out"), "{}", pairs.stderr);
    let pairs = pairs.json();
    assert_eq!(pairs["tables"].as_array().map(Vec::len), Some(2));
    assert_eq!(pairs["warnings"].as_array().map(Vec::len), Some(3));
}
