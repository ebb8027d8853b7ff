//! EIGENSTRAT compared with a direct computation: Ψ of all individuals, its eigenvectors by rotations, regressions by normal equations.

use candor::inference::{chi_squared, eigenstrat, principal_components};

use super::dense::solved;
use crate::common::Dice;

/// Eigenvectors of a symmetric matrix, from the largest eigenvalue down, by Jacobi's rotations.
fn eigenvectors(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..30 {
        for p in 0..n {
            for q in p + 1..n {
                let angle = 0.5 * (2.0 * a[p][q]).atan2(a[q][q] - a[p][p]);
                let (s, c) = angle.sin_cos();
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                for j in 0..n {
                    let (x, y) = (a[p][j], a[q][j]);
                    (a[p][j], a[q][j]) = (c * x - s * y, s * x + c * y);
                    let (x, y) = (vectors[p][j], vectors[q][j]);
                    (vectors[p][j], vectors[q][j]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    order.into_iter().map(|i| vectors[i].clone()).collect()
}

/// Ψ, entry by entry.
fn psi(genotypes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = genotypes[0].len();
    let entry = |i: usize, j: usize| {
        let of_snp = |row: &Vec<f64>| {
            let p = row.iter().sum::<f64>() / (2.0 * n as f64);
            (row[i] - 2.0 * p) * (row[j] - 2.0 * p) / (2.0 * p * (1.0 - p))
        };
        genotypes.iter().map(of_snp).sum::<f64>() / genotypes.len() as f64
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// The residuals of a regression on these columns, by normal equations.
fn left(columns: &[Vec<f64>], y: &[f64]) -> Vec<f64> {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let normal = columns.iter().map(|a| columns.iter().map(|b| product(a, b)).collect()).collect();
    let right = columns.iter().map(|a| vec![product(a, y)]).collect();
    let beta = solved(normal, right).concat();
    (0..y.len())
        .map(|h| y[h] - columns.iter().zip(&beta).map(|(column, b)| b * column[h]).sum::<f64>())
        .collect()
}

fn direct(genotypes: &[Vec<f64>], k: usize, x: &[f64], y: &[f64]) -> f64 {
    let mut columns = vec![vec![1.0; x.len()]];
    columns.extend(eigenvectors(psi(genotypes)).into_iter().take(k));
    let (x, y) = (left(&columns, x), left(&columns, y));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    (y.len() - k - 1) as f64 * product(&x, &y).powi(2) / (product(&x, &x) * product(&y, &y))
}

/// SNPs of individuals from two populations with different allele frequencies.
fn genotypes(dice: &mut Dice, snps: u32, individuals: u32) -> Vec<Vec<f64>> {
    let snp = |_| {
        let frequencies = [0.2 + 0.6 * dice.unit(), 0.2 + 0.6 * dice.unit()];
        let mut genotype = |h: u32| {
            let frequency = frequencies[(h % 2) as usize];
            (0..2).map(|_| f64::from(u8::from(dice.unit() < frequency))).sum()
        };
        (0..individuals).map(&mut genotype).collect()
    };
    (0..snps).map(snp).collect()
}

#[test]
fn eigenstrat_is_that_of_direct_linear_algebra() {
    let mut dice = Dice::new(31);
    for (snps, individuals, k) in [(60, 40, 1), (25, 40, 3), (90, 30, 5), (40, 40, 0)] {
        let genotypes = genotypes(&mut dice, snps, individuals);
        let components = principal_components(&genotypes, k).unwrap();
        let phenotypes: Vec<f64> = (0..individuals).map(|_| f64::from(dice.between(0, 1))).collect();
        for snp in &genotypes[..5] {
            let found = eigenstrat(&components, snp, &phenotypes).unwrap();
            let expected = direct(&genotypes, k, snp, &phenotypes);
            assert!((found.value - expected).abs() < 1e-9 * expected.max(1.0), "{found:?} {expected}");
            assert_eq!(found.degrees_of_freedom, 1);
        }
    }
}

/// A disease that is seven times as frequent in one of two populations, as is an allele that is otherwise unrelated to it.
#[test]
fn stratification_is_corrected() {
    let mut dice = Dice::new(32);
    let mut genotypes = genotypes(&mut dice, 100, 400);
    let drawn = |h: usize, dice: &mut Dice| f64::from(u8::from(dice.unit() < [0.1, 0.7][h % 2]));
    let marker: Vec<f64> = (0..400).map(|h| drawn(h, &mut dice) + drawn(h, &mut dice)).collect();
    let cases: Vec<f64> = (0..400).map(|h| drawn(h, &mut dice)).collect();
    genotypes.push(marker.clone());
    let components = principal_components(&genotypes, 1).unwrap();
    assert!(eigenstrat(&[], &marker, &cases).unwrap().p_value < 1e-6);
    assert!(eigenstrat(&components, &marker, &cases).unwrap().p_value > 0.01);
    let mut table = vec![0.0; 6];
    for (genotype, case) in marker.iter().zip(&cases) {
        table[[0.0, 1.0, 2.0].iter().position(|g| g == genotype).unwrap() * 2 + usize::from(*case > 0.0)] +=
            1.0;
    }
    assert!(chi_squared(&table, 2).unwrap().p_value < 1e-6);
}

#[test]
fn what_has_no_components_is_refused() {
    let code = |error: candor::Error| error.code().as_str();
    let rows = vec![vec![0.0, 1.0, 2.0], vec![1.0, 1.0, 1.0], vec![2.0, 1.0, 0.0]];
    // One SNP does not vary, and the other two are mirror images.
    assert_eq!(principal_components(&rows, 1).unwrap().len(), 1);
    assert_eq!(code(principal_components(&rows, 2).unwrap_err()), "invalid-hypothesis");
    assert_eq!(code(principal_components(&[], 1).unwrap_err()), "invalid-hypothesis");
    assert_eq!(code(principal_components(&[vec![0.0, 3.0]], 1).unwrap_err()), "invalid-hypothesis");
    assert_eq!(code(principal_components(&[vec![0.0, f64::NAN]], 1).unwrap_err()), "invalid-hypothesis");
    assert_eq!(
        code(principal_components(&[vec![0.0], vec![0.0, 1.0]], 1).unwrap_err()),
        "invalid-hypothesis"
    );
    let (genotypes, phenotypes) = ([0.0, 1.0, 2.0], [0.0, 1.0, 1.0]);
    let refused =
        |components: &[Vec<f64>], x: &[f64]| code(eigenstrat(components, x, &phenotypes).unwrap_err());
    assert_eq!(refused(&[vec![1.0; 2]], &genotypes), "invalid-hypothesis");
    assert_eq!(refused(&[vec![1.0; 3], vec![2.0; 3]], &genotypes), "invalid-hypothesis");
    assert_eq!(refused(&[], &genotypes[..2]), "invalid-hypothesis");
    assert_eq!(refused(&[], &[0.0, f64::NAN, 1.0]), "invalid-hypothesis");
    assert_eq!(refused(&[], &[1.0; 3]), "undefined-statistic");
}
