//! Ring: exact enumeration. Every plan that a test makes, of any method and size, passes through [`common::published`],
//! which checks its statements in whole numbers, down to one part in 10¹². The tests here show that it detects every
//! understated promise and every invalid law.

use crate::common::{plan_of, published};
use candor::design::Survey;
use serde_json::{Value, json};

/// k questions under `privacy`; the i-th has `size(i)` categories and the further members `more(i)`.
fn plan(k: usize, size: fn(usize) -> usize, more: fn(usize) -> Value, privacy: Value) -> Value {
    let attribute = |i: usize| {
        let categories: Vec<String> = (0..size(i)).map(|value| value.to_string()).collect();
        let mut attribute = json!({"name": format!("a{i}"), "categories": categories});
        attribute.as_object_mut().unwrap().extend(more(i).as_object().unwrap().clone());
        attribute
    };
    let attributes: Vec<Value> = (0..k).map(attribute).collect();
    let survey = json!({"survey": "s", "attributes": attributes, "privacy": privacy}).to_string();
    serde_json::from_str(plan_of(&Survey::from_json(&survey).unwrap()).json()).unwrap()
}

/// Every kind of law: independent blocks, orbits of classes, a thousand equal and a thousand different questions, caps,
/// a record ε shared by weight, and the law for pair tables.
fn plans() -> Vec<Value> {
    let level = |i: usize| json!({"epsilon": 0.5 + 0.25 * (i % 3) as f64});
    let varied = |i: usize| json!({"epsilon": 2.0 + 0.003 * i as f64});
    let rare = |i: usize| json!({"epsilon": 11.0 + 0.003 * i as f64});
    vec![
        plan(5, |i| 2 + i, level, json!({"method": "independent"})),
        plan(12, |i| 2 + i % 3, level, json!({"method": "optimal"})),
        plan(1_000, |_| 4, |_| json!({"epsilon": 3}), json!({})),
        plan(1_000, |i| 2 + i % 4, varied, json!({"method": "independent"})),
        plan(1_000, |i| 2 + i % 4, rare, json!({"method": "single-change"})),
        plan(40, |i| 2 + i % 4, varied, json!({"method": "blocks"})),
        plan(4, |i| 2 + i, level, json!({"attribute_epsilon": 1.2})),
        plan(3, |i| 2 + i, |i| json!({"weight": i + 1}), json!({"record_epsilon": 2})),
        plan(3, |i| 2 + i, |_| json!({}), json!({"record_epsilon": 2})),
    ]
}

/// The error that the check finds in a plan after `change`.
fn after(plan: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut changed = plan.clone();
    change(&mut changed);
    published::check(&changed.to_string()).unwrap_err()
}

fn scale(value: &mut Value, factor: f64) {
    *value = (value.as_f64().unwrap() * factor).into();
}

#[test]
fn a_promise_that_is_understated_is_found_out() {
    for plan in plans() {
        let last = plan["attributes"].as_array().unwrap().len() - 1;
        let wrong = after(&plan, |plan| scale(&mut plan["privacy"]["record"], 1.0 - 1e-10));
        assert!(wrong.contains("record ε is understated"), "{wrong}");
        for (kind, i) in [("column", 0), ("column", last), ("attribute", 0), ("attribute", last)] {
            let promise = |plan: &mut Value| plan["privacy"]["attributes"][i][kind].take();
            let wrong = after(&plan, |plan| {
                let stated = promise(plan).as_f64().unwrap();
                plan["privacy"]["attributes"][i][kind] = (stated * (1.0 - 1e-10)).into();
            });
            assert!(wrong.contains(&format!("{kind} ε of attribute {i} is understated")), "{wrong}");
        }
    }
}

#[test]
fn a_request_that_is_not_kept_is_found_out() {
    let plan = &plans()[6];
    for kind in ["requested", "requested_attribute"] {
        let wrong = after(plan, |plan| scale(&mut plan["privacy"]["attributes"][2][kind], 0.5));
        let words = if kind == "requested" { "requested column ε" } else { "requested attribute ε" };
        assert!(wrong.contains(&format!("{words} of attribute 2 is understated")), "{wrong}");
    }
}

#[test]
fn a_promise_that_is_overstated_is_found_out() {
    for plan in plans() {
        let wrong = after(&plan, |plan| scale(&mut plan["privacy"]["record"], 1.0 + 1e-6));
        assert!(wrong.contains("record ε is overstated"), "{wrong}");
    }
}

/// Weight moved from the uniform part to the truth breaks a promise; an invalid law is refused.
#[test]
fn a_law_that_differs_is_found_out() {
    for plan in plans() {
        let weigh = |weight: &mut Value, by: i128| {
            let moved = weight.as_str().unwrap().parse::<i128>().unwrap() + by;
            *weight = moved.to_string().into();
        };
        let share =
            plan["forms"][0]["blocks"][0]["uniform"].as_str().unwrap().parse::<i128>().unwrap() / 1_000;
        let wrong = after(&plan, |plan| {
            weigh(&mut plan["forms"][0]["blocks"][0]["uniform"], -share);
            weigh(&mut plan["forms"][0]["blocks"][0]["patterns"][0]["weight"], share);
        });
        assert!(wrong.contains("understated"), "{wrong}");
        let wrong = after(&plan, |plan| weigh(&mut plan["forms"][0]["blocks"][0]["uniform"], -1));
        assert!(wrong.contains("weights sum to"), "{wrong}");
        let wrong = after(&plan, |plan| plan["forms"][0]["blocks"][0]["units"][0] = 5_000.into());
        assert!(wrong.contains("outside its block"), "{wrong}");
        let wrong = after(&plan, |plan| _ = plan["forms"][0]["blocks"].as_array_mut().unwrap().pop());
        assert!(wrong.contains("the blocks hold units"), "{wrong}");
    }
}

#[test]
fn what_is_no_plan_is_refused() {
    assert!(published::check("{").is_err() && published::check("{}").is_err());
}
