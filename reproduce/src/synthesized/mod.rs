//! Records drawn from estimates, scored by what they are used for.

mod bayes;
mod scored;

pub(crate) use scored::SYNTHESIZED;
