//! Solves sparse linear programs, min Σ c_j v_j over v ≥ 0 under rows Σ a_j v_j = b or ≥ b, by the simplex method
//! of `minilp`. Callers verify the solutions: they recompute rows, bounds and gap.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use minilp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

use crate::error::{Code, Error};

/// The largest error of a row in a solution that the solver accepts.
const FEASIBILITY: f64 = 1e-10;

/// A row: Σ a_j v_j compared with b.
pub(crate) struct Constraint {
    pub(crate) terms: Vec<(usize, f64)>,
    pub(crate) right: f64,
    /// Whether the row is = b rather than ≥ b.
    pub(crate) exact: bool,
}

/// A linear program over v ≥ 0.
pub(crate) struct LinearProgram {
    pub(crate) costs: Vec<f64>,
    pub(crate) rows: Vec<Constraint>,
}

impl LinearProgram {
    /// Returns the v of least cost.
    pub(crate) fn minimise(&self) -> Result<Vec<f64>, Error> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let v: Vec<Variable> =
            self.costs.iter().map(|&cost| problem.add_var(cost, (0.0, f64::INFINITY))).collect();
        for row in &self.rows {
            let terms: Vec<(Variable, f64)> = row.terms.iter().map(|&(j, a)| (v[j], a)).collect();
            let kind = if row.exact { ComparisonOp::Eq } else { ComparisonOp::Ge };
            problem.add_constraint(terms, kind, row.right);
        }
        solved(&problem, &v)
    }
}

fn solved(problem: &Problem, variables: &[Variable]) -> Result<Vec<f64>, Error> {
    let mut options = SolveOptions::default();
    options.tolerances.feasibility = FEASIBILITY;
    let outcome = problem.solve_with(options).map_err(|error| failed(&error.to_string()))?;
    let solution = outcome.into_solution().map_err(|_| failed("it stopped before an answer"))?;
    Ok(variables.iter().map(|&variable| solution.var_value(variable)).collect())
}

/// The error `solver-failed`.
pub(crate) fn failed(why: &str) -> Error {
    Error::new(Code::SolverFailed, format!("the linear program of the design was not solved: {why}"))
}
