//! One file per command: its arguments, its help, and what it does.

pub mod audit;
pub mod backup;
pub mod check;
pub mod close;
pub mod count;
pub mod delete;
pub mod design;
pub mod estimate;
pub mod model;
pub mod perturb;
pub mod power;
pub mod serve;
pub mod sign;
pub mod test;
pub mod token;
pub mod verify;
