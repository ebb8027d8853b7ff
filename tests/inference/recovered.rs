//! Whether the coefficients of surveys that are simulated from a model are recovered: without bias, and with intervals that hold them.
//!
//! False alarms: a bias of 4.5 standard errors of the mean, 7·10⁻⁶ each; coverage within 4.6 standard errors of 95 %, 4·10⁻⁶ each, which is
//! 3.2 points for 1,000 surveys, and 1 point for the 10,000 that `CANDOR_SURVEYS=10000` runs. Intervals that are a fifth too short fail.

use std::env;

use candor::inference::Coefficient;

pub fn assert_recovered(beta: &[f64], survey: impl FnMut() -> Vec<Coefficient>) {
    let surveys: u32 =
        env::var("CANDOR_SURVEYS").ok().and_then(|surveys| surveys.parse().ok()).unwrap_or(1000);
    let n = f64::from(surveys);
    let models: Vec<Vec<Coefficient>> = core::iter::repeat_with(survey).take(surveys as usize).collect();
    for (place, expected) in beta.iter().enumerate() {
        let each = || models.iter().map(|model| &model[place]);
        let mean = each().map(|own| own.estimate).sum::<f64>() / n;
        let spread = (each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        // Estimated log odds are a little farther from 0 than the true ones, by a fraction of their variance.
        let allowed = 4.5 * spread / n.sqrt() + spread * spread;
        assert!((mean - expected).abs() < allowed, "{place}: {mean} for {expected}, ± {allowed}");
        let held = |shorter: f64| {
            let inside =
                |own: &&Coefficient| (own.estimate - expected).abs() < shorter * 1.96 * own.standard_error;
            each().filter(inside).count() as f64 / n
        };
        println!("coefficient {place}: {expected} ± {spread:.3}, mean {mean:.4}, held by {:.4}", held(1.0));
        assert!((held(1.0) - 0.95).abs() < 4.6 * (0.95 * 0.05 / n).sqrt(), "{place}: {}", held(1.0));
        assert!(held(0.8) < 0.95 - 0.02, "what is too short passes: {}", held(0.8));
    }
}
