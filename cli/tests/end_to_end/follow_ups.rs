//! Questions that are asked only after certain answers to earlier ones, from the survey to its estimates.

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::Desk;

/// A question, a follow-up of one of its answers, and a follow-up of that; a number, and a follow-up of a range of it.
fn survey() -> Value {
    json!({"survey": "work", "privacy": {"record_epsilon": 3}, "attributes": [
        {"name": "harassed", "categories": ["no", "yes", "refused"]},
        {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}},
        {"name": "told", "categories": ["no", "yes"], "optional": true, "asked_if": {"by": ["manager"]}},
        {"name": "age", "bins": [0, 18, 65, null]},
        {"name": "job", "categories": ["no", "yes"], "asked_if": {"age": {"from": 18, "below": 65}}}]})
}

const ROWS: [&str; 6] = [
    "no,,,40,yes",
    "yes,colleague,,70,",
    "yes,manager,yes,30,no",
    "yes,manager,,17,",
    "refused,,,20,yes",
    "no,not asked,not asked,80,not asked",
];

fn designed() -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", &survey().to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

fn answers(rows: &[&str]) -> String {
    format!("harassed,by,told,age,job\n{}\n", rows.join("\n"))
}

#[test]
fn a_plan_says_after_which_answers_a_question_is_asked() {
    let desk = designed();
    let plan: Value = serde_json::from_str(&desk.read("plan.json")).expect("a plan");
    let attribute = |place: usize| &plan["attributes"][place];
    assert_eq!(attribute(1)["asked_if"], json!([{"attribute": 0, "categories": [1]}]));
    assert_eq!(attribute(1)["categories"], json!(["colleague", "manager", "not asked"]));
    assert_eq!(attribute(2)["categories"], json!(["no", "yes", "no answer", "not asked"]));
    assert_eq!(attribute(4)["asked_if"], json!([{"attribute": 3, "categories": [1]}]));
    assert_eq!(attribute(0)["asked_if"], Value::Null);
    let promise =
        |place: usize| plan["privacy"]["attributes"][place]["attribute"].as_f64().expect("a number");
    // The first question is promised with all that hang on it.
    assert!(promise(0) >= promise(1) && promise(1) >= promise(2));
    desk.candor(&["verify", "plan.json"]).done();
    let forged = desk.read("plan.json").replace(
        r#""asked_if":[{"attribute":0,"categories":[1]}]"#,
        r#""asked_if":[{"attribute":3,"categories":[1]}]"#,
    );
    desk.write("forged.json", &forged);
    desk.candor(&["verify", "forged.json"]).refused("invalid-follow-up");
}

#[test]
fn conditions_name_answers_to_earlier_questions() {
    let desk = Desk::empty();
    let cases = [
        ("/attributes/1/asked_if", json!({"nobody": ["yes"]}), "\"nobody\", which is no question before it"),
        ("/attributes/1/asked_if", json!({"job": ["yes"]}), "\"job\", which is no question before it"),
        ("/attributes/1/asked_if", json!({"by": ["manager"]}), "\"by\", which is no question before it"),
        ("/attributes/1/asked_if", json!({"harassed": ["maybe"]}), "no answer \"maybe\""),
        ("/attributes/2/asked_if", json!({"by": ["not asked"]}), "no answer \"not asked\""),
        ("/attributes/1/asked_if", json!({"harassed": []}), "after none of its answers"),
        ("/attributes/1/asked_if", json!({"harassed": ["yes", "yes"]}), "the same answer twice"),
        ("/attributes/1/asked_if", json!({"harassed": ["no", "yes", "refused"]}), "whatever is answered"),
        ("/attributes/4/asked_if", json!({"age": {"from": 20}}), "no edge 20"),
        ("/attributes/4/asked_if", json!({"harassed": {"from": 18}}), "which is no number"),
    ];
    for (place, conditions, rule) in cases {
        let mut survey = survey();
        *survey.pointer_mut(place).expect("a member") = conditions;
        desk.write("survey.json", &survey.to_string());
        let told = desk.candor(&["design", "survey.json"]).refused("invalid-follow-up");
        assert!(told.contains(rule), "{told}");
    }
    for conditions in [json!({"age": {}}), json!({"age": {"to": 3}}), json!(["age"]), json!({"age": 3})] {
        let mut survey = survey();
        survey["attributes"][4]["asked_if"] = conditions;
        desk.write("survey.json", &survey.to_string());
        desk.candor(&["design", "survey.json"]).refused("invalid-survey");
    }
    let mut drawn = survey();
    drawn["ask"] = json!("drawn");
    desk.write("survey.json", &drawn.to_string());
    assert!(desk.candor(&["design", "survey.json"]).refused("infeasible-request").contains("follow-ups"));
}

