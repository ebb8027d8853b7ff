//! The uncertainty of estimates: covariances, groups, simultaneous intervals, forged reports.

pub(crate) mod covariance;
pub(crate) mod errors;
pub(crate) mod grouped;
pub(crate) mod groups;
mod linear;
pub(crate) mod simultaneous;
