//! Time to design: parameters (doubles) and laws (checked integers), compared with the published recursion;
//! and the exact optimum on random problems. Every sample is another problem, so the slowest sample is the
//! hardest of them.
//!
//! `cargo bench --bench design`. The published form of Algorithm 3 recomputes every x_j at every step,
//! O(k²), and leaves the range of doubles before k = 1,000; it is timed here in Rust at k = 1,000 only.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

use candor::design::{Levels, Method, Request, analysis, inductive, optimal, single_change};
use divan::{Bencher, black_box};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

const LENGTHS: [usize; 2] = [1_000, 100_000];

fn main() {
    divan::main();
}

/// Sizes 2–5 and ε in [1, 10), as in the published experiments.
fn varied(k: usize) -> Levels {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let sizes = (0..k).map(|_| 2 + rng.next_u32() % 4).collect();
    let epsilons = (0..k).map(|_| 1.0 + 9.0 * f64::from(rng.next_u32()) / f64::from(u32::MAX)).collect();
    Levels::new(sizes, epsilons).unwrap()
}

/// Levels that the single-change family can keep: Σ qⱼ < 1.
fn mild(k: usize) -> Levels {
    let levels = varied(k);
    let epsilons = levels.epsilons().iter().map(|e| e + 8.0 + f64::ln(k as f64) / 2.0).collect();
    Levels::new(levels.sizes().into(), epsilons).unwrap()
}

#[divan::bench(args = LENGTHS)]
fn inductive_parameters(bencher: Bencher, k: usize) {
    let levels = varied(k);
    bencher.bench(|| inductive::induction(black_box(&levels)).unwrap());
}

#[divan::bench(args = LENGTHS)]
fn single_change_parameters(bencher: Bencher, k: usize) {
    let levels = mild(k);
    bencher.bench(|| single_change::mixture(black_box(&levels)).unwrap());
}

#[divan::bench(args = LENGTHS, sample_count = 10)]
fn single_change_integer_law(bencher: Bencher, k: usize) {
    let levels = mild(k);
    bencher.bench(|| Request::levels(black_box(&levels)).method(Method::SingleChange).design().unwrap());
}

#[divan::bench(args = LENGTHS, sample_count = 10)]
fn independent_integer_law(bencher: Bencher, k: usize) {
    let levels = varied(k);
    bencher.bench(|| Request::levels(black_box(&levels)).method(Method::Independent).design().unwrap());
}

/// k different attributes of 2 to 12 categories, ε in 0.05 to 8: 4,096 orbits at k = 12.
#[divan::bench(args = [10, 12], sample_count = 200, sample_size = 1)]
fn optimal_of_different_attributes(bencher: Bencher, k: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let problem = || {
        let sizes = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons = (0..k).map(|_| 0.05 + 7.95 * unit(&mut rng)).collect();
        Levels::new(sizes, epsilons).unwrap()
    };
    bencher.with_inputs(problem).bench_local_values(|levels| optimal::certificate(&levels).unwrap());
}

/// 18 and 21 different questions with 2^18 and 2^21 orbits, sizes 2–12 and ε in 0.5 to 6: law and
/// certificate.
#[divan::bench(args = [18, 21], sample_count = 5, sample_size = 1)]
fn optimal_law_of_many_different_attributes(bencher: Bencher, k: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(13);
    let problem = || {
        let sizes = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons = (0..k).map(|_| 0.5 + 5.5 * unit(&mut rng)).collect();
        Levels::new(sizes, epsilons).unwrap()
    };
    bencher.with_inputs(problem).bench_local_values(|levels| optimal::certified_law(&levels).unwrap());
}

/// The same under caps: one attribute in four has none, the others up to half above their levels. Law and
/// certificate.
#[divan::bench(args = [8, 10], sample_count = 20, sample_size = 1)]
fn optimal_under_caps(bencher: Bencher, k: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(12);
    let problem = || {
        let sizes = (0..k).map(|_| 2 + rng.next_u32() % 11).collect();
        let epsilons: Vec<f64> = (0..k).map(|_| f64::exp2(7.0 * unit(&mut rng) - 4.0)).collect();
        let caps: Vec<Option<f64>> = epsilons.iter().map(|epsilon| cap(*epsilon, &mut rng)).collect();
        Levels::new(sizes, epsilons).unwrap().capped(&caps).unwrap()
    };
    bencher.with_inputs(problem).bench_local_values(|levels| optimal::certified_law(&levels).unwrap());
}

