//! Ring: properties of designs under caps on attribute ε: kept exactly, certified, and refused by the name of what
//! conflicts.
//!
//! Seeds are fixed; nothing here can fail by chance.

#![cfg(feature = "optimal")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use candor::design::{Design, Levels, Method, Options, Survey, optimal};
use candor::plan::{Caps, Plan};
use common::{Dice, designed, plan_of, within_caps};

fn only(method: Method) -> Options {
    Options { method: Some(method), ..Options::default() }
}

/// Levels with caps between them and half as much more; none on one attribute in four.
fn problem(dice: &mut Dice, k: u32) -> Levels {
    let sizes = (0..k).map(|_| dice.between(2, 9)).collect();
    let epsilons: Vec<f64> = (0..k).map(|_| dice.power_of_two(-4.0, 2.5)).collect();
    let cap = |dice: &mut Dice, epsilon: &f64| match dice.between(0, 3) {
        0 => f64::INFINITY,
        _ => epsilon * (1.0 + 0.5 * dice.unit()),
    };
    let caps = epsilons.iter().map(|epsilon| cap(dice, epsilon)).collect();
    Levels::new(sizes, epsilons).unwrap().capped(caps).unwrap()
}

fn free(levels: &Levels) -> Levels {
    Levels::new(levels.sizes().into(), levels.epsilons().into()).unwrap()
}

#[test]
fn the_optimum_under_caps_keeps_them_and_is_certified() {
    let mut dice = Dice::new(41);
    let mut binding = 0;
    for _ in 0..150 {
        let k = dice.between(1, 6);
        let levels = problem(&mut dice, k);
        let design = designed(&levels, only(Method::Optimal)).unwrap();
        let record = design.law().record_epsilon();
        let uncapped = optimal::certificate(&free(&levels)).unwrap().record_epsilon;
        assert!(design.law().keeps_caps(levels.caps()), "{levels:?}");
        let columns = design.law().column_epsilons();
        let kept = columns.iter().zip(levels.epsilons()).all(|(kept, asked)| kept <= asked);
        let reached = columns.iter().zip(levels.epsilons()).all(|(kept, asked)| *kept > asked * (1.0 - 1e-6));
        assert!(kept && reached, "{columns:?} for {levels:?}");
        assert!(record - design.record_lower_bound().unwrap() <= 1e-6, "{record} for {levels:?}");
        let sum: f64 = levels.epsilons().iter().sum();
        assert!(uncapped - 1e-9 <= record && record <= sum + 1e-9, "{uncapped} {record} {sum}: {levels:?}");
        binding += u32::from(record > uncapped + 1e-6);
    }
    assert!(binding > 75, "caps mattered only in {binding} of 150 problems");
}

/// Every method keeps the caps or says that it does not.
#[test]
fn every_method_keeps_the_caps_or_refuses() {
    let mut dice = Dice::new(42);
    let mut refused = 0;
    for round in 0..100 {
        let k = if round % 10 == 0 { 12 } else { dice.between(1, 5) };
        let levels = problem(&mut dice, k);
        for name in ["auto", "independent", "pair", "single-change", "inductive", "linear-program", "blocks"]
        {
            if k == 12 && name == "linear-program" {
                continue;
            }
            match designed(&levels, only(name.parse().unwrap())) {
                Ok(design) => assert!(design.law().keeps_caps(levels.caps()), "{name} {levels:?}"),
                Err(error) => {
                    assert!(["infeasible-request", "raised-epsilon"].contains(&error.code()), "{error}");
                    assert!(!["auto", "independent", "blocks"].contains(&name), "{name} {levels:?}: {error}");
                    refused += u32::from(error.message().contains("above its cap"));
                }
            }
        }
    }
    assert!(refused > 50, "caps were in the way only {refused} times");
}

