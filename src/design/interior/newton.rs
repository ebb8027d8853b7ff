//! One step of Newton's method: (H + Gᵀ·diag(y/s)·G)·dx − Aᵀ·λ = r, A·dx = the residual of the equations.
//!
//! H = Kᵀ·diag(6c/μ⁴)·K is the Hessian of the errors, G the inequalities with slacks s and multipliers y, A the equations.
//! The block of the matrix for the orbits is sparse; b, the equations and the components border it and are
//! eliminated last, by their Schur complements. Solutions are refined by their residuals.

use alloc::vec;
use alloc::vec::Vec;

use super::program::{ConvexProgram, Equation, Iterate, spectrum};
use super::sparse::{EliminationOrder, NetworkFactors};
use super::units::levelled;
use crate::numeric::cholesky::{Ground, Matrix, dot};

const REFINEMENTS: usize = 2;
/// Coefficients count as equal where they differ by less than this.
const EQUAL: f64 = 1e-12;

/// The parts of the system that are the same in all steps.
pub(super) struct System<'a> {
    program: &'a ConvexProgram,
    shape: &'a EliminationOrder,
    edges: &'a [Option<usize>],
}

/// The matrix of a step and its factors.
pub(super) struct Newton<'a> {
    program: &'a ConvexProgram,
    /// y/s.
    weights: Vec<f64>,
    factors: ScaledFactors<'a>,
    /// L⁻¹ applied to the equations and to −K.
    bordering: Vec<Vec<f64>>,
    /// dv/db, and the scalar Schur complement of b.
    dv_db: Vec<f64>,
    complement_of_b: f64,
    /// The Schur complement of equations and components, and its column of b.
    complement: Matrix,
    column_of_b: Vec<f64>,
    /// 6c/μ⁴, and 2c/μ³.
    curvatures: Vec<f64>,
    gradient: Vec<f64>,
    /// The residuals of the equations.
    off: Vec<f64>,
    slacks: Vec<f64>,
}

/// The factors, with variables scaled by the ratios.
struct ScaledFactors<'a> {
    factors: NetworkFactors<'a>,
    ratios: Vec<f64>,
}

impl ScaledFactors<'_> {
    fn forward(&self, b: &[f64]) -> Vec<f64> {
        self.factors.forward(&b.iter().zip(&self.ratios).map(|(b, ratio)| b * ratio).collect::<Vec<_>>())
    }

    fn backward(&self, b: &[f64]) -> Vec<f64> {
        self.factors.backward(b).iter().zip(&self.ratios).map(|(x, ratio)| x * ratio).collect()
    }
}

/// A direction of v and b, and the multipliers at its end.
pub(super) struct Direction {
    pub(super) v: Vec<f64>,
    pub(super) border: f64,
    pub(super) multipliers: Vec<f64>,
    /// diag(6c/μ⁴)·K·dv.
    bends: Vec<f64>,
}

/// The right-hand sides for v, b and the equations.
struct RightHandSide {
    v: Vec<f64>,
    border: f64,
    equations: Vec<f64>,
}

impl<'a> System<'a> {
    pub(super) fn new(
        program: &'a ConvexProgram,
        shape: &'a EliminationOrder,
        edges: &'a [Option<usize>],
    ) -> Self {
        Self { program, shape, edges }
    }

    /// Computes and factors the matrix at a point.
    pub(super) fn factored(&self, state: &Iterate) -> Newton<'a> {
        let program = self.program;
        let weights: Vec<f64> = state.y.iter().zip(&state.slacks).map(|(y, s)| y / s).collect();
        let ratios = levelled(program, state);
        let (mut ground, mut ties) = (vec![Ground::default(); ratios.len()], vec![0.0; self.shape.edges()]);
        let mut border = vec![0.0; ratios.len()];
        for (place, row) in program.rows.iter().enumerate() {
            let d = weights[place];
            let ends = row.gain.into_iter().chain(row.loss.map(|(m, a)| (m, -a)));
            ends.clone().for_each(|(m, a)| border[m] -= d * a * row.border);
            match (self.edges[place], row.gain, row.loss) {
                // d(p·z_m − q·z_n)² = dpq(z_m − z_n)² + dp(p − q)z_m² − dq(p − q)z_n².
                (Some(edge), Some((m, a)), Some((n, b))) => {
                    let (p, q) = (a * ratios[m], b * ratios[n]);
                    ties[edge] += d * p * q;
                    let over = if libm::fabs(p - q) <= EQUAL * p { 0.0 } else { p - q };
                    ground[m].add(d * p * over);
                    ground[n].add(-d * q * over);
                }
                _ => ends.for_each(|(m, a)| ground[m].add(d * a * a * ratios[m] * ratios[m])),
            }
        }
        let factors = ScaledFactors { factors: self.shape.factors(ground, &ties), ratios };
        let mu = spectrum(&program.components, &state.v);
        let bend = |mu: &f64, c: f64, power: i32| c / libm::pow(*mu, f64::from(power));
        let costs = || mu.iter().zip(program.components.iter().map(|(c, _)| *c));
        let curvatures: Vec<f64> = costs().map(|(mu, c)| 6.0 * bend(mu, c, 4)).collect();
        let equations = program.equations.iter().map(|equation| factors.forward(&equation.terms));
        let components = program.components.iter().map(|(_, map)| {
            let negative: Vec<f64> = map.iter().map(|a| -a).collect();
            factors.forward(&negative)
        });
        let bordering: Vec<Vec<f64>> = equations.chain(components).collect();
        let dv_db = factors.backward(&factors.forward(&border));
        let held = program.rows.iter().zip(&weights).map(|(row, d)| {
            let moved = row.linear((&dv_db, 1.0));
            d * moved * moved
        });
        let column_of_b = program.equations.iter().map(|e| e.border + dot(&e.terms, &dv_db));
        let of_components = program.components.iter().map(|(_, map)| -dot(map, &dv_db));
        let column_of_b = column_of_b.chain(of_components).collect();
        let off = |equation: &Equation| {
            equation.right - dot(&equation.terms, &state.v) - equation.border * state.border
        };
        Newton {
            complement_of_b: held.sum(),
            complement: complement(&bordering, program.equations.len(), &curvatures),
            off: program.equations.iter().map(off).collect(),
            gradient: costs().map(|(mu, c)| 2.0 * bend(mu, c, 3)).collect(),
            slacks: state.slacks.clone(),
            program,
            weights,
            factors,
            bordering,
            dv_db,
            column_of_b,
            curvatures,
        }
    }
}

