//! The exact optimum: the smallest record ε of any law with the given column levels, certified
//! (privacy-optimized randomized response, Algorithms 1 and 2; orbits and duality in mathematics §3).
//!
//! Attributes of equal size and level are exchangeable, so a law is a density over orbits: how many
//! attributes of each class change. The dual has one variable per class, F(μ) = E[(Σ_c μ_c z_c)⁺] under a
//! uniform record, Σ μ_c = 1, and e^{ε*} = 1 + 1/min F; every μ certifies ε* ≥ ln(1 + 1/F(μ)). Cutting
//! planes minimise F; the multipliers of the last master problem are the law, of which a vertex lists few change
//! sets. Where Σ qᵢ ≤ 1 and the single-change mixture exists, it is the optimum, with a certificate in closed form at
//! any k. Where that optimum exceeds a cap on attribute ε, the program with the rows of the caps is solved instead.
//!
//! Every answer passes a check of its rows, bounds and duality gap that shares nothing with the solver; of levels from
//! 0.001 to 64 in one survey about one draw in thirty does not, where doubles end. Then the attributes that hardly
//! ever change are perturbed on their own, and the certificate says what that costs.
//!
//! Cost: evaluations × √orbits × classes; dozens of evaluations for few classes, 500 to 2,000 and one to three seconds
//! for 22 different attributes. Fails (`too-many-orbits`) above [`MAX_ORBITS`]; (`too-many-patterns`) where a law would
//! list more than [`MAX_PATTERNS`] change sets, as it does for many questions at small ε.

mod apart;
mod capped;
mod classes;
mod dual;
mod excess;
mod half;
mod listed;
mod master;
mod oracle;
mod orbits;
mod solved;
mod vertex;

pub(super) use self::classes::log_binomial;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use self::solved::Solved;
use super::CERTAIN;
use super::closed_form::mixture::Mixture;
use super::closed_form::single_change;
use super::levels::{Kind, Levels};
use crate::error::{Code, Error};
use crate::law::Law;

pub use self::capped::MAX_ORBITS as MAX_CAPPED_ORBITS;
pub use self::solved::{MAX_ORBITS, MAX_PATTERNS};

/// The optimum and its certificate, in doubles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certificate {
    /// The record ε of the law that was found.
    pub record_epsilon: f64,
    /// A lower bound on the record ε of every law with these column levels.
    pub lower_bound: f64,
}

/// The number of orbits, ∏(n_c + 1), where it is a machine number.
#[must_use]
pub fn orbit_count(levels: &Levels) -> Option<usize> {
    classes(levels).iter().try_fold(1_usize, |count, class| count.checked_mul(class.len() + 1))
}

/// The smallest record ε at these levels and caps, and the bound that certifies it.
///
/// # Errors
/// `too-many-orbits`; `solver-failed` under caps, where doubles end.
pub fn certificate(levels: &Levels) -> Result<Certificate, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.1) } else { free_certificate(levels) }
}

/// The integer law and its certificate.
///
/// # Errors
/// `too-many-orbits`, `too-many-patterns`; `solver-failed` under caps, where doubles end; `infeasible-request` where ε is
/// too small for weights of 2⁻⁶⁴.
pub fn certified_law(levels: &Levels) -> Result<(Law, Certificate), Error> {
    let optimum = Optimum::of(levels)?;
    let (law, free) = (optimum.law()?, optimum.certificate()?);
    if !levels.is_capped() || law.keeps_caps(levels.caps()) {
        return Ok((law, free));
    }
    capped::law(levels, free)
}

/// The certificate without caps: a lower bound also under caps.
pub(super) fn free_certificate(levels: &Levels) -> Result<Certificate, Error> {
    Optimum::of(levels)?.certificate()
}

/// The integer law.
///
/// # Errors
/// Those of [`certified_law`].
pub fn law(levels: &Levels) -> Result<Law, Error> {
    law_listing(levels, MAX_PATTERNS)
}

/// The integer law, where it lists at most so many change sets or is capped.
pub(super) fn law_listing(levels: &Levels, most: usize) -> Result<Law, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.0) } else { Optimum::of(levels)?.law_listing(most) }
}

/// [`Optimum::law_within`], or [`Optimum::law`] where there is no limit.
pub(super) fn sparse_law(levels: &Levels, bytes: Option<usize>) -> Result<Law, Error> {
    let optimum = Optimum::of(levels)?;
    bytes.map_or_else(|| optimum.law(), |bytes| optimum.law_within(bytes))
}

/// The optimum whatever the caps, before it is a law.
pub(super) struct Optimum<'a> {
    levels: &'a Levels,
    form: Form,
}

enum Form {
    /// The single-change mixture, and its bound.
    SingleChange(Mixture, f64),
    Orbits(Box<Solved>),
    /// No answer in doubles.
    Apart,
}

impl<'a> Optimum<'a> {
    /// # Errors
    /// `too-many-orbits`.
    pub(super) fn of(levels: &'a Levels) -> Result<Self, Error> {
        let form = match closed_form(levels) {
            Some((mixture, lower_bound)) => Form::SingleChange(mixture, lower_bound),
            None => match Solved::of(levels) {
                Err(error) if error.code() == Code::SolverFailed => Form::Apart,
                solved => Form::Orbits(Box::new(solved?)),
            },
        };
        Ok(Self { levels, form })
    }

    pub(super) fn certificate(&self) -> Result<Certificate, Error> {
        match &self.form {
            Form::SingleChange(mixture, lower_bound) => Ok(Certificate {
                record_epsilon: mixture.record_epsilon(self.levels),
                lower_bound: *lower_bound,
            }),
            Form::Orbits(solved) => Ok(solved.certificate()),
            Form::Apart => apart::certificate(self.levels),
        }
    }

    /// How many change sets a law would list at least.
    pub(super) fn listed(&self) -> usize {
        if let Form::Orbits(solved) = &self.form { solved.listed() } else { 0 }
    }

    /// The law of smallest record ε with excess on as many of the change sets of the optimum as fit into so many bytes of
    /// a plan, the largest of them.
    ///
    /// # Errors
    /// Those of [`Optimum::law`]; `solver-failed` where no law on these has the column levels.
    pub(super) fn law_within(&self, bytes: usize) -> Result<Law, Error> {
        match &self.form {
            Form::Orbits(solved) => solved.law_within(self.levels, bytes),
            _ => self.law(),
        }
    }

    /// # Errors
    /// `too-many-patterns`, `infeasible-request`.
    pub(super) fn law(&self) -> Result<Law, Error> {
        self.law_listing(MAX_PATTERNS)
    }

    /// The law, where it lists at most so many change sets.
    fn law_listing(&self, most: usize) -> Result<Law, Error> {
        match &self.form {
            Form::SingleChange(mixture, _) => mixture.law(self.levels, self.levels.epsilons()),
            Form::Orbits(solved) => solved.law(self.levels, most),
            Form::Apart => apart::law(self.levels),
        }
    }
}

/// The single-change mixture, where it is certified to be the optimum.
fn closed_form(levels: &Levels) -> Option<(Mixture, f64)> {
    Some((single_change::mixture(levels).ok()?, single_change::lower_bound(levels)?))
}

/// Positions of attributes with equal size, level and cap.
fn classes(levels: &Levels) -> Vec<Vec<usize>> {
    let mut classes: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for position in 0..levels.sizes().len() {
        classes.entry(levels.kind(position)).or_default().push(position);
    }
    let mut classes: Vec<Vec<usize>> = classes.into_values().collect();
    classes.sort_unstable();
    classes
}
