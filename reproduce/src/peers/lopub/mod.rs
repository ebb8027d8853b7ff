//! LoPub \[Ren18\]: every answer as a Bloom filter whose bits are randomised once and for all, joint shares by LASSO and by EM; and
//! LoCop \[WangYang19\], which puts a Gaussian copula in the place of larger tables.

mod bloom;
mod copula;
mod em;
mod lasso;
mod reports;

pub use bloom::Bloom;
pub use reports::{BloomReports, JointEstimate};
