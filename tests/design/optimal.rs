//! Ring: properties of the exact optimum, compared with every other method and with its own certificate.

use crate::common::designed;
use candor::design::{Levels, Method, Request, inductive, lower_bound, optimal, single_change};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// A uniform number in [low, high).
fn between(low: f64, high: f64, rng: &mut ChaCha20Rng) -> f64 {
    low + (high - low) * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

fn problem(k: u32, most: u32, low: f64, high: f64, rng: &mut ChaCha20Rng) -> Levels {
    let sizes = (0..k).map(|_| 2 + rng.next_u32() % (most - 1)).collect();
    let epsilons = (0..k).map(|_| between(low, high, rng)).collect();
    Levels::new(sizes, epsilons).unwrap()
}

#[test]
fn no_other_method_is_below_the_optimum_and_the_gap_is_closed() {
    let mut rng = ChaCha20Rng::seed_from_u64(1_000);
    for round in 0..1_000 {
        let k = 1 + rng.next_u32() % 8;
        let levels = problem(k, 12, 0.05, 8.0, &mut rng);
        let found = optimal::certificate(&levels).unwrap();
        assert!(found.lower_bound <= found.record_epsilon, "{levels:?}");
        assert!(found.record_epsilon - found.lower_bound <= 1e-6, "{levels:?}: {found:?}");
        let best = designed(Request::levels(&levels).method(Method::Optimal)).unwrap();
        // The heuristic is a rival only if it keeps every level instead of replacing some.
        let kept = inductive::induction(&levels).unwrap().fallback.is_empty();
        let heuristic = kept.then_some(Method::Inductive);
        let exact = [Method::Independent, Method::SingleChange, Method::Pair];
        // Programs with k·2^k rows take a while to solve, and so does tying attributes into blocks.
        let programs = (round % 10 == 0).then_some([Method::LinearProgram, Method::Blocks]);
        for method in exact.into_iter().chain(heuristic).chain(programs.into_iter().flatten()) {
            let Ok(other) = designed(Request::levels(&levels).method(method)) else { continue };
            let excess = best.law().record_epsilon() - other.law().record_epsilon();
            assert!(excess <= 1e-9, "{method} is below the optimum by {excess}: {levels:?}");
        }
    }
}

#[test]
fn single_change_is_certified_wherever_few_attributes_change() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let mut certified = 0;
    for _ in 0..1_000 {
        let k = 1 + rng.next_u32() % 9;
        let levels = problem(k, 12, 0.05, 16.0, &mut rng);
        let (Ok(mixture), Some(bound)) =
            (single_change::mixture(&levels), single_change::lower_bound(&levels))
        else {
            continue;
        };
        certified += 1;
        let epsilon = mixture.record_epsilon(&levels);
        assert!(bound <= epsilon && epsilon - bound <= 1e-10 * epsilon, "{levels:?}");
    }
    assert!(certified > 500, "only {certified} of 1000 problems had a certificate");
}

#[test]
fn large_surveys_of_few_classes_are_certified() {
    let classes = [(2, 1.0, 20), (3, 1.5, 20), (4, 0.7, 20), (5, 2.0, 20)];
    let attributes = classes.iter().flat_map(|&(a, epsilon, n)| core::iter::repeat_n((a, epsilon), n));
    let (sizes, epsilons): (Vec<u32>, Vec<f64>) = attributes.unzip();
    let found = optimal::certificate(&Levels::new(sizes, epsilons).unwrap()).unwrap();
    assert!(found.record_epsilon - found.lower_bound <= 1e-6, "{found:?}");
    let equal = Levels::new(vec![4; 1_000], vec![3.0; 1_000]).unwrap();
    let found = optimal::certificate(&equal).unwrap();
    assert!((found.record_epsilon - 869.7485).abs() < 1e-4, "mathematics §9: {found:?}");
}

#[test]
fn a_record_budget_goes_much_further() {
    for (sizes, record, least) in
        [(vec![2; 20], 4.0, 0.705), (vec![4; 20], 4.0, 0.706), (vec![4; 50], 8.0, 0.812)]
    {
        let weights = vec![1.0; sizes.len()];
        let design =
            designed(Request::record_budget(&sizes, &weights, record).method(Method::Optimal)).unwrap();
        assert!(design.requested().unwrap()[0] >= least, "{:?}", design.requested());
        assert!(design.law().record_epsilon() <= record);
    }
}

#[test]
fn too_many_orbits_are_refused() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let levels = problem(40, 5, 0.5, 1.0, &mut rng);
    assert_eq!(optimal::certificate(&levels).unwrap_err().code().as_str(), "too-many-orbits");
}

