//! A convex program over orbits: its inequalities, equations and objective, the units in which it is solved, and its iterates.

use alloc::vec;
use alloc::vec::Vec;

use crate::design::orbits::grid::{Grid, Place};
use crate::exact::to_f64;
use crate::numeric::cholesky::dot;

/// The largest rounding error of a sum, relative to its terms.
const ROUNDING: f64 = 1e-14;

/// The inequality `gain`.1·v + `border`·b + `constant` ≥ `loss`.1·v.
#[derive(Clone, Copy)]
pub(crate) struct Inequality {
    pub(crate) gain: Option<(usize, f64)>,
    pub(crate) loss: Option<(usize, f64)>,
    pub(crate) border: f64,
    pub(crate) constant: f64,
}

impl Inequality {
    pub(super) fn linear(&self, (v, b): (&[f64], f64)) -> f64 {
        let term = |term: Option<(usize, f64)>| term.map_or(0.0, |(m, a)| a * v[m]);
        term(self.gain) - term(self.loss) + self.border * b
    }

    pub(super) fn slack(&self, at: (&[f64], f64)) -> f64 {
        self.linear(at) + self.constant
    }

    /// Returns the tracked slack, or the slack computed from v and b where they differ by more than rounding.
    pub(super) fn followed(&self, slack: f64, at: (&[f64], f64)) -> f64 {
        let term = |term: Option<(usize, f64)>| term.map_or(0.0, |(m, a)| a * at.0[m]);
        let all =
            term(self.gain) + term(self.loss) + libm::fabs(self.border) * at.1 + libm::fabs(self.constant);
        let (computed, rounding) = (self.slack(at), ROUNDING * all);
        if libm::fabs(computed - slack) <= rounding { slack } else { libm::fmax(computed, rounding) }
    }

    /// Adds `factor` times the coefficients of the row to v and b.
    pub(super) fn add(&self, factor: f64, v: &mut [f64], b: &mut f64) {
        self.gain.iter().for_each(|&(m, a)| v[m] += factor * a);
        self.loss.iter().for_each(|&(m, a)| v[m] -= factor * a);
        *b += factor * self.border;
    }

    fn scaled(self, units: &[f64], border: f64) -> Self {
        let term = |term: Option<(usize, f64)>| term.map(|(m, a)| (m, a * units[m]));
        Self { gain: term(self.gain), loss: term(self.loss), border: self.border * border, ..self }
    }

    fn over(self, unit: f64) -> Self {
        let term = |term: Option<(usize, f64)>| term.map(|(m, a)| (m, a / unit));
        Self {
            gain: term(self.gain),
            loss: term(self.loss),
            border: self.border / unit,
            constant: self.constant / unit,
        }
    }
}

/// The rows of the caps on attribute ε, where v is x − 1.
pub(crate) fn cap_inequalities(grid: &Grid, cap: impl Fn(usize) -> f64) -> impl Iterator<Item = Inequality> {
    grid.neighbours().flat_map(move |(class, fewer, more)| {
        let (ratio, room) = (libm::exp(cap(class)), libm::expm1(cap(class)));
        let row = |gain, loss| Inequality {
            gain: Some((gain, ratio)),
            loss: Some((loss, 1.0)),
            border: 0.0,
            constant: room,
        };
        [row(more, fewer), row(fewer, more)].into_iter().filter(move |_| ratio < f64::INFINITY)
    })
}

/// The equation Σ terms·v + `border`·b = `right`.
pub(crate) struct Equation {
    pub(crate) terms: Vec<f64>,
    pub(crate) border: f64,
    pub(crate) right: f64,
}

/// A term c_T/μ_T² of the objective, besides `cost`·b: c_T and row T of K.
pub(crate) type ErrorTerm = (f64, Vec<f64>);

/// A program, with a start that satisfies all its equations, and all its rows strictly.
pub(crate) struct ConvexProgram {
    pub(crate) places: Vec<Place>,
    pub(crate) rows: Vec<Inequality>,
    pub(crate) equations: Vec<Equation>,
    pub(crate) cost: f64,
    pub(crate) components: Vec<ErrorTerm>,
    pub(crate) start: (Vec<f64>, f64),
    /// The largest b that matters for the bound; without one, the value of b at the end is used.
    pub(crate) most: Option<f64>,
}

