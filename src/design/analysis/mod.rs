//! The best law for the tables one plans to read (mathematics §8): at a given record ε, minimise
//!
//! V = Σ_W Σ_{∅≠T⊆W} ∏_{i∈T}(aᵢ−1) / (∏_{i∈W} aᵢ · μ_T²),
//!
//! n times the expected total squared error of the inverse estimates under a uniform truth. μ_T is linear
//! in the law and 1/μ² convex, so that fully corrective Frank–Wolfe (Jaggi 2013) over laws "e^ε times
//! likelier on a set of orbits" finds the minimum with a proven gap. Column and attribute ε are results. It is the minimum
//! among the laws whose factors μ_T are all positive: a law that turns the sign of a component around is inverted as
//! well, and where ε is below 1 such a law may have a smaller V.
//!
//! Attributes are exchangeable where they have equal sizes and the tables do not tell them apart. Where that law exceeds a
//! cap on attribute ε, the same V is minimised over the laws that keep the caps, certified as well.
//! Cost: orbits × components per step, some dozens of steps. Fails (`too-many-orbits`) above
//! [`MAX_PRODUCTS`] of them.

mod capped;
mod components;
mod frank_wolfe;
mod split;

pub use capped::MAX_ORBITS as MAX_CAPPED_ORBITS;
pub use split::best_split;

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use self::components::Components;
use self::frank_wolfe::Mixture;
use super::levels::check_caps;
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
    /// A lower bound on V of every law within the record ε and the caps whose factors μ_T are all positive.
    pub lower_bound: f64,
}

/// The smallest V for these tables at this record ε.
///
/// # Errors
/// `invalid-epsilon`, `too-many-orbits`; `unread-attribute` naming one that no table holds.
pub fn certificate(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Certificate, Error> {
    let components = Components::new(sizes, tables, &uncapped(sizes))?;
    check_epsilon(record_epsilon)?;
    Ok(frank_wolfe::minimise(&components, record_epsilon).certificate)
}

/// The integer law.
///
/// # Errors
/// Those of [`certificate`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Law, Error> {
    Ok(capped_law(sizes, tables, record_epsilon, &uncapped(sizes))?.0)
}

/// The integer law of smallest V under a cap on every attribute ε, infinite where there is none, and its certificate.
///
/// # Errors
/// Those of [`law`], `too-many-orbits` also above [`MAX_CAPPED_ORBITS`] where caps bind; `invalid-epsilon` for a cap that
/// is not above 0.
pub fn capped_law(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record_epsilon: f64,
    caps: &[f64],
) -> Result<(Law, Certificate), Error> {
    check_caps(caps, sizes.len())?;
    // No attribute ε is above the record ε.
    let bind = caps.iter().any(|cap| *cap < record_epsilon);
    let caps = if bind { caps.to_vec() } else { uncapped(sizes) };
    let components = Components::new(sizes, tables, &caps)?;
    check_epsilon(record_epsilon)?;
    let mixture = match bind {
        true => capped::minimise(&components, record_epsilon, &caps)?,
        false => frank_wolfe::minimise(&components, record_epsilon),
    };
    let (certificate, columns) = (mixture.certificate, uncapped(sizes));
    let limits = Limits { columns: &columns, attributes: bind.then_some(&caps), record: record_epsilon };
    Ok((rounded(sizes, &components, mixture, limits)?, certificate))
}

fn check_epsilon(record_epsilon: f64) -> Result<(), Error> {
    if record_epsilon > 0.0 && record_epsilon.is_finite() {
        return Ok(());
    }
    let message = format!("record ε is {record_epsilon}; it must be a finite number above 0");
    Err(Error::new("invalid-epsilon", message))
}

fn rounded(
    sizes: &[u32],
    components: &Components,
    mixture: Mixture,
    limits: Limits<'_>,
) -> Result<Law, Error> {
    let nominal = Nominal {
        attributes: (0..sizes.len()).collect(),
        classes: components.classes().to_vec(),
        uniform: mixture.uniform,
        excess: components.grid().patterns(mixture.excess.into_iter()),
    };
    Law::new(sizes.into(), vec![rounding::round(nominal, sizes, limits)?])
}

fn uncapped(sizes: &[u32]) -> Vec<f64> {
    vec![f64::INFINITY; sizes.len()]
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

fn too_many(count: &str, what: &str, most: usize) -> Error {
    Error::new("too-many-orbits", format!("{count} {what}; at most {most} are tabulated"))
}
