//! Tests of hypotheses, effect sizes and models from tables of perturbed counts. One file per test.
//!
//! A statistic that is published for counts of true answers can also be computed from reconstructed counts. But these are noisier than true
//! counts, and its p-value is too small: a true hypothesis is rejected more often than the level says. The *calibrated* statistic is a
//! generalised score of the perturbed counts (`score.rs`), which includes the noise of the law, and what cannot occur (`evidence.rs`). Its p-value is right under any law that
//! identifies the table: by χ², or where reports are few by simulation (`null_distribution.rs`). [`test()`] gives both; without noise they
//! are equal.
//!
//! ```text
//! Table ┬ Estimation ─ observed ─ score ← hypothesis: independence · trend · transmission · fit
//!       │           │               └ equality, of two tables
//!       │           └ likelihood_ratio ← independence · fit
//!       ├ estimate ─ reconstructed counts ─ published statistics: chi_squared · cochran_armitage · …
//!       ├ regression: coefficients of one question on others, by the terms of a formula
//!       ├ effect: risk ratio, odds ratio and difference of 2×2 tables
//!       ├ strength: Cramér's V
//!       ├ numbers: mean and quantiles of a numeric question in bins
//!       ├ ranking: shares of first places, mean ranks and precedence of items that are put in order
//!       └ scale: mean, quantiles, spread, distribution and reliability of a score, from several tables
//! p-values of many tables ─ multiple: holm · benjamini_hochberg
//! genotypes ─ eigenstrat: principal_components, and a statistic of pairs as they were reported
//! Tables of classes of reports ─ weights: Raking to margins, Weighted estimates, WeightedGroups
//! cases, controls ─ central: what a trusted collector would lose
//! law, expected shares ─ power: Prospect, of how many respondents which power
//!                       └ any_protocol: respondents_of_any_protocol
//! ```
//!
//! | hypothesis | published statistic of true counts | degrees of freedom |
//! |---|---|---|
//! | [`Hypothesis::Independence`] of two questions | Pearson's χ², [`chi_squared`] | (r−1)(c−1) |
//! | no [`Hypothesis::Trend`] of a proportion | Cochran's and Armitage's, [`cochran_armitage`] | 1 |
//! | even [`Hypothesis::Transmission`] of alleles in trios | TDT, [`transmission_disequilibrium`] | 1 |
//! | given shares: [`Hypothesis::Fit`] | Pearson's χ², [`goodness_of_fit`] | N−1 |
//! | [`equality`] of two surveys | Pearson's χ² of both tables | N−1 |
//! | no effects of three or more questions together: [`beyond_pairs`] | Pearson's χ² against the best guess | N−1 without those of questions and pairs |

mod any_protocol;
mod association;
mod beyond_pairs;
mod blocks;
mod central;
mod effect;
#[cfg(feature = "eigenstrat")]
mod eigenstrat;
mod equality;
mod evidence;
mod fit;
mod formula;
mod functional;
mod hypothesis;
mod independence;
mod joined;
mod likelihood_ratio;
mod multiple;
mod null_distribution;
mod null_model;
mod numbers;
mod power;
mod ranking;
mod ratio;
mod regression;
mod regression_fit;
mod regression_model;
mod regression_penalty;
mod regression_power;
mod regression_profile;
mod regression_steps;
mod regression_target;
mod scale;
mod scale_distribution;
mod scale_estimate;
mod scale_groups;
mod score;
mod second_order;
mod specification;
mod statistic;
mod strength;
mod tested;
mod transmission;
mod trend;
mod weights;

pub use any_protocol::respondents_of_any_protocol;
pub use association::{associated, cramers_v, of_groups};
pub use beyond_pairs::{BeyondPairs, beyond_pairs};
pub use central::Central;
pub use effect::{Effect, Effects};
#[cfg(feature = "eigenstrat")]
pub use eigenstrat::{eigenstrat, principal_components};
pub use equality::equality;
pub use fit::goodness_of_fit;
pub use formula::Formula;
pub use functional::GroupDifference;
pub use hypothesis::Hypothesis;
pub use independence::chi_squared;
pub use likelihood_ratio::likelihood_ratio;
pub use multiple::{benjamini_hochberg, by_p_value, holm};
pub use null_distribution::{NullDistribution, NullMethod};
pub use numbers::{Mean, Numbers, Quantile};
pub use power::Prospect;
pub use ranking::{Precedence, RankedItem, Ranking, RankingEstimate};
pub use regression::{Coefficient, Regression, RidgeScale, TermTest};
pub use regression_power::CoefficientProspect;
pub use scale::Scale;
pub use scale_distribution::ValueShare;
pub use scale_estimate::ScaleEstimate;
pub use scale_groups::GroupEstimate;
pub use specification::Specification;
pub use statistic::Statistic;
pub use strength::Strength;
pub use tested::{Tested, test};
pub use transmission::transmission_disequilibrium;
pub use trend::cochran_armitage;
pub use weights::{
    Grouping, Raking, ReportClass, Weighted, WeightedCell, WeightedDifference, WeightedGroups,
    effective_sample_size,
};
