//! Plans keep their fingerprints when they pass through programs that round numbers, as some bundlers do.

use candor::design::{Method, Survey};
use candor::plan::{Caps, Plan};
use serde_json::{Value, json};

use crate::common::plan_of;

/// The document with every number rounded to 15 significant digits.
fn rounded(document: Value) -> Value {
    match document {
        Value::Number(number) if number.is_f64() => {
            json!(format!("{:.14e}", number.as_f64().unwrap()).parse::<f64>().unwrap())
        }
        Value::Array(elements) => elements.into_iter().map(rounded).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name, rounded(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other,
    }
}

fn read(document: &Value) -> Result<Plan, candor::Error> {
    Plan::from_json(&document.to_string(), &Caps::default())
}

fn survey(method: Method, record_epsilon: f64) -> Survey {
    let document = json!({
        "survey": "rounded",
        "attributes": [
            {"name": "smoker", "categories": ["no", "yes"], "weight": 1},
            {"name": "age", "bins": [0.1, 2.5, 1e21, null], "weight": 2},
            {"name": "diet", "categories": ["any", "some"], "optional": true, "weight": 1.5}
        ],
        "privacy": {"record_epsilon": record_epsilon, "method": method.to_string(), "attribute_epsilon": 1e3_f64.ln()}
    });
    Survey::from_json(&document.to_string()).unwrap()
}

#[test]
fn plans_keep_their_fingerprints_where_numbers_are_rounded() {
    let mut longest = 0;
    for method in [Method::Independent, Method::Optimal, Method::SingleChange] {
        for record_epsilon in [0.05, 0.1 + 0.2, 1.0, 50.0_f64.ln(), 4.0, 9.0] {
            let plan = plan_of(&survey(method, record_epsilon));
            let document: Value = serde_json::from_str(plan.json()).unwrap();
            let (record, exact) = (plan.promises().record, plan.law().record_epsilon());
            assert!(exact <= record && record < exact * (1.0 + 1e-10), "{method} {record_epsilon}");
            assert_eq!(document["privacy"]["record"].as_f64(), Some(record));
            assert_eq!(rounded(document.clone()), document, "{method} {record_epsilon}");
            assert_eq!(read(&rounded(document)).unwrap().fingerprint(), plan.fingerprint());
            longest = longest.max(exact.to_string().len());
        }
    }
    assert!(longest > 15, "no promise would have been rounded");
}

#[test]
fn a_promise_just_below_4_is_written_as_4() {
    let question = json!({"name": "diet", "categories": ["any", "veg", "vegan"]});
    let privacy = json!({"record_epsilon": 4, "method": "labelled"});
    let document = json!({"survey": "four", "attributes": [question], "privacy": privacy});
    let plan = plan_of(&Survey::from_json(&document.to_string()).unwrap());
    assert_eq!(plan.law().record_epsilon().to_string(), "3.9999999999999996");
    assert_eq!(plan.document().privacy.record.to_string(), "4");
}

#[test]
fn edges_of_more_digits_than_survive_are_refused() {
    let document = |edge: f64| {
        json!({"survey": "s", "attributes": [{"name": "n", "bins": [0, edge, null], "epsilon": 1}]})
            .to_string()
    };
    assert!(Survey::from_json(&document(0.3)).is_ok());
    let refused = Survey::from_json(&document(0.1 + 0.2)).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-bins");
    assert!(refused.message().contains("0.30000000000000004 has more than 15 digits"), "{refused}");
}
