//! One file per command, with its arguments, its help and its work. `said` and `sources` are arguments that several commands share.

#[cfg(not(feature = "research"))]
pub mod absent;
#[cfg(feature = "research")]
pub mod audit;
pub mod count;
pub mod database;
pub mod design;
pub mod estimate;
pub mod label;
pub mod model;
pub mod numbers;
pub mod perturb;
pub mod power;
pub mod rankings;
pub mod renamed;
#[cfg(feature = "research")]
pub mod reproduce;
pub mod said;
pub mod scores;
pub mod serve;
pub mod sign;
pub mod sources;
pub mod sql;
pub mod synthesize;
pub mod test;
mod unread;
pub mod verify;
pub mod weigh;
mod weights;
mod within;
