//! Convex programs over orbits under rows of two variables, by an interior-point method: the optimum under caps on
//! attribute ε, and the law of smallest error under them (mathematics §3, attribute caps; §8).
//!
//! Minimise c·b + Σ_T c_T/μ_T², μ = K·v, over v ≥ 0 (one per orbit) and b ≥ 0 under equations and rows
//! α·v_m + γ·b + η ≥ β·v_n. Primal-dual path following with Mehrotra's predictor and corrector (Mehrotra 1992; Nocedal,
//! Wright 2006, algorithm 14.3), from a point that keeps every row. In units of that point, since excesses are many
//! orders of magnitude apart. Whatever the multipliers, [`bound`] makes a certified lower bound of them.
//!
//! Cost: 20 to 80 steps, each a factorisation of [`sparse`]. Never fails: where doubles end before the gap is closed, the
//! bound says so.

mod bound;
mod newton;
mod sparse;

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use self::newton::{Direction, System};
pub(super) use self::sparse::Place;
use self::sparse::Shape;
use super::orbits::grid::Grid;
use crate::exact::to_f64;
pub(super) use crate::numeric::cholesky::Matrix;
use crate::numeric::cholesky::dot;

/// The search ends at the first relative gap, or within the second where it has not halved for so many steps.
const GAP: f64 = 1e-11;
const NEARLY: f64 = 1e-6;
const PATIENCE: usize = 8;
const MAX_STEPS: usize = 150;
/// What the equations of an answer may be off by, relative to the sum of what they add and subtract.
const KEPT: f64 = 1e-11;
/// What rounding may change of a sum, relative to its largest term.
const ROUNDING: f64 = 1e-14;
/// How near a step may come to where a slack, a multiplier or μ is 0.
const NEAR: f64 = 0.995;
const NEAR_ERASED: f64 = 0.8;
const LEAST_STEP: f64 = 1e-12;
/// A gap so much larger than Σ y·s is one of the multipliers, which a step that lowers no product settles.
const UNSETTLED: f64 = 10.0;

/// `gain`.1·v + `border`·b + `constant` ≥ `loss`.1·v.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) gain: Option<(usize, f64)>,
    pub(super) loss: Option<(usize, f64)>,
    pub(super) border: f64,
    pub(super) constant: f64,
}

impl Row {
    fn linear(&self, (v, b): (&[f64], f64)) -> f64 {
        let term = |term: Option<(usize, f64)>| term.map_or(0.0, |(m, a)| a * v[m]);
        term(self.gain) - term(self.loss) + self.border * b
    }

    fn slack(&self, at: (&[f64], f64)) -> f64 {
        self.linear(at) + self.constant
    }

    /// A slack that was followed from step to step, or, where it differs by more than rounding, what v and b say.
    fn followed(&self, slack: f64, at: (&[f64], f64)) -> f64 {
        let term = |term: Option<(usize, f64)>| term.map_or(0.0, |(m, a)| a * at.0[m]);
        let all =
            term(self.gain) + term(self.loss) + libm::fabs(self.border) * at.1 + libm::fabs(self.constant);
        let (computed, rounding) = (self.slack(at), ROUNDING * all);
        if libm::fabs(computed - slack) <= rounding { slack } else { libm::fmax(computed, rounding) }
    }

