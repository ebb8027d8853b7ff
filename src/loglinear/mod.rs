//! The best guess of all tables of one and two questions together: a distribution of the answers in which questions depend on one another only in
//! pairs, as strongly as the unbiased tables show beyond their noise.
//!
//! Unbiased tables are as good as any protocol allows, but mostly noise where ε is small: many associations hardly exist. The
//! log-linear model P(x) ∝ exp(Σ_j θ_j(x_j) + Σ_ij θ_ij(x_i, x_j)) is fitted to their components, each weighed by its variance, with normal
//! priors of the terms θ whose variances are estimated from the tables (empirical Bayes), so that nothing has to be chosen. Its tables are possible,
//! add up to 1, and have the same margin of a question everywhere.
//!
//! The estimates are biased: they are drawn towards fewer and weaker associations. They have no standard error; show them with the
//! interval of the unbiased table.
//!
//! ```text
//! unbiased tables ─ components ─ fit (margin · tables · curvature) ─ prior ─ groups (proportional) ─ BestGuess
//! ```
//!
//! ```
//! use candor::count::Table;
//! use candor::estimate::Options;
//! use candor::loglinear::BestGuess;
//! # use candor::{Plan, Survey};
//! # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
//! #     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "drinker", "categories": ["no", "yes"]}],
//! #     "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
//! # let plan = Plan::new(&survey, &survey.request().design()?)?;
//! let counted = [
//!     Table::from_counts(&plan, &["smoker"], vec![620, 380])?,
//!     Table::from_counts(&plan, &["drinker"], vec![540, 460])?,
//!     Table::from_counts(&plan, &["smoker", "drinker"], vec![350, 270, 190, 190])?,
//! ];
//! let guess = BestGuess::of_counts(&plan, &counted, &Options::default(), &Default::default())?;
//! let both = guess.table(&[0, 1]).unwrap_or_default();
//! assert!((both.iter().sum::<f64>() - 1.0).abs() < 1e-9 && both.iter().all(|share| *share > 0.0));
//! # Ok::<(), candor::Error>(())
//! ```
//!
//! Cost: for a group of N combinations of answers, O(N) memory and a few hundred evaluations of O(N) times the number of questions. Where some of
//! them cannot occur, also O(N'·d² + d³) some dozen times, for N' that can and d ≤ 512 coordinates, and O(d²) memory.

mod best_guess;
mod components;
mod curvature;
mod fit;
mod groups;
mod margin;
mod pairs;
mod prior;
mod proportional;
mod tables;
mod unbiased;

pub use best_guess::{BestGuess, GroupFit, best_guess, in_groups};
pub(crate) use margin::zero_sum_basis;
pub(crate) use proportional::places_within;
pub use unbiased::UnbiasedTable;
pub(crate) use unbiased::once_each;
