//! Designs laws: from requested levels to a law with its achieved levels, one module per method.
//!
//! | method | record ε | cost |
//! |---|---|---|
//! | [`independent`] | Σ εᵢ | O(k) |
//! | [`pair`] | optimal for two attributes | O(1) |
//! | [`single_change`] | optimal where Σ qᵢ ≤ 1 | O(k) |
//! | [`linear_program`] | optimal, as published | a simplex method over 2^k variables |
//! | [`optimal`] | the smallest of any law, certified | dozens to thousands of passes over √orbits |
//! | *sparse* | the smallest with excess on as many of the optimum's change sets as a plan holds | the optimum, and one over these |
//! | [`blocks`] | the sum over blocks at their optimum | as many optima |
//! | [`analysis`] | as given; smallest error of the tables to be read | patterns of signs × steps × orbits × components |
//! | [`labelled`] | as given; smallest error of the tables to be read, with a public label, in floating point | rounds × layouts × searches |
//! | [`inductive`] | the published heuristic, for comparison | O(k) |
//!
//! Every design has a lower bound on the record ε of any law with its columns: the optimum itself, or [`lower_bound`].
//! No method returns a law that exceeds its request: integers are checked with outward rounding.

pub mod analysis;
pub mod blocks;
mod budget;
mod caps;
mod choice;
mod closed_form;
mod estimands;
mod for_tables;
mod interior;
pub mod labelled;
pub mod law_size;
mod laws;
mod levels;
mod linked_table;
pub mod lower_bound;
mod method;
pub mod optimal;
mod orbits;
#[cfg(feature = "linear-program")]
mod published;
mod randomized_response;
mod ratio;
mod reads;
mod request;
mod result;
mod rounded_scores;
mod rounding;
mod scale_search;
mod survey;

pub use closed_form::{Mixture, independent, inductive, pair, single_change};
pub use estimands::{Estimands, MeanScore};
pub use levels::{Levels, MAX_EPSILON, MAX_RECORD_EPSILON};
pub use method::Method;
#[cfg(feature = "linear-program")]
pub use published::linear_program;
pub use reads::Reads;
pub use request::Request;
pub use result::{Design, ForBestGuess};
pub use survey::{
    Ask, AttributeDocument, Choose, ComparisonRequest, ConditionRequest, ConditionRequests, GroupRequest,
    Invitations, Labels, PrivacyDocument, RowDocument, ScoreRequest, SectionRequest, Survey, SurveyDocument,
};
