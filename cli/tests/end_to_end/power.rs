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
    // A V of 0.1 with even margins, as shares.
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
    // The table's name contains a comma.
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

/// A trial: the arm of a person is not private.
fn trial(method: &str) -> Desk {
    let desk = Desk::empty();
    let survey = json!({"survey": "trial", "attributes": [
        {"name": "relapse", "categories": ["no", "yes"]}, {"name": "stage", "categories": ["I", "II", "III"]}],
        "plain": [{"name": "arm", "categories": ["usual", "new"]}],
        "privacy": {"record_epsilon": 2, "method": method}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

/// For each method, fails once in a million runs.
#[test]
fn an_effect_between_arms_in_clear_is_found_with_as_many_as_are_told() {
    for method in ["independent", "analysis", "labelled"] {
        let desk = trial(method);
        let effect = ["--table", "arm,relapse", "--proportions", "0.5,0.25", "--groups", "0.4,0.6"];
        let told = power(&desk, &[&effect[..], &["--power", "0.999999"]].concat());
        let spelt = ["--table", "arm,relapse", "--truth", "0.2,0.2,0.45,0.15", "--power", "0.999999"];
        assert_eq!(power(&desk, &spelt)["plan"]["respondents"], told["plan"]["respondents"], "{method}");
        let [own, other] = ["/plan", "/independent"].map(|of| number(&told, &format!("{of}/record_epsilon")));
        assert!((own - 2.0).abs() < 1e-3 && (other - 2.0).abs() < 1e-3, "what is in clear has no ε: {told}");
        let bound = number(&told, "/bound/respondents");
        let n = usize::try_from(told["plan"]["respondents"].as_u64().expect("a number")).expect("few");
        assert!(bound < number(&told, "/plan/respondents"), "{told}");
        // Of 20 people, 4, 4, 9 and 3 are of each kind.
        let rows =
            [vec!["usual,no"; 4], vec!["usual,yes"; 4], vec!["new,no"; 9], vec!["new,yes"; 3]].concat();
        let answers: String = rows.iter().cycle().take(n).map(|row| format!("{row},II\n")).collect();
        desk.write("answers.csv", &format!("arm,relapse,stage\n{answers}"));
        desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
        let test = ["test", "plan.json", "reports.ndjson", "--tables", "arm,relapse", "--format", "json"];
        let tested = desk.candor(&test).json();
        assert_eq!(tested["tables"][0]["rejected"], true, "{method}: {told} {tested}");
    }
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
    let desk = trial("analysis");
    let refused = |more: &[&str], said: &str| {
        let told = desk.candor(&[&["power", "plan.json"], more].concat()).refused("invalid-hypothesis");
        assert!(told.contains(said), "{told}");
    };
    let arms = ["--table", "arm,relapse", "--proportions"];
    refused(&[&arms[..], &["0.5"]].concat(), "a number from 0 to 1 for each of 2 groups");
    refused(&[&arms[..], &["0.5,1.5"]].concat(), "[0.5, 1.5]");
    refused(
        &[&arms[..], &["0.5,0.25", "--groups", "1,2,3"]].concat(),
        "3 numbers say how frequent groups are; \"arm\" has 2 categories",
    );
    refused(&[&arms[..], &["0.5,0.25", "--groups", "0.5,0.6"]].concat(), "sum to 1.1");
    refused(&["--table", "arm,stage", "--proportions", "0.5,0.25"], "\"stage\" has 3");
    refused(&["--table", "arm,stage,relapse", "--proportions", "0.5,0.25"], "the table has 3");
}
