//! Ring: vectors and properties. Labelled designs are as good as the reference and never worse than other ways
//! to ask.

use crate::common::nightly::every;
use candor::Error;
use candor::design::analysis::{self, default_tables};
use candor::design::labelled::{
    LabelledDesign, SearchProgress, labelled_design, objective_of, random_table_objective,
};
use candor::error::Code;
use serde_json::Value;

pub fn designed(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> LabelledDesign {
    labelled_design(sizes, tables, record_epsilon, 0.0, &mut |_| {}).unwrap()
}

pub fn pairs(k: usize) -> Vec<Vec<usize>> {
    default_tables(k).into_iter().filter(|table| table.len() == 2).collect()
}

pub fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/labelled.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn list<T>(value: &Value, item: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().unwrap().iter().map(item).collect()
}

pub fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

pub fn sizes_of(case: &Value) -> Vec<u32> {
    list(&case["sizes"], |size| u32::try_from(size.as_u64().unwrap()).unwrap())
}

/// The objective is at most 0.2 % above the reference, and not below the bound for any protocol.
#[test]
fn designs_are_as_good_as_the_reference() {
    for case in vectors()["designs"].as_array().unwrap() {
        let (sizes, tables) = (sizes_of(case), list(&case["tables"], |table| list(table, index)));
        let number = |name: &str| case[name].as_f64().unwrap();
        let design = designed(&sizes, &tables, number("record_epsilon"));
        assert!((design.protocol_bound / number("bound_any_mechanism") - 1.0).abs() < 1e-9, "{case}");
        assert!(design.objective >= design.protocol_bound, "{case}");
        assert!(design.objective <= 1.002 * number("objective"), "{} of {case}", design.objective);
        assert!((0.0..2e-4).contains(&design.gap), "{} of {case}", design.gap);
        assert_sound(&sizes, &tables, &design);
    }
}

/// Probabilities sum to 1, and V follows from the information of the components.
fn assert_sound(sizes: &[u32], tables: &[Vec<usize>], design: &LabelledDesign) {
    let total: f64 = design.families.iter().map(|family| family.probability).sum();
    assert!((total - 1.0).abs() < 1e-9);
    for family in &design.families {
        let excess: f64 = family.patterns.iter().map(|pattern| pattern.probability).sum();
        assert!((family.uniform + excess - 1.0).abs() < 1e-9, "{family:?}");
    }
    let objective = objective_of(sizes, tables, |component| design.information(component).unwrap());
    assert!((objective / design.objective - 1.0).abs() < 1e-9);
}

#[test]
fn designs_are_never_worse_than_other_ways_to_ask() {
    let surveys = [
        (vec![5, 2, 2, 16, 15, 7], pairs(6)),
        (vec![2, 3, 4, 2, 4, 5, 2], default_tables(7)),
        (vec![2; 20], default_tables(20)),
        (vec![3, 3, 2], vec![vec![0, 1, 2], vec![0]]),
    ];
    for (sizes, tables) in &surveys {
        let mut before = f64::INFINITY;
        for &record_epsilon in every(&[0.25, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0][..], &[0.5, 2.0, 8.0]) {
            let design = designed(sizes, tables, record_epsilon);
            let unlabelled = analysis::certificate(sizes, tables, record_epsilon).unwrap().objective;
            let one_table = random_table_objective(sizes, tables, record_epsilon);
            assert!(design.objective <= unlabelled.min(one_table) * 1.0002, "{sizes:?} {record_epsilon}");
            assert!(design.objective < before, "{sizes:?} {record_epsilon}");
            before = design.objective;
        }
    }
}

#[test]
fn designs_come_near_what_any_protocol_can_do() {
    let ratio = |sizes: &[u32], tables: &[Vec<usize>], record_epsilon| {
        let design = designed(sizes, tables, record_epsilon);
        design.objective / design.protocol_bound
    };
    let adult = [5, 2, 2, 16, 15, 7];
    assert!(ratio(&adult, &pairs(6), 1.0) < 1.002);
    assert!(ratio(&adult, &pairs(6), 2.0) < 1.025);
    assert!(ratio(&adult, &pairs(6), 4.0) < 1.15);
    assert!(ratio(&[2; 20], &default_tables(20), 1.0) < 1.005);
    assert!(ratio(&[4; 50], &default_tables(50), 1.0) < 1.25);
    assert!(designed(&[2; 20], &default_tables(20), 1.0).families.len() < 6);
}

#[test]
fn extreme_levels_have_designs() {
    for record_epsilon in [1e-3, 20.0, 50.0] {
        let (sizes, tables) = ([2, 3, 4, 2], default_tables(4));
        let design = designed(&sizes, &tables, record_epsilon);
        assert!(design.objective.is_finite() && design.objective >= design.protocol_bound * (1.0 - 1e-9));
        assert_sound(&sizes, &tables, &design);
    }
}

/// The steps of the search improve the design, and the same survey always gets the same design.
#[test]
fn the_search_is_reported_and_repeatable() {
    let (sizes, tables) = ([2, 3, 2, 5], default_tables(4));
    let mut steps: Vec<SearchProgress> = Vec::new();
    let design = labelled_design(&sizes, &tables, 1.5, 0.0, &mut |step| steps.push(step)).unwrap();
    assert!(steps.windows(2).all(|pair| pair[1].objective <= pair[0].objective * 1.001));
    assert!(steps.last().unwrap().gap <= design.gap + 1e-4);
    assert_eq!(designed(&sizes, &tables, 1.5).families, design.families);
}

#[test]
fn other_tables_keep_their_share() {
    let (sizes, tables, share) = ([2, 3, 4, 2], vec![vec![0, 1], vec![2]], 0.2);
    let both = labelled_design(&sizes, &tables, 1.0, share, &mut |_| {}).unwrap();
    let of_pairs = designed(&sizes, &default_tables(4), 1.0);
    for component in default_tables(4) {
        let kept = both.information(&component).unwrap();
        assert!(kept >= share * of_pairs.information(&component).unwrap() * (1.0 - 1e-3), "{component:?}");
    }
    assert_sound(&sizes, &tables, &both);
    let alone = designed(&sizes[..3], &tables, 1.0);
    assert!(both.objective > alone.objective && both.objective < alone.objective / (1.0 - share));
}

#[test]
fn what_cannot_be_designed_is_refused() {
    let refused = |sizes: &[u32], tables: &[Vec<usize>], record_epsilon, share| -> Error {
        labelled_design(sizes, tables, record_epsilon, share, &mut |_| {}).unwrap_err()
    };
    assert_eq!(refused(&[2, 2], &[vec![0]], 1.0, 0.0).code(), Code::UnreadAttribute);
    assert_eq!(refused(&[2, 2], &[vec![0, 1]], f64::NAN, 0.0).code(), Code::InvalidEpsilon);
    assert_eq!(refused(&[2, 2], &[vec![0, 1]], 1.0, 1.0).code(), Code::InvalidSurvey);
    assert_eq!(refused(&[2; 17], &[(0..17).collect()], 1.0, 0.0).code(), Code::TooManyOrbits);
    assert_eq!(refused(&[2, 1], &[vec![0, 1]], 1.0, 0.0).code(), Code::TooFewCategories);
}
