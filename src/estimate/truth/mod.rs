//! At what truth variances are taken: a survey's reports may be such that no answers have them for their mean.

pub(super) mod noise;
pub(super) mod possible;
pub(super) mod shrunk;
