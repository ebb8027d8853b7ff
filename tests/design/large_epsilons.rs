//! Ring: many questions at a large ε, where doubles cannot add 1 to e^ε, and 64-bit integers cannot express all
//! probabilities.
//!
//! Designs are judged by the integers that respondents draw with. Nothing here is random.

use crate::common::designed;
use crate::common::nightly::every;
use candor::design::{Levels, Method, Request, analysis, independent};
use candor::law::Law;

fn singles(questions: usize) -> Vec<Vec<usize>> {
    (0..questions).map(|question| vec![question]).collect()
}

/// Equal levels, with every question perturbed by itself.
fn apart(sizes: &[u32], record_epsilon: f64) -> Law {
    let level = record_epsilon / f64::from(u32::try_from(sizes.len()).unwrap());
    independent::law(&Levels::new(sizes.to_vec(), vec![level; sizes.len()]).unwrap()).unwrap()
}

fn error_of(law: &Law, tables: &[Vec<usize>]) -> f64 {
    tables.iter().map(|table| analysis::expected_squared_error(law, table)).sum()
}

#[test]
fn no_design_by_default_is_worse_than_every_question_by_itself() {
    for &questions in every(&[10, 20, 40, 60][..], &[20]) {
        for &record_epsilon in every(&[20.0, 44.0, 60.0, 100.0, 300.0][..], &[20.0, 60.0, 300.0]) {
            let (sizes, tables) = (vec![4; questions], singles(questions));
            let design = designed(Request::tables(&sizes, &tables, record_epsilon)).unwrap();
            let (own, apart) =
                (error_of(design.law(), &tables), error_of(&apart(&sizes, record_epsilon), &tables));
            assert!(
                own <= apart * (1.0 + 1e-6),
                "{questions} at {record_epsilon}: {own} {apart} {}",
                design.reason()
            );
            assert!(design.law().record_epsilon() <= record_epsilon);
        }
    }
}

#[test]
fn neither_is_the_law_of_smallest_error_nor_its_certificate_false() {
    for (questions, record_epsilon) in [(20, 300.0), (40, 60.0), (40, 100.0)] {
        let (sizes, tables) = (vec![4; questions], singles(questions));
        let apart = error_of(&apart(&sizes, record_epsilon), &tables);
        let request = Request::tables(&sizes, &tables, record_epsilon).method(Method::Analysis);
        assert!(error_of(designed(request).unwrap().law(), &tables) <= apart * (1.0 + 1e-6));
        // Equal levels with every question by itself are among the laws that the bound covers.
        let certificate = analysis::certificate(&sizes, &tables, record_epsilon).unwrap();
        assert!(
            certificate.lower_bound <= apart && certificate.objective <= apart,
            "{certificate:?} {apart}"
        );
    }
}
