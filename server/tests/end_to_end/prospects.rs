//! `candor power`.

use serde_json::{Value, json};

use crate::desk::Desk;

fn power(desk: &Desk, more: &[&str]) -> Value {
    desk.candor(&[&["power", "plan.json", "--format", "json"], more].concat()).json()
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).expect("a number")
}

#[test]
fn respondents_stand_beside_those_of_others_and_the_bound() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let questions: Vec<Value> = ["a", "b", "c"].map(question).into();
    let survey = json!({"survey": "three", "attributes": questions, "privacy": {"record_epsilon": 2}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let told = power(&desk, &["--table", "a,c", "--cramers-v", "0.1"]);
    let [own, other, bound] =
        ["/plan", "/independent", "/bound"].map(|of| number(&told, &format!("{of}/respondents")));
    assert!(bound < own && own < other, "{told}");
    assert_eq!((&told["test"], &told["attributes"]), (&json!("independence"), &json!(["a", "c"])));
    assert!(
        (number(&told, "/plan/record_epsilon") / number(&told, "/independent/record_epsilon") - 1.0).abs()
            < 1e-3
    );
    // A V of 0.1 of even margins in shares.
    let spelt = power(&desk, &["--table", "a,c", "--truth", "0.275,0.225,0.225,0.275"]);
    assert_eq!(told["plan"]["respondents"], spelt["plan"]["respondents"]);
    let asked = own.to_string();
    let more = ["--table", "a,c", "--cramers-v", "0.1", "--respondents", &asked];
    let given = power(&desk, &more);
    assert!(
        (number(&given, "/plan/power") - 0.8).abs() < 0.01 && number(&given, "/independent/power") < 0.7,
        "{given}"
    );
    let text = desk.candor(&[&["power", "plan.json"], &more[..]].concat()).done().stdout;
    assert!(text.starts_with("independence of a × c (level 0.05)\n") && text.contains("80.0 %"), "{text}");
    assert!(text.contains("this plan") && text.contains("bound for any protocol"), "{text}");
    let csv = desk.candor(&[&["power", "plan.json", "--format", "csv"], &more[..]].concat()).done().stdout;
    let designs: Vec<&str> =
        csv.lines().skip(1).map(|line| line.split(',').nth(5).expect("a design")).collect();
    // The table's name holds a comma.
    assert_eq!((csv.lines().count(), &designs[..]), (4, &["plan", "independent", "bound"][..]), "{csv}");
}

#[test]
fn what_is_found_with_that_power_is_found_in_reports() {
    let desk = Desk::with_plan();
    let effect =
        ["--table", "smoker", "--test", "fit", "--shares", "0.5,0.5", "--truth", "0.6666667,0.3333333"];
    let told = power(&desk, &[&effect[..], &["--power", "0.999999"]].concat());
    let n = told["plan"]["respondents"].as_u64().expect("a number");
    // Fails once in a million runs.
    desk.perturb(usize::try_from(n).expect("a small number"), "reports.ndjson");
    let test =
        ["test", "plan.json", "reports.ndjson", "--tables", "smoker", "--test", "fit", "--shares", "0.5,0.5"];
    let tested = desk.candor(&[&test[..], &["--format", "json"]].concat()).json();
    assert_eq!(tested["tables"][0]["rejected"], true, "{told} {tested}");
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let desk = Desk::with_plan();
    let even = power(&desk, &["--table", "smoker,age", "--cramers-v", "0"]);
    assert!(even["plan"]["respondents"].is_null() && even["bound"]["respondents"].is_null(), "{even}");
    let text =
        desk.candor(&["power", "plan.json", "--table", "smoker,age", "--cramers-v", "0"]).done().stdout;
    assert!(text.contains("none is enough"), "{text}");
}

#[test]
fn what_cannot_be_expected_is_refused() {
    let desk = Desk::with_plan();
    let refused =
        |more: &[&str], code: &str| desk.candor(&[&["power", "plan.json"], more].concat()).refused(code);
    refused(&["--table", "smoker,height", "--cramers-v", "0.1"], "unknown-attribute");
    refused(&["--table", "smoker", "--cramers-v", "0.1"], "invalid-hypothesis");
    refused(&["--table", "smoker,age", "--cramers-v", "0.99"], "invalid-hypothesis");
    refused(&["--table", "smoker,age", "--truth", "0.5,0.5"], "invalid-hypothesis");
    refused(&["--table", "smoker,age", "--cramers-v", "0.1", "--power", "1"], "invalid-confidence");
    refused(&["--table", "smoker,age", "--cramers-v", "0.1", "--level", "0.9"], "invalid-confidence");
}
