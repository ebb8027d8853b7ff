//! Ring: the smallest record ε at given column levels, compared with a computation that shares nothing with the crate
//! ([`smoothed`]), and the size of the plans that achieve it.

mod smoothed;

use crate::common::nightly::every;
use crate::common::{designed, planned};
use candor::design::{Design, Levels, Method, Request, Survey, law_size};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use smoothed::{Bracket, bracket};

/// Relative tolerance of a claim.
const TOLERANCE: f64 = 1e-6;

/// What a design claims: the record ε of its law, and a lower bound for all laws.
#[derive(Debug, Clone, Copy)]
struct Claim {
    record: f64,
    bound: f64,
}

impl Claim {
    fn of(design: &Design) -> Self {
        Self { record: design.law().record_epsilon(), bound: design.record_lower_bound().unwrap() }
    }

    /// Whether no law has a smaller record ε and the bound says so.
    fn is_confirmed_by(self, found: Bracket) -> bool {
        let slack = TOLERANCE * found.upper;
        let smallest = found.lower - slack <= self.record && self.record <= found.upper + slack;
        smallest && self.bound <= found.upper + 1e-9 && self.record - self.bound <= slack
    }
}

fn between(low: f64, high: f64, rng: &mut ChaCha20Rng) -> f64 {
    low + (high - low) * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// 100 surveys, or 24 of them, of 5 to 12 different questions with 2 to 12 categories, ε from 0.1 to 6. Claims that blocks are
/// optimal, and bounds above the achieved record ε, are rejected.
#[test]
fn no_law_has_a_smaller_record_epsilon_than_claimed() {
    let mut rng = ChaCha20Rng::seed_from_u64(26);
    let (mut worse, rounds) = (0, every(100, 24));
    for round in 0..rounds {
        let k = 5 + round % 8;
        let sizes: Vec<u32> = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons: Vec<f64> = (0..k).map(|_| between(0.1, 6.0, &mut rng)).collect();
        let levels = Levels::new(sizes.clone(), epsilons.clone()).unwrap();
        let found = bracket(&sizes, &epsilons);
        assert!(found.upper - found.lower <= 0.1 * TOLERANCE * found.upper, "{found:?}: {levels:?}");
        let claim = Claim::of(&designed(Request::levels(&levels)).unwrap());
        assert!(claim.is_confirmed_by(found), "{claim:?}, {found:?}: {levels:?}");
        let bold = Claim { bound: claim.record * (1.0 + 1e-5), ..claim };
        assert!(!bold.is_confirmed_by(found), "{bold:?}");
        let halves = [0..k / 2, k / 2..k].map(|part| {
            let own =
                |range: core::ops::Range<usize>| (sizes[range.clone()].to_vec(), epsilons[range].to_vec());
            let (sizes, epsilons) = own(part);
            let levels = Levels::new(sizes, epsilons).unwrap();
            designed(Request::levels(&levels)).unwrap().law().record_epsilon()
        });
        let blocks = Claim { record: halves.iter().sum(), bound: halves.iter().sum() };
        worse += usize::from(!blocks.is_confirmed_by(found));
    }
    assert_eq!(worse, rounds, "blocks of half the questions were taken for the optimum");
}

fn survey(name: &str) -> Survey {
    let path = format!("{}/tests/cases/{name}.survey.json", env!("CARGO_MANIFEST_DIR"));
    Survey::from_json(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// References by [`smoothed`] over 2^18 and 2^21 change sets, which takes too long for a test.
const LARGE: [(&str, f64); 2] = [("eighteen", 26.491_797_94), ("twenty-one", 27.497_578_83)];

#[test]
fn eighteen_and_twenty_one_different_questions_reach_the_optimum() {
    for (name, smallest) in LARGE {
        let design = designed(survey(name).request().method(Method::Auto)).unwrap();
        let claim = Claim::of(&design);
        let found = Bracket { lower: smallest, upper: smallest };
        assert!(claim.is_confirmed_by(found), "{name}: {claim:?}");
        assert_eq!(design.method(), Method::Optimal);
        let plan = planned(&survey(name), &design);
        assert!(plan.json().len() < 256_000, "{name} takes {}", plan.json().len());
    }
}

/// The inverse problem: the optimum's record ε, shared in proportion to the levels, gives these levels back.
#[test]
fn a_record_epsilon_is_spent_on_the_optimum_of_eighteen_different_questions() {
    let (name, smallest) = LARGE[0];
    let design = designed(survey(name).request().method(Method::Auto)).unwrap();
    let levels = design.requested().unwrap();
    let shared = designed(Request::record_budget(design.law().sizes(), levels, smallest)).unwrap();
    assert_eq!(shared.method(), Method::Optimal, "{}", shared.reason());
    assert!(shared.law().record_epsilon() <= smallest);
    for (found, level) in shared.requested().unwrap().iter().zip(levels) {
        assert!((found / level - 1.0).abs() < TOLERANCE, "{found} for {level}");
    }
}

/// The reason names the methods that were compared, and none of them has a smaller record ε.
#[test]
fn what_auto_says_of_its_choice_holds() {
    let mut rng = ChaCha20Rng::seed_from_u64(27);
    for (k, high) in [(1, 3.0), (2, 3.0), (6, 4.0), (14, 5.0), (26, 2.0)] {
        let sizes: Vec<u32> = (0..k).map(|_| 2 + rng.next_u32() % 5).collect();
        let epsilons: Vec<f64> = (0..k).map(|_| between(0.2, high, &mut rng)).collect();
        let levels = Levels::new(sizes, epsilons).unwrap();
        let design = designed(Request::levels(&levels)).unwrap();
        let reason = design.reason();
        let (named, _) = reason.strip_prefix("smallest record ε among ").unwrap().split_once(':').unwrap();
        let named: Vec<Method> = named.split([',', ' ']).filter_map(|word| word.parse().ok()).collect();
        assert!(named.contains(&design.method()) && named.contains(&Method::Independent), "{reason}");
        let beyond = if k == 26 { Method::Blocks } else { Method::Optimal };
        assert!(named.contains(&beyond), "{reason}");
        for method in named {
            let other = designed(Request::levels(&levels).method(method)).unwrap().law().record_epsilon();
            assert!(design.law().record_epsilon() <= other, "{method} has {other}: {reason}");
        }
    }
}

/// The stated size of a law is its size in the text of the plan.
#[test]
fn the_size_of_a_law_is_that_in_its_plan() {
    for method in [Method::Independent, Method::Blocks, Method::Optimal] {
        let survey = survey("eighteen");
        let design = designed(survey.request().method(method)).unwrap();
        let plan = planned(&survey, &design);
        let (_, rest) = plan.json().split_once(r#""forms":"#).unwrap();
        let (forms, _) = rest.split_once(r#","method":"#).unwrap();
        assert_eq!(law_size::bytes(design.law()), forms.len(), "{method}");
    }
}

/// Where there are too many attributes for the optimum, blocks that are too large give way to smaller ones; the reason
/// says so.
#[test]
fn blocks_too_large_for_a_plan_are_made_smaller_and_the_cost_is_said() {
    let mut rng = ChaCha20Rng::seed_from_u64(28);
    let sizes: Vec<u32> = (0..40).map(|_| 2 + rng.next_u32() % 4).collect();
    let levels = Levels::new(sizes, (0..40).map(|_| between(1.0, 8.0, &mut rng)).collect()).unwrap();
    let free = designed(Request::levels(&levels)).unwrap();
    let limit = law_size::bytes(free.law()) / 2;
    let design = designed(Request::levels(&levels).max_law_size(limit)).unwrap();
    let [record, other] = [&design, &free].map(|design| design.law().record_epsilon());
    assert!(law_size::bytes(design.law()) <= limit && other < record);
    let cost = format!("blocks has {other:.4}, {:.4} less", record - other);
    assert!(design.reason().contains(&cost), "{cost} not in {}", design.reason());
}

/// If the optimum's plan would be too large, the best law that fits is chosen, and the reason says what that costs.
#[test]
fn a_law_too_large_for_a_plan_gives_way_and_says_what_it_costs() {
    let (name, smallest) = LARGE[1];
    let survey = survey(name);
    let limits = [(100_000, 28.5), (200_000, 27.7), (8_000, 50.0)];
    for &(limit, most) in every(&limits[..], &limits[..1]) {
        let design = designed(survey.request().method(Method::Auto).max_law_size(limit)).unwrap();
        planned(&survey, &design);
        let (record, size) = (design.law().record_epsilon(), law_size::bytes(design.law()));
        assert!(size <= limit && smallest <= record && record <= most, "{limit}: {record} in {size}");
        let cost = format!("optimal has {smallest:.4}, {:.4} less", record - smallest);
        assert!(design.reason().contains(&cost), "{cost} not in {}", design.reason());
        assert!(design.record_lower_bound().unwrap() >= smallest - TOLERANCE);
        assert!(design.lowered().is_empty() && design.raised().is_empty());
    }
    let refused = designed(survey.request().method(Method::Optimal).max_law_size(8_000));
    assert_eq!(refused.unwrap_err().code().as_str(), "plan-too-large");
    let nothing = designed(survey.request().method(Method::Auto).max_law_size(100));
    assert_eq!(nothing.unwrap_err().code().as_str(), "plan-too-large");
}
