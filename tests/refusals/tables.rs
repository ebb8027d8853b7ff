//! Tables that cannot be counted or estimated.

use candor::count::Table;
use candor::design::Survey;
use candor::estimate::{Options, estimate};
use candor::law::{Block, Law, Pattern};
use candor::plan::Plan;
use candor::report::Report;

use super::assert_refused;
use crate::common::{plan_of, schema_of};

#[test]
fn tables_over_impossible_attributes() {
    let schema = schema_of(&[2, 3]);
    assert_refused(Table::new(&schema, &[] as &[usize]), "invalid-counts", "at least 1 attribute");
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
    assert_refused(counts(vec![1; 5]), "invalid-counts", "5 counts were given for a table of sizes [2, 3]");
    assert_refused(counts(vec![]), "invalid-counts", "0 counts were given");
    assert_refused(counts(vec![u64::MAX, 1, 0, 0, 0, 0]), "invalid-counts", "2^64");
    let mut table = counts(vec![u64::MAX, 0, 0, 0, 0, 0]).unwrap();
    let before = table.clone();
    assert_refused(table.merge(&counts(vec![0, 0, 1, 0, 0, 0]).unwrap()), "invalid-counts", "2^64");
    let other = Table::new(&schema, &[1, 0]).unwrap();
    assert_refused(table.merge(&other), "invalid-counts", "same attributes");
    assert_eq!(table, before);
    let named = Table::new(&schema_of(&[2, 4]), &[0, 1]).unwrap();
    assert_refused(table.merge(&named), "invalid-counts", "same attributes");
}

/// A category that the attribute does not have would be counted in another cell.
#[test]
fn records_of_another_shape() {
    let mut table = Table::new(&schema_of(&[2, 3]), &["a0", "a1"]).unwrap();
    assert_refused(table.add_perturbed(&[0, 3]), "category-out-of-range", "\"a1\" has 3 categories, not 3");
    assert_refused(table.add_perturbed(&[2, 0]), "category-out-of-range", "\"a0\" has 2 categories, not 2");
    assert_refused(table.add_perturbed(&[1]), "invalid-report", "no category for attribute \"a1\"");
    assert_eq!((table.total(), table.counts()), (0, &[0; 6][..]));
    let mut full = Table::from_counts(&schema_of(&[2]), &[0], vec![u64::MAX - 1, 1]).unwrap();
    assert_refused(full.add_perturbed(&[1]), "invalid-counts", "2^64");
}

#[test]
fn names_that_are_not_there() {
    let schema = schema_of(&[2, 3]);
    assert_refused(Table::new(&schema, &["a0", "height"]), "unknown-attribute", "\"height\"");
    let table = Table::from_counts(&schema, &["a1"], vec![5, 6, 7]).unwrap();
    assert_eq!(table.get(&["2"]).unwrap(), 7);
    assert_refused(table.get(&["3"]), "unknown-category", "\"3\" is not a category of \"a1\"");
    assert_refused(table.get(&["0", "0"]), "unknown-category", "2 categories were given");
    let estimate = estimate(&truth_or_uniform(&[2, 3]), table, &Options::default()).unwrap();
    assert_eq!(estimate.get(&["2"]).unwrap(), estimate.cell(2));
    assert_refused(estimate.get(&["no"]), "unknown-category", "\"no\"");
}

