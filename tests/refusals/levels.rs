//! Invalid requests that are made in Rust, without a document.

use candor::design::{Levels, MAX_RECORD_EPSILON, Method, Request, pair, single_change};
use candor::law::{Block, Law, Pattern};

use super::assert_refused;
use crate::common::designed;

#[test]
fn levels_out_of_range() {
    assert_refused(Levels::new(vec![], vec![]), "no-attributes", "0 given");
    assert_refused(Levels::new(vec![2, 2], vec![1.0]), "levels-conflict", "2 sizes but 1 levels");
    assert_refused(Levels::new(vec![2, 1], vec![1.0; 2]), "too-few-categories", "attribute 1 has 1");
    assert_refused(Levels::new(vec![u32::MAX; 2], vec![1.0; 2]), "too-many-categories", "at most 1048576");
    for epsilon in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 64.5] {
        let refused = Levels::new(vec![2, 3], vec![1.0, epsilon]);
        assert_refused(refused, "invalid-epsilon", &format!("attribute 1 is {epsilon};"));
    }
}

#[test]
fn budgets_out_of_range() {
    let budget = |weights: &[f64], epsilon| designed(Request::record_budget(&[2, 2], weights, epsilon));
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY, MAX_RECORD_EPSILON.next_up(), 710.0, 1e6] {
        assert_refused(budget(&[1.0, 1.0], epsilon), "invalid-epsilon", &format!("record ε is {epsilon}"));
    }
    assert!(budget(&[1.0, 1.0], MAX_RECORD_EPSILON).is_ok());
    assert_refused(budget(&[1.0, 0.0], 1.0), "invalid-weight", "attribute 1 has weight 0");
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        assert_refused(budget(&[weight, 1.0], 1.0), "invalid-weight", &format!("attribute 0 is {weight}"));
    }
    assert_refused(
        designed(Request::record_budget(&[2, 2], &[1.0], 1.0).method(Method::Independent)),
        "levels-conflict",
        "2 sizes but 1 levels",
    );
}

#[test]
fn requests_no_method_can_keep() {
    let levels = |n: usize, epsilon| Levels::new(vec![2; n], vec![epsilon; n]).unwrap();
    assert_refused(pair::mixture(&levels(1, 1.0)), "infeasible-request", "needs 2 attributes, 1 given");
    assert_refused(pair::law(&levels(3, 1.0)), "infeasible-request", "needs 2 attributes, 3 given");
    let design = designed(Request::levels(&levels(1, 1e-30)));
    assert_refused(design, "infeasible-request", "no method keeps these column levels");
    let uneven = Levels::new(vec![2, 2, 2], vec![16.0, 0.01, 0.01]).unwrap();
    assert_refused(single_change::law(&uneven), "infeasible-request", "use independent");
}

#[test]
fn sizes_that_no_schema_has() {
    let block = || Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)]).unwrap();
    assert!(Law::new(vec![2], vec![block()]).is_ok());
    assert_refused(Law::new(vec![1], vec![block()]), "too-few-categories", "attribute 0 has 1");
    assert_refused(Law::new(vec![0], vec![block()]), "too-few-categories", "attribute 0 has 0");
    assert_refused(Law::new(vec![u32::MAX], vec![block()]), "too-many-categories", "4294967295");
    assert_refused(Law::new(vec![], vec![]), "no-attributes", "0 given");
}
