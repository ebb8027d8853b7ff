//! Ring: construction. The published heuristic on requests for which it raises ε, and every method on numbers
//! that are too large for a double.

use crate::common::designed;
use candor::design::{Levels, Method, Request, inductive};

/// The documented example: the last attribute requests 0.34 and would get 5.30.
fn raised_example() -> Levels {
    Levels::new(vec![3, 2, 3, 2, 2], vec![5.21, 5.3, 2.99, 1.86, 0.34]).unwrap()
}

#[test]
fn what_is_raised_is_reported() {
    let induction = inductive::induction(&raised_example()).unwrap();
    assert!((induction.achieved[4] - 5.30).abs() < 0.005, "{:?}", induction.achieved);
    assert!(induction.raised.contains(&4) && induction.fallback.contains(&4), "{induction:?}");
    assert!(induction.raised.iter().all(|&i| induction.achieved[i] > raised_example().epsilons()[i]));
}

#[test]
fn raising_is_refused_by_default_and_names_the_attributes() {
    let refused = designed(Request::levels(&raised_example()).method(Method::Inductive)).unwrap_err();
    assert_eq!(refused.code().as_str(), "raised-epsilon");
    let raised = inductive::induction(&raised_example()).unwrap().raised;
    assert!(refused.message().contains(&format!("{raised:?} first")), "{refused}");
}

#[test]
fn raising_may_be_allowed_to_compare() {
    let design =
        designed(Request::levels(&raised_example()).method(Method::Inductive).allow_raised(true)).unwrap();
    let induction = inductive::induction(&raised_example()).unwrap();
    assert_eq!(design.raised(), induction.raised);
    for (column, achieved) in design.law().column_epsilons().iter().zip(&induction.achieved) {
        assert!(*column <= *achieved && *column > achieved * (1.0 - 1e-9));
    }
}

/// Equal attributes that rarely change have no excess except for the truth: nothing is raised, not even by
/// rounding.
#[test]
fn equal_attributes_are_not_raised() {
    for step in 0..500 {
        let epsilon = 3.0 + f64::from(step) / 41.0;
        for a in [2, 3, 5] {
            let levels = Levels::new(vec![a; 6], vec![epsilon; 6]).unwrap();
            let design = designed(Request::levels(&levels).method(Method::Inductive)).unwrap();
            assert!(design.law().column_epsilons().iter().all(|column| *column <= epsilon));
        }
    }
}

/// A hundred thousand attributes: P has more than 30,000 digits, too many for a check with whole numbers.
#[test]
fn nothing_overflows_at_a_hundred_thousand_attributes() {
    let k = 100_000_u32;
    let sizes: Vec<u32> = (0..k).map(|i| 2 + i % 4).collect();
    let epsilons: Vec<f64> = (0..k).map(|i| 12.0 + f64::from(i % 1000) / 500.0).collect();
    let levels = Levels::new(sizes, epsilons).unwrap();
    for (method, allow_raised) in [
        (Method::Independent, false),
        (Method::SingleChange, false),
        (Method::Inductive, true),
        (Method::Auto, false),
    ] {
        let design = Request::levels(&levels).method(method).allow_raised(allow_raised).design().unwrap();
        let record = design.law().record_epsilon();
        assert!(record.is_finite() && record > 1.0, "{method}: record ε {record}");
        for levels in [design.law().column_epsilons(), design.law().attribute_epsilons()] {
            assert!(levels.iter().all(|e| e.is_finite() && *e > 0.0 && *e <= record), "{method}");
        }
        assert!(allow_raised || design.raised().is_empty(), "{method}");
    }
}

/// The same with levels that no family of single changes can keep: they are refused by name, or raised and
/// reported.
#[test]
fn infeasible_requests_of_any_size_are_refused() {
    let levels = Levels::new([2, 5].repeat(50_000), [1.0, 7.0].repeat(50_000)).unwrap();
    let refused = designed(Request::levels(&levels).method(Method::SingleChange)).unwrap_err();
    assert_eq!(refused.code().as_str(), "infeasible-request");
    let refused = designed(Request::levels(&levels).method(Method::Inductive)).unwrap_err();
    assert_eq!(refused.code().as_str(), "raised-epsilon");
    assert!(refused.message().len() < 1000, "{} bytes of message", refused.message().len());
    let raised = Request::levels(&levels).method(Method::Inductive).allow_raised(true).design().unwrap();
    assert!(raised.law().record_epsilon().is_finite() && !raised.raised().is_empty());
}
