//! Ring: errors. No stated error is smaller than the noise of the law makes it, whatever people answered.
//!
//! For any sum of cells, the score of a report varies over everything that the law can make of a record. The smallest of
//! these variances over all records is known before a single report is received. It is computed here with dense matrices
//! from the weights of the plan's law: for cells, random sums of cells, shares within groups, and products. The
//! likelihood is left out: it stays at 0 where the inverse goes below, varies less than the inverse, and has errors of
//! its own.

use crate::common::{Dice, designed, schema_of};
use candor::count::Table;
use candor::design::Request;
use candor::estimate::{Covariance, Estimation, Options, Simultaneous, estimate};
use candor::perturb::perturb;
use candor::plan::{Caps, Plan};
use candor::schema::Record;

/// Three questions of 2, 3 and 4 categories at column ε of 1, 1 and 2, perturbed independently.
const PLAN: &str = include_str!("../cases/unreported.plan.json");

const SIZES: [usize; 3] = [2, 3, 4];

/// 200 reports of the last two questions; nobody reports two of the last question's categories.
const UNREPORTED: [u64; 12] = [40, 31, 0, 0, 33, 29, 0, 0, 32, 35, 0, 0];

/// The probability that x is reported as y, from the promised column ε.
fn chance(axes: &[usize], x: usize, y: usize) -> f64 {
    let mut cells = (x, y);
    let one = |&axis: &usize| {
        let (a, same) = (SIZES[axis], [1.0_f64, 1.0, 2.0][axis].exp());
        let (own, seen) = (cells.0 % a, cells.1 % a);
        cells = (cells.0 / a, cells.1 / a);
        (if own == seen { same } else { 1.0 }) / (same + a as f64 - 1.0)
    };
    axes.iter().rev().map(one).product()
}

