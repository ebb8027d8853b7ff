//! Laws in closed form: their parameters cost O(k).

pub mod independent;
pub mod inductive;
pub(crate) mod mixture;
pub mod pair;
pub mod single_change;

pub use mixture::Mixture;
