//! LoPub \[Ren18\], which reports every answer as a Bloom filter whose bits are permanently randomised, and estimates joint shares by LASSO and
//! by EM; and LoCop \[WangYang19\], which models larger tables by a Gaussian copula.

mod bloom;
mod copula;
mod em;
mod lasso;
mod reports;

pub use bloom::Bloom;
pub use reports::{BloomReports, JointEstimate};
