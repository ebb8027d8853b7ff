//! The best law for the tables one plans to read (mathematics §8): at a given record ε, minimise
//!
//! V = Σ_W Σ_{∅≠T⊆W} ∏_{i∈T}(aᵢ−1) / (∏_{i∈W} aᵢ · μ_T²),
//!
//! n times the expected total squared error of the inverse estimates under a uniform truth. μ_T is linear
//! in the law and 1/μ² convex, so that fully corrective Frank–Wolfe (Jaggi 2013) over laws "e^ε times
//! likelier on a set of orbits" finds the minimum with a proven gap. Column and attribute ε are results.
//!
//! Attributes are exchangeable where they have equal sizes and the tables do not tell them apart.
//! Cost: orbits × components per step, some dozens of steps. Fails (`too-many-orbits`) above
//! [`MAX_PRODUCTS`] of them.

mod components;
mod frank_wolfe;
mod split;

pub use split::best_split;

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use self::components::Components;
use super::rounding::{self, Limits, Nominal};
use crate::error::Error;
use crate::law::Law;

/// The largest number of orbits times components that is tabulated.
pub const MAX_PRODUCTS: usize = 1 << 24;

/// The minimum of V and a bound that certifies it, in doubles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certificate {
    /// V of the law that was found.
    pub objective: f64,
    /// A lower bound on V of every law with this record ε.
    pub lower_bound: f64,
}

/// The smallest V for these tables at this record ε.
///
/// # Errors
/// `invalid-epsilon`, `too-many-orbits`; `unread-attribute` naming one that no table holds.
pub fn certificate(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Certificate, Error> {
    let components = Components::new(sizes, tables)?;
    Ok(frank_wolfe::minimise(&components, record_epsilon)?.certificate)
}

/// The integer law.
///
/// # Errors
/// Those of [`certificate`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Law, Error> {
    let components = Components::new(sizes, tables)?;
    let mixture = frank_wolfe::minimise(&components, record_epsilon)?;
    let nominal = Nominal {
        attributes: (0..sizes.len()).collect(),
        classes: components.classes().to_vec(),
        uniform: mixture.uniform,
        excess: components.patterns(&mixture.excess),
    };
    let columns = vec![f64::INFINITY; sizes.len()];
    let limits = Limits { record: record_epsilon, ..Limits::columns(&columns) };
    Law::new(sizes.into(), vec![rounding::round(nominal, sizes, limits)?])
}

/// The part of V that one table contributes under a law: n times the expected squared error of the
/// inverse estimates of all its cells, under a uniform truth. Infinite where the law erases the table.
#[must_use]
pub fn expected_squared_error(law: &Law, table: &[usize]) -> f64 {
    let sizes: Vec<f64> = table.iter().map(|&i| f64::from(law.sizes()[i])).collect();
    let cells: f64 = sizes.iter().product();
    let spectrum = law.spectrum(table);
    let freedom =
        |t: usize| (0..sizes.len()).filter(|i| t >> i & 1 == 1).map(|i| sizes[i] - 1.0).product::<f64>();
    spectrum.iter().enumerate().skip(1).map(|(t, mu)| freedom(t) / (cells * mu * mu)).sum()
}

/// Every question alone and every pair: what is read where nothing is declared.
#[must_use]
pub fn default_tables(k: usize) -> Vec<Vec<usize>> {
    let pairs = (0..k).flat_map(|i| (i + 1..k).map(move |j| vec![i, j]));
    (0..k).map(|i| vec![i]).chain(pairs).collect()
}

fn too_many(count: &str) -> Error {
    let message = format!("{count} orbits times table components; at most {MAX_PRODUCTS} are tabulated");
    Error::new("too-many-orbits", message)
}
