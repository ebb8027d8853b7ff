//! Tables of perturbed counts in; estimates with standard errors and intervals out. One file per
//! reconstruction.
//!
//! ```text
//! Table + Law ─ observed ─ inverse ┬ independent · clusters (products of inverses)
//!                                  ├ joint · truncated · likelihood
//!                                  └ mixture · risk · held_out ─ hybrid · auto ─ projection ─ Estimate ─ consistency
//!                          likelihood ─ information · profile (its own errors and intervals)
//!       noise · answers ─ possible: at what truth variances are taken
//!                          jacobian ─ Errors: covariance, shares within groups, differences
//! ```
//!
//! | reconstruction | bias | source |
//! |---|---|---|
//! | [`Reconstruction::Inverse`] | none | mathematics §5; castell's inversion |
//! | [`Reconstruction::Joint`] | none | RR-Joint |
//! | [`Reconstruction::Independent`] | all dependence between attributes | RR-Independent |
//! | [`Reconstruction::Clusters`] | dependence between clusters | RR-Clusters |
//! | [`Reconstruction::Truncated`] | upward at 0 | castell, Algorithm 4 |
//! | [`Reconstruction::Likelihood`] | upward at 0 | EM, genome supplement S3 |
//! | [`Reconstruction::Hybrid`] | the product's part of all dependence | castell III-D; smallest estimated mean squared error |
//! | [`Reconstruction::HybridPublished`] | that of the one chosen | castell III-D |
//! | [`Reconstruction::Auto`] | that of the one chosen | smallest estimated mean squared error; held-out likelihood |

mod cell;
mod consistency;
mod derivative;
mod estimation;
mod interval;
mod intervals;
mod misfit;
mod observed;
mod operator;
mod options;
mod origin;
mod reconstruct;
mod reconstructed;
mod result;
mod truth;
mod uncertainty;
mod written;

pub use cell::Cell;
pub use consistency::consistent;
pub use estimation::{Estimation, estimate};
pub use misfit::Misfit;
pub use options::{Clustering, Options, Reconstruction, Simultaneous};
pub use origin::Origin;
pub use reconstruct::choice::hybrid::{Thresholds, thresholds};
pub use reconstruct::likelihood::convergence::Convergence;
pub use result::Estimate;
pub use uncertainty::covariance::Covariance;
pub use uncertainty::errors::Errors;
pub use uncertainty::groups::{Conditional, Difference};