/// The bound is near, levels are only lowered, and each by at most a ninth; the accuracy given up is worth less than
/// the record ε gained.
#[test]
fn a_thousand_different_attributes_get_blocks_and_an_honest_bound() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    for (low, high, share, gap) in [(0.05, 1.0, 0.25, 2.5), (1.0, 8.0, 0.3, 1.4)] {
        let levels = problem(1_000, 5, low, high, &mut rng);
        let design = designed(Request::levels(&levels)).unwrap();
        let (record, sum) = (design.law().record_epsilon(), levels.epsilons().iter().sum::<f64>());
        assert!(record <= share * sum, "{record} of {sum}");
        assert!(design.raised().is_empty());
        let bound = design.record_lower_bound().unwrap();
        assert!(0.0 < bound && bound <= record && record <= gap * bound, "{bound} for {record}");
        let columns = design.law().column_epsilons();
        let lowest =
            columns.iter().zip(levels.epsilons()).map(|(kept, asked)| kept / asked).fold(1.0, f64::min);
        assert!(lowest > 8.0 / 9.0 - 1e-6, "{lowest}");
        assert!(!design.lowered().is_empty() && design.reason().contains("tie"), "{}", design.reason());
    }
}

/// Where the optimum is known, the bound for any number of attributes is below it, and near it for many attributes.
#[test]
fn the_bound_for_many_attributes_is_below_the_optimum() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    for round in 0..200 {
        let k = 1 + rng.next_u32() % 10;
        let levels = problem(k, 8, 0.05, if round % 2 == 0 { 1.0 } else { 8.0 }, &mut rng);
        let (bound, best) =
            (lower_bound::lattice(&levels), optimal::certificate(&levels).unwrap().record_epsilon);
        assert!(bound <= best + 1e-9, "{bound} above {best}: {levels:?}");
    }
    for (k, a, epsilon, slack) in [(1_000, 4, 3.0, 1e-8), (300, 2, 0.3, 1e-3), (100, 5, 1.0, 1e-3)] {
        let levels = Levels::new(vec![a; k], vec![epsilon; k]).unwrap();
        let (bound, best) =
            (lower_bound::lattice(&levels), optimal::certificate(&levels).unwrap().record_epsilon);
        assert!(bound <= best && bound >= best * (1.0 - slack), "{bound} for {best}");
    }
}

#[test]
fn blocks_are_between_the_optimum_and_independent_perturbation() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    for _ in 0..10 {
        let levels = problem(13, 6, 0.1, 3.0, &mut rng);
        let of = |method| designed(Request::levels(&levels).method(method)).unwrap().law().record_epsilon();
        let [optimal, blocks, independent] = [Method::Optimal, Method::Blocks, Method::Independent].map(of);
        assert!(optimal <= blocks + 1e-9 && blocks <= independent, "{optimal} {blocks} {independent}");
    }
}

/// The levels of a survey differ by three orders of magnitude.
#[test]
fn levels_of_any_magnitude_are_certified() {
    let mut rng = ChaCha20Rng::seed_from_u64(6);
    for _ in 0..500 {
        let k = 1 + rng.next_u32() % 9;
        let sizes = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons = (0..k).map(|_| between(f64::ln(0.01), f64::ln(16.0), &mut rng).exp()).collect();
        let levels = Levels::new(sizes, epsilons).unwrap();
        let found = optimal::certificate(&levels).unwrap();
        assert!(found.lower_bound <= found.record_epsilon, "{levels:?}");
        assert!(found.record_epsilon - found.lower_bound <= 1e-6, "{levels:?}: {found:?}");
    }
}

/// The levels of a survey differ by nearly five orders of magnitude: there is always a law and a bound, and they
/// nearly always coincide.
#[test]
fn no_levels_are_too_far_apart_to_be_certified() {
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let mut met = 0;
    for round in 0..500 {
        let k = 1 + rng.next_u32() % 9;
        let sizes = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons = (0..k).map(|_| between(f64::ln(0.001), f64::ln(64.0), &mut rng).exp()).collect();
        let levels = Levels::new(sizes, epsilons).unwrap();
        let found = optimal::certificate(&levels).unwrap();
        let most: f64 = levels.epsilons().iter().sum();
        assert!(found.lower_bound <= found.record_epsilon, "{levels:?}: {found:?}");
        assert!(found.record_epsilon <= most + 1e-9, "{levels:?}: {found:?}");
        met += u32::from(found.record_epsilon - found.lower_bound <= 1e-6);
        if round % 5 == 0 {
            let design = designed(Request::levels(&levels).method(Method::Optimal)).unwrap();
            let (record, bound) = (design.law().record_epsilon(), design.record_lower_bound().unwrap());
            assert!(bound <= record && record <= most && design.raised().is_empty(), "{levels:?}");
        }
    }
    assert!(met > 475, "the optimum was met only {met} times");
}
