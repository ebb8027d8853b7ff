//! Convex programs over orbits under rows of two variables, by an interior-point method: the optimum under caps on
//! attribute ε, and the law of smallest error under them [Mathematics, §3, caps on attribute ε; §8].
//!
//! Minimise c·b + Σ_T c_T/μ_T², μ = K·v, over v ≥ 0 (one per orbit) and b ≥ 0 under equations and rows
//! α·v_m + γ·b + η ≥ β·v_n. Primal-dual path following with Mehrotra's predictor and corrector [Mehrotra92; NocedalWright06,
//! Algorithm 14.3], from a point that keeps every row. In units of that point, since excesses are many
//! orders of magnitude apart. Whatever the multipliers, [`bound`] makes a certified lower bound of them.
//!
//! Cost: 20 to 80 steps, each a factorisation of [`sparse`]. Never fails: where doubles end before the gap is closed, the
//! bound says so.

mod bound;
mod iterate;
mod newton;
mod path;
mod program;
mod sparse;
mod units;

pub(super) use self::program::{ConvexProgram, Equation, Inequality, cap_inequalities};
