//! The differences that a survey names: the plan does not have them, and what is expected of them are shares of a table.

use candor::design::Survey;
use candor::plan::Plan;
use serde_json::{Value, json};

use crate::common::plan_of;

fn survey(change: impl FnOnce(&mut Value)) -> Survey {
    survey_or_refused(change).unwrap()
}

fn survey_or_refused(change: impl FnOnce(&mut Value)) -> Result<Survey, candor::Error> {
    let mut document = json!({"survey": "school", "privacy": {"record_epsilon": 2}, "respondents": 3000,
        "attributes": [
            {"name": "drugs", "categories": ["no", "yes", {"value": "-", "role": "refused"}], "optional": true},
            {"name": "sex", "categories": ["f", "m"]},
            {"name": "grade", "bins": [8, 9, 10, 11, null]},
            {"name": "how", "choose": "any", "categories": ["alone", "friends"]}],
        "plain": [{"name": "arm", "categories": ["usual", "course"]}]});
    change(&mut document);
    Survey::from_json(&document.to_string())
}

/// A comparison of two groups, each with its answer, size and share.
fn comparison(of: [&str; 2], by: &str, groups: [(&str, f64, f64); 2]) -> Value {
    let groups = groups.map(|(answer, size, share)| json!({"answer": answer, "size": size, "share": share}));
    json!({"of": of[0], "answer": of[1], "by": by, "groups": groups})
}

#[test]
fn a_plan_is_the_same_without_them() {
    let plan = |comparisons: Value| plan_of(&survey(|s| s["comparisons"] = comparisons));
    let without: Plan = plan(json!([]));
    let with = plan(json!([
        comparison(["drugs", "yes"], "sex", [("f", 0.6, 0.14), ("m", 0.4, 0.32)]),
        comparison(["drugs", "yes"], "arm", [("usual", 0.5, 0.3), ("course", 0.5, 0.2)]),
    ]));
    assert_eq!(with.json(), without.json());
    assert_eq!(with.fingerprint(), without.fingerprint());
}

/// Row by row, with one row for each group.
fn expected(of: [&str; 2], by: &str, groups: [(&str, f64, f64); 2]) -> Vec<f64> {
    let survey = survey(|s| s["comparisons"] = json!([comparison(of, by, groups)]));
    let tabled = survey.schema().with_plain(survey.plain()).unwrap();
    let (table, shares) = survey.comparisons()[0].expected(&tabled).unwrap();
    assert_eq!(table.map(|place| tabled.attributes()[place].name()), [by, of[0]]);
    shares
}

fn assert_near(own: &[f64], shares: &[f64]) {
    assert_eq!(own.len(), shares.len());
    assert!(own.iter().zip(shares).all(|(one, other)| (one - other).abs() < 1e-12), "{own:?} {shares:?}");
}

#[test]
fn shares_are_those_of_the_groups_and_their_mean_in_further_ones() {
    // "-" and "no answer" are given by nobody.
    let by_sex = expected(["drugs", "yes"], "sex", [("m", 0.4, 0.32), ("f", 0.6, 0.14)]);
    assert_near(&by_sex, &[0.516, 0.084, 0.0, 0.0, 0.272, 0.128, 0.0, 0.0]);
    // Two further grades have a quarter each.
    let by_grade = expected(["how.alone", "yes"], "grade", [("[8,9)", 0.25, 0.2), ("≥11", 0.25, 0.4)]);
    assert_near(&by_grade, &[0.2, 0.05, 0.175, 0.075, 0.175, 0.075, 0.15, 0.1]);
    // Where there are no further groups, all respondents are in the two, and the other answers are equally frequent.
    let by_arm = expected(["grade", "[8,9)"], "arm", [("usual", 0.25, 0.4), ("course", 0.25, 0.1)]);
    assert_near(&by_arm, &[0.2, 0.1, 0.1, 0.1, 0.05, 0.15, 0.15, 0.15]);
    // An answer that is not valid can be compared, too.
    let refused = expected(["drugs", "-"], "sex", [("f", 0.5, 0.2), ("m", 0.5, 0.1)]);
    assert_near(&refused, &[0.2, 0.2, 0.1, 0.0, 0.225, 0.225, 0.05, 0.0]);
}

#[test]
fn who_is_not_asked_gives_no_answer() {
    let asked = |groups| {
        survey_or_refused(|s| {
            let how = json!({"name": "with", "categories": ["friends", "others"], "asked_if": {"grade": {"below": 10}}});
            s["attributes"].as_array_mut().unwrap().push(how);
            s["comparisons"] = json!([comparison(["with", "friends"], "grade", groups)]);
        })
    };
    // Two further grades are not asked.
    let survey = asked([("[8,9)", 0.3, 0.2), ("[9,10)", 0.3, 0.4)]).unwrap();
    let (_, shares) =
        survey.comparisons()[0].expected(&survey.schema().with_plain(survey.plain()).unwrap()).unwrap();
    assert_near(&shares, &[0.06, 0.24, 0.0, 0.12, 0.18, 0.0, 0.0, 0.0, 0.2, 0.0, 0.0, 0.2]);
    let refused = asked([("[8,9)", 0.3, 0.2), ("≥11", 0.3, 0.4)]).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-hypothesis");
    assert!(
        refused.to_string().contains("who answers \"≥11\" cannot give all of these answers"),
        "{refused}"
    );
}
