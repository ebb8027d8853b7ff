//! Chooses the true shares at which variances are taken: the observed shares may be such that no answers have them for their mean.

pub(crate) mod noise;
pub(crate) mod possible;
pub(crate) mod shrunk;
