//! The three promises, checked for every pair of inputs and every output.

use candor::law::Law;
use num_bigint::BigUint;

use super::laws::{Sample, designed, hand_made};
use super::matrix::Matrix;
use crate::common::exact::{Exact, Ratio};
use crate::common::exponential::Power;
use crate::common::nightly::every;

/// By how much, relatively, a promise may exceed the exact level.
const SLACK: f64 = 1e-9;

/// Asserts that the promise bounds the ratio and does not exceed it by more than the slack.
fn assert_promised(ratio: &Ratio, epsilon: f64, what: &str) {
    let (exact, power) = (ratio.log(), Power::of(epsilon));
    assert!(ratio.is_within(&power), "{what}: {epsilon} promised, not kept");
    assert!(epsilon - exact <= SLACK * exact + 1e-18, "{what}: {epsilon} promised, {exact} enough");
}

fn assert_rows_sum_to_one(matrix: &Matrix, name: &str) {
    for x in 0..matrix.records.len() {
        let row: BigUint = (0..matrix.records.len()).map(|y| matrix.entry(x, y)).sum();
        assert!(row == matrix.whole, "row {x} of {name}");
    }
}

/// The largest ratio between the probabilities of one output under any two inputs.
fn record_ratio(matrix: &Matrix) -> Ratio {
    let all = 0..matrix.records.len();
    let of_output = |y: usize| {
        let column = || all.clone().map(|x| matrix.entry(x, y));
        Ratio::between(column().max().unwrap(), column().min().unwrap())
    };
    all.clone().map(of_output).fold(Ratio::one(), Ratio::max)
}

/// The same over inputs that differ only in attribute i.
fn attribute_ratio(matrix: &Matrix, i: usize) -> Ratio {
    let all = 0..matrix.records.len();
    let mut met = std::collections::BTreeSet::new();
    for x in all.clone() {
        for other in all.clone().filter(|&other| matrix.changes(x, other) == 1 << i) {
            met.extend(all.clone().map(|y| (matrix.changes(x, y), matrix.changes(other, y))));
        }
    }
    let ratios = met.iter().map(|&(s, t)| Ratio::between(matrix.of_changes(s), matrix.of_changes(t)));
    ratios.fold(Ratio::one(), Ratio::max)
}

/// The same for output column i alone, whose distribution must depend on answer i alone.
fn column_ratio(matrix: &Matrix, sizes: &[u32], i: usize) -> Ratio {
    let a = usize::try_from(sizes[i]).unwrap();
    let mut distributions: Vec<Option<Vec<BigUint>>> = vec![None; a];
    for (x, record) in matrix.records.iter().enumerate() {
        let mut column = vec![BigUint::ZERO; a];
        for (y, output) in matrix.records.iter().enumerate() {
            column[usize::try_from(output[i]).unwrap()] += matrix.entry(x, y);
        }
        let known = distributions[usize::try_from(record[i]).unwrap()].get_or_insert_with(|| column.clone());
        assert!(*known == column, "column {i} depends on another answer");
    }
    let distributions: Vec<Vec<BigUint>> = distributions.into_iter().flatten().collect();
    let pairs = distributions.iter().flat_map(|p| distributions.iter().map(move |q| (p, q)));
    let ratios = pairs.flat_map(|(p, q)| p.iter().zip(q).map(|(p, q)| Ratio::between(p, q)));
    ratios.fold(Ratio::one(), Ratio::max)
}

fn assert_law_keeps_its_promises(law: &Law, name: &str) {
    let matrix = Matrix::of(law);
    assert_rows_sum_to_one(&matrix, name);
    assert_promised(&record_ratio(&matrix), law.record_epsilon(), &format!("record ε of {name}"));
    let (columns, attributes) = (law.column_epsilons(), law.attribute_epsilons());
    for i in 0..law.sizes().len() {
        let attribute = attribute_ratio(&matrix, i);
        assert_promised(&attribute, attributes[i], &format!("attribute ε {i} of {name}"));
        let column = column_ratio(&matrix, law.sizes(), i);
        assert_promised(&column, columns[i], &format!("column ε {i} of {name}"));
    }
}

