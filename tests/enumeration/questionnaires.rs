//! Ring: exact enumeration. Follow-ups, questions with several choices and rankings: the attribute ε of a question covers all that depend on it, which is compared with
//! every report of every pair of records that can occur. Nothing here can fail by chance.

use candor::count::Table;
use candor::estimate;
use candor::schema::{Compound, Record};

use super::dense::solve;
use super::laws::random_law;
use super::listing::Listing;
use super::matrix::Matrix;
use crate::common::Dice;
use crate::common::exponential::{Power, quotient};
use crate::common::labelled::{Most, random_labelled};
use crate::common::nightly::every;
use crate::common::questionnaires::{feasible, random_questionnaire};

#[test]
fn records_that_can_occur_are_those_that_are_encoded() {
    let mut dice = Dice::new(5);
    for _ in 0..200 {
        let sizes: Vec<u32> = (0..dice.between(2, 5)).map(|_| dice.between(2, 4)).collect();
        let schema = random_questionnaire(&mut dice, &sizes);
        let listed = feasible(&schema);
        let mut occurring = 0;
        for cell in 0..sizes.iter().product::<u32>() {
            let mut rest = cell;
            let record: Vec<u32> = sizes.iter().map(|size| (rest % size, rest /= size).0).collect();
            let is_listed = listed.contains(&record);
            occurring += usize::from(is_listed);
            assert_eq!(schema.is_feasible(&record), is_listed, "{record:?} of {schema:?}");
            assert_eq!(Record::new(&schema, record).is_ok(), is_listed);
        }
        assert_eq!(occurring, listed.len());
        for attributes in [vec![0], vec![0, 1], vec![1, 0], (0..sizes.len()).rev().collect()] {
            let mut possible = vec![false; attributes.iter().map(|i| sizes[*i] as usize).product()];
            for record in &listed {
                let cell = attributes.iter().fold(0, |cell, i| cell * sizes[*i] + record[*i]);
                possible[cell as usize] = true;
            }
            let expected = possible.contains(&false).then_some(possible);
            assert_eq!(schema.possible_cells(&attributes), expected, "{attributes:?} of {schema:?}");
        }
    }
}

/// In 500 small surveys no promise is below what a report tells of a question with all that hang on it, and few are above it but those of rankings: a
/// promise takes any change of these answers for possible, and in a ranking an item can only change its place with another one.
#[test]
fn no_promise_of_questions_that_depend_on_each_other_is_understated() {
    let mut dice = Dice::new(29);
    let most = Most { attributes: 4, size: 4, forms: 2, cells: 9 };
    let (mut surveys, mut groups, mut exact, mut chosen, mut ranked) = (0, 0, 0, 0, 0);
    while surveys < every(500, 60) {
        let law = random_labelled(&mut dice, most);
        let schema = random_questionnaire(&mut dice, law.sizes());
        if !schema.has_impossible_records() || law.sizes().iter().product::<u32>() > 100 {
            continue;
        }
        surveys += 1;
        chosen += usize::from(schema.compounds().iter().any(Compound::has_choices));
        ranked += usize::from(schema.compounds().iter().any(|question| !question.has_choices()));
        let listing = Listing::of(&law);
        let occurs: Vec<Vec<u32>> = feasible(&schema);
        for (question, dependents) in schema.dependents().iter().enumerate() {
            let agrees = |x: &[u32], y: &[u32]| (0..x.len()).all(|j| dependents.contains(&j) || x[j] == y[j]);
            let is_pair = |x: &[u32], y: &[u32]| {
                agrees(x, y) && [x, y].iter().all(|record| occurs.iter().any(|other| other == record))
            };
            let (told, promised) = (listing.ratio(is_pair), law.joint_epsilon(dependents));
            assert!(told.is_within(&Power::of(promised)), "{question} of {schema:?} under {law:?}");
            let mut rankings = schema.compounds().iter().filter(|question| !question.has_choices());
            if !rankings.any(|question| dependents.contains(&question.attributes.start)) {
                groups += 1;
                exact += usize::from(promised - told.log() <= 1e-9 * promised + 1e-18);
            }
            if dependents.len() == 1 && law.forms().iter().all(|form| form.exchange().is_empty()) {
                let attribute = law.attribute_epsilons()[question];
                let most = attribute.min(law.record_epsilon());
                assert!((promised - most).abs() <= 1e-9 * most + 1e-15, "{promised} beside {attribute}");
            }
        }
    }
    println!(
        "{exact} of {groups} promises of others than rankings are reached; of {surveys} surveys {chosen} have several choices, {ranked} rankings"
    );
    assert!(chosen * 10 > surveys, "{chosen} of {surveys} surveys have several choices");
    assert!(ranked * 20 > surveys, "{ranked} of {surveys} surveys have rankings");
    assert!(exact * 8 > groups * 7, "{exact} of {groups} promises are reached");
}

/// The rows of a matrix product, or of one with a transposed right side.
fn times(left: &[Vec<f64>], right: &[Vec<f64>], transposed: bool) -> Vec<Vec<f64>> {
    let columns = if transposed { right.len() } else { right[0].len() };
    let entry = |row: &Vec<f64>, j: usize| -> f64 {
        row.iter().enumerate().map(|(k, x)| x * if transposed { right[j][k] } else { right[k][j] }).sum()
    };
    left.iter().map(|row| (0..columns).map(|j| entry(row, j)).collect()).collect()
}

