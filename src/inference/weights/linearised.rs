//! Variances of weighted estimates by linearisation \[Binder83\].
//!
//! An estimate is a weighted mean of scores s, whose weights depend on the sample because they are matched to margins. To first order its error
//! is that of the sum of w·e/W, with W the sum of the weights and e = s − xᵀB the residuals of a weighted regression of the scores on the
//! categories of the margins; without margins x is a constant, and B the estimate. With m_h clusters (or reports) in stratum h, and z_hc the
//! sum of w·e/W over cluster c,
//!
//! Var = Σ_h m_h/(m_h−1)·(Σ_c z_hc² − (Σ_c z_hc)²/m_h),
//!
//! as if clusters were drawn with replacement. Cost: O(K³ + classes·(K² + N)) for K categories of all margins and N cells.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::classes::ReportClass;
use super::raking::invalid;
use crate::error::Error;
use crate::estimate::ClassScores;
use crate::numeric::quadratic::Factor;

/// The sums of a stratum, cell by cell.
#[derive(Default)]
struct Stratum {
    units: f64,
    squares: Vec<f64>,
    sums: Vec<f64>,
}

/// The variance of every cell, from the final weight of one report of each class.
pub(super) fn variances(
    classes: &[ReportClass],
    scores: &[ClassScores],
    weights: &[f64],
    margins: &[Vec<f64>],
) -> Result<Vec<f64>, Error> {
    let fitted = fitted(classes, scores, weights, margins);
    let total: f64 = weights.iter().zip(scores).map(|(weight, own)| weight * own.reports).sum();
    let cells = scores.first().map_or(0, |own| own.sums.len());
    let mut strata: BTreeMap<usize, Stratum> = BTreeMap::new();
    let mut clusters: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for (((class, own), weight), fitted) in classes.iter().zip(scores).zip(weights).zip(&fitted) {
        let (n, scale) = (own.reports, weight / total);
        let left = |cell: usize| scale * (own.sums[cell] - n * fitted[cell]);
        let stratum = strata.entry(class.stratum).or_default();
        stratum.squares.resize(cells, 0.0);
        stratum.sums.resize(cells, 0.0);
        (0..cells).for_each(|cell| stratum.sums[cell] += left(cell));
        match class.cluster {
            Some(cluster) => {
                let sums = clusters.entry((class.stratum, cluster)).or_insert_with(|| vec![0.0; cells]);
                (0..cells).for_each(|cell| sums[cell] += left(cell));
            }
            None => {
                stratum.units += n;
                for (cell, fit) in fitted.iter().enumerate() {
                    let squares = own.squares[cell] - 2.0 * fit * own.sums[cell] + n * fit * fit;
                    stratum.squares[cell] += scale * scale * squares;
                }
            }
        }
    }
    for ((stratum, _), sums) in clusters {
        let stratum = strata.entry(stratum).or_default();
        stratum.units += 1.0;
        stratum.squares.iter_mut().zip(sums).for_each(|(squares, sum)| *squares += sum * sum);
    }
    let mut variances = vec![0.0; cells];
    for (name, stratum) in strata {
        if stratum.units < 2.0 {
            return Err(invalid(format!(
                "stratum {name} has only one report or cluster; a variance needs at least two"
            )));
        }
        for (cell, variance) in variances.iter_mut().enumerate() {
            let apart = stratum.squares[cell] - stratum.sums[cell] * stratum.sums[cell] / stratum.units;
            *variance += stratum.units / (stratum.units - 1.0) * apart;
        }
    }
    variances.iter_mut().for_each(|variance| *variance = libm::fmax(*variance, 0.0));
    Ok(variances)
}

/// The fitted values xᵀB of every class.
fn fitted(
    classes: &[ReportClass],
    scores: &[ClassScores],
    weights: &[f64],
    margins: &[Vec<f64>],
) -> Vec<Vec<f64>> {
    let columns = |class: &ReportClass| -> Vec<usize> {
        let mut first = 1;
        let category = |(margin, category): (&Vec<f64>, &usize)| {
            let column = first + category;
            first += margin.len();
            column
        };
        let own: Vec<usize> = margins.iter().zip(&class.categories).map(category).collect();
        [0].into_iter().chain(own).collect()
    };
    let all = 1 + margins.iter().map(Vec::len).sum::<usize>();
    let cells = scores.first().map_or(0, |own| own.sums.len());
    let mut normal = vec![vec![0.0; all]; all];
    let mut right = vec![vec![0.0; all]; cells];
    for ((class, own), weight) in classes.iter().zip(scores).zip(weights) {
        let columns = columns(class);
        for &one in &columns {
            columns.iter().for_each(|&other| normal[one][other] += weight * own.reports);
            right.iter_mut().zip(&own.sums).for_each(|(right, sum)| right[one] += weight * sum);
        }
    }
    let factor = Factor::of(&normal);
    let coefficients: Vec<Vec<f64>> = right
        .iter()
        .map(|right| {
            let mut own: Vec<f64> = factor.order.iter().map(|&column| right[column]).collect();
            factor.solve(&mut own);
            let mut placed = vec![0.0; all];
            factor.order.iter().zip(own).for_each(|(&column, value)| placed[column] = value);
            placed
        })
        .collect();
    let of_class = |class: &ReportClass| {
        let columns = columns(class);
        coefficients.iter().map(|own| columns.iter().map(|&column| own[column]).sum()).collect()
    };
    classes.iter().map(of_class).collect()
}
