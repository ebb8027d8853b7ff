//! One file per command, with its arguments, its help and its work. `said`, `sources` and `stored` are arguments that several commands
//! share.

pub mod audit;
pub mod backup;
pub mod check;
pub mod close;
pub mod count;
pub mod database;
pub mod delete;
pub mod design;
pub mod estimate;
pub mod export;
pub mod invite;
pub mod label;
pub mod migrate;
pub mod model;
pub mod numbers;
pub mod perturb;
pub mod power;
pub mod reproduce;
pub mod said;
pub mod serve;
pub mod sign;
pub mod sources;
pub mod sql;
pub mod stored;
pub mod synthesize;
pub mod test;
pub mod token;
pub mod verify;
pub mod weigh;
