//! A question of three answers that follows a multinomial model of two private questions, and the laws under which surveys of it are
//! simulated.

use candor::design::{Levels, Method, Request};
use candor::law::Law;

use crate::common::designed;

/// Sizes of the outcome and of the regressors.
pub const SIZES: [u32; 3] = [3, 2, 2];

/// How many people a survey asks.
pub const REPORTS: u64 = 20_000;

/// For each answer but the first: the constant, then the effect of each regressor.
pub fn beta() -> Vec<Vec<f64>> {
    vec![vec![0.3, 0.6, -0.4], vec![-0.2, -0.5, 0.9]]
}

/// Independent columns, correlated change sets, and forms with labels and subsets.
pub fn laws() -> [(&'static str, Law); 3] {
    let levels = Levels::new(SIZES.into(), vec![2.5; 3]).unwrap();
    [
        ("independent", Request::levels(&levels).method(Method::Independent)),
        ("optimal", Request::levels(&levels).method(Method::Optimal)),
        ("labelled", Request::tables(&SIZES, &[vec![0, 1, 2]], 2.0).method(Method::Labelled)),
    ]
    .map(|(name, request)| (name, designed(request).unwrap().law().clone()))
}

/// Shares of outcome × regressors with these coefficients; the regressors' cells have frequencies proportional to 1, 2, 3 …
pub fn shares(sizes: &[u32], beta: &[Vec<f64>]) -> Vec<f64> {
    let groups: u32 = sizes[1..].iter().product();
    let all = f64::from(groups * (groups + 1) / 2);
    let mut shares = vec![0.0; (groups * sizes[0]) as usize];
    for x in 0..groups {
        let (mut z, mut rest) = (Vec::new(), x);
        for &size in sizes[1..].iter().rev() {
            let own =
                (1..size).map(|category| f64::from(u8::from(rest % size == category))).collect::<Vec<f64>>();
            z = [own, z].concat();
            rest /= size;
        }
        let eta = |beta: &Vec<f64>| beta[0] + beta[1..].iter().zip(&z).map(|(beta, z)| beta * z).sum::<f64>();
        let odds: Vec<f64> = [1.0].into_iter().chain(beta.iter().map(|beta| eta(beta).exp())).collect();
        let sum: f64 = odds.iter().sum();
        for (y, odds) in odds.iter().enumerate() {
            shares[y * groups as usize + x as usize] = f64::from(x + 1) / all * odds / sum;
        }
    }
    shares
}
