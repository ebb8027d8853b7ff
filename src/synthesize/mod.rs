//! Estimated tables in; plausible records out.
//!
//! The tables are made one distribution over all questions: of all that have these tables, the one of largest entropy, in which
//! questions depend on each other only as far as the tables say. [`Synthesis::tree`] chooses the pairs that tell most about
//! each other ([`tree_of_pairs`]), [`Synthesis::new`] takes any tables. Records are drawn from it, one after the other.
//!
//! ```text
//! Estimates ─ consistent ─ projected ─ cliques ┬ acyclic: in an order in which each hangs on one before it
//!                                              └ else: joined by iterative proportional fitting
//!                                                     └ Synthesis ─ records
//! ```
//!
//! **What they are not.** Records are drawn from estimates, not from people: nothing about anybody can follow from a drawn record that did not
//! follow from the reports, whose promises hold for whatever is computed from them. They carry the noise of the estimates, which more records do not
//! lessen; standard errors computed from them as if they were answers are wrong. Dependence that no table holds is not in them.
//!
//! Sources: trees of pairs \[ChowLiu68\]; joining tables \[DemingStephan40\]; acyclic sets of tables \[BeeriFagin83\]; as a use of private tables
//! [Kikuchi, V-B] and \[Ren18\].

mod clique;
mod fitting;
mod junction;
mod synthesized;
mod tree;

pub use synthesized::Synthesis;
pub use tree::tree_of_pairs;
