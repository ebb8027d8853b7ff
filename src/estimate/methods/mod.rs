//! The reconstructions, a file each, and what they all return: shares, variances and the derivative of the shares.

pub(crate) mod auto;
pub(crate) mod clusters;
pub(crate) mod conditioned;
pub(crate) mod derivative;
pub(crate) mod hybrid;
pub(crate) mod independent;
pub(crate) mod influence;
pub(crate) mod inverse;
pub(crate) mod joint;
pub(crate) mod likelihood;
pub(crate) mod projection;
pub(crate) mod reconstructed;
pub(crate) mod scored;
pub(crate) mod truncated;
pub(crate) mod unbiased;
