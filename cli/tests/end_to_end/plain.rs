//! Plain columns from the survey to the estimates: what a collector accepts, stores and returns, and what the commands do with them.

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::Desk;

/// A law without labels and one with labels, for a large and a small region.
const METHODS: [&str; 2] = ["analysis", "labelled"];

fn desk(method: &str) -> Desk {
    let desk = Desk::empty();
    let survey = json!({"survey": "strata", "attributes": [
        {"name": "smoker", "categories": ["no", "yes"]}, {"name": "age", "categories": ["young", "old"]}],
        "plain": [{"name": "region", "categories": ["north", "south"]}, {"name": "school", "categories": ["1", "2", "3", "4"]}],
        "privacy": {"record_epsilon": 2, "method": method}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let row = |row: usize| {
        let (smoker, region) = (
            ["no", "yes"][usize::from(row.is_multiple_of(3))],
            ["north", "south"][usize::from(row.is_multiple_of(5))],
        );
        format!("{region},{smoker},{},{}\n", row % 4 + 1, ["young", "old"][row % 2])
    };
    desk.write(
        "answers.csv",
        &("region,smoker,school,age\n".to_owned() + &(0..1000).map(row).collect::<String>()),
    );
    let perturb = ["perturb", "plan.json", "--answers", "answers.csv", "--seed", "7", "-o", "reports.ndjson"];
    desk.candor(&perturb).done();
    desk
}

fn counted(desk: &Desk, reports: &str) -> Value {
    let tables = ["--tables", "region,school", "smoker,region", "--format", "json"];
    desk.candor(&[&["count", "plan.json", reports][..], &tables].concat()).json()
}

#[test]
fn a_collector_keeps_what_reports_carry_in_clear_and_gives_it_back() {
    for method in METHODS {
        let desk = desk(method);
        let collector = Collector::start(&desk);
        let lines = desk.read("reports.ndjson");
        assert_eq!(collector.reports(&lines).status, 201);
        assert_eq!(collector.reports(&lines).status, 200, "the same again");
        let expected = counted(&desk, "reports.ndjson");
        let region: Vec<Value> =
            expected["tables"][0]["cells"].as_array().map_or_else(Vec::new, Clone::clone);
        if method == "analysis" {
            let of = |place: usize| region[place]["count"].as_u64().expect("a count");
            assert_eq!((0..4).map(of).sum::<u64>(), 800, "of the north, as the answers say");
        }
        assert_eq!(counted(&desk, desk.database()), expected);
        for file in ["r.csv", "r.parquet", "r.ndjson"] {
            desk.candor(&["database", "export", "plan.json", "-o", file]).done();
            assert_eq!(counted(&desk, file), expected, "{method} {file}");
        }
        assert!(collector.stop());
        assert_eq!(counted(&desk, desk.database()), expected, "after all was rewritten");
    }
}

#[test]
fn a_copy_has_what_reports_carry_in_clear() {
    let desk = desk("labelled");
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    desk.candor(&["database", "backup", "copy.db"]).done();
    assert_eq!(counted(&desk, "copy.db"), counted(&desk, "reports.ndjson"));
}

#[test]
fn what_the_plan_does_not_declare_is_refused_and_not_stored() {
    let desk = desk("labelled");
    let collector = Collector::start(&desk);
    let first = desk.read("reports.ndjson").lines().next().expect("a report").to_owned();
    let report = |plain: Option<Value>| {
        let mut report: Value = serde_json::from_str(&first).expect("JSON");
        report.as_object_mut().expect("an object").remove("plain");
        plain.into_iter().for_each(|plain| report["plain"] = plain);
        report.to_string()
    };
    for (plain, code) in [
        (None, "invalid-report"),
        (Some(json!([0])), "invalid-report"),
        (Some(json!([0, 0, 0])), "invalid-report"),
        (Some(json!({"region": "north"})), "invalid-report"),
        (Some(json!([2, 0])), "category-out-of-range"),
        (Some(json!([0, 4_294_967_295_u32])), "category-out-of-range"),
    ] {
        let refused = collector.report(&report(plain)).refused(422, code);
        assert!(!refused.contains("north"), "{refused}");
    }
    assert_eq!(collector.report(&report(Some(json!([0, 3])))).status, 201);
    // The same record with another region is another report under the same id.
    collector.report(&report(Some(json!([1, 3])))).refused(409, "id-conflict");
    assert_eq!(collector.json("/surveys")[0]["reports"], 1);
}

/// A step limits changes for all reports together; the totals of one stratum could change by a single report.
#[test]
fn a_collector_tells_no_totals_by_plain_column() {
    let desk = desk("analysis");
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    for tables in ["region", "smoker,region", "smoker&tables=school"] {
        let said = collector.get(&format!("/estimates?tables={tables}")).refused(422, "unknown-attribute");
        assert!(said.contains("plain column"), "{said}");
    }
    for statistics in ["/scores", "/rankings"] {
        let said = collector.get(&format!("{statistics}?by=region")).refused(422, "unknown-attribute");
        assert!(said.contains("plain column"), "{said}");
    }
    let told = collector.json("/estimates");
    let names: Vec<&str> = told["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .filter_map(|t| t["attributes"][0].as_str())
        .collect();
    assert_eq!(names, ["smoker", "age"]);
}

#[test]
fn commands_take_plain_columns_for_questions_without_noise() {
    for method in METHODS {
        let desk = desk(method);
        let estimated = desk
            .candor(&[
                "estimate",
                "plan.json",
                "reports.ndjson",
                "--tables",
                "region",
                "smoker,region",
                "--format",
                "json",
            ])
            .json();
        let north = &estimated["tables"][0]["cells"][0];
        assert!((north["estimate"].as_f64().expect("a share") - 0.8).abs() < 1e-9, "{method}: {north}");
        let given = ["--tables", "smoker,region", "--given", "region", "--format", "json"];
        let within = desk.candor(&[&["estimate", "plan.json", "reports.ndjson"][..], &given].concat()).json();
        assert!(within["tables"][0].to_string().contains("difference"), "{within}");
        let tested = desk
            .candor(&["test", "plan.json", "reports.ndjson", "--tables", "smoker,region", "--format", "json"])
            .json();
        assert!(tested["tables"][0].to_string().contains("p_value"), "{tested}");
        let model = [
            "model",
            "plan.json",
            "reports.ndjson",
            "--outcome",
            "smoker",
            "--on",
            "region,age",
            "--format",
            "json",
        ];
        let model = desk.candor(&model).json();
        assert_eq!(model["coefficients"][1]["term"], json!(["region", "south"]));
        desk.write("counts.json", &counted(&desk, "reports.ndjson").to_string());
        let again =
            desk.candor(&["estimate", "plan.json", "--counts", "counts.json", "--format", "json"]).json();
        assert_eq!(again["tables"][1]["cells"], estimated["tables"][1]["cells"], "{method}");
    }
}

#[test]
fn a_table_of_answers_has_the_plain_columns() {
    let desk = desk("labelled");
    for (answers, code, said) in [
        ("region,smoker,age\nnorth,yes,old\n", "invalid-csv", "no column \"school\""),
        ("region,smoker,age,school\neast,yes,old,1\n", "unknown-category", "row 1"),
        ("region,smoker,age,school\n,yes,old,1\n", "missing-answer", "\"region\""),
    ] {
        desk.write("odd.csv", answers);
        let refused = desk.candor(&["perturb", "plan.json", "--answers", "odd.csv"]).refused(code);
        assert!(refused.contains(said), "{refused}");
    }
}

crate::server::on_postgres!(
    a_collector_keeps_what_reports_carry_in_clear_and_gives_it_back,
    what_the_plan_does_not_declare_is_refused_and_not_stored,
);
