//! Turns the reports of a labelled law into one observed table [Mathematics, §10].
//!
//! Every view, a way in which a form shows the table, is inverted by itself, and the views are combined component by component, weighed by
//! their information. The result is written as the shares under an unlabelled law with the spectrum √(I_T/dim_T), so that every
//! reconstruction that is linear in shares works as it is. Only the covariance of these shares differs: it follows from the second moments
//! of each form's subsets.

mod combined;
mod covariance;
mod cumulants;
mod departures;
mod drawn;
mod labels;
mod moments;
mod shown;
mod subsets;

pub(crate) use combined::Combined;
pub(crate) use covariance::CombinedCovariance;
pub(crate) use labels::Departure;
pub(crate) use subsets::Subsets;
