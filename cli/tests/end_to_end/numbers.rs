//! `candor numbers`.

use serde_json::{Value, json};

use crate::desk::Desk;

/// Ages 18 to 29, 30 to 59 and above, in equal numbers, so that the median is 45.
fn reported() -> Desk {
    let desk = Desk::empty();
    let survey = r#"{"survey":"ages","attributes":[{"name":"age","bins":[18,30,60,null],"optional":true},
        {"name":"sex","categories":["f","m"]}],"privacy":{"record_epsilon":4}}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let rows = ["20,f", "40,m", "70,f", ",m"];
    let answers: String = (0..20_000).map(|row| rows[row % rows.len()].to_owned() + "\n").collect();
    desk.write("answers.csv", &("age,sex\n".to_owned() + &answers));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "5"])
        .done();
    desk
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn means_and_quantiles_are_told_of_reports_and_of_counts() {
    let desk = reported();
    let of =
        |source: &[&str], more: &[&str]| desk.candor(&[&["numbers", "plan.json"], source, more].concat());
    let closed = ["--of", "age=..100", "--quantiles", "0.5", "--format", "json"];
    let found = of(&["reports.ndjson"], &closed).json();
    let question = &found["questions"][0];
    assert_eq!(question["edges"], json!([18.0, 30.0, 60.0, 100.0]));
    // (24 + 45 + 80)/3, with a fixed seed, within five standard errors.
    let mean = &question["mean"];
    assert!(
        (number(&mean["estimate"]) - 149.0 / 3.0).abs() < 5.0 * number(&mean["standard_error"]),
        "{mean}"
    );
    let median = &question["quantiles"][0];
    assert!(number(&median["lower"]) < 45.0 && 45.0 < number(&median["upper"]), "{median}");
    assert!(number(&median["upper"]) - number(&median["lower"]) < 10.0, "{median}");
    desk.write(
        "counts.json",
        &desk.candor(&["count", "plan.json", "reports.ndjson", "--format", "json"]).done().stdout,
    );
    assert_eq!(of(&["--counts", "counts.json"], &closed).json(), found);
    let open = of(&["reports.ndjson"], &["--of", "age", "--quantiles", "0.5,0.9", "--format", "json"]).json();
    assert!(
        open["questions"][0]["mean"].is_null() && open["questions"][0]["quantiles"][1]["estimate"].is_null()
    );
    assert!(open["warnings"][0].as_str().is_some_and(|warning| warning.contains("age=FROM..TO")), "{open}");
    let text = of(&["reports.ndjson"], &["--of", "age=..100"]).done().stdout;
    assert!(text.starts_with("age (20,000 reports)\n") && text.contains("quantile 0.25"), "{text}");
    let csv = of(&["reports.ndjson"], &["--of", "age=..100", "--format", "csv"]).done().stdout;
    assert_eq!(csv.lines().count(), 5);
}

#[test]
fn what_has_no_numbers_is_refused() {
    let desk = reported();
    let refused = |more: &[&str], code: &str| {
        desk.candor(&[&["numbers", "plan.json", "reports.ndjson", "--of"], more].concat()).refused(code)
    };
    refused(&["sex"], "invalid-hypothesis");
    refused(&["height"], "unknown-attribute");
    refused(&["age", "age=..99"], "invalid-hypothesis");
    for of in ["age=", "age=18..100", "age=..60", "age=..59", "age=..x", "age=..NaN", "age=..inf", "age=100"]
    {
        refused(&[of], "invalid-hypothesis");
    }
    for quantiles in ["0", "1", "-0.5", "NaN", "0.5,2"] {
        refused(&["age", &format!("--quantiles={quantiles}")], "invalid-hypothesis");
    }
}