fn unit(rng: &mut ChaCha20Rng) -> f64 {
    f64::from(rng.next_u32()) / f64::from(u32::MAX)
}

fn cap(epsilon: f64, rng: &mut ChaCha20Rng) -> Option<f64> {
    if rng.next_u32().is_multiple_of(4) { None } else { Some(epsilon * (1.0 + 0.5 * unit(rng))) }
}

/// 80 attributes in 4 classes, 194,481 orbits, certified to 1e-9; law with its integers checked.
#[divan::bench(sample_count = 10)]
fn optimal_of_four_classes(bencher: Bencher) {
    let classes = [(2, 1.0), (3, 1.5), (4, 0.7), (5, 2.0)];
    let (sizes, epsilons) = classes.iter().flat_map(|&class| core::iter::repeat_n(class, 20)).unzip();
    let levels = Levels::new(sizes, epsilons).unwrap();
    bencher.bench(|| optimal::certificate(black_box(&levels)).unwrap());
}

#[divan::bench]
fn optimal_of_a_thousand_equal_attributes(bencher: Bencher) {
    let levels = Levels::new(vec![4; 1_000], vec![3.0; 1_000]).unwrap();
    bencher.bench(|| optimal::law(black_box(&levels)).unwrap());
}

#[divan::bench(sample_count = 3)]
fn blocks_of_a_thousand_different_attributes(bencher: Bencher) {
    let levels = varied(LENGTHS[0]);
    bencher.bench(|| Request::levels(black_box(&levels)).method(Method::Blocks).design().unwrap());
}

/// The eight attributes of UCI Adult, every question and every pair.
#[divan::bench(sample_count = 20)]
fn analysis_of_eight_attributes(bencher: Bencher) {
    let sizes = [9, 16, 7, 15, 6, 5, 2, 2];
    let tables = analysis::default_tables(sizes.len());
    bencher.bench(|| analysis::law(black_box(&sizes), &tables, 8.0).unwrap());
}

/// The same with no attribute ε above 2.
#[divan::bench(sample_count = 20)]
fn analysis_of_eight_attributes_under_caps(bencher: Bencher) {
    let sizes = [9, 16, 7, 15, 6, 5, 2, 2];
    let tables = analysis::default_tables(sizes.len());
    bencher.bench(|| analysis::capped_law(black_box(&sizes), &tables, 8.0, &[Some(2.0); 8]).unwrap());
}

/// Algorithm 3 in the published variables x_{i,j}.
#[divan::bench]
fn inductive_as_published(bencher: Bencher) {
    let levels = varied(LENGTHS[0]);
    let two = Levels::new(levels.sizes()[..2].into(), levels.epsilons()[..2].into()).unwrap();
    let base = inductive::induction(&two).unwrap().mixture;
    let start: Vec<f64> = base.log_ratios(&two).iter().map(|x| x.exp()).collect();
    bencher.bench(|| published(black_box(&levels), base.unchanged_ratio(&two), start.clone()));
}

fn published(levels: &Levels, mut x0: f64, mut x: Vec<f64>) -> f64 {
    let (sizes, epsilons) = (levels.sizes(), levels.epsilons());
    for i in 2..sizes.len() {
        let a = f64::from(sizes[i]);
        x.iter_mut().for_each(|x| *x = a * *x - a + 1.0);
        let weighted: f64 = x.iter().zip(sizes).map(|(x, &a)| (f64::from(a) - 1.0) * x).sum();
        let product: f64 = sizes[..i].iter().map(|&a| f64::from(a)).product();
        let sum: f64 = sizes[..i].iter().map(|&a| f64::from(a)).sum();
        let (b, c, e) = (product - sum + i as f64 - 1.0, product - 1.0, epsilons[i].exp());
        let xi = (a * x0 + weighted + b - e * c) / (e + a - 1.0);
        let truth = a * x0 - (a - 1.0) * xi;
        let kept = truth >= 1.0 && xi >= 1.0 && x.iter().all(|x| truth >= *x) && truth >= xi;
        x0 = if kept { truth } else { a * x0 - a + 1.0 };
        x.push(if kept { xi } else { 1.0 });
    }
    x0
}
