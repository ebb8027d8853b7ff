//! How many attributes of a class change under a uniform record: the factors of an orbit's probability T_m/P.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_f64;

/// ln P(m of n change), m = 0 … n, where each changes with probability r.
pub(crate) fn log_binomial(n: usize, r: f64) -> Vec<f64> {
    let odds = libm::log(r / (1.0 - r));
    let mut logs = vec![to_f64(n as u128) * libm::log1p(-r)];
    for m in 0..n {
        let ratio = to_f64((n - m) as u128) / to_f64(m as u128 + 1);
        logs.push(logs[m] + libm::log(ratio) + odds);
    }
    logs
}

/// ln P(m of n attributes with a categories change) under a uniform record.
///
/// [`log_binomial`] returns the same value except for the last digits, on which the last digits of plans depend: the law for tables
/// uses this function, all other laws use that one.
pub(crate) fn log_probability(n: usize, a: u32, m: usize) -> f64 {
    let choices = |i: usize| libm::log(to_f64((n - i) as u128) / to_f64(i as u128 + 1));
    let (changed, size) = (f64::from(a) - 1.0, f64::from(a));
    (0..m).map(choices).sum::<f64>() + to_f64(m as u128) * libm::log(changed)
        - to_f64(n as u128) * libm::log(size)
}
