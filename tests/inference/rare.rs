//! Settings in which a hypothesis is true and some kinds of reports are rare.

use candor::design::{Levels, Method, Request};
use candor::inference::{Hypothesis, NullMethod};
use candor::law::Law;

use super::drawn::Drawn;
use crate::common::designed;

/// A true hypothesis, and the number of reports with which it is tested.
pub struct Setting {
    pub name: &'static str,
    pub drawn: Drawn,
    pub hypothesis: Hypothesis,
    pub n: u64,
    /// The expected method for the null distribution of the statistic.
    pub method: NullMethod,
}

/// Two answers are given by 1 % of people each; the others share the rest evenly.
pub fn rare(size: usize) -> Vec<f64> {
    let common = 0.98 / (size - 2) as f64;
    (0..size).map(|place| if place < 2 { 0.01 } else { common }).collect()
}

pub fn outer(rows: &[f64], columns: &[f64]) -> Vec<f64> {
    rows.iter().flat_map(|row| columns.iter().map(move |column| row * column)).collect()
}

/// A 5×7 table with answers of 1 %, in which this share is moved between four of the common cells.
pub fn common_cells_depend(more: f64) -> Vec<f64> {
    let mut shares = outer(&rare(5), &rare(7));
    for (row, column, sign) in [(2, 2, 1.0), (2, 3, -1.0), (3, 2, -1.0), (3, 3, 1.0)] {
        shares[row * 7 + column] += sign * more;
    }
    shares
}

fn law(request: Request) -> Law {
    designed(request).unwrap().law().clone()
}

/// The best law for one table of these sizes.
pub fn of_pair(sizes: [u32; 2], epsilon: f64, method: Method) -> Law {
    if method == Method::Independent {
        let levels = Levels::new(sizes.into(), vec![epsilon / 2.0; 2]).unwrap();
        return law(Request::levels(&levels).method(method));
    }
    law(Request::tables(&sizes, &[vec![0, 1]], epsilon).method(method))
}

/// A question under this ε, and the plain arm of a trial.
pub fn beside_arms([answers, arms]: [u32; 2], epsilon: f64) -> Law {
    let levels = Levels::new(vec![answers], vec![epsilon]).unwrap();
    law(Request::levels(&levels).method(Method::Independent)).with_plain(&[arms]).unwrap()
}

/// Two arms, one of which has 1 % of the people, and an answer that 3 % of people give.
pub fn of_arms(epsilon: f64) -> Drawn {
    Drawn::new(beside_arms([2, 2], epsilon), &[0, 1], &outer(&[0.97, 0.03], &[0.99, 0.01]))
}

/// All settings.
pub fn settings() -> Vec<Setting> {
    let (large, small) = (outer(&rare(5), &rare(7)), outer(&rare(3), &rare(4)));
    let labelled = of_pair([5, 7], 8.0, Method::Labelled);
    let together = of_pair([3, 4], 8.0, Method::Analysis);
    let fit = |shares: &[f64]| Hypothesis::Fit { shares: shares.to_vec() };
    let setting = |name, drawn, hypothesis, n, method| Setting { name, drawn, hypothesis, n, method };
    vec![
        setting(
            "5×7, labelled, record ε 8: fit",
            Drawn::new(labelled, &[0, 1], &large),
            fit(&large),
            200,
            NullMethod::Bootstrap,
        ),
        setting(
            "3×4, analysis, record ε 8: fit",
            Drawn::new(together.clone(), &[0, 1], &small),
            fit(&small),
            100,
            NullMethod::Bootstrap,
        ),
        setting(
            "3×4, analysis, record ε 8: independence",
            Drawn::new(together, &[0, 1], &small),
            Hypothesis::Independence,
            100,
            NullMethod::Bootstrap,
        ),
        setting(
            "2×2, plain arms, ε 3: independence",
            of_arms(3.0),
            Hypothesis::Independence,
            300,
            NullMethod::Permutation,
        ),
        setting(
            "2×2, plain arms, ε 6: independence",
            of_arms(6.0),
            Hypothesis::Independence,
            300,
            NullMethod::Permutation,
        ),
    ]
}
