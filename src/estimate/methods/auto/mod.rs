//! *Auto*: chooses the reconstruction with the smallest estimated mean squared error.

mod choice;
mod held_out;
mod risk;

pub(crate) use choice::reconstruct;
