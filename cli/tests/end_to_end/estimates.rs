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
        // Six standard errors: fails once in 500 million runs.
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
        ("invalid-counts", "/tables/0/cells/0/count", json!(1.5)),
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
fn a_known_population_tells_noise_and_sampling_apart() {
    let desk = reported(300);
    let estimate = |more: &[&str]| {
        desk.candor(&[&["estimate", "plan.json", "reports.ndjson", "--tables", "smoker"], more].concat())
    };
    let cells = |more: &[&str]| {
        let estimates = estimate(&[more, &["--format", "json"]].concat()).json();
        estimates["tables"][0]["cells"].as_array().expect("cells").clone()
    };
    let number = |cell: &Value, name: &str| cell[name].as_f64().expect("a number");
    for cell in cells(&["--population", "400"]) {
        let parts = ["standard_error_noise", "standard_error_sampling"].map(|name| number(&cell, name));
        assert!(parts[0] > 0.0 && parts[1] > 0.0, "{cell}");
        assert!((parts[0].hypot(parts[1]) / number(&cell, "standard_error") - 1.0).abs() < 1e-9, "{cell}");
    }
    for (census, many) in cells(&["--population", "300"]).iter().zip(cells(&[])) {
        assert_eq!(number(census, "standard_error_sampling"), 0.0);
        assert_eq!(census["estimate"], many["estimate"]);
        assert!(number(census, "standard_error") < number(&many, "standard_error"));
        assert!(
            number(census, "upper") - number(census, "lower")
                < number(&many, "upper") - number(&many, "lower")
        );
        assert!(many.get("standard_error_noise").is_none());
    }
    let text = estimate(&["--population", "400"]).done().stdout;
    assert!(text.contains("smoker (300 reports of 400 people, 95% intervals"), "{text}");
    assert!(text.contains("of noise") && text.contains("of sampling"), "{text}");
    let csv = estimate(&["--population", "400", "--format", "csv"]).done().stdout;
    assert!(
        csv.lines()
            .next()
            .expect("a header")
            .ends_with(",given,standard_error_noise,standard_error_sampling")
    );
    let refused = estimate(&["--population", "299"]).refused("invalid-population");
    assert!(refused.contains("299") && refused.contains("300"), "{refused}");
}

