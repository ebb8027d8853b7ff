//! A survey, its plan, and plans that are changed by hand but have the right fingerprint.

use candor::design::Survey;
use candor::plan::{Caps, Plan};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common;

/// Two plain questions and an optional numeric one.
pub fn survey() -> Value {
    json!({
        "survey": "health",
        "attributes": [
            {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1.0},
            {"name": "diet", "categories": ["any", {"value": "veg", "label": "Vegetarian"}, "vegan"], "epsilon": 0.5},
            {"name": "age", "bins": [18, 30, null], "optional": true, "epsilon": 2.0}
        ]
    })
}

pub fn plan_of(survey: &Value) -> Plan {
    let survey = Survey::from_json(&survey.to_string()).unwrap();
    common::plan_of(&survey)
}

pub fn plan() -> Plan {
    plan_of(&survey())
}

/// The plan's document after `change`, with its new fingerprint.
pub fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut document: Value = serde_json::from_str(plan().json()).unwrap();
    change(&mut document);
    document.as_object_mut().unwrap().remove("fingerprint");
    // Members are sorted and no number here is written with an exponent, so these are the canonical bytes.
    let digest = Sha256::digest(document.to_string());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    document["fingerprint"] = Value::from(format!("sha256:{digits}"));
    document.to_string()
}

pub fn read(text: &str) -> Result<Plan, candor::Error> {
    Plan::from_json(text, &Caps::default())
}

#[test]
fn an_unchanged_plan_is_accepted() {
    assert_eq!(changed(|_| ()), plan().json());
    assert_eq!(read(&changed(|_| ())).unwrap().fingerprint(), plan().fingerprint());
}
