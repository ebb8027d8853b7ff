//! Whether reports fit their plan: could such perturbed counts come from true answers at all?

mod counts;
mod judged;

pub(crate) use judged::misfit;
pub use judged::{Misfit, MisfitTest};
