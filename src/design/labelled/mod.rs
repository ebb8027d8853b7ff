//! Labelled designs: the questions that a device uses are drawn at random and publicly, and a report may name several cells
//! \[Mathematics, §10\].
//!
//! A *form* has units, disjoint sets of questions that are each asked as one variable; its report names a fixed number of cells of every
//! unit. Which units' subsets hold the true cell is drawn from a law with a record ε; some patterns of such hits are
//! e^ε times as likely, relative to chance, as the others. A design gives every form a probability. With I_T the
//! information of a report on component T, averaged over the forms, it minimises
//!
//! V = Σ_W Σ_{∅≠T⊆W} dim_T² / (∏_{i∈W} aᵢ · I_T),
//!
//! n times the expected total squared error of the tables W under a uniform truth. V is convex in the probabilities: the best
//! ones of given forms are found by an interior-point method, and forms that are worth more at the resulting prices are added
//! until there are none \[KieferWolfowitz60\]. Forms of up to three questions are searched in every partition into units, of
//! up to two where more than sixteen differ; larger ones as neighbours of those in use. Favoured patterns and the subset sizes of several
//! units are found by ascent from many starts, so the gap holds for what was searched. As many families as there are kinds
//! of components suffice, and no more are kept where removing them is affordable.
//!
//! The best law without labels is one of the forms, where it is affordable, and so is every declared table as one unit of up to 4096
//! cells: except for the gap, neither alone is better than the design. Exchangeable questions give exchangeable forms, which
//! have one probability, as a family.
//!
//! [`best_guess_design`] minimises the expected error of the best guess in V's place, within a limit on V \[Mathematics, §13\].
//!
//! The search for the probabilities and the favoured patterns is in floating point; [`LabelledDesign::law`] has integer weights.
//! Cost: rounds × layouts × searches for favoured patterns; tenths of a second for seven questions, seconds for fifteen that all differ.
//!
//! ```
//! use candor::design::{analysis, labelled};
//! use candor::design::labelled::{FamilyUnit, FormFamily, HitPattern, LabelledDesign, SearchProgress};
//! let (sizes, tables) = ([2; 20], analysis::default_tables(20));
//! let mut progress = |step: SearchProgress| assert!(step.families > 0);
//! let design: LabelledDesign = labelled::labelled_design(&sizes, &tables, 1.0, 0.0, &mut progress)?;
//! assert!(design.objective < 1.005 * design.protocol_bound);
//! assert!(design.objective < labelled::random_table_objective(&sizes, &tables, 1.0));
//! let law = design.law(&sizes, 1.0)?;
//! assert!(law.record_epsilon() <= 1.0 && law.labels() > 100);
//! let information = |component: &[usize]| design.information(component).unwrap_or(0.0);
//! let objective = labelled::objective_of(&sizes, &tables, information);
//! assert!((objective / design.objective - 1.0).abs() < 1e-9);
//!
//! // The likeliest forms ask two or three of the questions, any as likely as others, and what is favoured is so beyond chance.
//! let FormFamily { units, patterns, exchange, .. } = &design.families[0];
//! let FamilyUnit { attributes, subset_size, .. } = &units[0];
//! assert!(attributes[0] == 0 && *subset_size == 1 && exchange[0].len() == 20);
//! assert!(patterns.iter().all(|HitPattern { probability, .. }| *probability > 0.0));
//! # Ok::<(), candor::Error>(())
//! ```

mod baseline;
mod best_guess;
mod candidates;
mod column;
mod conditioned;
mod criterion;
mod families;
mod family;
mod generation;
mod hits;
mod integers;
mod kinds;
mod layout;
mod least_error;
mod likelier_patterns;
mod limited_risk;
mod master;
mod measure;
mod merging;
mod neighbours;
mod newton;
mod pools;
mod pricing;
mod reduction;
mod reserved;
mod search;
mod starting_layouts;
mod unlabelled;

pub use self::baseline::{best_table_shares, objective_of, random_table_objective};
pub use self::best_guess::{BestGuessDesign, BestGuessGoal, best_guess_design};
pub use self::family::{FamilyUnit, FormFamily, HitPattern};
pub use self::generation::SearchProgress;
pub(super) use self::least_error::design_of;
pub use self::least_error::labelled_design;
pub use self::search::LabelledDesign;
