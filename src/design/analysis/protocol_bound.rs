//! A lower bound on V at a record ε for every protocol of local differential privacy [Mathematics, §9].
//!
//! Averaged over the relabellings of every question, a mechanism of record ε gives component T an information I_T per report
//! with Σ_T I_T ≤ sinh²(ε/2), the largest variance of a likelihood ratio within a factor e^ε around mean 1 \[BhatiaDavis00\], and
//! I_T ≤ dim_T = ∏_{i∈T}(aᵢ−1), the information in the record itself. So V is at least
//!
//! V* = min Σ_T c_T/I_T, for tables c_T = Σ_{W⊇T} dim_T²/∏_{i∈W} aᵢ,
//!
//! for unbiased estimates, averaged over relabellings at a uniform truth: also for reports that are not records, and for
//! mechanisms chosen after earlier reports. At the minimum I_T = min(dim_T, ν√c_T) (water-filling).
//! What a mean score adds to c_T is the average over relabellings of the items' answers, too: a protocol that asks for the score itself, and so
//! uses the codes of the answers, is not held to the bound for it.
//! Cost: tables × 2^w, and sorting the components.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::design::estimands::Estimands;
use crate::numeric::order::by_ascending;

/// dim_T and c_T of a component.
pub(super) type Component = (f64, f64);

/// Returns the smallest V of any protocol with this record ε, averaged over relabellings of the answers.
#[must_use]
pub fn protocol_bound(sizes: &[u32], estimands: impl Into<Estimands>, record_epsilon: f64) -> f64 {
    let half = libm::sinh(record_epsilon / 2.0);
    filled(components(sizes, &estimands.into()).into_values().collect(), half * half)
}

/// The components that estimands need.
pub(super) fn components(sizes: &[u32], estimands: &Estimands) -> BTreeMap<Vec<usize>, Component> {
    let mut known: BTreeMap<Vec<usize>, Component> = BTreeMap::new();
    for (mut component, cells) in estimands.components(sizes) {
        component.sort_unstable();
        let freedom: f64 = component.iter().map(|&i| f64::from(sizes[i]) - 1.0).product();
        known.entry(component).or_insert((freedom, 0.0)).1 += freedom * freedom / cells;
    }
    known
}

/// Water-filling: components in the order in which they reach dim_T; the first that does not reach it determines ν.
fn filled(components: Vec<Component>, information: f64) -> f64 {
    let components = by_ascending(components, |(freedom, c)| freedom / libm::sqrt(*c));
    let mut roots: f64 = components.iter().map(|(_, c)| libm::sqrt(*c)).sum();
    let (mut left, mut error) = (information, 0.0);
    for (freedom, c) in components {
        let root = libm::sqrt(c);
        if left * root < freedom * roots {
            return error + roots * roots / left;
        }
        left -= freedom;
        roots -= root;
        error += c / freedom;
    }
    error
}
