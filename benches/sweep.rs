//! The published sweep (five categories, ε in [1, 8), 3 to 12 attributes) by method optimal and by the published
//! linear program; also larger surveys. Reports times, record ε and certified gaps.
//!
//! `cargo bench --bench sweep` prints a table. It stops if the optimum is above the published program or a column ε
//! is above its request.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

use core::time::Duration;
use std::time::Instant;

use candor::design::{Design, Levels, Method, Request, inductive};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Attributes, draws, and how many of the draws are also solved by the published program.
const SWEEP: [(u32, usize, usize); 5] =
    [(3, 200, 200), (5, 200, 200), (7, 200, 200), (10, 200, 200), (12, 50, 5)];

/// The optimum may be this much above the program, whose rows hold to 10⁻¹⁰.
const SLACK: f64 = 1e-6;

fn main() {
    println!("record ε, mean of the draws; ms per design (median, worst)\n");
    println!(
        "{:>3} {:>5} {:>11} {:>8} {:>9} {:>17} {:>17} {:>9} {:>8}",
        "k", "draws", "independent", "optimal", "gap", "optimal ms", "program ms", "excess", "raised"
    );
    SWEEP.into_iter().for_each(|(k, draws, programs)| published(k, draws, programs));
    println!("\nlarger surveys\n");
    let classes = [(2, 1.0), (3, 1.5), (4, 0.7), (5, 2.0)];
    let four = classes.iter().flat_map(|&class| core::iter::repeat_n(class, 20)).unzip();
    larger("80 attributes in 4 classes", four);
    larger("1,000 equal attributes", (vec![4; 1_000], vec![3.0; 1_000]));
    larger("1,000 different, ε in [1, 8)", different(1_000, 1.0, 8.0));
    larger("1,000 different, ε in [0.05, 1)", different(1_000, 0.05, 1.0));
    larger("100 different, ε in [1, 3)", different(100, 1.0, 3.0));
}

/// One row of the sweep.
fn published(k: u32, draws: usize, programs: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(u64::from(k));
    let (mut optimal_times, mut program_times) = (Vec::new(), Vec::new());
    let (mut independent, mut optimal, mut gap, mut excess, mut raised) = (0.0, 0.0, 0.0_f64, 0.0_f64, 0);
    for draw in 0..draws {
        let epsilons = (0..k).map(|_| between(1.0, 8.0, &mut rng)).collect();
        let levels = Levels::new(vec![5; k as usize], epsilons).unwrap();
        let (design, time) = timed(&levels, Method::Optimal);
        let record = design.law().record_epsilon();
        optimal_times.push(time);
        gap = gap.max(record - design.record_lower_bound().unwrap());
        independent += levels.epsilons().iter().sum::<f64>();
        optimal += record;
        raised += usize::from(!inductive::induction(&levels).unwrap().raised.is_empty());
        if draw < programs {
            let (program, time) = timed(&levels, Method::LinearProgram);
            program_times.push(time);
            excess = excess.max(record - program.law().record_epsilon());
        }
    }
    assert!(excess <= SLACK, "{excess} above the published program at k = {k}");
    let draw_count = draws as f64;
    println!(
        "{k:>3} {draws:>5} {:>11.3} {:>8.3} {gap:>9.1e} {:>17} {:>17} {excess:>9.1e} {raised:>8}",
        independent / draw_count,
        optimal / draw_count,
        spread(optimal_times),
        spread(program_times),
    );
}

fn larger(name: &str, (sizes, epsilons): (Vec<u32>, Vec<f64>)) {
    let levels = Levels::new(sizes, epsilons).unwrap();
    let (design, time) = timed(&levels, Method::Auto);
    let (record, bound) = (design.law().record_epsilon(), design.record_lower_bound().unwrap());
    println!(
        "{name:<32} {:<8} record ε {record:>10.4}, none below {bound:>10.4}, independent {:>8.1}, {:.3} s, lowered {}",
        design.method().to_string(),
        levels.epsilons().iter().sum::<f64>(),
        time.as_secs_f64(),
        design.lowered().len(),
    );
}

/// The design, and the time that law and bound took; asserts that no column is above its request.
fn timed(levels: &Levels, method: Method) -> (Design, Duration) {
    let start = Instant::now();
    let design = Request::levels(levels).method(method).design().unwrap();
    let time = start.elapsed();
    assert!(design.raised().is_empty(), "{method} raised a level of {levels:?}");
    (design, time)
}

fn different(k: u32, low: f64, high: f64) -> (Vec<u32>, Vec<f64>) {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let sizes = (0..k).map(|_| 2 + rng.next_u32() % 4).collect();
    (sizes, (0..k).map(|_| between(low, high, &mut rng)).collect())
}

fn between(low: f64, high: f64, rng: &mut ChaCha20Rng) -> f64 {
    low + (high - low) * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    match times.last() {
        Some(&worst) => format!("{:.2}, {:.2}", milliseconds(times[times.len() / 2]), milliseconds(worst)),
        None => "-".to_owned(),
    }
}
