//! Candor.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod count;
pub mod design;
pub mod error;
pub mod estimate;
mod exact;
pub mod law;
pub mod perturb;
pub mod plan;
pub mod report;
pub mod schema;

pub use error::Error;
