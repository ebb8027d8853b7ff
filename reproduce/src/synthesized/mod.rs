//! Synthetic records drawn from estimates, scored by the tasks they are used for.

mod bayes;
mod scored;

pub(crate) use scored::SYNTHESIZED;
