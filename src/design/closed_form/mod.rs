//! Laws in closed form: their parameters cost O(k).

pub mod independent;
pub mod inductive;
mod mixture;
pub mod pair;
pub mod single_change;

pub use self::mixture::Mixture;
