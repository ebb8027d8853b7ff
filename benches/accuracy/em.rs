//! How many times the law is applied until shares change by less than 10⁻⁸: the ascent that starts at the
//! projected inverse compared with plain EM that starts at the uniform table, on 10,000 cells (10 × 10 × 10 × 10).

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, Reconstruction, estimate};

use crate::survey::{Dice, schema_of};

const SIZES: [u32; 4] = [10; 4];
const TOLERANCE: f64 = 1e-8;

pub fn print() {
    println!(
        "| ε of each column | n | plain EM: applications | log-likelihood | ascent: applications | log-likelihood | largest rise left, per report | fewer |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (epsilon, n) in [(2.0, 100_000_u32), (4.0, 100_000), (4.0, 10_000)] {
        row(epsilon, n);
    }
}

fn row(epsilon: f64, n: u32) {
    let levels = Levels::new(SIZES.to_vec(), vec![epsilon; 4]).unwrap();
    let law = Request::levels(&levels).method(Method::Independent).design().unwrap().law().clone();
    let kept = (epsilon.exp() - 1.0) / (epsilon.exp() + 9.0);
    let counts = sample(kept, n, &mut Dice(7));
    let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / f64::from(n)).collect();
    let (applications, likelihood) = plain(kept, &shares);
    let table = Table::from_counts(&schema_of(&SIZES), &[0, 1, 2, 3], counts).unwrap();
    let asked = Options::default().reconstruction(Reconstruction::Likelihood).tolerance(TOLERANCE);
    let accelerated = *estimate(&law, table, &asked).unwrap().convergence().unwrap();
    println!(
        "| {epsilon} | {n} | {applications} | {:.6} | {} | {:.6} | {:.1e} | {:.1} times |",
        likelihood * f64::from(n),
        accelerated.applications,
        accelerated.log_likelihood,
        accelerated.gap,
        applications as f64 / accelerated.applications as f64
    );
}

/// Perturbed records; the true answers to neighbouring questions tend to agree.
fn sample(kept: f64, n: u32, dice: &mut Dice) -> Vec<u64> {
    let mut counts = vec![0; 10_000];
    for _ in 0..n {
        let mut answer = likely(dice);
        let mut cell = 0;
        for _ in SIZES {
            if dice.unit() < 0.5 {
                answer = likely(dice);
            }
            let reported = if dice.unit() < kept { answer } else { digit(dice) };
            cell = cell * 10 + reported;
        }
        counts[cell] += 1;
    }
    counts
}

fn digit(dice: &mut Dice) -> usize {
    usize::try_from(dice.next() % 10).unwrap()
}

/// The smaller of two digits.
fn likely(dice: &mut Dice) -> usize {
    digit(dice).min(digit(dice))
}

/// Plain EM [Yamamoto23S, S3] from the uniform table. Returns how often the law was applied until the change
/// fell below the tolerance, and the log-likelihood per report.
fn plain(kept: f64, shares: &[f64]) -> (u64, f64) {
    let mut theta = vec![1e-4; shares.len()];
    let mut applications = 0;
    loop {
        let fitted = applied(kept, theta.clone());
        let likelihood = shares.iter().zip(&fitted).filter(|(s, _)| **s > 0.0).map(|(s, f)| s * f.ln()).sum();
        let weights =
            applied(kept, shares.iter().zip(&fitted).map(|(share, fitted)| share / fitted).collect());
        applications += 2;
        let next: Vec<f64> = theta.iter().zip(weights).map(|(theta, weight)| theta * weight).collect();
        let change: f64 = next.iter().zip(&theta).map(|(next, theta)| (next - theta).abs()).sum();
        theta = next;
        if change < TOLERANCE || applications >= 2_000_000 {
            return (applications, likelihood);
        }
    }
}

/// Applies the law along one axis after the other: kept·x + (1−kept)·mean.
fn applied(kept: f64, mut cells: Vec<f64>) -> Vec<f64> {
    for inner in [1, 10, 100, 1000] {
        for chunk in cells.chunks_exact_mut(10 * inner) {
            for column in 0..inner {
                let sum: f64 = (0..10).map(|row| chunk[row * inner + column]).sum();
                (0..10).for_each(|row| {
                    let cell = &mut chunk[row * inner + column];
                    *cell = kept * *cell + (1.0 - kept) * sum / 10.0;
                });
            }
        }
    }
    cells
}
