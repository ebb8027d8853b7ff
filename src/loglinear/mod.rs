//! The best guess of all tables of one and two questions together: a distribution of the answers in which questions depend on one another in
//! pairs alone, as strongly as the unbiased tables show beyond their noise.
//!
//! Unbiased tables are as good as any protocol allows, and yet mostly noise where ε is small: many associations hardly exist. The
//! log-linear model P(x) ∝ exp(Σ_j θ_j(x_j) + Σ_ij θ_ij(x_i, x_j)) is fitted to their components, each weighed by its variance, with normal
//! priors of the terms θ whose variances are found from the tables (empirical Bayes): nothing is to be chosen. Its tables are possible,
//! add up to 1, and have the same margin of a question everywhere.
//!
//! The estimates are biased: they are drawn towards fewer and weaker associations. They have no standard error; beside them belongs the
//! interval of the unbiased table.
//!
//! ```text
//! unbiased tables ─ components ─ fit (margin · tables) ─ prior ─ groups ─ BestGuess
//! ```
//!
//! ```
//! use candor::count::Table;
//! use candor::estimate::{Options, estimate};
//! use candor::loglinear::{self, UnbiasedTable};
//! # use candor::{Plan, Survey};
//! # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
//! #     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "drinker", "categories": ["no", "yes"]}],
//! #     "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
//! # let plan = Plan::new(&survey, &survey.request().design()?)?;
//! let unbiased = |names: &[&str], counts: Vec<u64>| -> Result<UnbiasedTable, candor::Error> {
//!     let table = Table::from_counts(&plan, names, counts)?;
//!     Ok((&estimate(&plan, table, &Options::default())?).into())
//! };
//! let tables = [
//!     unbiased(&["smoker"], vec![620, 380])?,
//!     unbiased(&["drinker"], vec![540, 460])?,
//!     unbiased(&["smoker", "drinker"], vec![350, 270, 190, 190])?,
//! ];
//! let guess = loglinear::best_guess(&plan.schema().sizes(), &tables, &Default::default())?;
//! let both: f64 = guess.pair(0, 1).iter().sum();
//! assert!((both - 1.0).abs() < 1e-9 && guess.pair(0, 1).iter().all(|share| *share > 0.0));
//! assert!((guess.pair(0, 1)[..2].iter().sum::<f64>() - guess.question(0)[0]).abs() < 1e-9);
//! # Ok::<(), candor::Error>(())
//! ```
//!
//! Cost: for a group of N combinations of answers, O(N) memory and some hundred evaluations of O(N) times the number of questions.

mod best_guess;
mod components;
mod fit;
mod groups;
mod margin;
mod prior;
mod tables;
mod unbiased;

pub use best_guess::{BestGuess, GroupFit, best_guess, in_groups};
pub use unbiased::UnbiasedTable;
