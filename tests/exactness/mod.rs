//! Ring: random designs in exact arithmetic.

mod labelled;
mod random_designs;
mod requests;
mod verdict;
