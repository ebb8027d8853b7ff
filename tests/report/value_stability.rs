//! Ring: value stability. The same seed gives the same noise, the same request gives the same weights, and a
//! published plan stays valid, in every version until the changelog says "value-breaking" or "wire-breaking".
//!
//! A failure here need not be a bug. It means that experiments are no longer repeatable, that a survey designed
//! again gets another fingerprint, or that published plans are refused.

use crate::common::{self, schema_of};
use candor::design::{Levels, Method, Request};
use candor::law::{Block, Law, Pattern};
use candor::perturb::perturb;
use candor::plan::{Caps, Plan};
use candor::report;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// Two blocks, one with a class of three attributes and patterns of one and two classes.
fn law() -> Law {
    let eighth = 1_u64 << 61;
    let patterns = vec![
        Pattern::new(vec![], 3 * eighth),
        Pattern::new(vec![(0, 1)], eighth),
        Pattern::new(vec![(0, 2), (1, 1)], eighth),
        Pattern::new(vec![(1, 1)], eighth),
    ];
    let first = Block::new(vec![0, 2, 3, 5], vec![vec![0, 1, 3], vec![2]], 2 << 61, patterns).unwrap();
    let truth = vec![Pattern::new(vec![], 1 << 62)];
    let second = Block::new(vec![4, 1], vec![vec![1], vec![0]], 3 << 62, truth).unwrap();
    Law::new(vec![3, 2, 3, 7, 1000, 3], vec![first, second]).unwrap()
}

#[test]
fn noise_of_a_seed() {
    let (law, schema) = (law(), schema_of(&[3, 2, 3, 7, 1000, 3]));
    let drawn = |seed| {
        let record = Record::new(&schema, [2, 1, 0, 6, 500, 1]).unwrap();
        perturb(&law, record, &mut ChaCha20Rng::seed_from_u64(seed))
    };
    let expected = [
        [1, 1, 0, 4, 66, 1],
        [2, 0, 0, 6, 301, 1],
        [1, 1, 2, 4, 432, 1],
        [2, 0, 0, 6, 62, 1],
        [2, 1, 0, 6, 426, 1],
        [2, 0, 0, 6, 259, 1],
        [2, 0, 0, 6, 74, 1],
        [1, 1, 1, 5, 500, 0],
    ];
    for (seed, expected) in expected.iter().enumerate() {
        assert_eq!(drawn(u64::try_from(seed).unwrap()), expected, "seed {seed}");
    }
}

/// The weights of every block: uniform first, then those of its patterns.
fn weights(law: &Law) -> Vec<Vec<u128>> {
    let of_block = |block: &Block| {
        let excess = block.patterns().iter().map(|pattern| u128::from(pattern.weight()));
        core::iter::once(block.uniform()).chain(excess).collect()
    };
    law.blocks().map(of_block).collect()
}

#[test]
fn weights_of_a_request() {
    let independent: &[&[u128]] = &[
        &[1_749_705_889_957_569_016, 16_697_038_183_751_982_600],
        &[5_699_598_627_536_791_611, 12_747_145_446_172_760_005],
        &[4_397_811_590_760_723_552, 14_048_932_482_948_828_064],
    ];
    let single: &[&[u128]] = &[&[
        1_749_705_889_957_576_431,
        12_213_071_143_287_026_336,
        3_159_914_190_063_372_041,
        1_324_052_850_401_576_808,
    ]];
    let expected =
        [(Method::Independent, independent), (Method::Inductive, single), (Method::SingleChange, single)];
    let levels = Levels::new(vec![2, 5, 2], vec![3.0, 2.5, 2.0]).unwrap();
    for (method, expected) in expected {
        let request = Request::levels(&levels).method(method).allow_raised(true);
        let design = common::designed(request).unwrap();
        assert_eq!(weights(design.law()), expected, "{method}");
    }
    let budget =
        common::designed(Request::record_budget(&[3, 2], &[2.0, 1.0], 2.0).method(Method::Pair)).unwrap();
    let expected = [8_101_928_234_593_849_318, 8_627_279_000_054_559_760, 1_717_536_839_061_142_538];
    assert_eq!(weights(budget.law()), [expected]);
}

/// A plan that was published, byte for byte.
const PUBLISHED: &str = concat!(
    r#"{"attributes":[{"categories":["0","1",{"label":"Zwei ½","value":"2"}],"name":"a"},"#,
    r#"{"bins":[18,30.5,null],"categories":["[18,30.5)","≥30.5","no answer"],"name":"b","optional":true,"question":"?"}],"#,
    r#""candor":1,"fingerprint":"sha256:78b5aaebe31eb6b7d160d2b4529cac4aefacbbe5906498904ae5aa53b90b0ab6","#,
    r#""forms":[{"blocks":[{"classes":[[0],[1]],"patterns":[{"changes":[],"weight":"8627279000054559760"},"#,
    r#"{"changes":[[1,1]],"weight":"1717536839061142538"}],"uniform":"8101928234593849318","units":[0,1]}],"#,
    r#""weight":"18446744073709551616"}],"method":"pair","#,
    r#""privacy":{"attributes":[{"attribute":2.5,"column":2,"name":"a","requested":1.75},"#,
    r#"{"attribute":2.25,"column":1.25,"name":"b"}],"record":2.5,"record_lower_bound":1e-7},"survey":"stable","title":"T"}"#
);

#[test]
fn a_published_plan_and_its_reports() {
    let plan = Plan::from_json(PUBLISHED, &Caps::default()).unwrap();
    assert_eq!(plan.json(), PUBLISHED);
    let record = Record::new(plan.schema(), [1, 2]).unwrap();
    let drawn = report::respond_with(&plan, record, &mut ChaCha20Rng::seed_from_u64(7));
    let expected = concat!(
        r#"{"id":"GUVKJ7dS-QWQlQfWFg3ciA","perturbed":[1,0],"#,
        r#""plan":"sha256:78b5aaebe31eb6b7d160d2b4529cac4aefacbbe5906498904ae5aa53b90b0ab6"}"#
    );
    assert_eq!(drawn.to_json().unwrap(), expected);
}
