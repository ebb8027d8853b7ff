//! Linear programs over orbits of change sets, in variables that a simplex method can bear (mathematics §3).
//!
//! With x_m = 1 + u_m and T_m/P the probability of orbit m under a uniform record, the columns ask for
//! Σ_m (T_m/P) u_m (n_c q_c − m_c) = n_c (r_c − q_c), u ≥ 0, one row per class. The variables are
//! v_m = u_m / s_m, s_m = min(e^ε − 1, M·P/T_m): no excess is larger where record ε is about ε and M = max c_j
//! is about the odds of not drawing a uniform record.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::levels::Levels;
use super::mixture::least_mass;
use super::optimal::log_binomial;
use super::rounding::{Excess, Nominal};
use super::solver::{Program, Row, failed};
use crate::error::Error;
use crate::exact::to_f64;

/// By how much, relatively, a column ε of an answer may differ from its request.
const TOLERANCE: f64 = 1e-6;

/// One class of equal attributes.
struct Class {
    members: Vec<usize>,
    /// P(change) as requested, and of a uniform record.
    q: f64,
    r: f64,
    /// How far apart two orbits are that differ by one change in it.
    stride: usize,
}

/// Orbits of change sets with the program of their columns; variable m is orbit m, the first the truth.
pub(super) struct OrbitProgram {
    classes: Vec<Class>,
    /// T_m/P.
    shares: Vec<f64>,
    scales: Vec<f64>,
    program: Program,
}

impl OrbitProgram {
    /// The columns of these classes, record ε being about `epsilon`.
    pub(super) fn new(levels: &Levels, classes: Vec<Vec<usize>>, epsilon: f64) -> Self {
        let mut stride = 1;
        let class = |members: Vec<usize>| {
            let (a, e) = (f64::from(levels.sizes()[members[0]]), levels.epsilons()[members[0]]);
            let own = stride;
            stride *= members.len() + 1;
            Class { members, q: (a - 1.0) / (libm::exp(e) + a - 1.0), r: (a - 1.0) / a, stride: own }
        };
        let classes: Vec<Class> = classes.into_iter().map(class).collect();
        let mass = levels.pairs().map(|(a, e)| least_mass(a, e)).fold(0.0, f64::max);
        let shares = shares(&classes);
        let scales: Vec<f64> =
            shares.iter().map(|share| libm::fmin(libm::expm1(epsilon), mass / share)).collect();
        let program = Program { costs: vec![0.0; scales.len()], rows: Vec::new() };
        let mut new = Self { classes, shares, scales, program };
        new.program.rows = (0..new.classes.len()).map(|class| new.column(class)).collect();
        new
    }

    fn column(&self, class: usize) -> Row {
        let Class { members, q, r, .. } = &self.classes[class];
        let n = to_f64(members.len() as u128);
        let coefficient = |orbit: usize| {
            let score = (n * q - to_f64(self.count(orbit, class) as u128)) / (n * (r - q));
            (orbit, self.scales[orbit] * self.shares[orbit] * score)
        };
        Row { terms: (0..self.shares.len()).map(coefficient).collect(), right: 1.0, exact: true }
    }

    /// How many attributes of a class change in an orbit.
    fn count(&self, orbit: usize, class: usize) -> usize {
        let Class { members, stride, .. } = &self.classes[class];
        orbit / stride % (members.len() + 1)
    }

