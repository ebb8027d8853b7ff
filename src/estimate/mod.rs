//! Estimates tables of true shares from perturbed counts, with standard errors and intervals. There is one file per reconstruction.
//!
//! A law M turns true shares π into the expected shares λ = Mπ of reports; the observed shares of n reports are λ̂. [`Estimation`] takes λ̂
//! from a table of counts. A *reconstruction* computes estimates of π from it, with their variances and with J, their derivative with
//! respect to λ̂, from which all other errors follow.
//!
//! ```text
//! Table ─ estimator ─ observed: λ̂ and M (labelled · operator · truth: at what π variances are taken) ─ misfit
//!             │
//!         methods: inverse ┬ joint · truncated · likelihood (ascent · support · information · profile)
//!                          ├ independent · clusters: products of inverses
//!                          └ hybrid (weight · combination) · auto (risk · held_out)
//!             │                      then, where asked for, projection
//!       Reconstructed ┬ result: Estimate (interval), consistency of several
//!                     └ uncertainty: Errors (covariance), shares within groups, differences
//! ```
//!
//! Folders use one another in this order: `uncertainty`, `result`, `methods`, `observed`, `interval`; none uses one before it.
//!
//! | reconstruction | bias | source |
//! |---|---|---|
//! | [`Reconstruction::Inverse`] | none | [Mathematics, §5]; of independent laws \[Kikuchi\] |
//! | [`Reconstruction::Joint`] | none | RR-Joint [DomingoFerrer22; Kikuchi, II-B1] |
//! | [`Reconstruction::Independent`] | all dependence between attributes | RR-Independent [Kikuchi, Algorithm 2] |
//! | [`Reconstruction::Clusters`] | dependence between clusters | RR-Clusters [DomingoFerrer22; Kikuchi, II-B3] |
//! | [`Reconstruction::Truncated`] | upward at 0 | [Kikuchi, Algorithm 4] |
//! | [`Reconstruction::Likelihood`] | upward at 0 | [Yamamoto23S, S3] |
//! | [`Reconstruction::Hybrid`] | the product's part of all dependence | [Kikuchi, III-D], by estimated mean squared error \[Stein81\] |
//! | [`Reconstruction::HybridPublished`] | that of the one chosen | [Kikuchi, III-D and Appendix C] |
//! | [`Reconstruction::LogLinear`] | toward weak associations | empirical Bayes ([`crate::loglinear`]) |
//! | [`Reconstruction::Auto`] | that of the one chosen | estimated mean squared error; likelihood of held-out reports |

mod estimator;
mod interval;
mod method;
mod methods;
mod misfit;
mod observed;
mod options;
mod result;
mod uncertainty;

pub use estimator::{Estimation, estimate};
pub(crate) use interval::ratio::Ratio;
pub(crate) use interval::two_sided_quantile;
pub use method::{Clustering, Reconstruction};
pub use methods::hybrid::{Thresholds, thresholds};
pub use methods::influence::Fragility;
pub(crate) use methods::influence::Reach;
pub use methods::likelihood::ascent::Convergence;
pub(crate) use methods::projection::onto_simplex;
pub(crate) use methods::scored::{ClassScores, Scored, share_interval};
pub(crate) use methods::unbiased::Unbiased;
pub use misfit::{Misfit, MisfitTest};
pub(crate) use observed::operator::walk::spread_over;
pub use observed::origin::Origin;
pub use observed::stop::Stop;
pub(crate) use observed::{Observed, joined};
pub use options::{Options, Simultaneous};
pub use result::Estimate;
pub use result::cell::{Cell, TOO_FEW};
pub use result::consistency::consistent;
pub use uncertainty::covariance::Covariance;
pub use uncertainty::errors::Errors;
pub(crate) use uncertainty::grouped::{GroupedCells, difference_cell, ratio_cell};
pub use uncertainty::groups::{Conditional, Difference};
