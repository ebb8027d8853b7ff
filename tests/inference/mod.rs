//! Tests of hypotheses. Published statistics are checked by vectors, closed forms and other programs; calibrated ones by dense
//! arithmetic, without noise, and by simulation. Also what is refused.

use crate::enumeration::listing;

mod beyond_pairs;
mod calibration;
mod central;
mod closed_forms;
mod clusters;
mod dense;
mod drawn;
mod effects;
mod follow_up_regressions;
mod follow_up_tests;
mod likelihood_ratio;
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
mod rankings;
mod rare;
mod recovered;
mod refusals;
mod regressions;
mod reported_scores;
mod scales;
mod scales_possible;
mod sparse;
mod stratification;
mod strength;
mod survey_package;
mod weighted_follow_ups;
mod weighted_groups;
mod weighted_guess;
mod weighted_statistics;
mod weights;
