//! Reports of a labelled law as one table that is observed [Mathematics, §10].
//!
//! Every view, a way in which a form shows the table, is inverted for itself, and the views are combined component by component,
//! each weighed by what it tells. The result is written as the shares that an unlabelled law would show whose spectrum is
//! √(I_T/dim_T): every reconstruction that is linear in shares then works as it is. What differs is how such shares spread, which
//! follows from the second moments of each form's subsets.

mod combined;
mod cumulants;
mod drawn;
mod misfit;
mod moments;
mod shown;
mod subsets;

pub(super) use combined::Combined;
pub(super) use subsets::Subsets;