    /// Every two orbits that differ by one change: class, the one with fewer changes, the one with more.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.shares.len()).flat_map(move |orbit| {
            let more = move |class: &usize| self.count(orbit, *class) < self.classes[*class].members.len();
            let classes = (0..self.classes.len()).filter(more);
            classes.map(move |class| (class, orbit, orbit + self.classes[class].stride))
        })
    }

    /// The number of orbits.
    pub(super) fn len(&self) -> usize {
        self.shares.len()
    }

    /// An attribute of the class.
    pub(super) fn member(&self, class: usize) -> usize {
        self.classes[class].members[0]
    }

    /// Adds u_m·a ≥ u_n·b + c, as a row whose largest coefficient is 1.
    pub(super) fn at_least(&mut self, (m, a): (usize, f64), (n, b): (usize, f64), c: f64) {
        let (a, b) = (a * self.scales[m], b * self.scales[n]);
        let unit = libm::fmax(a, b);
        let terms = vec![(m, a / unit), (n, -b / unit)];
        self.program.rows.push(Row { terms, right: c / unit, exact: false });
    }

    /// Asks for u_m = 0.
    pub(super) fn without_excess(&mut self, orbit: usize) {
        self.program.rows.push(Row { terms: vec![(orbit, 1.0)], right: 0.0, exact: true });
    }

    /// A further variable, in units of the scale of the truth.
    pub(super) fn add_variable(&mut self) -> usize {
        self.scales.push(self.scales[0]);
        self.program.costs.push(0.0);
        self.scales.len() - 1
    }

    /// The u of smallest `u[variable]`, its columns checked.
    pub(super) fn minimise(&mut self, variable: usize) -> Result<Vec<f64>, Error> {
        self.program.costs[variable] = 1.0;
        let values = self.program.minimise()?;
        let u: Vec<f64> = values.iter().zip(&self.scales).map(|(v, s)| libm::fmax(*v, 0.0) * s).collect();
        (0..self.classes.len()).try_for_each(|class| self.check_column(&u, class))?;
        Ok(u)
    }

    /// The column ε of the answer is the one requested.
    fn check_column(&self, u: &[f64], class: usize) -> Result<(), Error> {
        let Class { members, q, r, .. } = &self.classes[class];
        let weights = || self.shares.iter().zip(u).map(|(share, u)| share * u);
        let changed =
            weights().enumerate().map(|(m, w)| w * to_f64(self.count(m, class) as u128)).sum::<f64>();
        let f = (r + changed / to_f64(members.len() as u128)) / (1.0 + weights().sum::<f64>());
        let odds = |p: f64| libm::log(p / (1.0 - p));
        let (asked, kept) = (odds(*r) - odds(*q), odds(*r) - odds(f));
        if libm::fabs(kept / asked - 1.0) <= TOLERANCE {
            return Ok(());
        }
        Err(failed(&format!("attribute {} has column ε {kept} instead of {asked}", members[0])))
    }

    /// The largest lower bound on `u[variable]`, the one that was minimised, that multipliers certify, no u being
    /// above `most`: rows are weighed, and whatever a cost is exceeded by counts against the bound.
    pub(super) fn lower_bound(&self, most: f64) -> Result<f64, Error> {
        let multipliers = self.program.multipliers()?;
        let mut slack = self.program.costs.clone();
        let mut bound = 0.0;
        for (row, y) in self.program.rows.iter().zip(multipliers) {
            let y = if row.exact { y } else { libm::fmax(y, 0.0) };
            bound += y * row.right;
            row.terms.iter().for_each(|&(j, a)| slack[j] -= y * a);
        }
        let excess =
            slack.iter().zip(&self.scales).map(|(slack, scale)| libm::fmin(*slack, 0.0) * most / scale);
        Ok((bound + excess.sum::<f64>()) * self.scales[0])
    }

    /// The law of an answer, as probabilities.
    pub(super) fn nominal(&self, u: &[f64], attributes: usize) -> Nominal {
        let total: f64 = self.shares.iter().zip(u).map(|(share, u)| share * u).sum();
        let changes = |orbit: usize| {
            let counts = (0..self.classes.len()).map(|class| (class, self.count(orbit, class)));
            counts.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
        };
        let listed = (0..self.shares.len()).filter(|&m| u[m] > 0.0);
        let mut excess: Vec<Excess> =
            listed.map(|m| (changes(m), self.shares[m] * u[m] / (1.0 + total))).collect();
        excess.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Nominal {
            attributes: (0..attributes).collect(),
            classes: self.classes.iter().map(|class| class.members.clone()).collect(),
            uniform: 1.0 / (1.0 + total),
            excess,
        }
    }
}

/// T_m/P of every orbit.
fn shares(classes: &[Class]) -> Vec<f64> {
    let logs = classes.iter().fold(vec![0.0], |logs, class| {
        let own = log_binomial(class.members.len(), class.r);
        own.iter().flat_map(|own| logs.iter().map(move |log| log + own)).collect::<Vec<f64>>()
    });
    logs.into_iter().map(libm::exp).collect()
}
