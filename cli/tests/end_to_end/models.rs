//! `candor model`.

use serde_json::Value;

use crate::desk::Desk;

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).expect("a number")
}

/// One in five of those under 18 smokes, and one in two of those from 18 on: a coefficient of ln 4.
fn reported() -> Desk {
    let desk = Desk::with_plan();
    let rows = ["yes,12", "no,12", "no,12", "no,12", "no,12", "yes,30", "no,30", "yes,70", "no,70"];
    let answers: String = (0..27_000).map(|row| rows[row % rows.len()].to_owned() + "\n").collect();
    desk.write("answers.csv", &("smoker,age\n".to_owned() + &answers));
    let seeded = ["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "8"];
    desk.candor(&seeded).done();
    desk
}

#[test]
fn coefficients_come_back_from_reports_and_from_counts() {
    let desk = reported();
    let asked = ["--outcome", "smoker", "--on", "age", "--format", "json"];
    let model = desk.candor(&[&["model", "plan.json", "reports.ndjson"], &asked[..]].concat()).json();
    assert_eq!(
        (model["n"].as_u64(), model["coefficients"].as_array().map(Vec::len)),
        (Some(27_000), Some(3))
    );
    assert!(model["coefficients"][0]["term"].is_null());
    for (place, category) in [(1, "[18,60)"), (2, "≥60")] {
        let own = &model["coefficients"][place];
        assert_eq!((own["outcome"].as_str(), own["term"][0].as_str()), (Some("yes"), Some("age")));
        assert_eq!(own["term"][1], category);
        let (estimate, error) = (number(own, "/estimate"), number(own, "/standard_error"));
        // With a fixed seed, within five standard errors.
        assert!((estimate - 4_f64.ln()).abs() < 5.0 * error && error < 0.5, "{own}");
        assert!(number(own, "/interval/0") < estimate && estimate < number(own, "/interval/1"), "{own}");
    }
    assert!(number(&model, "/overall/p_value") < 1e-6 && number(&model, "/fit/degrees_of_freedom") == 0.0);
    let count = ["count", "plan.json", "reports.ndjson", "--tables", "smoker,age", "--format", "json"];
    desk.write("counts.json", &desk.candor(&count).done().stdout);
    let of_counts =
        desk.candor(&[&["model", "plan.json", "--counts", "counts.json"], &asked[..]].concat()).json();
    assert_eq!(of_counts, model);
    let text = desk
        .candor(&["model", "plan.json", "reports.ndjson", "--outcome", "smoker", "--on", "age"])
        .done()
        .stdout;
    assert!(text.starts_with("smoker on age (27,000 reports)\n") && text.contains("odds ratio"), "{text}");
    let csv =
        ["model", "plan.json", "reports.ndjson", "--outcome", "smoker", "--on", "age", "--format", "csv"];
    assert_eq!(desk.candor(&csv).done().stdout.lines().count(), 4);
}

#[test]
fn models_that_cannot_be_fitted_are_refused() {
    let desk = reported();
    let refused = |more: &[&str], code: &str| {
        desk.candor(&[&["model", "plan.json", "reports.ndjson"], more].concat()).refused(code)
    };
    refused(&["--outcome", "smoker", "--on", "height"], "unknown-attribute");
    refused(&["--outcome", "smoker", "--on", "smoker"], "duplicate-table-attribute");
    refused(&["--outcome", "smoker", "--on", "age", "--confidence", "1"], "invalid-confidence");
    desk.perturb(200, "alike.ndjson");
    let alike = ["model", "plan.json", "alike.ndjson", "--outcome", "smoker", "--on", "age"];
    assert!(desk.candor(&alike).refused("no-finite-estimate").contains("separate"));
}

/// Products of questions, the contribution of each term, and a comparison with a smaller model.
#[test]
fn nested_models_are_compared() {
    let desk = Desk::empty();
    let survey = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},
        {"name":"sex","categories":["f","m"]},{"name":"age","categories":["young","old"]}],"privacy":{"record_epsilon":4}}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let rows = [
        "no,f,young",
        "yes,m,old",
        "yes,f,old",
        "no,f,old",
        "no,m,young",
        "yes,m,young",
        "yes,m,old",
        "yes,f,young",
    ];
    let answers: String = (0..40_000).map(|row| rows[row % rows.len()].to_owned() + "\n").collect();
    desk.write("answers.csv", &("smoker,sex,age\n".to_owned() + &answers));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "8"])
        .done();
    let model = |more: &[&str]| {
        desk.candor(&[&["model", "plan.json", "reports.ndjson", "--outcome", "smoker"], more].concat())
    };
    let both = ["--on", "sex,age", "--against", "sex"];
    let found = model(&[&both[..], &["--format", "json"]].concat()).json();
    assert_eq!((found["on"][1].as_str(), found["against"]["on"].as_str()), (Some("age"), Some("sex")));
    assert_eq!(found["against"]["test"], found["terms"][1]["test"]);
    assert!(number(&found, "/against/test/p_value") < 0.05 && found["terms"][0]["without"] == "sex");
    let text = model(&both).done().stdout;
    assert!(
        text.contains("Without age the model explains as much: χ² = ") && text.contains("On sex alone"),
        "{text}"
    );
    for on in ["sex,sex", "sex:age", "sex,"] {
        model(&["--on", on]).refused("invalid-hypothesis");
    }
    model(&["--on", "smoker"]).refused("duplicate-table-attribute");
    model(&["--on", "sex", "--against", "sex,age"]).refused("invalid-hypothesis");
}

