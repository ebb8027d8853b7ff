//! The columns of a law as linear equations in its excess over the uniform part, orbit by orbit [Mathematics, §3].
//!
//! With x_m = 1 + u_m and T_m/P the probability of orbit m under a uniform record, the columns require
//! Σ_m (T_m/P) u_m (n_c q_c − m_c) = n_c (r_c − q_c), u ≥ 0, one row per class.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::binomial::log_binomial;
use super::grid::Grid;
use crate::design::levels::Levels;
use crate::design::randomized_response::{change, uniform_change};
use crate::design::rounding::Nominal;
use crate::error::{Code, Error};
use crate::exact::to_f64;

/// The largest relative error of a column ε in an accepted solution.
const TOLERANCE: f64 = 1e-6;

/// A class of attributes with equal size and level.
struct LevelColumn {
    members: Vec<usize>,
    /// P(change) as requested, and under a uniform record.
    q: f64,
    r: f64,
}

/// The orbits of some classes and the equations of their columns.
pub(crate) struct OrbitColumns {
    classes: Vec<LevelColumn>,
    grid: Grid,
    /// T_m/P.
    shares: Vec<f64>,
}

impl OrbitColumns {
    pub(crate) fn new(levels: &Levels, classes: Vec<Vec<usize>>) -> Self {
        let class = |members: Vec<usize>| {
            let (a, e) = (f64::from(levels.sizes()[members[0]]), levels.epsilons()[members[0]]);
            LevelColumn { members, q: change(a, e), r: uniform_change(a) }
        };
        let classes: Vec<LevelColumn> = classes.into_iter().map(class).collect();
        let grid = Grid::new(classes.iter().map(|class| class.members.len()).collect());
        Self { shares: shares(&classes), classes, grid }
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// T_m/P, in which the published program scales its variables.
    #[cfg(feature = "linear-program")]
    pub(crate) fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The first attribute of the class.
    pub(crate) fn member(&self, class: usize) -> usize {
        self.classes[class].members[0]
    }

    /// The number of attributes of the class.
    pub(crate) fn members(&self, class: usize) -> usize {
        self.classes[class].members.len()
    }

    /// The coefficients of u, scaled so that the sum is 1 where the column has its level.
    pub(crate) fn column(&self, class: usize) -> Vec<f64> {
        let LevelColumn { members, q, r } = &self.classes[class];
        let n = to_f64(members.len() as u128);
        let score = |orbit: usize| (n * q - to_f64(self.grid.count(orbit, class) as u128)) / (n * (r - q));
        self.shares.iter().enumerate().map(|(orbit, share)| share * score(orbit)).collect()
    }

    /// Checks that the column ε of a solution are those requested.
    pub(crate) fn check(&self, u: &[f64]) -> Result<(), Error> {
        (0..self.classes.len()).try_for_each(|class| self.check_column(u, class))
    }

    fn check_column(&self, u: &[f64], class: usize) -> Result<(), Error> {
        let LevelColumn { members, q, r } = &self.classes[class];
        let weights = || self.shares.iter().zip(u).map(|(share, u)| share * u);
        let count = |m: usize| to_f64(self.grid.count(m, class) as u128);
        let changed = weights().enumerate().map(|(m, w)| w * count(m)).sum::<f64>();
        let f = (r + changed / to_f64(members.len() as u128)) / (1.0 + weights().sum::<f64>());
        let odds = |p: f64| libm::log(p / (1.0 - p));
        let (asked, kept) = (odds(*r) - odds(*q), odds(*r) - odds(f));
        if libm::fabs(kept / asked - 1.0) <= TOLERANCE {
            return Ok(());
        }
        let message = format!(
            "the program of the design was not solved: attribute {} has column ε {kept} instead of {asked}",
            members[0]
        );
        Err(Error::new(Code::SolverFailed, message))
    }

    /// The probabilities of the law of a solution.
    pub(crate) fn nominal(&self, u: &[f64], attributes: usize) -> Nominal {
        let weights = || self.shares.iter().zip(u).map(|(share, u)| share * u);
        let total: f64 = weights().sum();
        Nominal {
            attributes: (0..attributes).collect(),
            classes: self.classes.iter().map(|class| class.members.clone()).collect(),
            uniform: 1.0 / (1.0 + total),
            excess: self.grid.patterns(weights().map(|weight| weight / (1.0 + total))),
        }
    }
}

/// T_m/P of every orbit.
fn shares(classes: &[LevelColumn]) -> Vec<f64> {
    let logs = classes.iter().fold(vec![0.0], |logs, class| {
        let own = log_binomial(class.members.len(), class.r);
        own.iter().flat_map(|own| logs.iter().map(move |log| log + own)).collect::<Vec<f64>>()
    });
    logs.into_iter().map(libm::exp).collect()
}
