//! Hypotheses that do not fit their table, numbers that hypotheses cannot have, and tables that cannot be tested.

use candor::Error;
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{
    self, Hypothesis, Tested, benjamini_hochberg, chi_squared, cochran_armitage, equality, goodness_of_fit,
    holm, transmission_disequilibrium,
};
use candor::law::{Block, Form, Law, Pattern, Unit};

use crate::common::{designed, schema_of};

fn independent(sizes: &[u32]) -> Law {
    let levels = Levels::new(sizes.into(), vec![1.0; sizes.len()]).unwrap();
    designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn tested(sizes: &[u32], hypothesis: &Hypothesis) -> Result<Tested, Error> {
    let axes: Vec<usize> = (0..sizes.len()).collect();
    let counts = vec![20; sizes.iter().product::<u32>() as usize];
    let table = Table::from_counts(&schema_of(sizes), &axes, counts).unwrap();
    inference::test(&independent(sizes), table, hypothesis, &Options::default())
}

#[track_caller]
fn refused(result: Result<impl core::fmt::Debug, Error>, code: &str) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.code().as_str(), code, "{error}");
    error.to_string()
}

#[test]
fn hypotheses_that_do_not_fit_the_table_are_refused() {
    let trend = |scores: &[f64]| Hypothesis::Trend { scores: Some(scores.into()) };
    let fit = |shares: &[f64]| Hypothesis::Fit { shares: shares.into() };
    let cases: [(&[u32], Hypothesis, &str); 13] = [
        (&[2], Hypothesis::Independence, "needs a table of two questions; the sizes of this one are [2]"),
        (&[2, 2, 2], Hypothesis::Independence, "sizes of this one are [2, 2, 2]"),
        (&[2, 3], Hypothesis::Trend { scores: None }, "an ordered question and then one of two categories"),
        (&[3, 2], trend(&[0.0, 1.0]), "a finite number for each of the 3 categories"),
        (&[3, 2], trend(&[1.0, 1.0, 1.0]), "not all be equal"),
        (&[3, 2], trend(&[0.0, f64::NAN, 1.0]), "finite"),
        (&[3, 2], trend(&[0.0, f64::INFINITY, 1.0]), "finite"),
        (&[5], Hypothesis::Transmission, "the six types of families"),
        (&[3], fit(&[0.5, 0.5]), "2 shares were given for a table of 3 cells"),
        (&[2], fit(&[0.5, 0.6]), "the shares sum to 1.1"),
        (&[2], fit(&[1.5, -0.5]), "a share is 1.5"),
        (&[2], fit(&[f64::NAN, 1.0]), "a share is NaN"),
        (&[2], fit(&[]), "0 shares"),
    ];
    for (sizes, hypothesis, expected) in cases {
        let message = refused(tested(sizes, &hypothesis), "invalid-hypothesis");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn published_statistics_refuse_what_has_none() {
    refused(chi_squared(&[1.0, 2.0, 3.0], 2), "invalid-hypothesis");
    refused(chi_squared(&[1.0, 2.0], 2), "invalid-hypothesis");
    refused(chi_squared(&[1.0, 2.0], 0), "invalid-hypothesis");
    refused(chi_squared(&[5.0, -7.0, 3.0, 9.0], 2), "undefined-statistic");
    refused(chi_squared(&[f64::NAN, 7.0, 3.0, 9.0], 2), "undefined-statistic");
    refused(cochran_armitage(&[1.0, 2.0, 3.0], &[0.0, 1.0]), "invalid-hypothesis");
    refused(cochran_armitage(&[0.0, 2.0, 0.0, 4.0], &[0.0, 1.0]), "undefined-statistic");
    refused(cochran_armitage(&[0.0, 0.0, 3.0, 4.0], &[0.0, 1.0]), "undefined-statistic");
    refused(transmission_disequilibrium(&[1.0; 5]), "invalid-hypothesis");
    refused(transmission_disequilibrium(&[-3.0, 1.0, 0.0, 0.0, 0.0, 8.0]), "undefined-statistic");
    refused(goodness_of_fit(&[1.0, 2.0], &[0.0, 1.0]), "undefined-statistic");
    refused(goodness_of_fit(&[0.0, 0.0], &[0.5, 0.5]), "undefined-statistic");
}

#[test]
fn tables_that_the_law_erases_are_refused() {
    // Records are kept half of the time: everything can be estimated.
    let half = 1_u64 << 63;
    let block =
        Block::new(vec![0, 1], vec![vec![0], vec![1]], 1 << 63, vec![Pattern::new(vec![], half)]).unwrap();
    let kept = Law::new(vec![2, 2], vec![block]).unwrap();
    let table =
        |law: &Law| Table::from_counts(&schema_of(law.sizes()), &[0, 1], vec![30, 20, 20, 30]).unwrap();
    let test = |law: &Law| inference::test(law, table(law), &Hypothesis::Independence, &Options::default());
    assert!(test(&kept).is_ok());
    // If changing the first answer alone is as likely, its association with the second question is inverted as often as it is kept,
    // and nothing of it can be estimated.
    let patterns = vec![Pattern::new(vec![], half / 2), Pattern::new(vec![(0, 1)], half / 2)];
    let block = Block::new(vec![0, 1], vec![vec![0], vec![1]], 1 << 63, patterns).unwrap();
    let erased = Law::new(vec![2, 2], vec![block]).unwrap();
    refused(test(&erased), "unidentifiable-table");
}

#[test]
fn tables_that_no_form_sees_are_refused() {
    let form = |attribute: usize| {
        let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)]).unwrap();
        Form::new(1 << 63, vec![], vec![Unit::new(vec![attribute], 1)], vec![block])
    };
    let law = Law::labelled(vec![2, 2], vec![form(0), form(1)]).unwrap();
    let schema = schema_of(&[2, 2]);
    let parts = vec![(100, vec![60, 40]), (90, vec![30, 60])];
    let table = Table::from_views((&schema, &law), &[0, 1], parts).unwrap();
    let result = inference::test(&law, table, &Hypothesis::Independence, &Options::default());
    assert!(refused(result, "unidentifiable-table").ends_with("asks together: [0], [1]"));
}

#[test]
fn surveys_with_other_questions_are_not_compared() {
    let (law, other) = (independent(&[2, 3]), independent(&[3, 2]));
    let table = |sizes: &[u32]| Table::from_counts(&schema_of(sizes), &[0, 1], vec![10; 6]).unwrap();
    let result = equality((&law, table(&[2, 3])), (&other, table(&[3, 2])), &Options::default());
    refused(result, "invalid-hypothesis");
    let single = |at: usize| Table::from_counts(&schema_of(&[2, 3]), &[at], vec![10; 2 + at]).unwrap();
    refused(equality((&law, single(0)), (&law, single(1)), &Options::default()), "invalid-hypothesis");
}

#[test]
fn no_test_needs_no_adjustment() {
    assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    assert_eq!((holm(&[0.2]), benjamini_hochberg(&[0.2])), (vec![0.2], vec![0.2]));
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
}