/// Compares what was requested with the exact ratios, not with the promises.
fn assert_law_keeps_its_requests(Sample { name, law, requested, record, caps }: &Sample) {
    let matrix = Matrix::of(law);
    let kept = |ratio: &Ratio, epsilon: f64| epsilon == f64::INFINITY || ratio.is_within(&Power::of(epsilon));
    assert!(kept(&record_ratio(&matrix), *record), "record ε of {name}");
    for (i, cap) in caps.iter().enumerate() {
        let column = requested.as_ref().map_or(f64::INFINITY, |requested| requested[i]);
        assert!(kept(&column_ratio(&matrix, law.sizes(), i), column), "column ε {i} of {name}");
        assert!(kept(&attribute_ratio(&matrix, i), *cap), "attribute ε {i} of {name}");
    }
}

#[test]
fn designed_laws_keep_exactly_what_they_promise() {
    let samples = designed();
    assert!(samples.len() > 250, "only {} designs", samples.len());
    for sample in samples.iter().step_by(every(1, 3)) {
        assert_law_keeps_its_promises(&sample.law, &sample.name);
        assert_law_keeps_its_requests(sample);
    }
}

#[test]
fn hand_made_laws_keep_exactly_what_they_promise() {
    hand_made().iter().for_each(|sample| assert_law_keeps_its_promises(&sample.law, &sample.name));
}

/// Tests the check itself: a promise that is too small by one part in 10¹² is detected.
#[test]
fn an_understated_promise_is_found_out() {
    let law = &designed()[0].law;
    let ratio = record_ratio(&Matrix::of(law));
    assert!(!ratio.is_within(&Power::of(law.record_epsilon() * (1.0 - 1e-12))));
}

/// The ratios computed by orbits, which are used if there are too many records to list, equal those of the
/// matrix.
#[test]
fn ratios_by_orbits_are_those_of_the_matrix() {
    let same = |one: &Ratio, other: &Ratio, what: &str| assert!(one == other, "{what}: {one:?}, {other:?}");
    for Sample { name, law, .. } in hand_made().iter().chain(designed().iter().step_by(3)) {
        let (matrix, exact) = (Matrix::of(law), Exact::of(law));
        same(&exact.record, &record_ratio(&matrix), &format!("record ε of {name}"));
        for i in 0..law.sizes().len() {
            let column = column_ratio(&matrix, law.sizes(), i);
            same(&exact.columns[i], &column, &format!("column ε {i} of {name}"));
            same(&exact.attributes[i], &attribute_ratio(&matrix, i), &format!("attribute ε {i} of {name}"));
        }
    }
}

/// ⌊e · 10³⁰⌋ / 10³⁰ < e < (⌊e · 10³⁰⌋ + 1) / 10³⁰, and the same holds for their powers; small ε are within a
/// few units of 2⁻⁵².
#[test]
fn powers_of_e_are_bounded_from_below_and_closely() {
    let digits = BigUint::from(2_718_281_828_459_045_235_360_287_471_352_u128);
    for exponent in [1_u32, 3, 16, 300] {
        let (power, scale) = (Power::of(exponent.into()), BigUint::from(10_u8).pow(30 * exponent));
        assert!(power.is_at_least(&digits.pow(exponent), &scale), "e^{exponent}");
        assert!(!power.is_at_least(&(&digits + 1_u8).pow(exponent), &scale), "e^{exponent}");
    }
    for epsilon in [0.0, 1e-19, 2_f64.powi(-40), 2_f64.powi(-7)] {
        let one = BigUint::from(1_u64 << 62);
        let above = Power::of(epsilon).above(&one, &one);
        assert!((above - epsilon).abs() <= 1e-15 * epsilon, "{above} instead of {epsilon}");
    }
}
