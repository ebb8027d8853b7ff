//! EIGENSTRAT \[Price06\]: association of a genotype with a phenotype, corrected for population stratification [Yamamoto23S, S2.1 and S5.2].
//!
//! With genotypes X_sh of M SNPs and N individuals and p̂_s = Σ_h X_sh/(2N), the top K eigenvectors of Ψ = ZᵀZ/M, Z_sh =
//! (X_sh − 2p̂_s)/√(2p̂_s(1−p̂_s)), are the principal components. Genotype and phenotype of one SNP are regressed on a constant and on these;
//! of the residuals X* and Y*
//!
//! χ² = (N − K − 1)·(X*·Y*)²/(|X*|²·|Y*|²),   one degree of freedom.
//!
//! Under local privacy the pairs (X_sh, Y_h) of the SNP are the perturbed ones as each individual reported them, since the true pair of one
//! individual cannot be reconstructed. The genotypes of all other SNPs are known in clear. Where a law perturbs both together, perturbed pairs
//! may be associated although the true ones are not; [`super::test`] does not have this fault, but has no correction for stratification.
//!
//! Cost: O(M·N·min(M, N) + min(M, N)³) for the components, O(N·K²) for the statistic.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{DMatrix, SymmetricEigen};

use super::null_model::{divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;
use crate::exact::count_to_f64;
use crate::numeric::vectors::dot;

/// Eigenvalues below this share of the largest one count as rounding errors.
const RANK: f64 = 1e-12;

/// The first principal components of individuals, normalised to length 1: the eigenvectors of Ψ in descending order of eigenvalues.
///
/// `genotypes` has a row for every SNP, with the number of type 1 alleles of each individual, 0 to 2; SNPs that do not vary are skipped.
///
/// ```
/// use candor::inference::principal_components;
/// // Two populations of two, at three SNPs.
/// let genotypes = [vec![0.0, 0.0, 2.0, 2.0], vec![0.0, 1.0, 2.0, 2.0], vec![2.0, 2.0, 0.0, 1.0]];
/// let first = &principal_components(&genotypes, 1)?[0];
/// assert!(first[0] * first[1] > 0.0 && first[1] * first[2] < 0.0 && first[2] * first[3] > 0.0);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where rows are of different lengths, a genotype is not from 0 to 2, or there are fewer components than `count`.
pub fn principal_components(genotypes: &[Vec<f64>], count: usize) -> Result<Vec<Vec<f64>>, Error> {
    let individuals = genotypes.first().map_or(0, Vec::len);
    for row in genotypes {
        if row.len() != individuals || !row.iter().all(|genotype| (0.0..=2.0).contains(genotype)) {
            return Err(invalid("genotypes must be rows of equal length, with numbers from 0 to 2"));
        }
    }
    let rows: Vec<Vec<f64>> = genotypes.iter().filter_map(|row| standardised(row)).collect();
    if rows.is_empty() {
        return Err(invalid(format!(
            "{count} components were requested, but every genotype is the same for all individuals"
        )));
    }
    let z = DMatrix::from_row_iterator(rows.len(), individuals, rows.iter().flatten().copied());
    let few = rows.len() <= individuals;
    let gram = if few { &z * z.transpose() } else { z.transpose() * &z };
    let eigen = SymmetricEigen::new(gram);
    let mut order: Vec<usize> = (0..eigen.eigenvalues.len()).collect();
    order.sort_by(|&one, &other| eigen.eigenvalues[other].total_cmp(&eigen.eigenvalues[one]));
    let least = order.first().map_or(0.0, |&first| RANK * eigen.eigenvalues[first]);
    order.retain(|&place| eigen.eigenvalues[place] > least);
    if order.len() < count {
        return Err(invalid(format!(
            "{count} components were requested; these genotypes have {}",
            order.len()
        )));
    }
    let component = |&place: &usize| {
        let own = eigen.eigenvectors.column(place).into_owned();
        let vector = if few { z.transpose() * own } else { own };
        vector.normalize().iter().copied().collect()
    };
    Ok(order.iter().take(count).map(component).collect())
}

/// A row of Z; `None` for a SNP that does not vary.
fn standardised(row: &[f64]) -> Option<Vec<f64>> {
    let frequency = row.iter().sum::<f64>() / (2.0 * count_to_f64(row.len() as u64));
    let variance = 2.0 * frequency * (1.0 - frequency);
    let varies = row.iter().any(|genotype| *genotype != row[0]);
    let deviate = |genotype: &f64| (genotype - 2.0 * frequency) / libm::sqrt(variance);
    (varies && variance > 0.0).then(|| row.iter().map(deviate).collect())
}

/// The EIGENSTRAT statistic of one SNP from the genotype and the phenotype of every individual, corrected for components.
///
/// ```
/// use candor::inference::eigenstrat;
/// let (genotypes, phenotypes) = ([0.0, 1.0, 2.0, 1.0, 0.0, 2.0], [0.0, 0.0, 1.0, 1.0, 0.0, 1.0]);
/// let uncorrected = eigenstrat(&[], &genotypes, &phenotypes)?;
/// // Without components it is (N − 1)·r².
/// assert!((uncorrected.value - 5.0 * 2.0 * 2.0 / (4.0 * 1.5)).abs() < 1e-12);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where lengths differ, a number is not finite, or there are no more individuals than components plus one;
/// `undefined-statistic` where the components leave nothing of a genotype or a phenotype.
pub fn eigenstrat(
    components: &[Vec<f64>],
    genotypes: &[f64],
    phenotypes: &[f64],
) -> Result<Statistic, Error> {
    let individuals = genotypes.len();
    let all = || components.iter().map(|component| &component[..]).chain([genotypes, phenotypes]);
    if all().any(|of| of.len() != individuals || !of.iter().all(|number| number.is_finite())) {
        return Err(invalid(
            "components, genotypes and phenotypes must be finite numbers, one for each individual",
        ));
    }
    let Some(degrees) = individuals.checked_sub(components.len() + 1).filter(|degrees| *degrees > 0) else {
        let message = format!("{individuals} individuals are too few for {} components", components.len());
        return Err(invalid(message));
    };
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for column in [&vec![1.0; individuals]].into_iter().chain(components) {
        let rest = residual(&basis, column);
        let length = libm::sqrt(dot(&rest, &rest));
        if length > RANK * libm::sqrt(dot(column, column)) {
            basis.push(rest.iter().map(|entry| entry / length).collect());
        }
    }
    let (x, y) = (residual(&basis, genotypes), residual(&basis, phenotypes));
    let squares = divisible(square(&x, genotypes), "what is left of the genotypes")?
        * divisible(square(&y, phenotypes), "what is left of the phenotypes")?;
    Ok(Statistic::new(count_to_f64(degrees as u64) * dot(&x, &y) * dot(&x, &y) / squares, 1))
}

/// The squared length of a column's residual; 0 where the residual is only rounding.
fn square(left: &[f64], column: &[f64]) -> f64 {
    let square = dot(left, left);
    if square > RANK * RANK * dot(column, column) { square } else { 0.0 }
}

/// The residual of a column after projection on an orthonormal basis, projected twice against rounding errors.
fn residual(basis: &[Vec<f64>], column: &[f64]) -> Vec<f64> {
    let mut rest = column.to_vec();
    for vector in basis.iter().chain(basis) {
        let along = dot(vector, &rest);
        rest.iter_mut().zip(vector).for_each(|(entry, direction)| *entry -= along * direction);
    }
    rest
}
