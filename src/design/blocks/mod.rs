//! Independent blocks, each at its optimum, for many different attributes, whose orbits are too many to be solved together.
//! Record ε adds up over blocks [Mathematics, §3, blocks; DomingoFerrer22, RR-Clusters].
//!
//! Attributes are put in an order and cut where the orbits of the next block would be too many; of several orders the
//! one with the smallest total is taken. Equal attributes cost few orbits, so they share large blocks. Attributes
//! of equal size may therefore be tied into classes by lowering levels, each by at most a ninth: where that lowers
//! record ε by more than the sum of the column ε given up, the rate at which independent perturbation trades one for
//! the other. Cost: blocks × orders × widths optima; a few seconds for 1,000 different attributes.

mod law;
mod partition;
mod ties;

pub use self::law::law;
pub use self::partition::BLOCK_ORBITS;

pub(super) use self::law::{law_within, partitioned_law, within};
pub(super) use self::partition::{Partition, most_orbits};
