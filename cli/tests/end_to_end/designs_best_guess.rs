//! `candor design` for the best guess of all tables together.

use serde_json::{Value, json};

use crate::desk::Desk;

fn survey(respondents: Option<u64>, reads: Option<&str>) -> String {
    let question = |name: &str, size: u32| {
        let categories: Vec<String> = (0..size).map(|value| value.to_string()).collect();
        json!({"name": name, "categories": categories})
    };
    json!({"survey": "guessed", "respondents": respondents,
        "attributes": [question("a", 2), question("b", 3), question("c", 9)],
        "privacy": {"record_epsilon": 0.5, "reads": reads}})
    .to_string()
}

#[test]
fn errors_of_both_designs_are_told_beside_the_bound() {
    let desk = Desk::empty();
    desk.write("survey.json", &survey(Some(2000), Some("best-guess:2")));
    let told = desk.candor(&["design", "survey.json", "-o", "plan.json", "--format", "json"]).json();
    let guess = &told["best_guess"];
    let number = |of: &Value| of.as_f64().expect("a number");
    assert_eq!((&guess["reads"], &guess["respondents"]), (&json!("best-guess:2"), &json!(2000)));
    assert!(number(&guess["bound"]) < number(&guess["risk"]));
    assert!(number(&guess["risk"]) < number(&guess["default"]["risk"]));
    assert!(number(&guess["gap"]) < 1e-3);
    assert!(number(&guess["objective"]) <= 2.0 * number(&guess["default"]["objective"]));
    assert!((number(&guess["objective"]) / number(&told["expected"]["objective"]) - 1.0).abs() < 1e-12);
    let printed = desk.candor(&["design", "survey.json", "-o", "again.json"]).done().stdout;
    // Root mean square over the 2·3 + 2·9 + 3·9 + 2 + 3 + 9 cells.
    let of_cell = 100.0 * (number(&guess["risk"]) / 65.0).sqrt();
    let printed_cell = format!("{:.2}", (100.0 * of_cell).ceil() / 100.0);
    for part in ["best guess of all tables together, with 2,000 respondents", &printed_cell, "default design"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert_eq!(desk.read("plan.json"), desk.read("again.json"));
    desk.candor(&["verify", "plan.json"]).done();
}

#[test]
fn the_command_line_chooses_over_the_survey() {
    let desk = Desk::empty();
    desk.write("survey.json", &survey(Some(2000), None));
    let designed = |plan: &str, reads: &[&str]| {
        let arguments = [&["design", "survey.json", "--format", "json", "-o", plan], reads].concat();
        desk.candor(&arguments).json()
    };
    let default = designed("default.json", &[]);
    assert!(default["best_guess"].is_null());
    let same = designed("same.json", &["--reads", "best-guess:1"]);
    assert_eq!(desk.read("default.json"), desk.read("same.json"));
    assert_eq!(same["best_guess"]["risk"], same["best_guess"]["default"]["risk"]);
    let other = designed("other.json", &["--reads", "best-guess"]);
    assert_ne!(desk.read("default.json"), desk.read("other.json"));
    assert_eq!(other["best_guess"]["error_ratio"], 1.5);
    desk.write("survey.json", &survey(Some(2000), Some("best-guess")));
    designed("survey's.json", &[]);
    assert_eq!(desk.read("survey's.json"), desk.read("other.json"));
    designed("unbiased.json", &["--reads", "unbiased"]);
    assert_eq!(desk.read("unbiased.json"), desk.read("default.json"));
}

#[test]
fn what_cannot_be_designed_is_refused_with_its_code() {
    let desk = Desk::empty();
    desk.write("survey.json", &survey(None, None));
    let refused = |more: &[&str], code: &str| {
        desk.candor(&[&["design", "survey.json", "-o", "plan.json"], more].concat()).refused(code)
    };
    let message = refused(&["--reads", "best-guess"], "invalid-survey");
    assert!(message.contains("\"respondents\""), "{message}");
    refused(&["--reads", "guess"], "invalid-survey");
    desk.write("survey.json", &survey(Some(2000), None));
    refused(&["--reads", "best-guess:0.5"], "invalid-survey");
    refused(&["--reads", "best-guess", "--method", "analysis"], "levels-conflict");
}
