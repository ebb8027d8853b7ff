//! Ring: the published linear program compared with the optimum, on the published sweep and on random problems.
//!
//! Seeds are fixed, so nothing here can fail by chance.

use crate::common::{Dice, designed};
use candor::design::{Design, Levels, Method, Request, inductive, linear_program, optimal};

fn solved(levels: &Levels, method: Method) -> Design {
    designed(Request::levels(levels).method(method)).unwrap()
}

/// Five categories, ε in [1, 8): the optimum equals the published program, no request is raised, and the optimum
/// is never above the heuristic if that keeps its levels.
#[test]
fn the_published_sweep_is_never_above_the_published_program() {
    let mut dice = Dice::new(51);
    for (k, draws) in [(3, 40), (5, 40), (7, 40), (10, 10)] {
        for _ in 0..draws {
            let levels = Levels::new(vec![5; k], (0..k).map(|_| 1.0 + 7.0 * dice.unit()).collect()).unwrap();
            let [best, published] =
                [Method::Optimal, Method::LinearProgram].map(|method| solved(&levels, method));
            let [record, program] = [&best, &published].map(|design| design.law().record_epsilon());
            assert!((record - program).abs() <= 1e-6, "{record} and {program}: {levels:?}");
            assert!(best.raised().is_empty() && published.raised().is_empty(), "{levels:?}");
            let induction = inductive::induction(&levels).unwrap();
            if induction.fallback.is_empty() {
                assert!(record <= induction.mixture.record_epsilon(&levels) + 1e-9, "{levels:?}");
            }
        }
    }
}

#[test]
fn the_published_program_equals_the_optimum() {
    let mut dice = Dice::new(52);
    for _ in 0..300 {
        let k = dice.between(1, 7);
        let sizes = (0..k).map(|_| dice.between(2, 12)).collect();
        let levels = Levels::new(sizes, (0..k).map(|_| dice.power_of_two(-4.0, 3.0)).collect()).unwrap();
        let program = linear_program::record_epsilon(&levels).unwrap();
        let best = optimal::certificate(&levels).unwrap();
        assert!((program - best.record_epsilon).abs() <= 1e-7, "{program} and {best:?}: {levels:?}");
    }
}

#[test]
fn more_change_sets_than_can_be_solved_are_refused_with_their_number() {
    let levels = Levels::new(vec![2; 13], vec![1.0; 13]).unwrap();
    let refused = linear_program::record_epsilon(&levels).unwrap_err();
    assert_eq!(refused.code().as_str(), "too-many-change-sets");
    assert!(refused.message().contains("2^13") && refused.message().contains("at most 12"), "{refused}");
}