    /// Adds `factor` times the row to v and b.
    fn add(&self, factor: f64, v: &mut [f64], b: &mut f64) {
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

/// The rows of the caps on attribute ε, v being x − 1.
pub(super) fn capped_rows(grid: &Grid, cap: impl Fn(usize) -> f64) -> impl Iterator<Item = Row> {
    grid.neighbours().flat_map(move |(class, fewer, more)| {
        let (ratio, room) = (libm::exp(cap(class)), libm::expm1(cap(class)));
        let row = |gain, loss| Row {
            gain: Some((gain, ratio)),
            loss: Some((loss, 1.0)),
            border: 0.0,
            constant: room,
        };
        [row(more, fewer), row(fewer, more)].into_iter().filter(move |_| ratio < f64::INFINITY)
    })
}

/// Σ terms·v + `border`·b = `right`.
pub(super) struct Equation {
    pub(super) terms: Vec<f64>,
    pub(super) border: f64,
    pub(super) right: f64,
}

/// What is minimised, besides `cost`·b: c_T and the row T of K.
pub(super) type Component = (f64, Vec<f64>);

/// A program with a point that keeps all its equations, and all its rows by a margin.
pub(super) struct Program {
    pub(super) places: Vec<Place>,
    pub(super) rows: Vec<Row>,
    pub(super) equations: Vec<Equation>,
    pub(super) cost: f64,
    pub(super) components: Vec<Component>,
    pub(super) start: (Vec<f64>, f64),
    /// What b is at most where it matters; else its value at the end is.
    pub(super) most: Option<f64>,
}

/// A point, its value and what no value is below.
pub(super) struct Solution {
    pub(super) v: Vec<f64>,
    pub(super) border: f64,
    pub(super) value: f64,
    pub(super) lower_bound: f64,
}

impl Program {
    /// The best point that was found; how good it is its bound says.
    pub(super) fn minimise(&self) -> Solution {
        let (scaled, value) = self.scaled();
        let found = scaled.follow();
        let (units, border) = (&self.start.0, self.start.1);
        Solution {
            v: found.v.iter().zip(units).map(|(v, unit)| v * unit).collect(),
            border: found.border * border,
            value: found.value * value,
            lower_bound: found.lower_bound * value,
        }
    }

    /// The program in units of its start, and the value there.
    fn scaled(&self) -> (Self, f64) {
        let (units, border) = (&self.start.0, self.start.1);
        let times =
            |terms: &[f64]| -> Vec<f64> { terms.iter().zip(units).map(|(a, unit)| a * unit).collect() };
        let ones = (vec![1.0; units.len()], 1.0);
        let row = |row: &Row| {
            let row = row.scaled(units, border);
            row.over(row.slack((&ones.0, 1.0)))
        };
        let equation = |equation: &Equation| {
            let (terms, own) = (times(&equation.terms), equation.border * border);
            let unit = terms.iter().copied().map(libm::fabs).fold(libm::fabs(own), f64::max);
            let terms = terms.into_iter().map(|a| a / unit).collect();
            Equation { terms, border: own / unit, right: equation.right / unit }
        };
        let components: Vec<Component> = self.components.iter().map(|(c, map)| (*c, times(map))).collect();
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

    fn value(&self, (v, b): (&[f64], f64)) -> f64 {
        self.cost * b + errors(&self.components, v).iter().sum::<f64>()
    }

    /// How far, relatively, the equations are from being kept.
    fn off(&self, state: &State) -> f64 {
        let off = |equation: &Equation| {
            let sum = dot(&equation.terms, &state.v) + equation.border * state.border;
            let all = equation.terms.iter().zip(&state.v).map(|(a, v)| libm::fabs(a * v)).sum::<f64>();
            libm::fabs(sum - equation.right) / (all + libm::fabs(equation.border * state.border))
        };
        self.equations.iter().map(off).fold(0.0, f64::max)
    }

    /// From the start along the central path.
    fn follow(&self) -> Solution {
        let (shape, edges) = self.shape();
        let system = System::new(self, &shape, &edges);
        let mut state = State::start(self);
        let (v, border) = self.start.clone();
        let mut best = Solution { value: self.value((&v, border)), v, border, lower_bound: 0.0 };
        let (mut least, mut stalled) = (f64::INFINITY, 0);
        for _ in 0..MAX_STEPS {
            if self.off(&state) > KEPT {
                break;
            }
            let value = self.value((&state.v, state.border));
            if value < best.value {
                (best.v, best.border, best.value) = (state.v.clone(), state.border, value);
            }
            let bound = bound::certified(self, &state);
            best.lower_bound = libm::fmax(best.lower_bound, bound);
            let gap = (best.value - best.lower_bound) / best.value;
            stalled = if gap < least / 2.0 { 0 } else { stalled + 1 };
            least = libm::fmin(least, gap);
            if gap <= GAP
                || (gap <= NEARLY && stalled >= PATIENCE)
                || !state.step(self, &system, value - bound)
            {
                break;
            }
        }
        best.lower_bound = libm::fmin(best.lower_bound, best.value);
        best
    }

    /// Which orbits are joined by rows, and the edge of every row.
    fn shape(&self) -> (Shape, Vec<Option<usize>>) {
        let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let edge = |row: &Row| {
            let ((m, _), (n, _)) = (row.gain?, row.loss?);
            let next = known.len();
            Some(*known.entry((m.min(n), m.max(n))).or_insert(next))
        };
        let of_rows: Vec<Option<usize>> = self.rows.iter().map(edge).collect();
        let mut edges = vec![(0, 0); known.len()];
        known.into_iter().for_each(|(ends, edge)| edges[edge] = ends);
        (Shape::new(&self.places, &edges), of_rows)
    }
}

/// μ of every component.
fn spectrum(components: &[Component], v: &[f64]) -> Vec<f64> {
    components.iter().map(|(_, map)| dot(map, v)).collect()
}

/// c_T/μ_T².
fn errors(components: &[Component], v: &[f64]) -> Vec<f64> {
    spectrum(components, v).iter().zip(components).map(|(mu, (c, _))| c / (mu * mu)).collect()
}

/// A point with the multipliers of the equations and of the rows.
struct State {
    v: Vec<f64>,
    border: f64,
    multipliers: Vec<f64>,
    y: Vec<f64>,
    /// Of the rows, kept apart: what v and b leave of a row in which they nearly cancel has no digits.
    slacks: Vec<f64>,
}

impl State {
    /// The start of a program, every row as far from its multiplier's product as every other.
    fn start(program: &Program) -> Self {
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

    /// The mean of (s + step·ds)(y + dual·dy).
    fn product(&self, (step, dual): (f64, f64), (ds, dy): (&[f64], &[f64])) -> f64 {
        let pairs = self.slacks.iter().zip(ds).zip(self.y.iter().zip(dy));
        let sum: f64 = pairs.map(|((s, ds), (y, dy))| (s + step * ds) * (y + dual * dy)).sum();
        sum / to_f64(self.slacks.len() as u128)
    }

    /// A predictor, a corrector, and as much of it as keeps every slack, multiplier and μ above 0; false where that is
    /// nothing.
    fn step(&mut self, program: &Program, system: &System<'_>, gap: f64) -> bool {
        let newton = system.factored(self);
        let none = vec![0.0; self.slacks.len()];
        let (ds, dy) = newton.towards(&none).rows(program, self, &none);
        let share = self.product((reach(&self.slacks, &ds), reach(&self.y, &dy)), (&ds, &dy));
        let now = self.product((0.0, 0.0), (&ds, &dy));
        let goals: Vec<f64> =
            if gap > UNSETTLED * now * to_f64(ds.len() as u128) && !program.components.is_empty() {
                vec![now; ds.len()]
            } else {
                let goal = now * libm::pow(share / now, 3.0);
                ds.iter().zip(&dy).map(|(ds, dy)| goal - ds * dy).collect()
            };
        let corrected = newton.towards(&goals);
        let (ds, dy) = corrected.rows(program, self, &goals);
        let (mut step, mut dual) = (reach(&self.slacks, &ds) * NEAR, reach(&self.y, &dy) * NEAR);
        if !program.components.is_empty() {
            let [mu, moved] = [&self.v, &corrected.v].map(|v| spectrum(&program.components, v));
            let kept: Vec<f64> = mu.iter().map(|mu| mu * NEAR_ERASED).collect();
            step = libm::fmin(libm::fmin(step, dual), reach(&kept, &moved));
            dual = step;
        }
        self.go(program, &corrected, (step, dual), (&ds, &dy));
        step > LEAST_STEP && self.border.is_finite()
    }

    fn go(
        &mut self,
        program: &Program,
        direction: &Direction,
        (step, dual): (f64, f64),
        (ds, dy): (&[f64], &[f64]),
    ) {
        self.v.iter_mut().zip(&direction.v).for_each(|(v, d)| *v += step * d);
        self.border += step * direction.border;
        for ((row, slack), change) in program.rows.iter().zip(&mut self.slacks).zip(ds) {
            *slack = row.followed(*slack + step * change, (&self.v, self.border));
        }
        let multipliers = self.multipliers.iter_mut().zip(&direction.multipliers);
        multipliers.for_each(|(old, new)| *old += dual * (new - *old));
        self.y.iter_mut().zip(dy).for_each(|(y, d)| *y += dual * d);
    }
}

/// The largest step up to 1 that leaves all values at least 0.
fn reach(values: &[f64], changes: &[f64]) -> f64 {
    let falling = values.iter().zip(changes).filter(|(_, change)| **change < 0.0);
    falling.map(|(value, change)| -value / change).fold(1.0, f64::min)
}
