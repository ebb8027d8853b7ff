//! Tests of hypotheses. Published statistics are checked by vectors, closed forms and other programs; calibrated ones by dense
//! arithmetic, without noise, and by simulation. Also what is refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod calibration;
mod central;
mod closed_forms;
mod clusters;
#[path = "../common/mod.rs"]
mod common;
mod dense;
mod drawn;
mod effects;
mod likelihood_ratio;
#[allow(dead_code, reason = "the enumeration uses more of it")]
#[path = "../enumeration/listing.rs"]
mod listing;
mod many_loci;
mod missing;
mod modelled;
mod nested;
mod numbers;
mod other_programs;
mod penalised;
mod plain_power;
mod plain_regressors;
mod power;
mod published;
mod raked;
mod rare;
mod recovered;
mod refusals;
mod regressions;
mod sparse;
mod stratification;
mod strength;
mod survey_package;
mod weights;
