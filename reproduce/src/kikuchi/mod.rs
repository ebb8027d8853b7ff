//! The experiments of \[Kikuchi\]: errors of joint tables under independent perturbation, and the time of an inversion.

mod age;
mod budget;
mod conditions;
mod correlation;
mod dimensions;
mod inversion;
mod lopub;
mod sample_size;

pub(crate) use age::AGE;
pub(crate) use budget::BUDGET;
pub(crate) use correlation::CORRELATION;
pub(crate) use dimensions::DIMENSIONS;
pub(crate) use inversion::INVERSION;
pub(crate) use lopub::LOPUB;
pub(crate) use sample_size::SAMPLE_SIZE;
