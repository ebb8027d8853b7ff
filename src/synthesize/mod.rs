//! Draws plausible records from estimated tables.
//!
//! The tables are combined into one distribution over all questions: of all that have these marginals, the one of largest entropy, in which
//! questions depend on each other only as far as the tables say. [`Synthesis::tree`] chooses the pairs that tell most about each other
//! ([`tree_of_pairs`]), [`Synthesis::new`] takes any tables. Records are drawn from the distribution, one after the other.
//!
//! ```text
//! Estimates ─ consistent ─ projected ─ cliques ┬ acyclic: in an order in which each is linked to one before it
//!                                              └ else: joined by iterative proportional fitting
//!                                                     └ Synthesis ─ records
//! ```
//!
//! **What the records are not.** They are drawn from estimates, not from people: a drawn record says nothing about anybody that the reports
//! do not say, and the promises about reports hold for whatever is computed from them. The records have the noise of the estimates, which
//! drawing more of them does not reduce; standard errors computed from them as if they were answers are wrong. They have no dependence
//! that is in no table.
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
