//! Confidence intervals of a share.
//!
//! The truth is a share, so the ends of every interval lie in \[0, 1\]; the estimate need not. Which [`rule::Rule`] makes an
//! interval depends on what the estimate is made of:
//!
//! | estimates | interval |
//! |---|---|
//! | unbiased, of one attribute | exact limits of a binomial count ([`binomial`]) |
//! | unbiased, of several | the likelihood ratio within \[0, 1\], of scores as discrete as noise is ([`bounded`]) |
//! | products | π̂ ± z·SE |
//! | moved, to satisfy a constraint or towards independence | that of the estimate before it was moved, stretched to hold it |
//!
//! Estimates that were moved are biased by an amount nobody knows; the intervals from before lose no coverage, and are
//! conservative where the constraint told something.

mod binomial;
mod bounded;
pub(super) mod limits;
pub(super) mod quantile;
pub(super) mod rule;
pub(super) mod score_law;
