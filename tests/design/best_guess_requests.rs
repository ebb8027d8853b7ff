//! Ring: construction and misuse. Surveys whose tables are read as the best guess: what is refused, what a design states, and that the plans of
//! other surveys do not change.

use candor::Error;
use candor::design::{Method, Reads, Request, Survey, labelled::BestGuessGoal};
use serde_json::{Value, json};

use crate::common::{designed, plan_of, planned};

fn document() -> Value {
    json!({
        "survey": "health", "respondents": 2000, "privacy": {"record_epsilon": 0.5, "reads": "best-guess"},
        "attributes": [
            {"name": "smoker", "categories": ["no", "yes"]},
            {"name": "region", "categories": ["north", "east", "south"]},
            {"name": "age", "bins": [null, 20, 30, 40, 50, 60, 70, 80, null]},
        ],
    })
}

fn with(change: impl FnOnce(&mut Value)) -> Result<Survey, Error> {
    let mut document = document();
    change(&mut document);
    Survey::from_json(&document.to_string())
}

#[track_caller]
fn assert_refused<T>(result: Result<T, Error>, code: &str, says: &str) {
    let Err(error) = result else { panic!("accepted, instead of {code}: {says}") };
    assert_eq!(error.code().as_str(), code, "{error}");
    assert!(error.message().contains(says), "{says:?} is not in: {error}");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let reads = |reads: &str| with(|survey| survey["privacy"]["reads"] = json!(reads));
    for text in ["guess", "best-guess:", "best-guess:much", "best-guess:2:3", "unbiased:2", "", "Best-guess"]
    {
        assert_refused(reads(text), "invalid-survey", "is not what a survey is read as");
    }
    for text in ["best-guess:0.99", "best-guess:NaN", "best-guess:inf", "best-guess:-1"] {
        assert_refused(reads(text), "invalid-survey", "must be a number from 1 on");
    }
    let unexpected = |survey: &mut Value| survey["respondents"] = Value::Null;
    assert_refused(with(unexpected), "invalid-survey", "\"respondents\", how many are expected");
}

#[test]
fn what_cannot_be_designed_is_refused() {
    let designed_with = |change: fn(&mut Value)| designed(with(change)?.request());
    assert_refused(
        designed_with(|survey| survey["privacy"]["method"] = json!("analysis")),
        "levels-conflict",
        "by method labelled, not by method analysis",
    );
    let alone = "for a record ε without weights";
    assert_refused(
        designed_with(|survey| survey["attributes"][0]["weight"] = json!(2)),
        "levels-conflict",
        alone,
    );
    let levels = |survey: &mut Value| {
        survey["privacy"]["record_epsilon"] = Value::Null;
        (0..3).for_each(|place| survey["attributes"][place]["epsilon"] = json!(1));
    };
    assert_refused(designed_with(levels), "levels-conflict", alone);
    let of_three = |survey: &mut Value| survey["tables"] = json!([["smoker", "region", "age"]]);
    assert_refused(designed_with(of_three), "infeasible-request", "a table is of 3 questions");
    let capped = |survey: &mut Value| survey["privacy"]["attribute_epsilon"] = json!(0.3);
    assert_refused(designed_with(capped), "infeasible-request", "above a cap of 0.3");
    let request = with(|_| {}).unwrap().request();
    assert_refused(designed(request.max_law_size(100)), "plan-too-large", "labelled");
    let goal = BestGuessGoal { respondents: 100.0, error_ratio: f64::NAN };
    assert_refused(
        designed(Request::tables(&[2, 2], &[vec![0, 1]], 1.0).best_guess(goal)),
        "invalid-survey",
        "NaN",
    );
}

#[test]
fn a_design_tells_what_it_is_for_and_what_it_costs() {
    let survey = with(|_| {}).unwrap();
    assert_eq!(survey.reads(), Reads::BestGuess { error_ratio: 1.5 });
    let design = designed(survey.request()).unwrap();
    let told = design.best_guess().unwrap();
    assert_eq!((told.respondents, told.error_ratio), (2000.0, 1.5));
    assert!(told.error <= 1.5 * told.default_error && told.error > 1.4 * told.default_error, "{told:?}");
    assert!(told.risk_bound <= told.risk && told.risk < 0.9 * told.default_risk, "{told:?}");
    assert_eq!(design.method(), Method::Labelled);
    for part in
        ["of the best guess of the 6 tables", "have at most 1.5 times the default design's squared error"]
    {
        assert!(design.reason().contains(part), "{}", design.reason());
    }
    let verified = planned(&survey, &design);
    assert!(verified.law().record_epsilon() <= 0.5);
}

#[test]
fn plans_of_unbiased_tables_do_not_change() {
    let without = with(|survey| survey["privacy"]["reads"] = Value::Null).unwrap();
    let named = with(|survey| survey["privacy"]["reads"] = json!("unbiased")).unwrap();
    let as_default = without.clone().reading(Reads::BestGuess { error_ratio: 1.0 }).unwrap();
    let guessed = with(|_| {}).unwrap();
    assert_eq!(plan_of(&without).json(), plan_of(&named).json());
    assert_eq!(plan_of(&without).json(), plan_of(&as_default).json());
    assert_ne!(plan_of(&without).json(), plan_of(&guessed).json());
    assert!(designed(without.request()).unwrap().best_guess().is_none());
    let reason = designed(as_default.request()).unwrap().reason().to_owned();
    assert!(reason.contains("the default design, as no other was found"), "{reason}");
}

#[test]
fn questions_of_one_size_have_the_default_design() {
    let of_one_size = |survey: &mut Value| {
        survey["attributes"][1]["categories"] = json!(["yes", "no"]);
        survey["attributes"][2] = json!({"name": "urban", "categories": ["yes", "no"]});
    };
    let design = designed(with(of_one_size).unwrap().request()).unwrap();
    let told = design.best_guess().unwrap();
    assert_eq!((told.risk, told.error), (told.default_risk, told.default_error));
    assert!(design.reason().contains("all questions have equally many answers"), "{}", design.reason());
    let differing = designed(with(|_| ()).unwrap().request()).unwrap();
    assert!(differing.best_guess().unwrap().risk < differing.best_guess().unwrap().default_risk);
}
