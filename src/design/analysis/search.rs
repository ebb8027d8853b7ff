//! Searches for the law of smallest error: with and without treating exchangeable attributes alike, with and without caps; and the
//! certificate of what was searched.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::capped;
use super::components::{Components, exchangeable};
use super::extreme::Laws;
use super::frank_wolfe::{self, Minimum};
use super::signs::{self, BestPattern, Problem};
use crate::design::caps::uncapped;
use crate::design::estimands::Estimands;
use crate::design::levels::check_record_epsilon;
use crate::error::Error;
use crate::message::counted;

/// The largest number of attributes of a survey that is also searched without treating exchangeable ones alike.
const MAX_APART: usize = 8;

/// The multiplications spent on patterns of signs beyond those that are always searched: a fixed number, plus another
/// times e^−ε, as less is gained at large ε; where caps bind, the last one times e^−ε, starting from the best signs without caps.
const LEAST: f64 = 3e6;
const BUDGET: f64 = 1e9;
const CAPPED_BUDGET: f64 = 1e8;

/// The relative precision at which V is compared between patterns of signs.
const ROUGH: f64 = 1e-3;

/// The factor by which V has to fall for exchangeable attributes to be treated differently: more than rounding.
const WORTH: f64 = 1.0 - 1e-9;

/// The input of a search; caps only where they are below the record ε.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) sizes: &'a [u32],
    pub(super) estimands: &'a Estimands,
    pub(super) record_epsilon: f64,
    pub(super) caps: Option<&'a [f64]>,
    /// The largest product of orbits and components that is tabulated.
    pub(super) max_products: usize,
}

/// The minimum of V and a bound that certifies it, in floating point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TableCertificate {
    /// V of the law that was found.
    pub objective: f64,
    /// A lower bound on V of every law within the record ε and the caps whose signs match one of the patterns searched.
    pub lower_bound: f64,
    /// The number of sign patterns searched, not counting those that only rename the answers to yes/no questions.
    pub searched: usize,
    /// The number of free signs; there are two to the power of it patterns in all.
    pub signs: usize,
    /// Whether only laws were searched that treat exchangeable attributes alike, if there are any.
    pub alike: bool,
}

impl TableCertificate {
    /// Describes the laws among which V is the smallest.
    pub(crate) fn among(&self) -> String {
        let total = u32::try_from(self.signs).ok().and_then(|signs| 2_usize.checked_pow(signs));
        let whole = match total == Some(self.searched) {
            true => "all of them".into(),
            false => format!("of 2^{}", self.signs),
        };
        let alike = if self.alike { ", exchangeable questions treated alike" } else { "" };
        format!("among the {} searched ({whole}{alike})", counted(self.searched, "sign pattern"))
    }
}

/// The best law found over the orbits of some classes.
pub(super) struct Searched {
    pub(super) components: Components,
    pub(super) of: BestPattern,
    alike: bool,
}

impl Searched {
    pub(super) fn certificate(&self) -> TableCertificate {
        TableCertificate {
            objective: self.of.mixture.objective,
            lower_bound: self.of.lower_bound,
            searched: self.of.searched.len(),
            signs: self.of.signs,
            alike: self.alike,
        }
    }
}

impl Question<'_> {
    /// Searches with exchangeable attributes treated alike, and in small surveys also separately, keeping the better result.
    pub(super) fn search(&self) -> Result<Searched, Error> {
        check_record_epsilon(self.record_epsilon)?;
        let caps = self.caps.map_or_else(|| uncapped(self.sizes.len()), <[f64]>::to_vec);
        let classes = exchangeable(self.sizes, self.estimands, &caps);
        let components = Components::new(self.sizes, self.estimands, classes, self.max_products)?;
        let found = self.best_pattern(&components, &[])?;
        let Some(apart) = self.apart(&components)? else {
            let alike = components.classes().len() < self.sizes.len();
            return Ok(Searched { components, of: found, alike });
        };
        let refined = |pattern: &Vec<bool>| apart.refined(&components, pattern);
        let mut of = self.best_pattern(&apart, &[refined(&found.negative)])?;
        of.searched.extend(found.searched.iter().map(refined));
        of.lower_bound = libm::fmin(of.lower_bound, found.lower_bound);
        if of.mixture.objective < found.mixture.objective * WORTH {
            return Ok(Searched { components: apart, of, alike: false });
        }
        Ok(Searched { components, of: BestPattern { mixture: found.mixture, ..of }, alike: false })
    }

    /// The components with every attribute in its own class, where that differs and there are few attributes.
    fn apart(&self, together: &Components) -> Result<Option<Components>, Error> {
        let k = self.sizes.len();
        if together.classes().len() == k || k > MAX_APART {
            return Ok(None);
        }
        let alone = (0..k).map(|i| vec![i]).collect();
        Components::new(self.sizes, self.estimands, alone, self.max_products).map(Some)
    }

    fn best_pattern(&self, components: &Components, asked: &[Vec<bool>]) -> Result<BestPattern, Error> {
        let laws = Laws::new(components, self.record_epsilon);
        let settled = |weights: &[f64]| frank_wolfe::settled(&laws, weights);
        let minimise = |negative: &[bool], enough, gap| frank_wolfe::minimise(&laws, negative, enough, gap);
        let budget = |most: f64| LEAST + most * libm::exp(-self.record_epsilon);
        let free = Problem {
            components,
            minimise: &minimise,
            settled: &settled,
            budget: budget(BUDGET),
            precision: ROUGH,
        };
        let found = signs::search(&free, asked);
        let Some(caps) = self.caps else { return Ok(found) };
        capped::check(components)?;
        // No law within the caps is below the lower bound without caps.
        let minimise = |negative: &[bool], enough, _| match minimise(negative, enough, ROUGH) {
            free if free.lower_bound >= enough => Minimum { objective: f64::INFINITY, ..free },
            _ => capped::minimise(components, self.record_epsilon, caps, negative),
        };
        let asked: Vec<Vec<bool>> = asked.iter().cloned().chain([found.negative]).collect();
        Ok(signs::search(
            &Problem { minimise: &minimise, budget: budget(CAPPED_BUDGET), precision: 0.0, ..free },
            &asked,
        ))
    }
}
