//! Shares drawn from a symmetric Dirichlet law, for tests and benchmarks alike.

/// Shares of this many cells; `unit` returns uniform numbers in 0 .. 1.
pub fn dirichlet(cells: usize, concentration: f64, unit: &mut dyn FnMut() -> f64) -> Vec<f64> {
    let weights: Vec<f64> = (0..cells).map(|_| gamma(concentration, unit)).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// A gamma variate with this shape (Marsaglia and Tsang 2000).
fn gamma(shape: f64, unit: &mut dyn FnMut() -> f64) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, unit) * (1.0 - unit()).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    loop {
        let x = normal(unit);
        let v = (1.0 + x / (9.0 * d).sqrt()).powi(3);
        if v > 0.0 && (1.0 - unit()).ln() < x * x / 2.0 + d * (1.0 - v + v.ln()) {
            return d * v;
        }
    }
}

fn normal(unit: &mut dyn FnMut() -> f64) -> f64 {
    (-2.0 * (1.0 - unit()).ln()).sqrt() * (core::f64::consts::TAU * unit()).cos()
}
