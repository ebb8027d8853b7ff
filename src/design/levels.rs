//! What a design is asked for: the number of categories and the column ε of every attribute.

use alloc::format;
use alloc::vec::Vec;

use crate::error::Error;
use crate::schema::check_sizes;

/// The largest column ε that may be asked for; above it nothing is protected and 64-bit weights end.
pub const MAX_EPSILON: f64 = 64.0;

/// Sizes aᵢ ≥ 2 and requested column levels εᵢ in (0, [`MAX_EPSILON`]], of equal number.
#[derive(Debug, Clone, PartialEq)]
pub struct Levels {
    sizes: Vec<u32>,
    epsilons: Vec<f64>,
}

impl Levels {
    /// Levels for at least one attribute.
    ///
    /// # Errors
    /// `no-attributes`, `too-few-categories`, `too-many-categories`; `invalid-epsilon` naming position and value;
    /// `levels-conflict` where the numbers of sizes and levels differ.
    pub fn new(sizes: Vec<u32>, epsilons: Vec<f64>) -> Result<Self, Error> {
        check_sizes(&sizes)?;
        if sizes.len() != epsilons.len() {
            let message = format!("{} sizes but {} levels of ε given", sizes.len(), epsilons.len());
            return Err(Error::new("levels-conflict", message));
        }
        epsilons.iter().enumerate().try_for_each(|(i, &e)| check_epsilon(&format!("attribute {i}"), e))?;
        Ok(Self { sizes, epsilons })
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

    /// The levels of some attributes alone.
    #[cfg(feature = "optimal")]
    pub(super) fn of(&self, attributes: &[usize]) -> Self {
        Self {
            sizes: attributes.iter().map(|&i| self.sizes[i]).collect(),
            epsilons: attributes.iter().map(|&i| self.epsilons[i]).collect(),
        }
    }

    /// Size and level of each attribute, as doubles for the formulas.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.sizes.iter().map(|&a| f64::from(a)).zip(self.epsilons.iter().copied())
    }

    /// ln P = Σ ln aᵢ.
    pub(super) fn log_records(&self) -> f64 {
        self.sizes.iter().map(|&a| libm::log(f64::from(a))).sum()
    }
}

/// Refuses an ε that is not in (0, [`MAX_EPSILON`]]; `of` says whose it is.
pub(super) fn check_epsilon(of: &str, epsilon: f64) -> Result<(), Error> {
    if epsilon > 0.0 && epsilon <= MAX_EPSILON {
        return Ok(());
    }
    let message = format!("ε of {of} is {epsilon}; it must be a number above 0 and at most {MAX_EPSILON}");
    Err(Error::new("invalid-epsilon", message))
}