/// Two plans have the same sizes but different questions: reports and tables of one are not accepted for the other.
#[test]
fn tables_of_another_plan() {
    let plan = |name: &str| {
        let survey = format!(
            r#"{{"survey": "s", "attributes": [{{"name": "{name}", "categories": ["no", "yes"], "epsilon": 1}}]}}"#
        );
        plan_of(&Survey::from_json(&survey).unwrap())
    };
    let (own, other) = (plan("smoker"), plan("drinker"));
    let counted = |plan: &Plan| Table::from_counts(plan, &[0], vec![60, 40]).unwrap();
    let options = Options::default();
    assert!(estimate(&own, counted(&own), &options).is_ok());
    let of_other = format!("of plan {} ", other.fingerprint());
    assert_refused(estimate(&own, counted(&other), &options), "plan-mismatch", &of_other);
    assert_refused(estimate(own.law(), counted(&own), &options), "plan-mismatch", "with plan none");
    let bare = Table::from_counts(own.schema(), &[0], vec![60, 40]).unwrap();
    assert_refused(estimate(&own, bare, &options), "plan-mismatch", "of plan none");
    assert_refused(counted(&own).merge(&counted(&other)), "plan-mismatch", "same plan");
    let report = |plan| Report::from_perturbed(plan, [1; 16], vec![1]).unwrap();
    let mut table = counted(&own);
    assert_refused(table.add(&report(&other)), "plan-mismatch", &other.fingerprint().to_string());
    table.add(&report(&own)).unwrap();
    assert_eq!(table.counts(), [60, 41]);
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
        let refused = estimate(&law, table.clone(), &Options::default().confidence(confidence));
        assert_refused(refused, "invalid-confidence", &format!("confidence is {confidence};"));
    }
    for confidence in [f64::MIN_POSITIVE, 1e-17, 1e-3, 0.5, 0.999_999, 1.0 - f64::EPSILON / 2.0] {
        let estimate = estimate(&law, table.clone(), &Options::default().confidence(confidence)).unwrap();
        let ordered = estimate.cells().all(|cell| cell.lower <= cell.estimate && cell.estimate <= cell.upper);
        assert!(ordered, "confidence {confidence}: {:?}", estimate.cells().collect::<Vec<_>>());
    }
}

#[test]
fn samples_that_tell_nothing() {
    let (law, schema) = (truth_or_uniform(&[2, 3]), schema_of(&[2, 3]));
    assert_refused(
        estimate(&law, Table::new(&schema, &[0]).unwrap(), &Options::default()),
        "empty-sample",
        "0 reports",
    );
    let elsewhere = Table::from_counts(&schema_of(&[3, 2]), &[0], vec![1, 2, 3]).unwrap();
    assert_refused(
        estimate(&law, elsewhere, &Options::default()),
        "plan-mismatch",
        "no attributes [0] of sizes [3]",
    );
    let beyond = Table::from_counts(&schema_of(&[2, 3, 2]), &[2], vec![1, 2]).unwrap();
    assert_refused(estimate(&law, beyond, &Options::default()), "plan-mismatch", "no attributes [2]");
}

/// Three yes/no questions with P(one changes) = 3·P(none changes) in addition to the uniform part: μ is
/// P(none) − P(one)/3 = 0 for every pair, and P(none) + P(one)/3 > 0 for every question.
#[test]
fn a_table_that_the_law_erased() {
    let patterns = vec![Pattern::new(vec![], 1 << 61), Pattern::new(vec![(0, 1)], 3 << 61)];
    let block = Block::new(vec![0, 1, 2], vec![vec![0, 1, 2]], 1 << 63, patterns).unwrap();
    let (law, schema) = (Law::new(vec![2; 3], vec![block]).unwrap(), schema_of(&[2; 3]));
    for pair in [[0, 1], [2, 0], [1, 2]] {
        let table = Table::from_counts(&schema, &pair, vec![10, 20, 30, 40]).unwrap();
        assert_refused(
            estimate(&law, table.clone(), &Options::default()),
            "unidentifiable-table",
            &format!("attributes {pair:?}"),
        );
    }
    let single = Table::from_counts(&schema, &[1], vec![40, 60]).unwrap();
    assert!((estimate(&law, single.clone(), &Options::default()).unwrap().condition() - 4.0).abs() < 1e-12);
    assert!(estimate(&law, single.clone(), &Options::default()).unwrap().warning().is_none());
}

#[test]
fn a_table_that_the_law_nearly_erased_carries_a_warning() {
    let truth = Pattern::new(vec![], 1 << 56);
    let block = Block::new(vec![0], vec![vec![0]], (1 << 64) - (1 << 56), vec![truth]).unwrap();
    let law = Law::new(vec![2], vec![block]).unwrap();
    let table = Table::from_counts(&schema_of(&[2]), &[0], vec![40, 60]).unwrap();
    let warning = estimate(&law, table.clone(), &Options::default()).unwrap().warning().unwrap();
    assert!(warning.contains("256"), "{warning}");
}
