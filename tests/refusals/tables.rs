//! Tables that cannot be counted or estimated.

use candor::count::Table;
use candor::estimate::inverse;
use candor::law::{Block, Law, Pattern};

use crate::assert_refused;
use crate::common::schema_of;

#[test]
fn tables_over_impossible_attributes() {
    let schema = schema_of(&[2, 3]);
    assert_refused(Table::new(&schema, &[]), "invalid-counts", "at least 1 attribute");
    assert_refused(Table::new(&schema, &[1, 0, 1]), "duplicate-table-attribute", "\"a1\" twice");
    assert_refused(Table::new(&schema, &[0, 2]), "unknown-attribute", "attribute 2 of a survey with 2");
    assert_refused(Table::new(&schema, &[usize::MAX]), "unknown-attribute", "of a survey with 2");
    let wide = schema_of(&[2; 300]);
    let first = |n: usize| (0..n).collect::<Vec<_>>();
    assert!(Table::new(&wide, &first(24)).is_ok());
    for n in [27, 63, 64, 65, 300] {
        assert_refused(Table::new(&wide, &first(n)), "too-large", &format!("over {n} attributes"));
    }
}

#[test]
fn counts_of_another_shape() {
    let schema = schema_of(&[2, 3]);
    let counts = |counts: Vec<u64>| Table::from_counts(&schema, &[0, 1], counts);
    assert_refused(counts(vec![1; 5]), "invalid-counts", "5 counts given for a table of sizes [2, 3]");
    assert_refused(counts(vec![]), "invalid-counts", "0 counts given");
    assert_refused(counts(vec![u64::MAX, 1, 0, 0, 0, 0]), "invalid-counts", "2^64");
    let mut table = counts(vec![u64::MAX, 0, 0, 0, 0, 0]).unwrap();
    let before = table.clone();
    assert_refused(table.merge(&counts(vec![0, 0, 1, 0, 0, 0]).unwrap()), "invalid-counts", "2^64");
    let other = Table::new(&schema, &[1, 0]).unwrap();
    assert_refused(table.merge(&other), "invalid-counts", "same attributes");
    assert_eq!(table, before);
}

fn truth_or_uniform(sizes: &[u32]) -> Law {
    let attributes: Vec<usize> = (0..sizes.len()).collect();
    let classes = attributes.iter().map(|&i| vec![i]).collect();
    let truth = Pattern::new(vec![], 1 << 63);
    Law::new(sizes.into(), vec![Block::new(attributes, classes, 1 << 63, vec![truth]).unwrap()]).unwrap()
}

#[test]
fn confidence_outside_the_open_interval() {
    let (law, schema) = (truth_or_uniform(&[2, 3]), schema_of(&[2, 3]));
    let table = Table::from_counts(&schema, &[1], vec![5, 6, 7]).unwrap();
    for confidence in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
        let refused = inverse(&law, &table, confidence);
        assert_refused(refused, "invalid-confidence", &format!("confidence is {confidence};"));
    }
    for confidence in [f64::MIN_POSITIVE, 1e-17, 1e-3, 0.5, 0.999_999, 1.0 - f64::EPSILON / 2.0] {
        let estimate = inverse(&law, &table, confidence).unwrap();
        let ordered = estimate.cells().all(|cell| cell.lower <= cell.estimate && cell.estimate <= cell.upper);
        assert!(ordered, "confidence {confidence}: {:?}", estimate.cells().collect::<Vec<_>>());
    }
}

#[test]
fn samples_that_tell_nothing() {
    let (law, schema) = (truth_or_uniform(&[2, 3]), schema_of(&[2, 3]));
    assert_refused(inverse(&law, &Table::new(&schema, &[0]).unwrap(), 0.95), "empty-sample", "0 reports");
    let elsewhere = Table::from_counts(&schema_of(&[3, 2]), &[0], vec![1, 2, 3]).unwrap();
    assert_refused(inverse(&law, &elsewhere, 0.95), "plan-mismatch", "no attributes [0] of sizes [3]");
    let beyond = Table::from_counts(&schema_of(&[2, 3, 2]), &[2], vec![1, 2]).unwrap();
    assert_refused(inverse(&law, &beyond, 0.95), "plan-mismatch", "no attributes [2]");
}

/// Three yes/no questions with P(one changes) = 3·P(none changes) beside the uniform part: μ of every pair is
/// P(none) − P(one)/3 = 0, of every question P(none) + P(one)/3 > 0.
#[test]
fn a_table_that_the_law_erased() {
    let patterns = vec![Pattern::new(vec![], 1 << 61), Pattern::new(vec![(0, 1)], 3 << 61)];
    let block = Block::new(vec![0, 1, 2], vec![vec![0, 1, 2]], 1 << 63, patterns).unwrap();
    let (law, schema) = (Law::new(vec![2; 3], vec![block]).unwrap(), schema_of(&[2; 3]));
    for pair in [[0, 1], [2, 0], [1, 2]] {
        let table = Table::from_counts(&schema, &pair, vec![10, 20, 30, 40]).unwrap();
        assert_refused(inverse(&law, &table, 0.95), "unidentifiable-table", &format!("attributes {pair:?}"));
    }
    let single = Table::from_counts(&schema, &[1], vec![40, 60]).unwrap();
    assert!((inverse(&law, &single, 0.95).unwrap().condition() - 4.0).abs() < 1e-12);
    assert!(inverse(&law, &single, 0.95).unwrap().warning().is_none());
}

#[test]
fn a_table_that_the_law_nearly_erased_carries_a_warning() {
    let truth = Pattern::new(vec![], 1 << 56);
    let block = Block::new(vec![0], vec![vec![0]], (1 << 64) - (1 << 56), vec![truth]).unwrap();
    let law = Law::new(vec![2], vec![block]).unwrap();
    let table = Table::from_counts(&schema_of(&[2]), &[0], vec![40, 60]).unwrap();
    let warning = inverse(&law, &table, 0.95).unwrap().warning().unwrap();
    assert!(warning.contains("256"), "{warning}");
}
