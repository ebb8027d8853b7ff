//! Maximum likelihood [Yamamoto23S, S3]: the shares that make the counts most probable.
//!
//! [`likeliest`] starts from the inverse; where that has a negative cell, [`ascent`] climbs, in steps that [`anderson`] combines,
//! and [`support`] where few cells are left. Its own errors come from [`information`], its intervals also from [`profile`];
//! [`ratio`] compares it with the likeliest shares of which a hypothesis holds.

mod anderson;
pub(crate) mod ascent;
mod bootstrap;
pub(crate) mod convergence;
mod independent;
pub(crate) mod information;
pub(crate) mod likeliest;
mod log_likelihood;
pub(crate) mod model;
pub(crate) mod profile;
mod ratio;
mod support;
