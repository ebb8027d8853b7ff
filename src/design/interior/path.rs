//! Primal-dual path following with Mehrotra's predictor and corrector [Mehrotra92; NocedalWright06, Algorithm 14.3].

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::bound;
use super::newton::{Direction, System};
use super::program::{ConvexProgram, Inequality, Iterate, spectrum};
use super::sparse::EliminationOrder;
use crate::exact::to_f64;

/// The search ends at the first relative gap, or within the second where the gap has not halved for `PATIENCE` steps.
const GAP: f64 = 1e-11;
const NEARLY: f64 = 1e-6;
const PATIENCE: usize = 8;
const MAX_STEPS: usize = 150;
/// The largest error of the equations in a solution, relative to the sum of the absolute values of their terms.
const KEPT: f64 = 1e-11;
/// The fraction of the way that a step may go to where a slack, a multiplier or μ becomes 0.
const NEAR: f64 = 0.995;
const NEAR_ERASED: f64 = 0.8;
const LEAST_STEP: f64 = 1e-12;
/// A gap this many times Σ y·s comes from the multipliers; a step that keeps the products unchanged corrects it.
const UNSETTLED: f64 = 10.0;

/// A point, its value and a lower bound on the minimum.
pub(crate) struct Solution {
    pub(crate) v: Vec<f64>,
    pub(crate) border: f64,
    pub(crate) value: f64,
    pub(crate) lower_bound: f64,
}

impl ConvexProgram {
    /// Returns the best point that was found; its bound tells how good it is.
    pub(crate) fn minimise(&self) -> Solution {
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

    /// Follows the central path from the start.
    fn follow(&self) -> Solution {
        let (shape, edges) = self.shape();
        let system = System::new(self, &shape, &edges);
        let mut state = Iterate::start(self);
        let (v, border) = self.start.clone();
        let mut best = Solution { value: self.value((&v, border)), v, border, lower_bound: 0.0 };
        let (mut least, mut stalled) = (f64::INFINITY, 0);
        for _ in 0..MAX_STEPS {
            if self.off((&state.v, state.border)) > KEPT {
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

    /// The graph of orbits joined by rows, and the edge of every row.
    fn shape(&self) -> (EliminationOrder, Vec<Option<usize>>) {
        let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let edge = |row: &Inequality| {
            let ((m, _), (n, _)) = (row.gain?, row.loss?);
            let next = known.len();
            Some(*known.entry((m.min(n), m.max(n))).or_insert(next))
        };
        let of_rows: Vec<Option<usize>> = self.rows.iter().map(edge).collect();
        let mut edges = vec![(0, 0); known.len()];
        known.into_iter().for_each(|(ends, edge)| edges[edge] = ends);
        (EliminationOrder::new(&self.places, &edges), of_rows)
    }
}

impl Iterate {
    /// Takes a predictor step, a corrector step, and as much of it as keeps every slack, multiplier and μ above 0; returns false where
    /// that is too little to move.
    fn step(&mut self, program: &ConvexProgram, system: &System<'_>, gap: f64) -> bool {
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
        program: &ConvexProgram,
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

/// The largest step up to 1 that keeps all values at least 0.
fn reach(values: &[f64], changes: &[f64]) -> f64 {
    let falling = values.iter().zip(changes).filter(|(_, change)| **change < 0.0);
    falling.map(|(value, change)| -value / change).fold(1.0, f64::min)
}