#[test]
fn categories_that_nobody_reports_have_errors() {
    let desk = Desk::empty();
    desk.write("plan.json", include_str!("../../../tests/cases/unreported.plan.json"));
    let rows: String =
        (0..200).map(|row| format!("x,y,{}\n", if row % 2 == 0 { "p" } else { "q" })).collect();
    desk.write("reports.csv", &format!("a,b,c\n{rows}"));
    let estimate = ["estimate", "plan.json", "reports.csv", "--tables", "c", "--format", "json"];
    let estimates = desk.candor(&estimate).json();
    for cell in &estimates["tables"][0]["cells"].as_array().expect("cells")[2..] {
        // A report distinguishes values of c by odds of e² to 1; with 200 reports, the noise is at least 4 %.
        assert!(cell["standard_error"].as_f64().expect("a number") > 0.03, "{cell}");
    }
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let desk = reported(10);
    let estimate = ["estimate", "plan.json", "reports.ndjson", "--confidence"];
    for confidence in ["0", "1", "1.5", "NaN"] {
        let refused = desk.candor(&[&estimate[..], &[confidence]].concat()).refused("invalid-confidence");
        assert!(!refused.contains("counted"), "before anything is read: {refused}");
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

#[test]
fn every_method_is_offered_and_tells_what_it_did() {
    let desk = reported(2000);
    let estimate = |method: &str, more: &[&str]| {
        let arguments =
            ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker,age", "--method", method];
        desk.candor(&[&arguments[..], &["--format", "json"], more].concat()).json()
    };
    for method in ["inverse", "joint", "independent", "truncated", "likelihood"] {
        let estimates = estimate(method, &[]);
        let table = &estimates["tables"][0];
        assert_eq!(table["method"], json!(method));
        assert_eq!(table["influence"].as_f64().is_some_and(|most| most > 0.0), method != "likelihood");
        assert_eq!(table["convergence"].is_object(), method == "likelihood");
    }
    for method in ["auto", "hybrid", "hybrid:published", "clusters:2"] {
        assert!(estimate(method, &[])["tables"][0]["reason"].is_string(), "{method}");
    }
    let projected = estimate("inverse", &["--project"]);
    let shares = projected["tables"][0]["cells"].as_array().expect("cells");
    let shares: Vec<f64> = shares.iter().map(|cell| cell["estimate"].as_f64().expect("a number")).collect();
    assert!(shares.iter().all(|share| *share >= 0.0) && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(projected["tables"][0]["projected"], json!(true));
    let arguments = ["estimate", "plan.json", "reports.ndjson", "--method"];
    desk.candor(&[&arguments[..], &["em"]].concat()).refused("unknown-method");
    desk.candor(&[&arguments[..], &["clusters:0"]].concat()).refused("invalid-clusters");
}

#[test]
fn groups_are_compared() {
    let desk = reported(4000);
    let estimate = ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker,age", "--given", "smoker"];
    let estimates =
        desk.candor(&[&estimate[..], &["--reference", "yes", "--format", "json"]].concat()).json();
    let table = &estimates["tables"][0];
    assert_eq!(table["given"], json!(["smoker"]));
    let cells = table["cells"].as_array().expect("cells");
    let within: f64 = cells[..3].iter().map(|cell| cell["estimate"].as_f64().expect("a number")).sum();
    assert!((within - 1.0).abs() < 1e-9, "shares within a group sum to 1: {within}");
    let differences = table["differences"].as_array().expect("differences");
    assert_eq!(differences.len(), 3);
    assert_eq!(differences[0]["categories"], json!(["no", "<18"]));
    assert_eq!(differences[0]["reference"], json!(["yes", "<18"]));
    // All non-smokers are 12 years old, and no smoker is.
    assert!(differences[0]["lower"].as_f64().expect("a number") > 0.5, "{table}");
    let text = desk.candor(&estimate).done().stdout;
    assert!(text.contains("age within each smoker") && text.contains("differences from no"), "{text}");
    let elsewhere = ["estimate", "plan.json", "reports.ndjson", "--tables", "age", "--given", "smoker"];
    desk.candor(&elsewhere).refused("invalid-groups");
    desk.candor(&[&estimate[..], &["--reference", "maybe"]].concat()).refused("invalid-groups");
    desk.candor(&[&estimate[..], &["--reference", "-5"]].concat()).refused("invalid-groups");
}

#[test]
fn every_method_has_groups_and_covariances() {
    let desk = reported(4000);
    let methods = "inverse joint independent clusters:1 truncated hybrid hybrid:published likelihood auto";
    let asked = ["--given", "smoker", "--covariance", "--format", "json", "--method"];
    for method in methods.split(' ') {
        for more in [&[][..], &["--project"], &["--consistent"]] {
            let estimate = ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker,age"];
            let estimates = desk.candor(&[&estimate[..], &asked, &[method], more].concat()).json();
            let table = &estimates["tables"][0];
            let rows = table["covariance"].as_array().expect("rows");
            assert!(rows.len() == 6 && rows.iter().all(|row| row.as_array().expect("a row").len() == 6));
            assert_eq!(table["differences"].as_array().map(Vec::len), Some(3), "{method} {more:?}");
            for cell in table["cells"].as_array().expect("cells") {
                let number = |name: &str| cell[name].as_f64().expect("a number");
                let estimate = number("estimate").clamp(0.0, 1.0);
                assert!(number("lower") <= estimate && estimate <= number("upper"), "{method}: {cell}");
            }
        }
    }
}

#[test]
fn covariance_simultaneous_intervals_and_consistency_on_request() {
    let desk = reported(500);
    let estimate = ["estimate", "plan.json", "reports.ndjson", "--pairs", "--format", "json"];
    let with = |more: &[&str]| desk.candor(&[&estimate[..], more].concat()).json();
    let covariance = with(&["--covariance"]);
    let (cell, row) = (&covariance["tables"][0]["cells"][0], &covariance["tables"][0]["covariance"][0]);
    let error = cell["standard_error"].as_f64().expect("a number");
    assert!((row[0].as_f64().expect("a number") - error * error).abs() < 1e-15);
    let upper = |estimates: &Value| estimates["tables"][2]["cells"][0]["upper"].as_f64().expect("a number");
    let simultaneous = with(&["--simultaneous", "bonferroni"]);
    assert_eq!(simultaneous["simultaneous"], json!("bonferroni"));
    assert!(upper(&simultaneous) > upper(&covariance));
    assert_eq!(with(&["--consistent", "--project"])["consistent"], json!(true));
    desk.candor(&[&estimate[..], &["--simultaneous", "scheffe"]].concat()).refused("unknown-method");
}

#[test]
fn estimates_are_drawn_as_svg() {
    let desk = reported(300);
    let estimate = ["estimate", "plan.json", "reports.ndjson", "--pairs", "--plot", "out.svg"];
    desk.candor(&estimate).done();
    let svg = desk.read("out.svg");
    assert!(svg.starts_with("<svg role=\"img\"") && svg.trim_end().ends_with("</svg>"), "{svg:.80}");
    for text in ["<title>Estimates: smoker; age; smoker × age</title>", "≥60", "yes", "95% intervals"] {
        assert!(svg.contains(text), "{text}");
    }
    // A heat map for the pair: six squares, besides the background and the five bars of the single attributes.
    assert_eq!(svg.matches("<rect").count(), 1 + 5 + 6);
    let groups = ["--tables", "smoker,age", "--given", "age", "--plot", "groups.svg"];
    desk.candor(&[&estimate[..3], &groups].concat()).done();
    assert!(desk.read("groups.svg").contains("smoker within each age"));
}

#[test]
fn large_tables_show_the_rows_that_tell_something() {
    let desk = Desk::empty();
    let categories: Vec<String> = (0..40).map(|value| format!("v{value}")).collect();
    let attribute = |name: &str| json!({"name": name, "categories": categories, "epsilon": 6});
    let survey = json!({"survey": "wide", "attributes": [attribute("a"), attribute("b")]});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--method", "independent"]).done();
    desk.write("reports.csv", &("a,b\n".to_owned() + &"v3,v4\n".repeat(100) + &"v5,v6\n".repeat(50)));
    let count = ["count", "plan.json", "reports.csv", "--tables", "a,b"];
    let counted = desk.candor(&count).done().stdout;
    assert!(counted.contains("v3") && counted.contains("1,598 more cells count 0"), "{counted}");
    let json = desk.candor(&[&count[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["tables"][0]["cells"].as_array().map(Vec::len), Some(2));
    let estimate = ["estimate", "plan.json", "reports.csv", "--tables", "a,b"];
    let estimated = desk.candor(&estimate).done().stdout;
    assert!(estimated.contains("1,598 more rows may be empty"), "{estimated}");
    let all = desk.candor(&[&estimate[..], &["--all-rows"]].concat()).done().stdout;
    assert!(all.lines().count() > 1600);
    let json = desk.candor(&[&estimate[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["tables"][0]["cells"].as_array().map(Vec::len), Some(1600));
}

#[test]
fn counts_that_are_no_whole_numbers_and_repeated_attributes_are_refused() {
    let desk = Desk::with_plan();
    for count in ["-3", "2.5", "\"7\"", "1e3"] {
        let text = format!(
            r#"{{"plan":"{}","survey":"health","n":7,"tables":[{{"attributes":["smoker"],"cells":[{{"categories":["yes"],"count":{count}}}]}}]}}"#,
            desk.fingerprint("plan.json")
        );
        desk.write("counts.json", &text);
        desk.candor(&["estimate", "plan.json", "--counts", "counts.json"]).refused("invalid-counts");
    }
    let twice = ["estimate", "plan.json", "--counts", "counts.json", "--tables", "age,age"];
    desk.write("counts.json", "{}");
    desk.candor(&twice).refused("invalid-counts");
    desk.perturb(5, "reports.ndjson");
    desk.candor(&["estimate", "plan.json", "reports.ndjson", "--tables", "age,age"])
        .refused("duplicate-table-attribute");
}

/// The printed influence of one forged report holds for the printed numbers, including shares within groups.
#[test]
fn one_forged_report_moves_what_is_printed_by_no_more_than_is_printed() {
    let desk = Desk::empty();
    let (plan, counts) = (case("forged.plan.json"), case("forged.counts.json"));
    desk.write("plan.json", &plan);
    let honest: Value = serde_json::from_str(&counts).expect("counts");
    let shares = |counts: &Value| {
        desk.write("counts.json", &counts.to_string());
        let estimate =
            ["estimate", "plan.json", "--counts", "counts.json", "--given", "q0", "--format", "json"];
        desk.candor(&estimate).json()["tables"][0].clone()
    };
    let before = shares(&honest);
    let most = before["influence"].as_f64().expect("a number");
    let mut farthest: f64 = 0.0;
    for (from, to) in [(0, 9), (0, 10), (8, 10), (10, 11), (9, 0), (3, 11)] {
        let mut forged = honest.clone();
        for (cell, change) in [(from, -1), (to, 1)] {
            let count = &mut forged["tables"][0]["cells"][cell]["count"];
            *count = json!(count.as_i64().expect("a count") + change);
        }
        let after = shares(&forged);
        for (one, other) in
            before["cells"].as_array().expect("cells").iter().zip(after["cells"].as_array().expect("cells"))
        {
            let moved =
                one["estimate"].as_f64().expect("a share") - other["estimate"].as_f64().expect("a share");
            farthest = farthest.max(moved.abs());
        }
    }
    assert!(farthest <= most && farthest > most / 3.0, "{farthest}, at most {most}");
    let estimate = |more: &[&str]| {
        desk.write("counts.json", &counts);
        let arguments = ["estimate", "plan.json", "--counts", "counts.json"];
        desk.candor(&[&arguments[..], more].concat()).done().stdout
    };
    let told = "one forged report moves a share by at most ";
    assert!(estimate(&["--given", "q0"]).contains(told) && estimate(&[]).contains(told));
    for silent in ["hybrid", "auto", "likelihood"] {
        assert!(!estimate(&["--method", silent]).contains(told), "{silent}");
    }
}

/// If no true answers explain the reports, the output says so and what to do; estimates are given nevertheless.
#[test]
fn reports_that_do_not_fit_the_plan_are_told() {
    let desk = Desk::with_plan();
    desk.write("same.csv", &("smoker,age\n".to_owned() + &"yes,<18\n".repeat(500)));
    let estimate = ["estimate", "plan.json", "same.csv", "--tables", "smoker,age"];
    let told = desk.candor(&estimate).done();
    for part in [
        "warning: table \"smoker,age\"",
        "do not fit the plan",
        "forged, repeated, or perturbed differently",
        "(probability below 1e-",
    ] {
        assert!(told.stderr.contains(part), "{part}: {}", told.stderr);
    }
    let json = desk.candor(&[&estimate[..], &["--format", "json"]].concat()).json();
    assert_eq!(
        (&json["tables"][0]["misfit"]["test"], &json["tables"][0]["misfit"]["labels"]),
        (&json!("counts"), &json!([]))
    );
    assert!(json["tables"][0]["misfit"]["probability"].as_f64().expect("a number") < 1e-20, "{json}");
    let honest = reported(500);
    let told = honest.candor(&["estimate", "plan.json", "reports.ndjson", "--pairs"]).done();
    assert!(!told.stderr.contains("do not fit"), "{}", told.stderr);
}

fn case(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases").join(name);
    std::fs::read_to_string(path).expect("a case")
}

/// Any of three equal questions may be in either of two units of a form.
#[test]
fn counts_of_a_labelled_plan_give_the_estimates_of_its_reports() {
    let desk = Desk::empty();
    let question = |(name, size): (&str, u32)| {
        let categories: Vec<String> = (0..size).map(|value| value.to_string()).collect();
        json!({"name": name, "categories": categories})
    };
    let attributes = [("a", 2), ("b", 2), ("c", 2), ("d", 3)].map(question);
    let survey = json!({"survey": "counted", "attributes": attributes,
        "privacy": {"record_epsilon": 1}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let rows = (0..3000).map(|row| format!("{},{},{},{}\n", row % 2, row / 2 % 2, row / 4 % 2, row / 8 % 3));
    desk.write("answers.csv", &("a,b,c,d\n".to_owned() + &rows.collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "r.ndjson", "--seed", "1"])
        .done();
    let counts = desk.candor(&["count", "plan.json", "r.ndjson", "--pairs", "--format", "json"]).json();
    let alike = |table: &Value| {
        let forms = table["forms"].as_array().expect("forms");
        let named: Vec<String> =
            forms.iter().map(|form| format!("{}{}", form["form"], form["units"])).collect();
        (1..named.len()).any(|place| named[..place].contains(&named[place]))
    };
    assert!(counts["tables"].as_array().expect("tables").iter().any(alike), "no unit stands for another");
    desk.write("counts.json", &counts.to_string());
    let estimate = |of: &[&str]| {
        let words = [&["estimate", "plan.json"], of, &["--pairs", "--format", "json"]].concat();
        desk.candor(&words).json()["tables"].clone()
    };
    for method in ["inverse", "likelihood", "auto"] {
        let method = ["--method", method];
        let of = |source: &[&str]| estimate(&[source, &method].concat());
        assert_eq!(of(&["r.ndjson"]), of(&["--counts", "counts.json"]));
    }
    // Without the subsets, the counts of cells suffice, except for the likelihood.
    let mut without = counts.clone();
    for table in without["tables"].as_array_mut().expect("tables") {
        for form in table["forms"].as_array_mut().expect("forms") {
            form.as_object_mut().expect("a form").remove("subsets").expect("subsets");
        }
    }
    desk.write("counts.json", &without.to_string());
    assert_eq!(estimate(&["r.ndjson"]), estimate(&["--counts", "counts.json"]));
    let likelihood = ["estimate", "plan.json", "--counts", "counts.json", "--method", "likelihood"];
    desk.candor(&likelihood).refused("not-for-labels");
    // A wrong number of reports with a subset, a subset that is listed twice, and one that names no cell.
    let wrong: [fn(&mut Vec<Value>); 3] = [
        |subsets| subsets[0]["count"] = json!(subsets[0]["count"].as_u64().unwrap_or(0) + 1),
        |subsets| subsets.push(subsets[0].clone()),
        |subsets| subsets[0]["cells"] = json!([4_000_000]),
    ];
    for wrong in wrong {
        let mut changed = counts.clone();
        let subsets = &mut changed["tables"][0]["forms"][0]["subsets"];
        wrong(subsets.as_array_mut().expect("subsets"));
        desk.write("counts.json", &changed.to_string());
        desk.candor(&likelihood).refused("invalid-counts");
    }
}
