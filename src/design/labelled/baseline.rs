//! The error V of other ways of asking, for comparison.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::kinds::Kinds;
use super::layout::{Layout, MAX_CELLS, UnitsAlike};
use super::likelier_patterns::Privacy;
use super::pools::Pools;
use super::{master, pricing};
use crate::design::estimands::Estimands;
use crate::error::{Code, Error};
use crate::exact::{floor_u128, to_f64};

/// The relative gap to V at which the best shares are found.
const PRECISION: f64 = 1e-9;

/// Computes V = Σ_T c_T/I_T, for tables Σ_W Σ_{∅≠T⊆W} dim_T²/(∏_{i∈W} aᵢ · I_T), from the information of a report on every component;
/// infinite where a component has none. For a law without labels, I_T = ∏_{i∈T}(aᵢ−1) · μ_T². Cost: tables × 2^w.
#[must_use]
pub fn objective_of(
    sizes: &[u32],
    estimands: impl Into<Estimands>,
    information: impl Fn(&[usize]) -> f64,
) -> f64 {
    let of_component = |(component, cells): (Vec<usize>, f64)| {
        let freedom: f64 = component.iter().map(|&i| f64::from(sizes[i]) - 1.0).product();
        freedom * freedom / (cells * information(&component))
    };
    estimands.into().components(sizes).map(of_component).sum()
}

/// Computes V where every respondent is asked one declared table, chosen uniformly, by subset selection of the best size
/// over its cells, and every table is estimated from its own reports only: tables · Σ_W (D_W−1)²/(D_W μ_W²).
#[must_use]
pub fn random_table_objective(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> f64 {
    let privacy = Privacy::new(record_epsilon);
    let error = |table: &Vec<usize>| {
        let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
        let whole = usize::try_from(floor_u128(cells)).unwrap_or(usize::MAX);
        (cells - 1.0) * (cells - 1.0) / (cells * privacy.of_single_unit(whole, privacy.subset_size(whole)))
    };
    to_f64(tables.len() as u128) * tables.iter().map(error).sum::<f64>()
}

/// Returns the shares of respondents for the tables that minimise V where every respondent is asked one table, as in
/// [`random_table_objective`], and the estimates of a component from several tables are combined by inverse variance.
///
/// ```
/// use candor::design::labelled::best_table_shares;
/// let shares = best_table_shares(&[2, 2, 5], &[vec![0, 1], vec![1, 2]], 1.0)?;
/// assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
/// assert!(shares[1] > shares[0]); // more cells take more people
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `too-large` for a table of more than 4096 cells.
pub fn best_table_shares(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record_epsilon: f64,
) -> Result<Vec<f64>, Error> {
    let privacy = Privacy::new(record_epsilon);
    let alone = (0..sizes.len()).map(|attribute| vec![attribute]).collect();
    let kinds = Kinds::new(sizes, Pools::new(sizes, alone), &tables.into(), &Estimands::default());
    let whole = |table: &Vec<usize>| {
        let layout = Layout::new(&kinds, vec![UnitsAlike::one(kinds.pools().kind(table))])?;
        let found = pricing::from_all_starts(&layout, &layout.gains(kinds.costs()), privacy)?;
        Some(pricing::column(&layout, kinds.len(), &found, privacy))
    };
    let refused = |table| {
        let message = format!(
            "the table over attributes {table:?} has more than {MAX_CELLS} cells; people cannot be shared out optimally for it"
        );
        Error::new(Code::TooLarge, message)
    };
    let column = |table| whole(table).ok_or_else(|| refused(table));
    let columns: Vec<FormColumn> = tables.iter().map(column).collect::<Result<_, _>>()?;
    Ok(master::optimal_measure(kinds.costs(), &columns, &[], PRECISION).probabilities)
}