/// The inverse of the matrix of these probabilities, by elimination.
fn inverse(axes: &[usize]) -> Vec<Vec<f64>> {
    let n: usize = axes.iter().map(|&axis| SIZES[axis]).product();
    let row = |x: usize| {
        let unit = (0..n).map(|y| f64::from(u8::from(x == y)));
        (0..n).map(|y| chance(axes, x, y)).chain(unit).collect::<Vec<f64>>()
    };
    let mut rows: Vec<Vec<f64>> = (0..n).map(row).collect();
    for pivot in 0..n {
        let scaled: Vec<f64> = rows[pivot].iter().map(|entry| entry / rows[pivot][pivot]).collect();
        for (x, row) in rows.iter_mut().enumerate() {
            let factor = row[pivot];
            if x == pivot {
                row.clone_from(&scaled);
            } else {
                row.iter_mut().zip(&scaled).for_each(|(entry, of)| *entry -= factor * of);
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// The smallest variance of the reports' scores over all true records, divided by n.
fn floor(axes: &[usize], scores: &[f64], n: f64) -> f64 {
    let of_record = |x: usize| {
        let moment = |power: i32| -> f64 {
            scores.iter().enumerate().map(|(y, score)| chance(axes, x, y) * score.powi(power)).sum()
        };
        (moment(2) - moment(1).powi(2)) / n
    };
    (0..scores.len()).map(of_record).fold(f64::INFINITY, f64::min)
}

/// The scores of a sum of cells of the inverse.
fn scores(inverse: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    (0..weights.len())
        .map(|y| inverse.iter().zip(weights).map(|(row, weight)| weight * row[y]).sum())
        .collect()
}

fn counted(plan: &Plan, attributes: &[usize], counts: &[u64]) -> Table {
    Table::from_counts(plan, attributes, counts.to_vec()).unwrap()
}

fn by(method: &str) -> Options {
    Options::default().reconstruction(method.parse().unwrap())
}

fn covariance(plan: &Plan, table: Table, options: &Options) -> Covariance {
    let (_, errors) = Estimation::new(plan, table, options).unwrap().with_errors().unwrap();
    errors.covariance().unwrap()
}

/// The lower bounds hold up to rounding.
const ROUNDED: f64 = 1.0 - 1e-9;

#[test]
fn a_category_that_nobody_reports_has_the_noise_of_the_law() {
    let plan = Plan::from_json(PLAN, &Caps::default()).unwrap();
    let counts = [110, 90, 0, 0];
    let inverse = inverse(&[2]);
    for method in ["inverse", "joint", "independent", "truncated", "hybrid", "auto"] {
        let found = estimate(&plan, counted(&plan, &[2], &counts), &by(method)).unwrap();
        for (cell, scores) in inverse.iter().enumerate() {
            let least = floor(&[2], scores, 200.0).sqrt();
            let stated = found.standard_errors().unwrap()[cell];
            assert!(stated >= ROUNDED * least, "{method}, cell {cell}: {stated} below {least}");
        }
        // Nobody reports this category: its whole variance is that of noise.
        let noise = floor(&[2], &inverse[2], 200.0).sqrt();
        assert!(
            (found.standard_errors().unwrap()[2] / noise - 1.0).abs() < 0.05,
            "{method}: {}",
            found.standard_errors().unwrap()[2]
        );
    }
}

#[test]
fn sums_of_cells_have_the_noise_of_the_law() {
    let plan = Plan::from_json(PLAN, &Caps::default()).unwrap();
    let inverse = inverse(&[1, 2]);
    let mut dice = Dice::new(3);
    let alike = [0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0];
    let diagonal = [100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0];
    for counts in [UNREPORTED, alike, diagonal] {
        for population in [None, Some(200)] {
            let options = by("inverse").population(population);
            let table = || counted(&plan, &[1, 2], &counts);
            let found = estimate(&plan, table(), &options).unwrap();
            let covariance = covariance(&plan, table(), &options);
            for cell in 0..12 {
                let root = covariance.row(cell)[cell].sqrt();
                assert!(
                    (root / found.standard_errors().unwrap()[cell] - 1.0).abs() < 1e-6,
                    "{counts:?}, cell {cell}"
                );
            }
            for _ in 0..200 {
                let weights: Vec<f64> = (0..12).map(|_| dice.unit() - 0.5).collect();
                let product = |cell: usize| -> f64 {
                    covariance.row(cell).iter().zip(&weights).map(|(c, w)| c * w).sum()
                };
                let stated: f64 = (0..12).map(|cell| weights[cell] * product(cell)).sum();
                let least = floor(&[1, 2], &scores(&inverse, &weights), 200.0);
                assert!(stated >= ROUNDED * least, "{counts:?} of {population:?}: {stated} below {least}");
            }
        }
    }
}

/// Var Π̂ ≥ Σ_C g_C²·(smallest variance of part C), because the parts are perturbed independently.
#[test]
fn products_have_the_noise_of_the_law() {
    let plan = Plan::from_json(PLAN, &Caps::default()).unwrap();
    let diagonal = [100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0];
    for counts in [UNREPORTED, diagonal] {
        let single = |axis: usize, of: fn(usize) -> usize, cells: usize| -> (Vec<f64>, Vec<f64>) {
            let mut sums = vec![0; cells];
            counts.iter().enumerate().for_each(|(cell, count)| sums[of(cell)] += count);
            let shares = estimate(&plan, counted(&plan, &[axis], &sums), &by("inverse")).unwrap();
            let least = inverse(&[axis]).iter().map(|scores| floor(&[axis], scores, 200.0)).collect();
            (shares.shares().to_vec(), least)
        };
        let (rows, columns) = (single(1, |cell| cell / 4, 3), single(2, |cell| cell % 4, 4));
        let table = || counted(&plan, &[1, 2], &counts);
        let found = estimate(&plan, table(), &by("independent")).unwrap();
        let covariance = covariance(&plan, table(), &by("independent"));
        for cell in 0..12 {
            let (r, c) = (cell / 4, cell % 4);
            let least = (columns.0[c].powi(2) * rows.1[r] + rows.0[r].powi(2) * columns.1[c]).sqrt();
            let stated = found.standard_errors().unwrap()[cell];
            assert!(stated >= ROUNDED * least, "{counts:?}, cell {cell}: {stated} below {least}");
            assert!(
                (covariance.row(cell)[cell].sqrt() / stated - 1.0).abs() < 1e-6,
                "{counts:?}, cell {cell}"
            );
        }
    }
}

/// Shares within groups, and simultaneous intervals, of a table with categories that nobody reports.
#[test]
fn what_follows_from_such_cells_has_errors_too() {
    let plan = Plan::from_json(PLAN, &Caps::default()).unwrap();
    let table = || counted(&plan, &[1, 2], &UNREPORTED);
    let single = inverse(&[2]);
    for method in ["inverse", "independent", "clusters:1", "truncated"] {
        let simulated = by(method).simultaneous(Simultaneous::MaxZ(500));
        let critical = estimate(&plan, table(), &simulated).unwrap().critical();
        assert!(critical > 1.96 && critical < 5.0, "{method}: {critical}");
        let within = Estimation::new(&plan, table(), &by(method))
            .unwrap()
            .with_errors()
            .unwrap()
            .1
            .conditional(&[1])
            .unwrap();
        // Each group has a third of the respondents, so its noise is at least that of all respondents together.
        for (cell, found) in within.cells().iter().enumerate() {
            let least = floor(&[2], &single[cell % 4], 200.0).sqrt();
            assert!(
                found.standard_error.unwrap() > least,
                "{method}, cell {cell}: {found:?}, all of them {least}"
            );
        }
    }
}

/// Of twenty questions few reports name each pair. Where those of a view are alike by chance, the square of their mean is above the mean square of the estimate.
#[test]
fn errors_of_few_labelled_reports_are_numbers() {
    let sizes: Vec<u32> = (0..20).map(|question| 2 + question % 4).collect();
    let schema = schema_of(&sizes);
    let pairs: Vec<Vec<usize>> = (0..20).flat_map(|i| (i + 1..20).map(move |j| vec![i, j])).collect();
    let law = designed(Request::tables(&sizes, &pairs, 2.0)).unwrap().law().clone();
    let mut told = 0;
    for seed in [2, 3] {
        let mut dice = Dice::new(seed);
        let mut tables: Vec<Table> =
            pairs.iter().map(|pair| Table::new((&schema, &law), pair).unwrap()).collect();
        for _ in 0..2000 {
            let record: Vec<u32> = sizes.iter().map(|size| dice.between(0, size - 1)).collect();
            let report = perturb(&law, Record::new(&schema, record).unwrap(), &mut dice.0);
            tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
        }
        for table in tables {
            let estimation = Estimation::new(&law, table, &Options::default()).unwrap();
            // No report may name a pair at all.
            let Ok((estimate, errors)) = estimation.with_errors() else { continue };
            let variances = errors.covariance().unwrap();
            for (cell, error) in estimate.standard_errors().unwrap().iter().enumerate() {
                assert!(
                    *error > 0.0 && error.is_finite(),
                    "{seed} {:?} {error}",
                    estimate.axes().attributes()
                );
                let variance = variances.row(cell)[cell];
                // Of labelled reports the least error is one whatever the label, and errors may be raised to it.
                assert!((variance.sqrt() / error - 1.0).abs() < 0.1, "{variance} {error}");
                told += 1;
            }
        }
    }
    assert!(told > 3000, "{told}");
}
