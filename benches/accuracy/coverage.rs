//! Bias, standard errors and coverage of intervals over many simulated surveys of six plans.

use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimate, Options, Reconstruction, estimate};
use candor::law::Law;

use crate::survey::{Dice, Survey};

struct Plan {
    name: &'static str,
    survey: Survey,
    n: u32,
}

fn law(sizes: &[u32], epsilon: f64, method: Method) -> Law {
    let levels = Levels::new(sizes.to_vec(), vec![epsilon; sizes.len()]).unwrap();
    Request::levels(&levels).method(method).design().unwrap().law().clone()
}

/// A dependent truth without rare cells.
fn moderate(cells: usize) -> Vec<f64> {
    let weights: Vec<f64> =
        (0..cells).map(|cell| 2.0 + f64::from(u32::try_from(cell * 7 % 5).unwrap())).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// Shares fall exponentially; every third cell is empty.
fn skewed(cells: usize) -> Vec<f64> {
    let weight =
        |cell: usize| if cell % 3 == 2 { 0.0 } else { 0.5_f64.powf(cell as f64 * 8.0 / cells as f64) };
    let weights: Vec<f64> = (0..cells).map(weight).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

fn plans() -> Vec<Plan> {
    let plan = |name, law: Law, attributes: Vec<usize>, truth: fn(usize) -> Vec<f64>, n| {
        let cells = attributes.iter().map(|&a| law.sizes()[a] as usize).product();
        Plan { name, survey: Survey::new(law, attributes, truth(cells)), n }
    };
    vec![
        plan(
            "independent, 2×3×4, ε = 1",
            law(&[2, 3, 4], 1.0, Method::Independent),
            vec![0, 1, 2],
            moderate,
            5_000,
        ),
        plan("pair, 3×2, ε = 1", law(&[3, 2], 1.0, Method::Pair), vec![0, 1], moderate, 1_000),
        plan(
            "single change, 3 of 6 yes/no, ε = 3",
            law(&[2; 6], 3.0, Method::SingleChange),
            vec![1, 3, 5],
            moderate,
            10_000,
        ),
        plan(
            "optimal, 3 of 12 in one class, ε = 1",
            law(&[2; 12], 1.0, Method::Optimal),
            vec![0, 4, 9],
            moderate,
            20_000,
        ),
        plan(
            "blocks, 3 of 10 different, ε = 1.5",
            law(&[2, 3, 2, 4, 3, 2, 5, 2, 3, 2], 1.5, Method::Blocks),
            vec![1, 3, 8],
            skewed,
            100_000,
        ),
        plan(
            "independent, 3×4, ε = 2, empty cells",
            law(&[3, 4], 2.0, Method::Independent),
            vec![0, 1],
            skewed,
            200,
        ),
    ]
}

/// The results of one reconstruction on one plan.
struct Seen {
    sums: Vec<f64>,
    squares: Vec<f64>,
    variances: Vec<f64>,
    covered: Vec<u32>,
}

/// Applies every reconstruction to the same surveys.
fn simulate(plan: &Plan, asked: &[Options], surveys: u32) -> Vec<Seen> {
    let mut seen: Vec<Seen> = asked.iter().map(|_| Seen::new(plan.survey.truth.len())).collect();
    let mut dice = Dice(20_260_000 + u64::from(plan.n));
    for _ in 0..surveys {
        let table = plan.survey.simulate(plan.n, &mut dice);
        for (seen, options) in seen.iter_mut().zip(asked) {
            let estimate = estimate(&plan.survey.law, table.clone(), options).unwrap();
            seen.push(&estimate, &plan.survey.truth);
        }
    }
    seen
}

pub fn print(surveys: u32) {
    println!(
        "| plan | n | reconstruction | largest bias, in its own standard errors | stated SE / spread, least to most | coverage of 95 % intervals, least to most | mean |"
    );
    println!("|---|---|---|---|---|---|---|");
    let asked = [
        (Reconstruction::Inverse, false),
        (Reconstruction::Inverse, true),
        (Reconstruction::Truncated, false),
        (Reconstruction::Likelihood, false),
        (Reconstruction::Hybrid, false),
    ]
    .map(|(reconstruction, project)| Options::default().reconstruction(reconstruction).project(project));
    for plan in plans() {
        for (seen, Options { reconstruction, project, .. }) in
            simulate(&plan, &asked, surveys).iter().zip(asked)
        {
            let name =
                if project { format!("{reconstruction}, projected") } else { reconstruction.to_string() };
            println!("| {} | {} | {name} | {} |", plan.name, plan.n, seen.row(f64::from(surveys)));
        }
    }
}

impl Seen {
    fn new(cells: usize) -> Self {
        let numbers = vec![0.0; cells];
        Self { sums: numbers.clone(), squares: numbers.clone(), variances: numbers, covered: vec![0; cells] }
    }

    fn push(&mut self, estimate: &Estimate, truth: &[f64]) {
        for (place, (cell, truth)) in estimate.cells().zip(truth).enumerate() {
            let error = cell.estimate - truth;
            self.sums[place] += error;
            self.squares[place] += error * error;
            self.variances[place] += cell.standard_error.unwrap() * cell.standard_error.unwrap();
            self.covered[place] += u32::from(cell.lower <= *truth && *truth <= cell.upper);
        }
    }

    fn row(&self, n: f64) -> String {
        let spread =
            |place: usize| (self.squares[place] / n - (self.sums[place] / n).powi(2)).max(1e-300).sqrt();
        let places = 0..self.sums.len();
        let bias = places.clone().map(|place| (self.sums[place] / n / (spread(place) / n.sqrt())).abs());
        let ratio = places.map(|place| (self.variances[place] / n).sqrt() / spread(place));
        let (ratios, coverage): (Vec<f64>, Vec<f64>) =
            (ratio.collect(), self.covered.iter().map(|&covered| 100.0 * f64::from(covered) / n).collect());
        let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        format!(
            "{:.1} | {:.3} to {:.3} | {:.1} % to {:.1} % | {:.1} %",
            bias.fold(0.0, f64::max),
            least(&ratios),
            most(&ratios),
            least(&coverage),
            most(&coverage),
            coverage.iter().sum::<f64>() / coverage.len() as f64
        )
    }
}
