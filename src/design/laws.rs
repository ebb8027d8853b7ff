//! Designs a law by a given method.

use alloc::format;

use super::closed_form::{independent, inductive, pair, single_change};
use super::levels::Levels;
use super::method::{Method, RequestOptions};
#[cfg(feature = "linear-program")]
use super::published::linear_program;
use super::{blocks, optimal};
use crate::error::{Code, Error};
use crate::law::Law;

impl Method {
    /// Returns the integer law at the given column levels, within their caps on attribute ε, and a lower bound on the record ε of
    /// every such law, where the method computes one along the way.
    pub(super) fn bounded_law(
        self,
        levels: &Levels,
        options: RequestOptions,
    ) -> Result<(Law, Option<f64>), Error> {
        if self == Self::Optimal {
            let (law, certificate) = optimal::certified_law(levels)?;
            return Ok((law, Some(certificate.lower_bound)));
        }
        Ok((self.kept_within_caps(self.any_law(levels, options)?, levels)?, None))
    }

    /// [`Method::bounded_law`] without the bound.
    pub(super) fn law(self, levels: &Levels, options: RequestOptions) -> Result<Law, Error> {
        Ok(self.bounded_law(levels, options)?.0)
    }

    /// Returns the law if it keeps the caps of these levels.
    pub(super) fn kept_within_caps(self, law: Law, levels: &Levels) -> Result<Law, Error> {
        if !levels.is_capped() {
            return Ok(law);
        }
        let (epsilons, caps) = (law.attribute_epsilons(), levels.limits());
        let Some(i) = (0..caps.len()).find(|&i| epsilons[i] > caps[i]) else { return Ok(law) };
        let message = format!(
            "by method {self} attribute {i} has an attribute ε of {:.4}, above its cap of {}; \
             methods optimal, blocks and independent keep caps",
            epsilons[i], caps[i]
        );
        Err(Error::new(Code::InfeasibleRequest, message))
    }

    fn any_law(self, levels: &Levels, options: RequestOptions) -> Result<Law, Error> {
        match self {
            Self::Pair => pair::law(levels),
            Self::Inductive => inductive::law(levels, options.allow_raised),
            Self::SingleChange => single_change::law(levels),
            #[cfg(feature = "linear-program")]
            Self::LinearProgram => linear_program::law(levels),
            Self::Optimal => optimal::law(levels),
            Self::Sparse => optimal::sparse_law(levels, options.max_law_size),
            Self::Blocks => blocks::law_within(levels, options.max_law_size),
            Self::Analysis | Self::Labelled => Err(needs_record_epsilon(self)),
            Self::Auto | Self::Independent => independent::law(levels),
        }
    }
}

fn needs_record_epsilon(method: Method) -> Error {
    let message = format!(
        "method {method} chooses the column levels itself: give a record ε, and neither epsilon nor weight"
    );
    Error::new(Code::LevelsConflict, message)
}