/// Computes and factors N·W⁻¹·Nᵀ + diag(0, μ⁴/6c).
fn complement(bordering: &[Vec<f64>], equations: usize, curvatures: &[f64]) -> Matrix {
    let mut own = Matrix::zero(bordering.len(), bordering.len());
    for (i, row) in bordering.iter().enumerate() {
        for (entry, other) in own.row_mut(i).iter_mut().zip(&bordering[..=i]) {
            *entry = dot(row, other);
        }
        if let Some(curvature) = i.checked_sub(equations).map(|component| curvatures[component]) {
            own.row_mut(i)[i] += 1.0 / curvature;
        }
    }
    own.factor();
    own
}

impl Newton<'_> {
    /// Solves for the direction towards y·s = `goals`.
    pub(super) fn towards(&self, goals: &[f64]) -> Direction {
        let mut found = self.solve(&self.right(goals));
        for _ in 0..REFINEMENTS {
            let correction = self.solve(&self.residual(&found, goals));
            let add =
                |to: &mut [f64], from: &[f64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
            add(&mut found.v, &correction.v);
            add(&mut found.multipliers, &correction.multipliers);
            add(&mut found.bends, &correction.bends);
            found.border += correction.border;
        }
        found
    }

    /// The right-hand sides: −∇f + Gᵀ(goals/s), and the residuals of the equations.
    fn right(&self, goals: &[f64]) -> RightHandSide {
        let mut v = vec![0.0; self.dv_db.len()];
        for ((_, map), gradient) in self.program.components.iter().zip(&self.gradient) {
            v.iter_mut().zip(map).for_each(|(v, a)| *v += a * gradient);
        }
        let mut border = -self.program.cost;
        for ((row, goal), slack) in self.program.rows.iter().zip(goals).zip(&self.slacks) {
            row.add(goal / slack, &mut v, &mut border);
        }
        RightHandSide { v, border, equations: self.off.clone() }
    }

    /// The residuals of the system at a direction.
    fn residual(&self, at: &Direction, goals: &[f64]) -> RightHandSide {
        let mut right = self.right(goals);
        for (row, weight) in self.program.rows.iter().zip(&self.weights) {
            row.add(-weight * row.linear((&at.v, at.border)), &mut right.v, &mut right.border);
        }
        let equations = self.program.equations.iter().zip(&at.multipliers).zip(&mut right.equations);
        for ((equation, multiplier), off) in equations {
            right.v.iter_mut().zip(&equation.terms).for_each(|(v, a)| *v += a * multiplier);
            right.border += equation.border * multiplier;
            *off -= dot(&equation.terms, &at.v) + equation.border * at.border;
        }
        let moved = spectrum(&self.program.components, &at.v);
        for (((_, map), moved), curvature) in self.program.components.iter().zip(moved).zip(&self.curvatures)
        {
            right.v.iter_mut().zip(map).for_each(|(v, a)| *v -= a * moved * curvature);
        }
        right
    }

    fn solve(&self, right: &RightHandSide) -> Direction {
        let own = self.factors.forward(&right.v);
        let zero = core::iter::repeat(&0.0);
        let short = right.equations.iter().chain(zero).zip(&self.bordering);
        let short: Vec<f64> = short.map(|(off, row)| off - dot(row, &own)).collect();
        let [solved, beside] = [&short, &self.column_of_b].map(|b| self.complement.solve(b));
        let above = right.border + dot(&self.dv_db, &right.v) + dot(&self.column_of_b, &solved);
        let border = above / (self.complement_of_b + dot(&self.column_of_b, &beside));
        let outer: Vec<f64> = solved.iter().zip(&beside).map(|(h, g)| h - g * border).collect();
        let mut inner = own;
        for (row, outer) in self.bordering.iter().zip(&outer) {
            inner.iter_mut().zip(row).for_each(|(v, n)| *v += n * outer);
        }
        let equations = self.program.equations.len();
        let mut v = self.factors.backward(&inner);
        v.iter_mut().zip(&self.dv_db).for_each(|(v, slope)| *v += slope * border);
        Direction { v, border, multipliers: outer[..equations].to_vec(), bends: outer[equations..].to_vec() }
    }
}

impl Direction {
    /// The changes of the slacks and multipliers of the rows.
    pub(super) fn rows(
        &self,
        program: &ConvexProgram,
        state: &Iterate,
        goals: &[f64],
    ) -> (Vec<f64>, Vec<f64>) {
        let changes: Vec<f64> = program.rows.iter().map(|row| row.linear((&self.v, self.border))).collect();
        let duals = changes.iter().zip(&state.slacks).zip(state.y.iter().zip(goals));
        let duals = duals.map(|((ds, s), (y, goal))| goal / s - y - y / s * ds).collect();
        (changes, duals)
    }
}