/// A⁻¹·B.
fn solved(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = (0..b[0].len()).map(|j| {
        let mut rows: Vec<Vec<f64>> =
            a.iter().zip(b).map(|(row, right)| row.iter().copied().chain([right[j]]).collect()).collect();
        solve(&mut rows);
        rows.iter().map(|row| row[a.len()]).collect::<Vec<f64>>()
    });
    let columns: Vec<Vec<f64>> = columns.collect();
    (0..b.len()).map(|i| columns.iter().map(|column| column[i]).collect()).collect()
}

/// n times the covariance of the inverse estimates of a table with these true shares.
fn covariance(inverse: &[Vec<f64>], law: &[Vec<f64>], truth: &[f64]) -> Vec<Vec<f64>> {
    let expected: Vec<f64> = law.iter().map(|row| row.iter().zip(truth).map(|(m, p)| m * p).sum()).collect();
    let scaled: Vec<Vec<f64>> =
        inverse.iter().map(|row| row.iter().zip(&expected).map(|(a, share)| a * share).collect()).collect();
    let mut covariance = times(&scaled, inverse, true);
    for (x, row) in covariance.iter_mut().enumerate() {
        row.iter_mut().zip(truth).for_each(|(entry, share)| *entry -= truth[x] * share);
    }
    covariance
}

/// The conditioned estimate of expected reports is the truth, whatever that is, and its standard errors are those of dense linear algebra; cells that
/// cannot occur are 0 without error. For 60 random laws over random questionnaires.
#[test]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are below 2⁵³")]
fn conditioned_estimates_are_unbiased_with_the_errors_of_dense_algebra() {
    const REPORTS: f64 = 1e13;
    let mut dice = Dice::new(31);
    let mut compared = 0;
    while compared < 60 {
        let law = random_law(&mut dice).law;
        let schema = random_questionnaire(&mut dice, law.sizes());
        let all: Vec<usize> = (0..law.sizes().len()).collect();
        let cells = law.sizes().iter().product::<u32>();
        let Some(possible) = schema.possible_cells(&all).filter(|_| cells <= 60) else { continue };
        if law.condition(&all) > 100.0 {
            continue;
        }
        compared += 1;
        let matrix = Matrix::of(&law);
        let n = matrix.records.len();
        let dense: Vec<Vec<f64>> =
            (0..n).map(|y| (0..n).map(|x| quotient(matrix.entry(x, y), &matrix.whole)).collect()).collect();
        let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
        let inverse = solved(&dense, &(0..n).map(unit).collect::<Vec<_>>());
        let normalised = |shares: Vec<f64>| {
            let sum: f64 = shares.iter().sum();
            shares.into_iter().map(|share| share / sum).collect::<Vec<f64>>()
        };
        let even = normalised(possible.iter().map(|occurs| f64::from(u8::from(*occurs))).collect());
        let truth = normalised(even.iter().map(|share| share * dice.unit().powi(2)).collect());
        // G = I − Σ_Z (Σ_ZZ)⁻¹ at the even truth.
        let zeros: Vec<usize> = (0..n).filter(|cell| !possible[*cell]).collect();
        let at_even = covariance(&inverse, &dense, &even);
        let part = |rows: &[usize]| -> Vec<Vec<f64>> {
            rows.iter().map(|x| zeros.iter().map(|z| at_even[*x][*z]).collect()).collect()
        };
        let (among, with) = (part(&zeros), part(&(0..n).collect::<Vec<_>>()));
        let transposed: Vec<Vec<f64>> =
            (0..zeros.len()).map(|z| with.iter().map(|row| row[z]).collect()).collect();
        let weights = solved(&among, &transposed);
        let mut g: Vec<Vec<f64>> = (0..n).map(unit).collect();
        for (x, row) in g.iter_mut().enumerate() {
            for (z, zero) in zeros.iter().enumerate() {
                row[*zero] -= weights[z][x];
            }
        }
        let exact = times(&times(&g, &covariance(&inverse, &dense, &truth), false), &g, true);

        let counts: Vec<u64> = dense
            .iter()
            .map(|row| (REPORTS * row.iter().zip(&truth).map(|(m, p)| m * p).sum::<f64>()).round() as u64)
            .collect();
        let table = Table::from_counts(&schema, &all, counts).unwrap();
        let found = estimate::estimate(&law, table, &estimate::Options::default()).unwrap();
        let errors = found.standard_errors().unwrap();
        for cell in 0..n {
            assert!((found.shares()[cell] - truth[cell]).abs() < 1e-8, "cell {cell} of {law:?}");
            let told = (errors[cell] * REPORTS.sqrt(), exact[cell][cell].max(0.0).sqrt());
            assert!((told.0 - told.1).abs() <= 1e-6 * told.1 + 1e-6, "cell {cell}: {told:?} of {law:?}");
            if !possible[cell] {
                let zero = found.cell(cell);
                assert_eq!((zero.estimate, zero.lower, zero.upper), (0.0, 0.0, 0.0));
                assert!(told.0 == 0.0);
            }
        }
    }
}