/// Promises hold for all records, also for those that cannot occur, and audits try them.
#[test]
fn a_plan_with_follow_ups_is_audited() {
    let desk = designed();
    let audits = desk.candor(&["audit", "plan.json", "--trials", "20000", "--format", "json"]).json();
    assert_eq!(audits["mechanisms"][0]["verdict"], json!("not refuted"));
}

/// What is wrong with an answer is said in words that fit all answers to earlier questions.
#[test]
fn what_is_not_asked_cannot_be_answered() {
    let desk = designed();
    let mut told = Vec::new();
    for row in ["no,manager,yes,40,yes", "yes,,,40,yes"] {
        desk.write("answers.csv", &answers(&[row]));
        told.push(
            desk.candor(&["perturb", "plan.json", "--answers", "answers.csv"]).refused("invalid-follow-up"),
        );
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].contains("\"by\" has to be answered where it is asked, and nowhere else"), "{}", told[0]);
}

#[test]
fn shares_are_of_all_and_of_those_who_were_asked() {
    let desk = designed();
    let rows: Vec<&str> = ROWS.iter().copied().cycle().take(9000).collect();
    desk.write("answers.csv", &answers(&rows));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let estimate = |more: &[&str]| {
        let own =
            ["estimate", "plan.json", "reports.ndjson", "--tables", "by", "harassed,by", "--format", "json"];
        desk.candor(&[&own, more].concat()).json()
    };
    let close = |cell: &Value, truth: f64| {
        let number = |name: &str| cell[name].as_f64().expect("a number");
        // Six standard errors: fails once in 500 million runs.
        assert!(
            (number("estimate") - truth).abs() <= 6.0 * number("standard_error") + 1e-12,
            "{cell}, not {truth}"
        );
    };
    let all = estimate(&[]);
    for (cell, truth) in [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0].into_iter().enumerate() {
        close(&all["tables"][0]["cells"][cell], truth);
    }
    // A table of both questions: nobody who was not harassed is asked by whom.
    let cells = all["tables"][1]["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 9);
    for (place, truth) in
        [0.0, 0.0, 2.0 / 6.0, 1.0 / 6.0, 2.0 / 6.0, 0.0, 0.0, 0.0, 1.0 / 6.0].into_iter().enumerate()
    {
        close(&cells[place], truth);
        assert_eq!(cells[place]["upper"] == json!(0.0), truth == 0.0, "{}", cells[place]);
    }
    let valid = estimate(&["--valid"]);
    assert_eq!(valid["tables"][0]["valid"], json!(true));
    let cells = valid["tables"][0]["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 2);
    close(&cells[0], 1.0 / 3.0);
    close(&cells[1], 2.0 / 3.0);
    let text = desk
        .candor(&["estimate", "plan.json", "reports.ndjson", "--tables", "harassed,by", "--valid"])
        .done()
        .stdout;
    assert!(text.contains("harassed × by, of valid answers") && !text.contains("not asked"), "{text}");
}

/// A table is counted with the questions that hang on its own wherever it is estimated: from reports, from counts, and by a collector.
#[test]
fn counts_and_collectors_tell_as_much_as_reports() {
    let desk = designed();
    let rows: Vec<&str> = ROWS.iter().copied().cycle().take(600).collect();
    desk.write("answers.csv", &answers(&rows));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let tables = ["told", "by,age", "harassed,by", "age"];
    let json = ["--format", "json", "--tables"];
    let estimates = |from: &[&str], more: &[&str]| {
        desk.candor(&[&["estimate", "plan.json"], from, more, &json, &tables].concat()).json()
    };
    let counts =
        desk.candor(&[&["count", "plan.json", "reports.ndjson"], &json[..], &tables].concat()).done();
    desk.write("counts.json", &counts.stdout);
    let counted: Value = desk.json("counts.json");
    let of: Vec<(Value, Value)> = counted["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .map(|table| (table["attributes"].clone(), table["asked"].clone()))
        .collect();
    assert_eq!(of.len(), 4 + 4, "{of:?}");
    assert!(of.contains(&(json!(["told", "by", "harassed"]), json!(1))), "{of:?}");
    let of_reports = estimates(&["reports.ndjson"], &[]);
    for more in [&[][..], &["--valid"], &["--method", "hybrid"]] {
        assert_eq!(estimates(&["--counts", "counts.json"], more), estimates(&["reports.ndjson"], more));
    }
    let all = desk.candor(&["estimate", "plan.json", "--counts", "counts.json", "--format", "json"]).json();
    assert_eq!(all["tables"], of_reports["tables"]);
    // The same tables alone have more noise.
    let alone = counted["tables"].as_array().expect("tables").iter().filter(|table| table["asked"].is_null());
    let mut narrow = counted.clone();
    narrow["tables"] = alone.cloned().collect();
    desk.write("narrow.json", &narrow.to_string());
    let error = |of: &Value| of["tables"][1]["cells"][0]["standard_error"].as_f64().expect("a number");
    let (one, other) = (error(&of_reports), error(&estimates(&["--counts", "narrow.json"], &[])));
    assert!(one < other, "{one} with what hangs on it, {other} without");
    for wrong in [0, 4] {
        let mut counted = counted.clone();
        counted["tables"][4]["asked"] = json!(wrong);
        desk.write("wrong.json", &counted.to_string());
        let wrong = ["estimate", "plan.json", "--counts", "wrong.json"];
        assert!(desk.candor(&wrong).refused("invalid-counts").contains("cannot have been asked for"));
    }
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    let asked = "/estimates?tables=told&tables=by,age&tables=harassed,by&tables=age&method=inverse";
    let of_database = estimates(&[desk.database()], &["--method=inverse"]);
    assert_eq!(of_database, of_reports);
    assert_eq!(collector.estimates(asked), of_database);
}

/// Tests and models count the questions that hang on theirs, from reports as from counts, and refuse what follows from who was asked.
#[test]
fn tests_and_models_use_what_cannot_occur() {
    let desk = designed();
    let rows: Vec<&str> = ROWS.iter().copied().cycle().take(3000).collect();
    desk.write("answers.csv", &answers(&rows));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let counts = ["count", "plan.json", "reports.ndjson", "--format", "json", "--tables", "by,age"];
    desk.write("counts.json", &desk.candor(&counts).done().stdout);
    let mut narrow: Value = desk.json("counts.json");
    narrow["tables"].as_array_mut().expect("tables").retain(|table| table["asked"].is_null());
    desk.write("narrow.json", &narrow.to_string());
    let found = |own: &[&str]| {
        let from = |from: &[&str]| {
            desk.candor(&[&[own[0], "plan.json"], from, &own[1..], &["--format", "json"]].concat()).json()
        };
        let of_reports = from(&["reports.ndjson"]);
        assert_eq!(from(&["--counts", "counts.json"]), of_reports);
        [of_reports, from(&["--counts", "narrow.json"])]
    };
    let [known, narrow] = found(&["test", "--tables", "by,age"]);
    assert_eq!(known["tables"][0]["attributes"], json!(["by", "age"]));
    assert_eq!(known["tables"][0]["calibrated"]["degrees_of_freedom"], json!(4));
    assert_ne!(known["tables"][0]["calibrated"], narrow["tables"][0]["calibrated"]);
    let [known, narrow] = found(&["model", "--outcome", "by", "--on", "age", "--ridge"]);
    let error = |of: &Value| of["coefficients"][3]["standard_error"].as_f64().expect("a number");
    assert_ne!(error(&known), error(&narrow));
    let test = ["test", "plan.json", "reports.ndjson", "--tables", "harassed,by"];
    let told = desk.candor(&test).refused("invalid-hypothesis");
    assert!(told.contains("\"harassed,by\"") && told.contains("test either with another question"), "{told}");
    let model = ["model", "plan.json", "reports.ndjson", "--outcome", "by", "--on", "harassed"];
    assert!(desk.candor(&model).refused("invalid-hypothesis").contains("cannot be given together"));
    let screen = desk.candor(&["test", "plan.json", "reports.ndjson", "--screen", "--format", "json"]).json();
    let warnings = screen["warnings"].as_array().expect("warnings");
    assert_eq!((screen["tables"].as_array().map(Vec::len), warnings.len()), (Some(6), 4), "{warnings:?}");
}
