//! An independent computation of the smallest record ε: plain sums over all 2^k change sets, and Newton's method on a
//! smoothed dual.
//!
//! Let s_S = Σ λ_i (q_i − 1\[i∈S\]), and let p_S be the probability of S under a uniform record. Minimises F_τ(λ) = Σ p_S τ
//! ln(1 + e^{s_S/τ}) under Σ λ_i (r_i − q_i) = 1. At the minimum, h_S = 1/(1 + e^{−s_S/τ}) satisfies every row Σ p_S h_S
//! (q_i − 1\[i∈S\]) = ν (r_i − q_i): the excess h/ν is a law with these columns and a record ε of at most ln(1 + 1/ν). With
//! F(λ) not smoothed, ln(1 + 1/F) is a lower bound for every law. The two meet as τ falls. Cost: 2^k · k² for each of about
//! a hundred steps.

/// An interval that contains the optimum.
#[derive(Debug, Clone, Copy)]
pub struct Bracket {
    /// No law with these columns has a smaller record ε.
    pub lower: f64,
    /// Some law with these columns has a record ε of at most this.
    pub upper: f64,
}

/// The relative width at which the search stops, and the factor by which τ falls each time.
const WIDTH: f64 = 1e-8;
const FALL: f64 = 0.5;
/// h counts as a law if the residual of its rows, relative to ν, is at most this.
const RESIDUAL: f64 = 1e-9;
/// If a step promises to gain less than the first share of the value, it is taken whole; if less than the second, it is the
/// last one.
const NEAR: f64 = 1e-9;
const LAST: f64 = 1e-22;

struct Problem {
    q: Vec<f64>,
    gain: Vec<f64>,
    /// The weight of every change set; bit i stands for attribute i.
    weights: Vec<f64>,
}

/// Sums over all change sets at one λ.
struct Sums {
    value: f64,
    plain: f64,
    gradient: Vec<f64>,
    hessian: Vec<Vec<f64>>,
}

pub fn bracket(sizes: &[u32], epsilons: &[f64]) -> Bracket {
    let problem = Problem::new(sizes, epsilons);
    let norm: f64 = epsilons.iter().zip(&problem.gain).map(|(e, g)| e * g).sum();
    let mut lambda: Vec<f64> = epsilons.iter().map(|e| e / norm).collect();
    let mut tau = lambda.iter().sum::<f64>() / 8.0;
    let mut found = Bracket { lower: 0.0, upper: f64::INFINITY };
    for _ in 0..80 {
        problem.minimise(&mut lambda, tau, &mut found);
        if found.upper <= found.lower * (1.0 + WIDTH) {
            break;
        }
        tau *= FALL;
    }
    found
}

impl Problem {
    fn new(sizes: &[u32], epsilons: &[f64]) -> Self {
        let r: Vec<f64> = sizes.iter().map(|&a| 1.0 - 1.0 / f64::from(a)).collect();
        let q: Vec<f64> = sizes
            .iter()
            .zip(epsilons)
            .map(|(&a, e)| (f64::from(a) - 1.0) / (e.exp() + f64::from(a) - 1.0))
            .collect();
        let weights = r.iter().fold(vec![1.0], |weights, r| {
            let kept = weights.iter().map(|w| w * (1.0 - r));
            kept.chain(weights.iter().map(|w| w * r)).collect()
        });
        Self { gain: r.iter().zip(&q).map(|(r, q)| r - q).collect(), q, weights }
    }

    /// Newton's method under the constraint; a step is halved until the value falls.
    fn minimise(&self, lambda: &mut Vec<f64>, tau: f64, found: &mut Bracket) {
        for _ in 0..60 {
            let sums = self.sums(lambda, tau, true);
            let Some((step, nu)) = self.newton(&sums) else { return };
            self.tighten(&sums, nu, found);
            let slope: f64 = step.iter().zip(&sums.gradient).map(|(d, g)| d * g).sum();
            let moved =
                |length: f64| -> Vec<f64> { lambda.iter().zip(&step).map(|(l, d)| l + length * d).collect() };
            let falls = |length: &f64| {
                self.sums(&moved(*length), tau, false).value <= sums.value + 0.1 * length * slope
            };
            // Near the minimum the gain of a step is lost in rounding, so the whole step is taken.
            let mut lengths = (0..40).map(|halvings| 0.5_f64.powi(halvings));
            let near = -slope <= NEAR * sums.value;
            let Some(length) = lengths.find(|length| near || falls(length)) else { return };
            *lambda = moved(length);
            if -slope <= LAST * sums.value {
                return;
            }
        }
    }

