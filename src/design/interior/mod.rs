//! Convex programs over orbits, with rows of two variables, solved by an interior-point method: the optimum under caps on
//! attribute ε, and the law of smallest error under them [Mathematics, §3, caps on attribute ε; §8].
//!
//! Minimises c·b + Σ_T c_T/μ_T², μ = K·v, over v ≥ 0 (one per orbit) and b ≥ 0 under equations and rows
//! α·v_m + γ·b + η ≥ β·v_n, by primal-dual path following with Mehrotra's predictor and corrector [Mehrotra92; NocedalWright06,
//! Algorithm 14.3], from a strictly feasible point. Variables are in units of that point, since excesses are many
//! orders of magnitude apart. Whatever the multipliers, [`bound`] turns them into a certified lower bound.
//!
//! Cost: 20 to 80 steps, each a factorisation of [`sparse`]. Never fails: where double precision ends before the gap is closed,
//! the bound shows it.

mod bound;
mod newton;
mod path;
mod program;
mod sparse;
mod units;

pub(super) use self::program::{ConvexProgram, Equation, Inequality, cap_inequalities};
