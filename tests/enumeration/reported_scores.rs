//! Scores that devices add up and round: every sequence of narrow words, for every record, gives each category in exactly the proportion that the rounding and the
//! law say, the expected level is the score, and no ratio is above the promised ε. Nothing here can fail by chance.

use std::collections::BTreeMap;

use candor::law::{Block, Form, Law, Pattern, RoundedScore, Unit};
use candor::schema::Record;
use num_bigint::BigUint;

use super::words::{Script, sampler};
use crate::common::schema_of;

const BITS: u32 = 3;

/// Two items of three and two answers, of which the second has an answer without code, and a third question; a score from 0 to 6 at the levels 0, 2, 6.
/// A form asks the score with the third question as one variable, another one asks the score and the first item apart.
fn law() -> Law {
    let items = vec![(0, vec![Some(0), Some(3), Some(4)]), (1, vec![Some(2), None, Some(0)])];
    let score = RoundedScore::new(items, vec![0, 2, 6]).unwrap();
    let half = |units: Vec<usize>, classes: Vec<Vec<usize>>| {
        Block::new(units, classes, 1 << 63, vec![Pattern::new(vec![], 1 << 63)]).unwrap()
    };
    let joined =
        Form::new(1 << 63, vec![], vec![Unit::new(vec![2, 3], 1)], vec![half(vec![0], vec![vec![0]])]);
    let apart = Form::new(
        1 << 63,
        vec![],
        vec![Unit::new(vec![3], 1), Unit::new(vec![0], 1)],
        vec![half(vec![0], vec![vec![0]]), half(vec![1], vec![vec![0]])],
    );
    Law::with_scores(vec![3, 3, 2], vec![score], vec![joined, apart]).unwrap()
}

/// The score of a record, in steps; `None` where an item has no code.
fn score(record: &[u32]) -> Option<u32> {
    Some([0, 3, 4][record[0] as usize] + [Some(2), None, Some(0)][record[1] as usize]?)
}

/// Of four words that round it, how many give each category of the score.
fn rounded(record: &[u32]) -> [u64; 4] {
    match score(record) {
        None => [0, 0, 0, 4],
        Some(steps @ 0..2) => [4 - 2 * u64::from(steps), 2 * u64::from(steps), 0, 0],
        Some(steps) => [0, 4 - u64::from(steps - 2), u64::from(steps - 2), 0],
    }
}

fn records() -> impl Iterator<Item = [u32; 3]> {
    (0..18_u32).map(|cell| [cell / 6, cell / 2 % 3, cell % 2])
}

/// How often every output of a form occurs, of 8ⁿ sequences of its n words, n the same for all records.
fn outputs(law: &Law, label: u32, record: [u32; 3], words: u32) -> BTreeMap<Vec<u32>, u64> {
    let (schema, mut found, mut counted) = (schema_of(&law.sizes()[..3]), BTreeMap::new(), 0_u64);
    for number in 0..1_u64 << (BITS * words) {
        let mut script: Vec<u64> = vec![u64::from(label) << 63];
        script.extend((0..words).map(|place| (number >> (BITS * place)) << 61));
        let mut script = Script::of(script);
        let output = sampler(BITS)(law, Record::new(&schema, record).unwrap(), &mut script);
        // With one word more, one was rejected.
        if script.drawn() == words as usize + 1 {
            *found.entry(output).or_insert(0) += 1;
            counted += 1;
        }
    }
    assert!(counted > 0);
    found.insert(Vec::new(), counted);
    found
}

