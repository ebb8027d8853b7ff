//! The three promises of larger designs, checked against every change set instead of every pair of records: an
//! output that differs from its input in S has probability X_S, and for any two change sets some pair of inputs
//! compares them.

use candor::design::{Levels, Method, Request};
use candor::law::Law;
use num_bigint::BigUint;

use super::matrix::Matrix;
use crate::common::exponential::at_most_e_to;
use crate::common::{Dice, designed};

/// What was requested; infinite where nothing was.
struct Asked {
    record: f64,
    columns: Vec<f64>,
    caps: Vec<f64>,
}

fn all_capped(caps: &[f64]) -> Vec<Option<f64>> {
    caps.iter().copied().map(Some).collect()
}

fn is_within(epsilon: f64, one: &BigUint, other: &BigUint) -> bool {
    epsilon == f64::INFINITY || (at_most_e_to(epsilon, one, other) && at_most_e_to(epsilon, other, one))
}

fn assert_kept(law: &Law, asked: &Asked, name: &str) {
    let matrix = Matrix::without_records(law);
    let sets = || matrix.change_sets();
    let largest = sets().map(|s| matrix.of_changes(s)).max().unwrap();
    let smallest = sets().map(|s| matrix.of_changes(s)).min().unwrap();
    assert!(is_within(law.record_epsilon().min(asked.record), largest, smallest), "record ε of {name}");
    let (columns, attributes) = (law.column_epsilons(), law.attribute_epsilons());
    for (i, a) in law.sizes().iter().enumerate() {
        let outputs = |s: usize| -> BigUint {
            let changed = (0..law.sizes().len()).filter(|j| s >> j & 1 == 1);
            changed.map(|j| BigUint::from(law.sizes()[j] - 1)).product()
        };
        let weigh = |changed: usize| -> BigUint {
            sets().filter(|s| s >> i & 1 == changed).map(|s| outputs(s) * matrix.of_changes(s)).sum()
        };
        let (same, other) = (weigh(0) * BigUint::from(a - 1), weigh(1));
        assert!(is_within(columns[i].min(asked.columns[i]), &same, &other), "column ε {i} of {name}");
        let attribute = attributes[i].min(asked.caps[i]);
        for s in sets().filter(|s| s >> i & 1 == 0) {
            let pair = [matrix.of_changes(s), matrix.of_changes(s | 1 << i)];
            assert!(is_within(attribute, pair[0], pair[1]), "attribute ε {i} of {name}");
        }
    }
}

/// At random levels of up to eight attributes, with and without caps, and for record budgets: every method that
/// keeps the request.
#[test]
fn designs_of_up_to_eight_attributes_keep_what_they_promise() {
    let mut dice = Dice::new(61);
    let mut checked = 0;
    for round in 0..24 {
        let k = 4 + round % 5;
        let sizes: Vec<u32> = (0..k).map(|_| dice.between(2, 12)).collect();
        let columns: Vec<f64> = (0..k).map(|_| 0.05 + 7.95 * dice.unit()).collect();
        let levels = Levels::new(sizes.clone(), columns.clone()).unwrap();
        let caps: Vec<f64> = columns.iter().map(|epsilon| 1.3 * epsilon).collect();
        let free = vec![f64::INFINITY; sizes.len()];
        for name in ["auto", "optimal", "linear-program", "blocks", "single-change", "inductive", "capped"] {
            let capped = name == "capped";
            let method: Method = if capped { "optimal" } else { name }.parse().unwrap();
            let asked =
                if capped { levels.clone().capped(&all_capped(&caps)).unwrap() } else { levels.clone() };
            let Ok(design) = designed(Request::levels(&asked).method(method)) else { continue };
            let caps = if capped { caps.clone() } else { free.clone() };
            let asked = Asked { record: f64::INFINITY, columns: columns.clone(), caps };
            assert_kept(design.law(), &asked, &format!("{name} {levels:?}"));
            checked += 1;
        }
        if round % 6 == 0 {
            let design =
                designed(Request::record_budget(&sizes, &columns, 3.0).method(Method::Optimal)).unwrap();
            let asked = Asked { record: 3.0, columns: design.requested().unwrap().to_vec(), caps: free };
            assert_kept(design.law(), &asked, &format!("budget {levels:?}"));
        }
    }
    assert!(checked > 100, "only {checked} designs");
}