impl ConvexProgram {
    /// The program in units of its start, and the objective there.
    pub(super) fn scaled(&self) -> (Self, f64) {
        let (units, border) = (&self.start.0, self.start.1);
        let times =
            |terms: &[f64]| -> Vec<f64> { terms.iter().zip(units).map(|(a, unit)| a * unit).collect() };
        let ones = (vec![1.0; units.len()], 1.0);
        let row = |row: &Inequality| {
            let row = row.scaled(units, border);
            row.over(row.slack((&ones.0, 1.0)))
        };
        let equation = |equation: &Equation| {
            let (terms, own) = (times(&equation.terms), equation.border * border);
            let unit = terms.iter().copied().map(libm::fabs).fold(libm::fabs(own), f64::max);
            let terms = terms.into_iter().map(|a| a / unit).collect();
            Equation { terms, border: own / unit, right: equation.right / unit }
        };
        let components: Vec<ErrorTerm> = self.components.iter().map(|(c, map)| (*c, times(map))).collect();
        let value = self.cost * border + errors(&components, &ones.0).iter().sum::<f64>();
        let new = Self {
            places: self.places.clone(),
            rows: self.rows.iter().map(row).collect(),
            equations: self.equations.iter().map(equation).collect(),
            cost: self.cost * border / value,
            components: components.into_iter().map(|(c, map)| (c / value, map)).collect(),
            start: ones,
            most: self.most.map(|most| most / border),
        };
        (new, value)
    }

    pub(super) fn value(&self, (v, b): (&[f64], f64)) -> f64 {
        self.cost * b + errors(&self.components, v).iter().sum::<f64>()
    }

    /// The largest relative error of the equations.
    pub(super) fn off(&self, (v, b): (&[f64], f64)) -> f64 {
        let off = |equation: &Equation| {
            let sum = dot(&equation.terms, v) + equation.border * b;
            let all = equation.terms.iter().zip(v).map(|(a, v)| libm::fabs(a * v)).sum::<f64>();
            libm::fabs(sum - equation.right) / (all + libm::fabs(equation.border * b))
        };
        self.equations.iter().map(off).fold(0.0, f64::max)
    }
}

/// A point with the multipliers of the equations and of the rows.
pub(super) struct Iterate {
    pub(super) v: Vec<f64>,
    pub(super) border: f64,
    pub(super) multipliers: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// The slacks of the rows, tracked separately: where v and b nearly cancel in a row, recomputing its slack would lose all digits.
    pub(super) slacks: Vec<f64>,
}

impl Iterate {
    /// The start of a program, with multipliers that make all products of slack and multiplier equal.
    pub(super) fn start(program: &ConvexProgram) -> Self {
        let at = (program.start.0.as_slice(), program.start.1);
        let slacks: Vec<f64> = program.rows.iter().map(|row| row.slack(at)).collect();
        let count = to_f64(slacks.len() as u128);
        Self {
            v: program.start.0.clone(),
            border: program.start.1,
            multipliers: vec![0.0; program.equations.len()],
            y: slacks.iter().map(|slack| 1.0 / (slack * count)).collect(),
            slacks,
        }
    }

    /// The mean of (s + step·ds)(y + dual·dy) over the rows.
    pub(super) fn product(&self, (step, dual): (f64, f64), (ds, dy): (&[f64], &[f64])) -> f64 {
        let pairs = self.slacks.iter().zip(ds).zip(self.y.iter().zip(dy));
        let sum: f64 = pairs.map(|((s, ds), (y, dy))| (s + step * ds) * (y + dual * dy)).sum();
        sum / to_f64(self.slacks.len() as u128)
    }
}

/// μ of every component.
pub(super) fn spectrum(components: &[ErrorTerm], v: &[f64]) -> Vec<f64> {
    components.iter().map(|(_, map)| dot(map, v)).collect()
}

/// c_T/μ_T².
fn errors(components: &[ErrorTerm], v: &[f64]) -> Vec<f64> {
    spectrum(components, v).iter().zip(components).map(|(mu, (c, _))| c / (mu * mu)).collect()
}