#[test]
fn every_category_has_its_exact_share() {
    let law = law();
    for record in records() {
        let rounded = rounded(&record);
        // A form's word, one of its block, one or two of a uniform cell, two of the thresholds.
        let found = outputs(&law, 0, record, 5);
        let counted = found[&Vec::new()];
        let mut expected_level = 0_u64;
        for (category, &share) in (0_u32..).zip(&rounded) {
            expected_level += share * [0, 2, 6, 0][category as usize];
            for third in 0..2 {
                let cell = 4 * third + category;
                let own = if third == record[2] { share } else { 0 };
                // Half the words keep the true cell, the others give every one of eight cells.
                let expected = BigUint::from(counted) * (8 * own + 4);
                let count = found.get(&vec![0, cell]).copied().unwrap_or(0);
                assert_eq!(BigUint::from(count) * 64_u32, expected, "{record:?}, cell {cell}");
            }
        }
        assert_eq!(score(&record).map_or(0, |steps| 4 * u64::from(steps)), expected_level, "{record:?}");
    }
}

/// The largest ratio between the probabilities of an output for two records, among those for which `is_pair` holds, over both forms.
fn ratio(is_pair: impl Fn(&[u32; 3], &[u32; 3]) -> bool) -> f64 {
    let of = |label: usize, record: &[u32; 3]| -> Vec<f64> {
        let rounded = rounded(record).map(|share| share as f64 / 4.0);
        let shown = |chance: f64, cells: f64| 0.5 * chance + 0.5 / cells;
        match label {
            0 => (0..8)
                .map(|cell| shown(if cell / 4 == record[2] as usize { rounded[cell % 4] } else { 0.0 }, 8.0))
                .collect(),
            _ => (0..12)
                .map(|cell| {
                    let item = f64::from(u8::from(cell / 4 == record[0] as usize));
                    shown(rounded[cell % 4], 4.0) * shown(item, 3.0)
                })
                .collect(),
        }
    };
    let mut most = 1.0_f64;
    for label in 0..2 {
        for one in records() {
            for other in records().filter(|other| is_pair(&one, other)) {
                let ratios =
                    of(label, &one).into_iter().zip(of(label, &other)).map(|(one, other)| one / other);
                most = ratios.fold(most, f64::max);
            }
        }
    }
    most
}

#[test]
fn no_ratio_is_above_the_promise() {
    let law = law();
    let differing = |free: &'static [usize]| {
        ratio(|one, other| (0..3).all(|place| free.contains(&place) || one[place] == other[place]))
    };
    let (record, joint) = (law.record_epsilon(), |of: &[usize]| law.joint_epsilon(of));
    assert!(differing(&[0, 1, 2]).ln() <= record + 1e-12);
    // An item with the score: both forms attain what is promised.
    for (own, columns) in [(&[0][..], &[0, 3][..]), (&[1], &[1, 3]), (&[2], &[2])] {
        let (found, promised) = (differing(own).ln(), joint(columns));
        assert!(found <= promised + 1e-12, "{own:?}: {found} {promised}");
        assert!(own == [0] || found > 0.99 * promised, "{own:?}: {found} {promised}");
    }
    // The item alone would promise too little.
    assert!(differing(&[1]).ln() > joint(&[1]) + 0.1);
}

#[test]
fn scores_that_fit_no_record_are_refused() {
    let items = || vec![(0, vec![Some(0), Some(3)]), (1, vec![Some(2), None])];
    for levels in [vec![], vec![0], vec![0, 4], vec![1, 5], vec![0, 3, 3, 5], vec![0, 6, 5]] {
        assert_eq!(RoundedScore::new(items(), levels).unwrap_err().code().as_str(), "invalid-plan");
    }
    let score = RoundedScore::new(items(), vec![0, 5]).unwrap();
    let law = |sizes: Vec<u32>| {
        let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)]).unwrap();
        let form = Form::new(1 << 64, vec![], vec![Unit::new(vec![sizes.len()], 1)], vec![block]);
        Law::with_scores(sizes, vec![score.clone()], vec![form])
    };
    assert!(law(vec![2, 2]).is_ok());
    assert_eq!(law(vec![2]).unwrap_err().code().as_str(), "invalid-plan");
    assert_eq!(law(vec![2, 3]).unwrap_err().code().as_str(), "invalid-plan");
    // The third attribute is in no form.
    assert_eq!(law(vec![2, 2, 2]).unwrap_err().code().as_str(), "invalid-plan");
}
