//! Confidence intervals of a share.
//!
//! True shares lie in \[0, 1\], and so do the ends of every interval; the estimate need not. Which [`rule::Rule`] makes an interval depends
//! on what the estimate is made of:
//!
//! | estimates | interval |
//! |---|---|
//! | unbiased, of one attribute | exact limits of a binomial count ([`binomial`]) |
//! | unbiased, of several | the likelihood ratio within \[0, 1\], of scores as discrete as noise is ([`bounded`]) |
//! | products | π̂ ± z·SE |
//! | moved, to satisfy a constraint or towards independence | that of the estimate before it was moved, stretched to hold it |
//!
//! The bias of estimates that were moved is unknown. The intervals from before they were moved lose no coverage, and are conservative where
//! the constraint is informative.

mod binomial;
mod bounded;
mod ends;
pub(crate) mod ratio;
pub(crate) mod rule;
pub(crate) mod score_law;

pub(crate) use ends::{Interval, two_sided_quantile};
