//! Maximum likelihood [Yamamoto23S, S3]: the shares that make the counts most probable.
//!
//! [`likeliest`] starts from the inverse; if that has a negative cell, [`ascent`] climbs, in steps that [`anderson`] combines, and
//! [`support`] if few cells are left. Standard errors come from [`information`], intervals also from [`profile`]; [`ratio`] compares the
//! maximum with that under a hypothesis.

mod anderson;
pub(crate) mod ascent;
mod bootstrap;
mod independent;
pub(crate) mod information;
pub(crate) mod likeliest;
mod log_likelihood;
pub(crate) mod model;
pub(crate) mod profile;
mod ratio;
mod support;
