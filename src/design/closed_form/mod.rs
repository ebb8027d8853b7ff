//! Laws in closed form, whose parameters cost O(k).

pub mod independent;
pub mod inductive;
mod mixture;
pub mod pair;
pub mod single_change;

pub use self::mixture::Mixture;