    /// Improves both ends as far as this λ allows.
    fn tighten(&self, sums: &Sums, nu: f64, found: &mut Bracket) {
        found.lower = found.lower.max((1.0 / sums.plain).ln_1p());
        let residual = sums.gradient.iter().zip(&self.gain).map(|(row, gain)| (row / gain / nu - 1.0).abs());
        if nu > 0.0 && residual.fold(0.0, f64::max) <= RESIDUAL {
            found.upper = found.upper.min((1.0 / nu).ln_1p());
        }
    }

    fn sums(&self, lambda: &[f64], tau: f64, derivatives: bool) -> Sums {
        let k = lambda.len();
        let threshold: f64 = lambda.iter().zip(&self.q).map(|(l, q)| l * q).sum();
        let mut sums =
            Sums { value: 0.0, plain: 0.0, gradient: vec![0.0; k], hessian: vec![vec![0.0; k]; k] };
        for (set, weight) in self.weights.iter().enumerate() {
            let changed = |i: &usize| set >> i & 1 == 1;
            let score = threshold - (0..k).filter(changed).map(|i| lambda[i]).sum::<f64>();
            let tail = (-(score / tau).abs()).exp();
            sums.value += weight * (score.max(0.0) + tau * tail.ln_1p());
            sums.plain += weight * score.max(0.0);
            if !derivatives || (score < 0.0 && tail < 1e-40) {
                continue;
            }
            let h = if score > 0.0 { 1.0 } else { tail } / (1.0 + tail);
            let curvature = weight * tail / ((1.0 + tail) * (1.0 + tail) * tau);
            let z: Vec<f64> = (0..k).map(|i| self.q[i] - f64::from(u8::from(changed(&i)))).collect();
            for i in 0..k {
                sums.gradient[i] += weight * h * z[i];
                (0..=i).for_each(|j| sums.hessian[i][j] += curvature * z[i] * z[j]);
            }
        }
        sums
    }

    /// The step d and the ν that solve H·d − ν·gain = −gradient, gain·d = 0.
    fn newton(&self, sums: &Sums) -> Option<(Vec<f64>, f64)> {
        let k = self.gain.len();
        let entry = |i: usize, j: usize| match (i < k, j < k) {
            (true, true) => sums.hessian[i.max(j)][i.min(j)],
            (true, false) => -self.gain[i],
            (false, true) => self.gain[j],
            (false, false) => 0.0,
        };
        let right = |i: usize| if i < k { -sums.gradient[i] } else { 0.0 };
        let rows = (0..=k).map(|i| (0..=k).map(|j| entry(i, j)).chain([right(i)]).collect()).collect();
        let mut solution = solved(rows)?;
        let nu = solution.pop()?;
        Some((solution, nu))
    }
}

/// A linear system by elimination, its rows scaled, with partial pivoting; the last column is the right side.
fn solved(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for row in &mut rows {
        let largest = row[..n].iter().fold(0.0, |most: f64, entry| most.max(entry.abs()));
        row.iter_mut().for_each(|entry| *entry /= largest);
    }
    for step in 0..n {
        let pivot = (step..n).max_by(|&i, &j| rows[i][step].abs().total_cmp(&rows[j][step].abs()))?;
        rows.swap(step, pivot);
        let top = rows[step].clone();
        for row in &mut rows[step + 1..] {
            let factor = row[step] / top[step];
            row.iter_mut().zip(&top).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * x[j]).sum();
        x[i] = (rows[i][n] - known) / rows[i][i];
    }
    x.iter().all(|x| x.is_finite()).then_some(x)
}
