//! The master problem solved by `minilp`, in the form whose solution includes the multipliers: max Σ ν_c units_c
//! under Σ_c G_c(A_j) units_c ν_c ≤ 1 for every set, with ν_c at most the cost of the artificial column of class c.
//! Rows and costs are those of `src/design/optimal/master.rs`; each new set adds a row to the previous solution.

use minilp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOptions, Variable};

const ARTIFICIAL: f64 = 16.0;
const GROWTH: f64 = 4.0;
const DEAREST: f64 = 1e30;
/// A multiplier counts as at its bound if it is at most this share of the bound below it.
const AT_BOUND: f64 = 1e-9;
const FEASIBILITY: f64 = 1e-10;

struct Set {
    entries: Vec<f64>,
    unit: f64,
}

pub(super) struct Master {
    units: Vec<f64>,
    sets: Vec<Set>,
    costs: Vec<f64>,
    solution: Option<(Solution, Vec<Variable>, usize)>,
}

impl Master {
    pub(super) fn new(units: Vec<f64>) -> Self {
        Self { costs: vec![ARTIFICIAL; units.len()], units, sets: Vec::new(), solution: None }
    }

    pub(super) fn add(&mut self, gradient: &[f64]) {
        let scaled: Vec<f64> = gradient.iter().zip(&self.units).map(|(g, unit)| g * unit).collect();
        let unit = scaled.iter().copied().map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        self.sets.push(Set { entries: scaled.iter().map(|g| g / unit).collect(), unit });
    }

    pub(super) fn rescale(&mut self, unit: f64) {
        self.sets.iter_mut().for_each(|set| set.unit /= unit);
        self.solution = None;
    }

    pub(super) fn solve(&mut self) -> Option<(Vec<f64>, f64)> {
        let (solution, variables) = self.grown().or_else(|| self.anew())?;
        let multipliers: Vec<f64> = variables.iter().map(|v| solution.var_value(*v)).collect();
        let bound = |(nu, cost): (&f64, &f64)| *nu >= cost * (1.0 - AT_BOUND);
        let used = multipliers.iter().zip(&self.costs).any(bound);
        self.solution = Some((solution, variables, self.sets.len()));
        if used {
            self.costs.iter_mut().for_each(|cost| *cost = f64::min(*cost * GROWTH, DEAREST));
            self.solution = None;
        }
        let mu = multipliers.iter().zip(&self.units).map(|(nu, unit)| nu * unit);
        let total: f64 = mu.clone().sum();
        let mu = mu.map(|mu| mu / total).collect();
        (total > 0.0 && total.is_finite()).then_some((mu, if used { 0.0 } else { 1.0 / total }))
    }

    /// The previous solution with the new sets added.
    fn grown(&mut self) -> Option<(Solution, Vec<Variable>)> {
        let (solution, variables, known) = self.solution.take()?;
        let with = |solution: Solution, set: &Set| {
            let row = row(set, &variables);
            solution.add_constraint(row, ComparisonOp::Le, 1.0 / set.unit).ok()?.into_solution().ok()
        };
        let solution = self.sets[known..].iter().try_fold(solution, with)?;
        Some((solution, variables))
    }

    fn anew(&self) -> Option<(Solution, Vec<Variable>)> {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let bounded = self.units.iter().zip(&self.costs);
        let variables: Vec<Variable> =
            bounded.map(|(unit, cost)| problem.add_var(*unit, (f64::NEG_INFINITY, *cost))).collect();
        for set in &self.sets {
            problem.add_constraint(row(set, &variables), ComparisonOp::Le, 1.0 / set.unit);
        }
        Some((solved(&problem)?, variables))
    }

    /// The law, from the program whose dual has these multipliers.
    pub(super) fn amounts(&self) -> Vec<(usize, f64)> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables: Vec<Variable> =
            self.sets.iter().map(|set| problem.add_var(1.0 / set.unit, (0.0, f64::INFINITY))).collect();
        for (c, unit) in self.units.iter().enumerate() {
            let terms: Vec<(Variable, f64)> =
                variables.iter().zip(&self.sets).map(|(v, set)| (*v, set.entries[c])).collect();
            problem.add_constraint(terms, ComparisonOp::Eq, *unit);
        }
        let Some(solution) = solved(&problem) else { return Vec::new() };
        let amounts = variables.iter().zip(&self.sets).map(|(v, set)| solution.var_value(*v) / set.unit);
        amounts.enumerate().filter(|(_, amount)| *amount > 0.0).collect()
    }
}

fn row(set: &Set, variables: &[Variable]) -> Vec<(Variable, f64)> {
    variables.iter().copied().zip(set.entries.iter().copied()).collect()
}

fn solved(problem: &Problem) -> Option<Solution> {
    let mut options = SolveOptions::default();
    options.tolerances.feasibility = FEASIBILITY;
    problem.solve_with(options).ok()?.into_solution().ok()
}
