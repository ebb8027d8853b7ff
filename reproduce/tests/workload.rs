//! The workload-optimised mechanism: its strategies keep ε, their errors are those of dense linear algebra and of simulated surveys, and of one
//! question near that of the best protocol there is.

use candor::design::analysis::protocol_bound;
use candor_reproduce::Population;
use candor_reproduce::peers::{Oracle, Strategy, Subset};
use nalgebra::DMatrix;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Three questions and their pairs.
const SIZES: [u32; 3] = [2, 3, 4];
const EPSILONS: [f64; 3] = [0.5, 1.5, 4.0];

fn pairs() -> Vec<Vec<usize>> {
    vec![vec![0, 1], vec![0, 2], vec![1, 2]]
}

fn optimised(sizes: &[u32], tables: &[Vec<usize>], epsilon: f64) -> Strategy {
    Strategy::optimised(sizes, tables, epsilon, &mut ChaCha20Rng::seed_from_u64(3))
}

/// W: a row for every cell of every table, a column for every record.
fn summing(sizes: &[u32], tables: &[Vec<usize>]) -> DMatrix<f64> {
    let records: usize = sizes.iter().map(|&size| size as usize).product();
    let answer = |record: usize, question: usize| {
        let after: usize = sizes[question + 1..].iter().map(|&size| size as usize).product();
        record / after % sizes[question] as usize
    };
    let rows: Vec<Vec<f64>> = tables
        .iter()
        .flat_map(|table| {
            let cells: usize = table.iter().map(|&question| sizes[question] as usize).product();
            (0..cells).map(move |cell| (table, cell))
        })
        .map(|(table, cell)| {
            let of = |record: usize| {
                let place =
                    |place, &question: &usize| place * sizes[question] as usize + answer(record, question);
                f64::from(u8::from(table.iter().fold(0, place) == cell))
            };
            (0..records).map(of).collect()
        })
        .collect();
    DMatrix::from_fn(rows.len(), records, |row, column| rows[row][column])
}

#[test]
fn a_report_tells_no_more_than_the_record_epsilon() {
    for epsilon in EPSILONS {
        let strategy = optimised(&SIZES, &pairs(), epsilon);
        for column in strategy.likelihoods().column_iter() {
            assert!((column.sum() - 1.0).abs() < 1e-9, "{epsilon}: {}", column.sum());
        }
        for row in strategy.likelihoods().row_iter() {
            assert!(row.min() > 0.0 && row.max() <= row.min() * epsilon.exp() * (1.0 + 1e-12), "{epsilon}");
        }
    }
}

/// Of one question, subset selection of the best size is the best protocol [YeBarg18]. Its error counts the drawing of people too. The descent
/// from random strategies ends in local minima above, by up to a seventh.
#[test]
fn of_one_question_the_error_is_near_the_least_possible() {
    for categories in [5, 8, 16, 24] {
        for epsilon in EPSILONS {
            let drawn = 1.0 - 1.0 / f64::from(categories);
            let least = Subset::new(categories, epsilon).squared_error(categories) - drawn;
            let found = optimised(&[categories], &[vec![0]], epsilon).squared_error();
            assert!(found > least * (1.0 - 1e-9), "{categories}, {epsilon}: {found} {least}");
            assert!(found < least * 1.15, "{categories}, {epsilon}: {found} {least}");
        }
    }
}

/// The error of the reconstruction with a pseudo-inverse, summed over every output of every record.
#[test]
fn the_error_is_that_of_dense_linear_algebra() {
    let summing = summing(&SIZES, &pairs());
    for epsilon in EPSILONS {
        let strategy = optimised(&SIZES, &pairs(), epsilon);
        let q = strategy.likelihoods();
        let roots = DMatrix::from_diagonal(&q.column_sum().map(|sum| 1.0 / sum.sqrt()));
        let inverse = (&roots * q).pseudo_inverse(1e-10).expect("a tolerance");
        let told = &summing * inverse * roots;
        assert!((&told * q - &summing).amax() < 1e-8, "{epsilon}: biased");
        let squares: Vec<f64> = told.column_iter().map(|column| column.norm_squared()).collect();
        let of_outputs: f64 = q.row_iter().zip(&squares).map(|(row, square)| row.sum() * square).sum();
        let error = (of_outputs - summing.norm_squared()) / q.ncols() as f64;
        assert!((strategy.squared_error() / error - 1.0).abs() < 1e-8, "{epsilon}: {error}");
        // No protocol has less; the bound counts the drawing of people too.
        let drawn = summing.norm_squared() / q.ncols() as f64 - summing.column_mean().norm_squared();
        assert!(error + drawn > protocol_bound(&SIZES, &pairs(), epsilon), "{epsilon}");
    }
}

/// The error of a survey is a weighted sum of squares in at least six directions, so that its mean over 4,000 surveys has a relative standard error of at
/// most √(2/24,000) = 0.009; 0.05 is more than five of them.
#[test]
fn the_error_is_that_of_surveys() {
    let strategy = optimised(&SIZES, &pairs(), 1.5);
    let rows = (0..24 * 20).map(|record| vec![record / 12 % 2, record / 4 % 3, record % 4]).collect();
    let people = Population::new("uniform", &["a", "b", "c"], &SIZES, rows).expect("people");
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mut total = 0.0;
    for _ in 0..4_000 {
        for (table, pair) in strategy.tables(&strategy.surveyed(&people, &mut rng)).iter().zip(pairs()) {
            let truth = people.shares(&pair);
            total += table.iter().zip(&truth).map(|(share, truth)| (share - truth).powi(2)).sum::<f64>();
        }
    }
    let measured = 480.0 * total / 4_000.0;
    assert!((measured / strategy.squared_error() - 1.0).abs() < 0.05, "{measured}");
    assert!(
        (measured / optimised(&SIZES, &pairs(), 1.3).squared_error() - 1.0).abs() > 0.05,
        "another ε is told"
    );
}

/// The conditions of Karush, Kuhn and Tucker of the least squares: with the residual r of the tables, no record has a negative Wᵀr, and r is
/// perpendicular to the tables.
#[test]
fn possible_tables_are_the_nearest() {
    let (strategy, summing) = (optimised(&SIZES, &pairs(), 0.5), summing(&SIZES, &pairs()));
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    for _ in 0..20 {
        let records: Vec<f64> =
            (0..24).map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX) * 0.5 - 0.2).collect();
        let estimated = strategy.tables(&records).concat();
        let possible = strategy.possible_tables(&records).concat();
        let residual: Vec<f64> = possible.iter().zip(&estimated).map(|(to, from)| to - from).collect();
        assert!(
            residual.iter().any(|moved| moved.abs() > 1e-3) && possible.iter().all(|share| *share >= 0.0)
        );
        let residual = DMatrix::from_column_slice(residual.len(), 1, &residual);
        let slopes = summing.tr_mul(&residual);
        assert!(slopes.min() > -1e-5, "{slopes}");
        let tables = DMatrix::from_column_slice(possible.len(), 1, &possible);
        assert!(residual.dot(&tables).abs() < 1e-5, "{}", residual.dot(&tables));
    }
}
