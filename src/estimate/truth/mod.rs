//! Chooses the true shares at which variances are taken: the observed shares may be such that no answers have them for their mean.

pub(super) mod noise;
pub(super) mod possible;
pub(super) mod shrunk;
