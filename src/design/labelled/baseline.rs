//! What other ways to ask would do, in the same units V.

use alloc::vec::Vec;

use super::favoured::Privacy;
use super::kinds::components;
use crate::exact::{floor_u128, to_f64};

/// V = Σ_W Σ_{∅≠T⊆W} dim_T²/(∏_{i∈W} aᵢ · I_T) from the information of a report on every component; infinite where a
/// component has none. A law without labels has I_T = ∏_{i∈T}(aᵢ−1) · μ_T². Cost: tables × 2^w.
#[must_use]
pub fn objective_of(sizes: &[u32], tables: &[Vec<usize>], information: impl Fn(&[usize]) -> f64) -> f64 {
    let of_table = |table: &Vec<usize>| {
        let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
        let errors = components(table).map(|component| {
            let freedom: f64 = component.iter().map(|&i| f64::from(sizes[i]) - 1.0).product();
            freedom * freedom / information(&component)
        });
        errors.sum::<f64>() / cells
    };
    tables.iter().map(of_table).sum()
}

/// V where every respondent is asked one declared table, each as likely as the others, by subset selection of the best size
/// over its cells, and every table is estimated from its own reports only: tables · Σ_W (D_W−1)²/(D_W μ_W²).
#[must_use]
pub fn random_table_objective(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> f64 {
    let privacy = Privacy::new(record_epsilon);
    let error = |table: &Vec<usize>| {
        let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
        let whole = usize::try_from(floor_u128(cells)).unwrap_or(usize::MAX);
        (cells - 1.0) * (cells - 1.0) / (cells * privacy.view(whole, privacy.subset_size(whole)))
    };
    to_f64(tables.len() as u128) * tables.iter().map(error).sum::<f64>()
}
