//! RR-Clusters [DomingoFerrer22; Kikuchi, II-B3]: the inverse inside clusters of dependent
//! attributes, the product across.
//!
//! Dependence is Cramér's V = √(φ²/min(a−1, b−1)), φ² = Σ (π_ab − π_a π_b)²/(π_a π_b), of every pair table
//! as estimated, projected onto the simplex. Noise raises it: a threshold below the noise joins everything.
//! Pairs that the law hides link nothing. Pairs are joined from the largest V down, until the threshold or
//! the number of clusters is reached.
//!
//! Cost: O(w²·N). Fails where the law erases a component of a cluster.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::independent::{Product, couples};
use super::projection::onto_simplex;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::method::{Clustering, Reconstruction};
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::walk::marginal;
use crate::numeric::order::{by_descending, sorted};

pub(crate) fn reconstruct(observed: &Observed<'_>, clustering: Clustering) -> Result<Reconstructed, Error> {
    let clusters = clusters(observed, clustering);
    let reason = format!("the clusters are {}", listed(observed, &clusters));
    let product = Product::new(observed, clusters)?;
    let product = product.reconstruct(observed, Reconstruction::Clusters(clustering)).because(reason);
    // One report may change the clusters, so its influence has no bound.
    Ok(Reconstructed { influence: None, ..product })
}

/// The axes of every cluster, ascending.
pub(crate) fn clusters(observed: &Observed<'_>, clustering: Clustering) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = observed.axes().into_iter().map(|axis| vec![axis]).collect();
    let (threshold, number) = match clustering {
        Clustering::Threshold(threshold) => (threshold, 1),
        Clustering::Number(number) => (0.0, number),
    };
    for (v, a, b) in by_dependence(observed) {
        if clusters.len() <= number || v < threshold {
            break;
        }
        let holding = |axis| clusters.iter().position(|cluster: &Vec<usize>| cluster.contains(&axis));
        if let (Some(first), Some(second)) = (holding(a), holding(b))
            && first != second
        {
            let (low, high) = (first.min(second), first.max(second));
            let joined = clusters.remove(high);
            clusters[low] = sorted([&clusters[low][..], &joined].concat());
        }
    }
    clusters
}

/// Cramér's V of all pairs that can be estimated, descending.
fn by_dependence(observed: &Observed<'_>) -> Vec<(f64, usize, usize)> {
    let of_pair = |(a, b): (usize, usize)| {
        let table = observed.inverse(&[a, b]).ok()?;
        Some((cramers_v(table, &observed.sizes_of(&[a, b])), a, b))
    };
    by_descending(couples(observed.sizes().len()).filter_map(of_pair).collect(), |(v, ..)| *v)
}

/// Cramér's V of the nearest table of shares; 0 where an attribute has one value only.
fn cramers_v(mut table: Vec<f64>, sizes: &[u32]) -> f64 {
    onto_simplex(&mut table);
    let (rows, columns) = (marginal(&table, sizes, &[0]), marginal(&table, sizes, &[1]));
    let expected = rows.iter().flat_map(|row| columns.iter().map(move |column| row * column));
    let cells = table.iter().zip(expected).filter(|(_, expected)| *expected > 0.0);
    let phi_squared: f64 =
        cells.map(|(share, expected)| (share - expected) * (share - expected) / expected).sum();
    libm::sqrt(phi_squared / f64::from(sizes[0].min(sizes[1]) - 1))
}

fn listed(observed: &Observed<'_>, clusters: &[Vec<usize>]) -> String {
    let attributes = |cluster: &Vec<usize>| -> Vec<usize> {
        cluster.iter().map(|&axis| observed.attributes()[axis]).collect()
    };
    format!("{:?}", clusters.iter().map(attributes).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::cramers_v;
    use alloc::vec;

    /// [Kikuchi, Appendix B]: V of the true table, printed as 0.66.
    #[test]
    fn the_printed_example() {
        assert!((cramers_v(vec![0.4, 0.0, 0.2, 0.4], &[2, 2]) - 2.0 / 3.0).abs() < 1e-12);
    }
}