/// If noise leaves nothing of a group, that is predicted and refused, but can be fitted with joined categories or a ridge.
#[test]
fn what_has_no_finite_estimate_is_foretold_joined_or_penalised() {
    let desk = reported();
    desk.perturb(200, "alike.ndjson");
    let model = |more: &[&str]| {
        let asked = ["model", "plan.json", "alike.ndjson", "--outcome", "smoker", "--on", "age"];
        desk.candor(&[&asked[..], more].concat())
    };
    assert!(model(&[]).refused("no-finite-estimate").contains("ridge"));
    let found = model(&["--ridge", "--format", "json"]).json();
    assert_eq!((number(&found, "/ridge/slopes"), number(&found, "/ridge/constants")), (2.5, 10.0));
    assert!(
        found["overall"].is_null()
            && found["fit"].is_null()
            && found["terms"] == Value::from(Vec::<Value>::new())
    );
    let text = model(&["--ridge"]).done().stdout;
    assert!(
        text.contains("Penalised fit: log odds are drawn towards 0") && !text.contains("explains as much"),
        "{text}"
    );
    assert!(model(&["--ridge", "--against", "age"]).stderr.contains("cannot be used with"));
    for join in ["age:[18,60)", "age:[18,60)+old", "smoker:no+yes", "height:a+b"] {
        model(&["--join", join]).refused("invalid-hypothesis");
    }
    let joined = desk
        .candor(&[
            "model",
            "plan.json",
            "reports.ndjson",
            "--outcome",
            "smoker",
            "--on",
            "age",
            "--join",
            "age:[18,60)+≥60",
            "--format",
            "json",
        ])
        .json();
    assert_eq!(
        (joined["join"][0].as_str(), joined["coefficients"][1]["term"][1].as_str()),
        (Some("age:[18,60)+≥60"), Some("[18,60)+≥60"))
    );
    let own = &joined["coefficients"][1];
    assert!((number(own, "/estimate") - 4_f64.ln()).abs() < 5.0 * number(own, "/standard_error"), "{own}");
}

#[test]
fn coefficients_are_foretold() {
    let desk = Desk::with_plan();
    let asked = ["power", "plan.json", "--table", "smoker,age", "--odds-ratio", "2", "--groups", "0.7,0.3"];
    let power = |more: &[&str]| desk.candor(&[&asked[..], more].concat());
    let found = power(&["--respondents", "5000", "--format", "json"]).json();
    assert_eq!((found["outcome"].as_str(), found["on"][0].as_str()), (Some("smoker"), Some("age")));
    let each = found["coefficients"].as_array().expect("coefficients");
    assert_eq!(each.len(), 3);
    for own in each {
        let (n, error) = (number(own, "/respondents"), number(own, "/standard_error"));
        // The z values of 5 % and of 80 %, and an odds ratio of 2.
        let expected = ((1.959_964 + 0.841_621) * error / 2_f64.ln()).powi(2) * 5000.0;
        assert!((n / expected - 1.0).abs() < 0.01, "{own} {expected}");
        assert!(number(&found, "/fitted_from") >= 5000.0 * (error / 0.5).powi(2) - 1.0, "{found}");
    }
    let text = power(&[]).done().stdout;
    assert!(
        text.contains("respondents for an odds ratio of 2")
            && text.contains("The model is fitted from about"),
        "{text}"
    );
    let joined = power(&["--join", "age:[18,60)+≥60", "--format", "json"]).json();
    assert!(number(&joined, "/fitted_from") < number(&found, "/fitted_from"), "{joined}");
    assert_eq!(power(&["--format", "csv"]).done().stdout.lines().count(), 4);
    for (more, code) in
        [(["--groups", "0.7"], "invalid-hypothesis"), (["--power", "1"], "invalid-confidence")]
    {
        let asked = ["power", "plan.json", "--table", "smoker,age", "--odds-ratio", "2"];
        desk.candor(&[&asked[..], &more].concat()).refused(code);
    }
    desk.candor(&["power", "plan.json", "--table", "smoker,age", "--odds-ratio", "1"])
        .refused("invalid-hypothesis");
    desk.candor(&["power", "plan.json", "--table", "smoker", "--odds-ratio", "2"])
        .refused("invalid-hypothesis");
}