#[test]
fn a_record_budget_is_shared_within_the_caps() {
    let mut dice = Dice::new(43);
    for _ in 0..10 {
        let k = dice.between(2, 4);
        let (sizes, weights): (Vec<u32>, Vec<f64>) =
            (0..k).map(|_| (dice.between(2, 6), dice.power_of_two(-1.0, 1.0))).unzip();
        let caps: Vec<f64> = (0..k).map(|_| dice.power_of_two(-2.0, 1.0)).collect();
        let within = |caps: &[f64], method| within_caps(&sizes, &weights, 3.0, caps, only(method)).unwrap();
        let [capped, independent] =
            [Method::Optimal, Method::Independent].map(|method| within(&caps, method));
        let free = within(&vec![f64::INFINITY; sizes.len()], Method::Optimal);
        let level = |design: &Design| design.requested().unwrap()[0];
        assert!(capped.law().keeps_caps(&caps) && capped.law().record_epsilon() <= 3.0);
        let ordered = level(&independent) <= level(&capped) * (1.0 + 1e-7)
            && level(&capped) <= level(&free) * (1.0 + 1e-7);
        assert!(ordered, "{sizes:?} {weights:?} {caps:?}");
    }
}

fn survey(attributes: &str, privacy: &str) -> Result<Survey, candor::Error> {
    Survey::from_json(&format!(r#"{{"survey":"s","attributes":[{attributes}],"privacy":{{{privacy}}}}}"#))
}

fn question(name: &str, more: &str) -> String {
    format!(r#"{{"name":"{name}","categories":["no","yes"]{more}}}"#)
}

#[test]
fn a_plan_says_and_keeps_what_was_asked() {
    let attributes =
        [question("a", r#","epsilon":1,"attribute_epsilon":1.2"#), question("b", r#","epsilon":1"#)];
    let survey = survey(&attributes.join(","), r#""attribute_epsilon":1.3"#).unwrap();
    let plan = plan_of(&survey);
    let promises = &plan.promises().attributes;
    assert_eq!([0, 1].map(|i| promises[i].requested_attribute), [Some(1.2), Some(1.3)]);
    assert!([0, 1].iter().all(|&i| Some(promises[i].attribute) <= promises[i].requested_attribute));
    assert!(plan.json().contains(r#""requested":1,"requested_attribute":1.2"#), "{}", plan.json());
    assert_eq!(Plan::from_json(plan.json(), &Caps::default()).unwrap().promises(), plan.promises());
    let mut understated = plan.document().clone();
    understated.privacy.attributes[0].requested_attribute = Some(1.1);
    let mismatch = Plan::verify(understated.clone(), &Caps::default()).unwrap_err();
    understated.fingerprint = mismatch.message().rsplit(' ').next().unwrap().into();
    let refused = Plan::verify(understated, &Caps::default()).unwrap_err();
    assert_eq!(refused.code(), "understated-promise");
    assert!(refused.message().contains("requested attribute ε of \"a\""), "{refused}");
}

#[test]
fn what_conflicts_is_named() {
    let above = [question("a", r#","epsilon":2"#), question("b", r#","epsilon":1"#)].join(",");
    let refused = survey(&above, r#""attribute_epsilon":1.5"#).unwrap_err();
    assert_eq!(refused.code(), "infeasible-request");
    assert!(
        refused.message().contains("\"a\": column ε 2") && refused.message().contains("1.5"),
        "{refused}"
    );
    let one = question("a", r#","epsilon":2"#);
    for cap in ["0", "-1", "1e999"] {
        let code = survey(&one, &format!(r#""attribute_epsilon":{cap}"#)).unwrap_err().code();
        assert!(["invalid-epsilon", "invalid-survey"].contains(&code), "{cap}: {code}");
    }
}

/// The law for tables is taken where it keeps the caps; else the record ε is shared within them.
#[test]
fn caps_hold_where_only_a_record_epsilon_is_given() {
    let attributes = ["a", "b", "c"].map(|name| question(name, "")).join(",");
    for (cap, method) in [(2.9, "analysis"), (0.9, "optimal")] {
        let privacy = format!(r#""record_epsilon":2,"attribute_epsilon":{cap}"#);
        let design = survey(&attributes, &privacy).unwrap().design(Options::default()).unwrap();
        assert_eq!(design.method().as_str(), method);
        assert!(design.law().keeps_caps(&[cap; 3]) && design.law().record_epsilon() <= 2.0);
    }
    let asked =
        survey(&attributes, r#""record_epsilon":2,"attribute_epsilon":0.9,"method":"analysis""#).unwrap();
    let refused = asked.design(Options::default()).unwrap_err();
    assert!(refused.code() == "infeasible-request" && refused.message().contains("optimal"), "{refused}");
}
