//! Invalid plain columns, in a survey and in a plan.

use candor::design::Survey;
use serde_json::{Value, json};

use super::assert_refused;
use super::documents::{changed, read, survey};

/// Invalid columns, each with its error code and a part of its message.
fn refused() -> Vec<(Value, &'static str, &'static str)> {
    let column = |name: &str, categories: Value| json!([{"name": name, "categories": categories}]);
    let yes_no = json!(["no", "yes"]);
    let mut twice = column("region", yes_no.clone());
    twice.as_array_mut().unwrap().push(json!({"name": "region", "categories": ["a", "b"]}));
    vec![
        (column("smoker", yes_no.clone()), "duplicate-attribute", "two attributes are named \"smoker\""),
        (twice, "duplicate-attribute", "two attributes are named \"region\""),
        (column("a,b", yes_no.clone()), "invalid-name", "\"a,b\" is not a name"),
        (column("", yes_no.clone()), "invalid-name", "is not a name"),
        (column("__proto__", yes_no), "invalid-name", "is not a name"),
        (column("region", json!(["a", "b\u{202e}"])), "invalid-text", "turns the direction of text"),
        (column("region", json!(["only"])), "too-few-categories", "\"region\" has 1 categories"),
        (column("region", json!(["a", "b", "a"])), "duplicate-category", "the category \"a\" twice"),
    ]
}

#[test]
fn in_a_survey() {
    for (plain, code, message) in refused() {
        let mut document = survey();
        document["plain"] = plain;
        assert_refused(Survey::from_json(&document.to_string()), code, message);
    }
    let with = |plain: Value| {
        let mut document = survey();
        document["plain"] = plain;
        Survey::from_json(&document.to_string())
    };
    assert!(with(json!([])).unwrap().plain().is_empty());
    for odd in [
        json!({}),
        json!([{"name": "r"}]),
        json!([{"name": "r", "bins": [0, 1, 2]}]),
        json!([{"name": "r", "categories": ["a", "b"], "epsilon": 1}]),
    ] {
        assert_refused(with(odd), "invalid-survey", "not a survey document");
    }
}

#[test]
fn in_a_plan() {
    for (plain, code, message) in refused() {
        assert_refused(read(&changed(|p| p["plain"] = plain)), code, message);
    }
    let localized =
        json!([{"name": "region", "question": {"en": "Where?", "es": "¿Dónde?"}, "categories": ["a", "b"]}]);
    assert!(read(&changed(|p| p["plain"] = localized.clone())).is_ok());
    let other = changed(|p| (p["plain"], p["title"]) = (localized, json!({"en": "Health"})));
    assert_refused(read(&other), "invalid-language", "not given in the same languages");
}
