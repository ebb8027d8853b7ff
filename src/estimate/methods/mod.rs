//! One file per reconstruction.

pub(crate) mod choice;
pub(crate) mod clusters;
pub(crate) mod cut;
pub(crate) mod inverse;
pub(crate) mod joint;
pub(crate) mod likelihood;
pub(crate) mod product;
pub(crate) mod projection;
pub(crate) mod truncated;
