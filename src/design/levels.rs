//! The input of a design: the number of categories and the requested column ε of every attribute.

use alloc::format;
use alloc::vec::Vec;

use super::caps::{conflict, finite_caps, limits, uncapped};
use crate::error::{Code, Error};
use crate::schema::check_sizes;

/// The largest column ε that may be requested; above it nothing is protected and 64-bit weights do not suffice.
pub const MAX_EPSILON: f64 = 64.0;

/// The largest record ε that may be requested: e to the power of it is still a number that searches can compute with.
///
/// ```
/// use candor::design::{MAX_RECORD_EPSILON, Request};
/// let budget = |record_epsilon| Request::record_budget(&[2, 3], &[1.0, 1.0], record_epsilon).design();
/// assert!(budget(MAX_RECORD_EPSILON).is_ok() && budget(MAX_RECORD_EPSILON + 1.0).is_err());
/// ```
pub const MAX_RECORD_EPSILON: f64 = 700.0;

/// Size, level and cap of an attribute; attributes with equal keys are exchangeable.
pub(super) type ExchangeKey = (u32, u64, u64);

/// Sizes aᵢ ≥ 2 and requested column levels εᵢ in (0, [`MAX_EPSILON`]], one of each per attribute; and optional caps on
/// attribute ε.
///
/// ```
/// use candor::design::{Levels, MAX_EPSILON};
/// let levels = Levels::new(vec![2, 5], vec![1.0, 1.5])?.capped(&[Some(1.2), None])?;
/// assert_eq!((levels.sizes(), levels.epsilons()), ([2, 5].as_slice(), [1.0, 1.5].as_slice()));
/// assert_eq!(levels.caps(), [Some(1.2), None]);
/// assert!(Levels::new(vec![2], vec![2.0 * MAX_EPSILON]).is_err());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Levels {
    sizes: Vec<u32>,
    epsilons: Vec<f64>,
    limits: Vec<f64>,
}

impl Levels {
    /// Creates levels for at least one attribute.
    ///
    /// # Errors
    /// `no-attributes`, `too-few-categories`, `too-many-categories`; `invalid-epsilon` naming position and value;
    /// `levels-conflict` where the numbers of sizes and levels differ.
    pub fn new(sizes: Vec<u32>, epsilons: Vec<f64>) -> Result<Self, Error> {
        check_sizes(&sizes)?;
        if sizes.len() != epsilons.len() {
            let message = format!("{} sizes but {} levels of ε given", sizes.len(), epsilons.len());
            return Err(Error::new(Code::LevelsConflict, message));
        }
        epsilons.iter().enumerate().try_for_each(|(i, &e)| check_epsilon(&format!("attribute {i}"), e))?;
        let limits = uncapped(sizes.len());
        Ok(Self { sizes, epsilons, limits })
    }

    /// Returns these levels with a cap on every attribute ε, `None` for no cap.
    ///
    /// # Errors
    /// `invalid-epsilon` for a cap that is not a finite number above 0; `infeasible-request` where a column ε is above its
    /// cap, since column ε ≤ attribute ε; `levels-conflict` where the numbers of caps and attributes differ.
    pub fn capped(self, caps: &[Option<f64>]) -> Result<Self, Error> {
        let limits = limits(caps, self.sizes.len())?;
        self.within(limits)
    }

    /// [`Levels::capped`] with limits as numbers, infinite for no cap.
    pub(super) fn within(self, limits: Vec<f64>) -> Result<Self, Error> {
        match (0..limits.len()).find(|&i| self.epsilons[i] > limits[i]) {
            Some(i) => Err(conflict(&format!("attribute {i}"), self.epsilons[i], limits[i])),
            None => Ok(Self { limits, ..self }),
        }
    }

    /// The numbers of categories.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The requested column levels.
    #[must_use]
    pub fn epsilons(&self) -> &[f64] {
        &self.epsilons
    }

    /// The same attributes and caps at other levels, which must not exceed the current ones.
    pub(super) fn with_epsilons(&self, epsilons: Vec<f64>) -> Self {
        Self { epsilons, ..self.clone() }
    }

    /// The key that exchangeable attributes share.
    pub(super) fn kind(&self, attribute: usize) -> ExchangeKey {
        (self.sizes[attribute], self.epsilons[attribute].to_bits(), self.limits[attribute].to_bits())
    }

    /// The cap on every attribute ε, `None` for no cap.
    #[must_use]
    pub fn caps(&self) -> Vec<Option<f64>> {
        finite_caps(&self.limits)
    }

    /// The cap on every attribute ε as a number, infinite for no cap.
    pub(super) fn limits(&self) -> &[f64] {
        &self.limits
    }

    /// Whether any attribute ε is capped.
    pub(super) fn is_capped(&self) -> bool {
        self.limits.iter().any(|cap| *cap < f64::INFINITY)
    }

    /// The sizes, levels and caps of these attributes alone.
    pub(super) fn of(&self, attributes: &[usize]) -> Self {
        Self {
            sizes: attributes.iter().map(|&i| self.sizes[i]).collect(),
            epsilons: attributes.iter().map(|&i| self.epsilons[i]).collect(),
            limits: attributes.iter().map(|&i| self.limits[i]).collect(),
        }
    }

    /// Size and level of each attribute, as floating-point numbers.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.sizes.iter().map(|&a| f64::from(a)).zip(self.epsilons.iter().copied())
    }

    /// ln P = Σ ln aᵢ.
    pub(super) fn log_records(&self) -> f64 {
        self.sizes.iter().map(|&a| libm::log(f64::from(a))).sum()
    }
}

/// Refuses an ε that is not in (0, [`MAX_EPSILON`]]; `of` names its attribute in the error.
pub(super) fn check_epsilon(of: &str, epsilon: f64) -> Result<(), Error> {
    if epsilon > 0.0 && epsilon <= MAX_EPSILON {
        return Ok(());
    }
    let message = format!("ε of {of} is {epsilon}; it must be a number above 0 and at most {MAX_EPSILON}");
    Err(Error::new(Code::InvalidEpsilon, message))
}

/// Refuses a record ε that is not in (0, [`MAX_RECORD_EPSILON`]].
pub(super) fn check_record_epsilon(record_epsilon: f64) -> Result<(), Error> {
    if record_epsilon > 0.0 && record_epsilon <= MAX_RECORD_EPSILON {
        return Ok(());
    }
    let message =
        format!("record ε is {record_epsilon}; it must be a number above 0 and at most {MAX_RECORD_EPSILON}");
    Err(Error::new(Code::InvalidEpsilon, message))
}
