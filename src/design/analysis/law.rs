//! The integer law of smallest error for tables and its certificate; the tables that are read by default, and their expected error under any
//! law.

use alloc::vec;
use alloc::vec::Vec;

use super::components::{Components, MAX_PRODUCTS};
use super::frank_wolfe::Minimum;
use super::search::{Question, TableCertificate};
use crate::design::caps::{limits, uncapped};
use crate::design::estimands::Estimands;
use crate::design::rounding::{self, Limits, Nominal};
use crate::error::Error;
use crate::law::Law;

/// The part of V that one table contributes under a law: n times the expected squared error of the
/// inverse estimates of all its cells, under a uniform truth. Infinite where the law erases the table.
#[must_use]
pub fn expected_squared_error(law: &Law, table: &[usize]) -> f64 {
    let sizes: Vec<f64> = table.iter().map(|&i| f64::from(law.sizes()[i])).collect();
    let cells: f64 = sizes.iter().product();
    let information = law.information(table);
    let freedom =
        |t: usize| (0..sizes.len()).filter(|i| t >> i & 1 == 1).map(|i| sizes[i] - 1.0).product::<f64>();
    information.iter().enumerate().skip(1).map(|(t, share)| freedom(t) / (cells * share)).sum()
}

/// n times the expected squared error of every table of the estimands, where answers are equally frequent; of a table of which some cells
/// cannot occur that of an estimate that makes use of it [Mathematics, §15]. Infinite where the law erases the table.
#[must_use]
pub fn expected_squared_errors(law: &Law, estimands: impl Into<Estimands>) -> Vec<f64> {
    let estimands = estimands.into();
    let error = |(place, table): (usize, &Vec<usize>)| match estimands.linked(place) {
        Some(linked) => linked.expected_squared_error(law),
        None => expected_squared_error(law, table),
    };
    estimands.tables().iter().enumerate().map(error).collect()
}

/// Every question alone and every pair: the tables to read where none are declared.
#[must_use]
pub fn default_tables(k: usize) -> Vec<Vec<usize>> {
    let pairs = (0..k).flat_map(|i| (i + 1..k).map(move |j| vec![i, j]));
    (0..k).map(|i| vec![i]).chain(pairs).collect()
}

/// Returns the smallest V for these tables and mean scores at this record ε.
///
/// # Errors
/// `invalid-epsilon`, `too-many-orbits`; `unread-attribute` naming one that no table or mean score needs.
pub fn certificate(
    sizes: &[u32],
    estimands: impl Into<Estimands>,
    record_epsilon: f64,
) -> Result<TableCertificate, Error> {
    let estimands = &estimands.into();
    Ok(Question { sizes, estimands, record_epsilon, caps: None, max_products: MAX_PRODUCTS }
        .search()?
        .certificate())
}

/// Returns the integer law.
///
/// # Errors
/// The errors of [`certificate`]; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn law(sizes: &[u32], estimands: impl Into<Estimands>, record_epsilon: f64) -> Result<Law, Error> {
    Ok(capped_law(sizes, estimands, record_epsilon, &vec![None; sizes.len()])?.0)
}

/// Returns the integer law of smallest V under a cap on every attribute ε, `None` for no cap, and its certificate.
///
/// # Errors
/// The errors of [`law`], `too-many-orbits` also above [`super::MAX_CAPPED_ORBITS`] where caps bind; `invalid-epsilon` for a cap that
/// is not a finite number above 0.
pub fn capped_law(
    sizes: &[u32],
    estimands: impl Into<Estimands>,
    record_epsilon: f64,
    caps: &[Option<f64>],
) -> Result<(Law, TableCertificate), Error> {
    capped_law_within(sizes, &estimands.into(), record_epsilon, caps, MAX_PRODUCTS)
}

/// [`capped_law`] that refuses to tabulate more than `max_products` products of orbits and table components.
///
/// # Errors
/// The errors of [`capped_law`].
pub(in crate::design) fn capped_law_within(
    sizes: &[u32],
    estimands: &Estimands,
    record_epsilon: f64,
    caps: &[Option<f64>],
    max_products: usize,
) -> Result<(Law, TableCertificate), Error> {
    let caps = limits(caps, sizes.len())?;
    // No attribute ε is above the record ε.
    let caps = caps.iter().any(|cap| *cap < record_epsilon).then_some(caps.as_slice());
    let found = Question { sizes, estimands, record_epsilon, caps, max_products }.search()?;
    let (certificate, columns) = (found.certificate(), uncapped(sizes.len()));
    let limits = Limits { columns: &columns, attributes: caps, record: record_epsilon };
    Ok((rounded(sizes, &found.components, found.of.mixture, limits)?, certificate))
}

/// The probabilities of the law of smallest V.
pub(in crate::design) fn nominal(
    sizes: &[u32],
    estimands: &Estimands,
    record_epsilon: f64,
) -> Result<Nominal, Error> {
    let found =
        Question { sizes, estimands, record_epsilon, caps: None, max_products: MAX_PRODUCTS }.search()?;
    Ok(probabilities(sizes, &found.components, found.of.mixture))
}

fn rounded(
    sizes: &[u32],
    components: &Components,
    mixture: Minimum,
    limits: Limits<'_>,
) -> Result<Law, Error> {
    let nominal = probabilities(sizes, components, mixture);
    Law::new(sizes.into(), vec![rounding::round(nominal, sizes, limits)?])
}

fn probabilities(sizes: &[u32], components: &Components, mixture: Minimum) -> Nominal {
    Nominal {
        attributes: (0..sizes.len()).collect(),
        classes: components.classes().to_vec(),
        uniform: mixture.uniform,
        excess: components.grid().patterns(mixture.excess.into_iter()),
    }
}
