//! A lower bound on the minimum of a convex program from any multipliers y ≥ 0 of its equations and inequalities (weak duality).
//!
//! The objective lies above its tangent, a linear function, which is minimised under the inequalities. Where the multipliers
//! charge a variable v more than it costs, the surplus is moved to the inequality with the least slack among those that bound v
//! from above, orbits with fewer changes first, so that the minimum stays finite. The remaining cost of b is multiplied by the
//! largest b that matters. For the errors Σ c_T/μ_T² the tangent gives Z, the largest Σ c_T ν_T/μ_T³ of any ν; by Hölder's
//! inequality no law is below V³/Z².

use alloc::vec;
use alloc::vec::Vec;

use super::program::{ConvexProgram, Iterate, spectrum};
use crate::numeric::order::sorted_by;

/// A safe margin for the rounding of sums over rows, relative to their largest term.
const CERTAIN: f64 = 1e-13;

/// Returns the largest lower bound that these multipliers certify.
pub(super) fn certified(program: &ConvexProgram, state: &Iterate) -> f64 {
    if program.components.is_empty() {
        return tangent(program, state, 1.0, Vec::new());
    }
    let mu = spectrum(&program.components, &state.v);
    let weights = program.components.iter().zip(&mu).map(|((c, _), mu)| c / (mu * mu * mu)).collect();
    let value: f64 = program.components.iter().zip(&mu).map(|((c, _), mu)| c / (mu * mu)).sum();
    let most = -tangent(program, state, 0.5, weights);
    let ratio = value / libm::fmax(most, value);
    value * ratio * ratio
}

/// The minimum of cost·b − Σ w_T μ_T, bounded by the multipliers times `unit`.
fn tangent(program: &ConvexProgram, state: &Iterate, unit: f64, weights: Vec<f64>) -> f64 {
    let (mut costs, mut border) = (vec![0.0; state.v.len()], program.cost);
    for ((_, map), weight) in program.components.iter().zip(weights) {
        costs.iter_mut().zip(map).for_each(|(cost, a)| *cost -= weight * a);
    }
    let mut least = 0.0;
    for (equation, multiplier) in program.equations.iter().zip(&state.multipliers) {
        let multiplier = unit * multiplier;
        least += multiplier * equation.right;
        border -= multiplier * equation.border;
        costs.iter_mut().zip(&equation.terms).for_each(|(cost, a)| *cost -= multiplier * a);
    }
    let rows = program.rows.iter().zip(&state.y);
    // v ≥ 0 needs no explicit multiplier: the remaining cost is one.
    for (row, y) in rows.filter(|(row, _)| row.loss.is_some()) {
        row.add(-unit * y, &mut costs, &mut border);
        least -= unit * y * row.constant;
    }
    for (node, slack, place) in relief(program, state) {
        let (row, over) = (&program.rows[place], -costs[node]);
        let coefficient = row.loss.map_or(1.0, |(_, coefficient)| coefficient);
        if over > 0.0 || slack < state.v[node] {
            let more = libm::fmax(over / coefficient, -unit * state.y[place]);
            row.add(-more, &mut costs, &mut border);
            least -= more * row.constant;
        }
    }
    let most = program.most.unwrap_or(state.border);
    least + libm::fmin(border, 0.0) * most - CERTAIN * libm::fabs(least)
}

/// For every orbit, in order of changes: the row with the least slack, in the orbit's units, that bounds it from above by
/// an orbit with more changes or a constant, and the slack and index of that row.
fn relief(program: &ConvexProgram, state: &Iterate) -> Vec<(usize, f64, usize)> {
    let mut best: Vec<Option<(f64, usize)>> = vec![None; state.v.len()];
    for (place, row) in program.rows.iter().enumerate() {
        let Some((node, coefficient)) = row.loss else { continue };
        let level = |node: usize| program.places[node].0;
        if row.gain.is_some_and(|(other, _)| level(other) < level(node)) {
            continue;
        }
        let slack = row.slack((&state.v, state.border)) / coefficient;
        if best[node].is_none_or(|(least, _)| slack < least) {
            best[node] = Some((slack, place));
        }
    }
    let listed =
        best.into_iter().enumerate().filter_map(|(node, best)| best.map(|(slack, row)| (node, slack, row)));
    sorted_by(listed.collect(), |one, other| program.places[one.0].0.cmp(&program.places[other.0].0))
}
