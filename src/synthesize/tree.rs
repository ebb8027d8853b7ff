//! Chooses the pairs of questions that a tree keeps \[ChowLiu68\]: those of largest mutual information Σ π_ij·ln(π_ij/(π_i·π_j)) that close
//! no cycle (Kruskal's algorithm). If the pair tables are the true ones, no other tree has a distribution nearer to the true one in
//! Kullback–Leibler divergence. Noise adds to every mutual information, so that independent pairs are joined by chance, which adds noise
//! and no bias. Cost: O(N) a pair, and a sort.

use alloc::vec::Vec;

use super::clique::Clique;
use crate::estimate::Estimate;

/// Returns the positions of the pair tables that form the tree, those of largest mutual information first. Tables that are not over two
/// attributes are skipped.
///
/// ```
/// use candor::synthesize::tree_of_pairs;
/// # use candor::{Plan, Survey, Table, estimate::{Options, estimate}};
/// # let survey = Survey::from_json(r#"{"survey": "s", "privacy": {"method": "independent"}, "attributes": [
/// #     {"name": "a", "categories": ["no", "yes"], "epsilon": 9}, {"name": "b", "categories": ["no", "yes"], "epsilon": 9},
/// #     {"name": "c", "categories": ["no", "yes"], "epsilon": 9}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// # let pair = |names: [&str; 2], counts| estimate(&plan, Table::from_counts(&plan, &names, counts)?, &Options::default());
/// // b repeats a, and c mostly repeats b; the association of a and c follows.
/// let pairs = [
///     pair(["a", "c"], vec![400, 100, 100, 400])?,
///     pair(["b", "c"], vec![420, 80, 80, 420])?,
///     pair(["a", "b"], vec![490, 10, 10, 490])?,
/// ];
/// assert_eq!(tree_of_pairs(&pairs), [2, 1]);
/// # Ok::<(), candor::Error>(())
/// ```
#[must_use]
pub fn tree_of_pairs(estimates: &[Estimate]) -> Vec<usize> {
    let mut told: Vec<(f64, usize, [usize; 2])> = Vec::new();
    for (place, estimate) in estimates.iter().enumerate() {
        if let &[one, other] = estimate.axes().attributes() {
            told.push((mutual_information(&Clique::new(estimate)), place, [one, other]));
        }
    }
    told.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut groups: Vec<usize> = told.iter().flat_map(|(_, _, pair)| *pair).collect();
    let attributes = groups.iter().copied().max().map_or(0, |most| most + 1);
    groups = (0..attributes).collect();
    let mut kept = Vec::new();
    for (_, place, [one, other]) in told {
        let (from, to) = (groups[one], groups[other]);
        if from != to {
            groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            kept.push(place);
        }
    }
    kept
}

/// The mutual information Σ π_ij·ln(π_ij/(π_i·π_j)), in nats.
fn mutual_information(pair: &Clique) -> f64 {
    let margins: Vec<Vec<f64>> =
        pair.attributes.iter().map(|&attribute| pair.marginal(&[attribute])).collect();
    let columns = pair.sizes[1];
    let of = |(cell, &share): (usize, &f64)| {
        let expected = margins[0][cell / columns] * margins[1][cell % columns];
        if share > 0.0 { share * libm::log(share / expected) } else { 0.0 }
    };
    pair.shares.iter().enumerate().map(of).sum()
}
