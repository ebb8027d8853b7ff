//! Ring: errors. Standard errors, covariances, shares within groups and differences of every reconstruction, compared
//! with finite differences of the estimates themselves. Let f(c) be the estimates from counts c. If reports are
//! resampled, their covariance is Σ_y c_y (∂f/∂c_y)(∂f/∂c_y)ᵀ, because f does not change when all counts are multiplied.
//!
//! If a cell is cut to 0, this derivative is 0, and the stated error must be larger.

use crate::common::{self, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Clustering, Estimation, Options, Reconstruction, Simultaneous, consistent, estimate};
use candor::law::Law;

const SIZES: [u32; 3] = [2, 3, 2];

/// Dependent answers without any inverse estimate below 0, and so many reports that a step of one report is small.
const FULL: [u64; 12] = [
    1_042_345, 1_010_222, 993_101, 962_987, 1_021_873, 1_030_411, 970_902, 951_773, 1_008_120, 1_029_331,
    975_050, 1_020_606,
];

/// The same with cells that are nearly empty in truth: some inverse estimates are below 0, some are larger than a
/// margin.
const SPARSE: [u64; 12] = [
    540_818, 224_319, 245_336, 157_358, 238_069, 255_999, 244_467, 141_629, 319_168, 235_207, 184_947,
    212_493,
];

/// Nearly independent answers and few reports: the hybrid estimate lies between inverse and independent.
const BETWEEN: [u64; 12] = [2214, 2128, 2144, 2007, 2047, 2014, 2120, 2021, 2212, 2003, 1982, 2086];

fn law(sizes: &[u32]) -> Law {
    let levels = Levels::new(sizes.into(), vec![1.2; sizes.len()]).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn table(counts: &[u64]) -> Table {
    Table::from_counts(&schema_of(&SIZES), &[0, 1, 2], counts.to_vec()).unwrap()
}

fn by(reconstruction: Reconstruction, project: bool) -> Options {
    Options::default().reconstruction(reconstruction).project(project)
}

/// ∂f/∂c_y for every y, for any numbers f that are computed from the counts.
fn derivatives(counts: &[u64], step: u64, f: impl Fn(&[u64]) -> Vec<f64>) -> Vec<Vec<f64>> {
    let moved = |y: usize, up: bool| {
        let mut counts = counts.to_vec();
        counts[y] = if up { counts[y] + step } else { counts[y] - step };
        f(&counts)
    };
    let central = |y: usize| {
        let (up, down) = (moved(y, true), moved(y, false));
        up.iter().zip(down).map(|(up, down)| (up - down) / (2.0 * step as f64)).collect()
    };
    (0..counts.len()).map(central).collect()
}

fn covariances(counts: &[u64], derivatives: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cells = derivatives[0].len();
    let entry = |a: usize, b: usize| -> f64 {
        derivatives.iter().zip(counts).map(|(d, &count)| count as f64 * d[a] * d[b]).sum()
    };
    (0..cells).map(|a| (0..cells).map(|b| entry(a, b)).collect()).collect()
}

fn shares(law: &Law, counts: &[u64], options: &Options) -> Vec<f64> {
    estimate(law, table(counts), options).unwrap().shares().to_vec()
}

/// Shares within the groups of the second attribute.
fn ratios(shares: &[f64]) -> Vec<f64> {
    let group = |cell: usize| cell / 2 % 3;
    let whole =
        |of: usize| -> f64 { (0..12).filter(|&cell| group(cell) == of).map(|cell| shares[cell]).sum() };
    (0..12).map(|cell| shares[cell] / whole(group(cell))).collect()
}

/// Checks one reconstruction of one survey; `tolerance` is relative to the standard errors.
fn check(counts: &[u64], options: &Options, step: u64, tolerance: f64) {
    let law = law(&SIZES);
    let found = estimate(&law, table(counts), options).unwrap();
    let told = format!("{} (projected: {}): {:?}", options.reconstruction, options.project, found.shares());
    let expected = covariances(counts, &derivatives(counts, step, |counts| shares(&law, counts, options)));
    let errors = Estimation::new(&law, table(counts), options).unwrap().with_errors().unwrap().1;
    let stated = errors.covariance().unwrap();
    for (cell, expected) in expected.iter().enumerate() {
        let root = found.standard_errors().unwrap()[cell];
        assert!((stated.row(cell)[cell].sqrt() / root - 1.0).abs() < 1e-6, "{told}: diagonal of cell {cell}");
        if found.shares()[cell] == 0.0 {
            assert!(root > expected[cell].sqrt(), "{told}: cell {cell} cut to 0");
            continue;
        }
        for other in (0..12).filter(|&other| found.shares()[other] > 0.0) {
            let scale = root * found.standard_errors().unwrap()[other];
            let apart = stated.row(cell)[other] - expected[other];
            assert!(apart.abs() < tolerance * scale, "{told}: covariance of {cell} and {other}");
        }
    }
    if found.shares().iter().all(|&share| share > 0.0) {
        check_groups(counts, &law, options, step, tolerance, &told);
    }
}

fn check_groups(counts: &[u64], law: &Law, options: &Options, step: u64, tolerance: f64, told: &str) {
    let errors = Estimation::new(law, table(counts), options).unwrap().with_errors().unwrap().1;
    let slopes = derivatives(counts, step, |counts| ratios(&shares(law, counts, options)));
    let expected = covariances(counts, &slopes);
    let own = ratios(&shares(law, counts, options));
    let within = errors.conditional(&[1]).unwrap();
    for (cell, found) in within.cells().iter().enumerate() {
        assert!((found.estimate - own[cell]).abs() < 1e-12, "{told}: share of {cell} within its group");
        let root = expected[cell][cell].sqrt();
        assert!(
            (found.standard_error.unwrap() / root - 1.0).abs() < tolerance,
            "{told}: within groups, cell {cell}"
        );
        assert!(found.lower < found.estimate && found.estimate < found.upper);
    }
    let covariance = errors.conditional_covariance(&[1]).unwrap();
    for (cell, other) in (0..12).flat_map(|cell| (0..12).map(move |other| (cell, other))) {
        let scale = (expected[cell][cell] * expected[other][other]).sqrt();
        let apart = covariance.row(cell)[other] - expected[cell][other];
        assert!(apart.abs() < tolerance * scale, "{told}: within groups, covariance of {cell} and {other}");
    }
    let differences = errors.differences(&[1], 1).unwrap();
    assert_eq!(differences.len(), 8);
    for apart in differences {
        let (cell, reference) = (apart.cell, apart.reference);
        let square = expected[cell][cell] + expected[reference][reference] - 2.0 * expected[cell][reference];
        let found = apart.difference;
        assert!((found.estimate - own[cell] + own[reference]).abs() < 1e-12);
        // Under independence groups do not differ: both numbers are 0 up to rounding.
        let scale = expected[cell][cell].sqrt();
        let error = found.standard_error.unwrap() - square.max(0.0).sqrt();
        assert!(error.abs() < tolerance * scale, "{told}: difference {apart:?}");
    }
}

#[test]
fn errors_follow_from_finite_differences() {
    for project in [false, true] {
        for method in [
            Reconstruction::Inverse,
            Reconstruction::Joint,
            Reconstruction::Independent,
            Reconstruction::Clusters(Clustering::Number(2)),
            Reconstruction::Truncated,
            Reconstruction::Likelihood,
            Reconstruction::Hybrid,
            Reconstruction::HybridPublished,
            Reconstruction::Auto,
        ] {
            check(&FULL, &by(method, project), 1, 1e-3);
        }
    }
}

#[test]
fn errors_follow_where_cells_are_cut() {
    for (method, project) in [
        (Reconstruction::Inverse, true),
        (Reconstruction::Truncated, false),
        (Reconstruction::Truncated, true),
        (Reconstruction::Hybrid, false),
        (Reconstruction::Hybrid, true),
    ] {
        let options = by(method, project);
        let law = law(&SIZES);
        assert!(shares(&law, &SPARSE, &options).contains(&0.0), "nothing is cut");
        check(&SPARSE, &options, 1, 1e-3);
    }
}

/// The likelihood's own errors where cells are at 0: the derivative for the other cells, converged to more digits than
/// finite differences need, and a larger error for the cells at 0. They are smaller than the errors of the inverse,
/// whose intervals they shorten.
#[test]
fn errors_of_the_likelihood_follow_where_cells_are_empty() {
    let options = by(Reconstruction::Likelihood, false).tolerance(1e-13);
    let law = law(&SIZES);
    let found = estimate(&law, table(&SPARSE), &options).unwrap();
    assert!(found.shares().contains(&0.0), "nothing is at 0");
    check(&SPARSE, &options, 1, 1e-3);
    let inverse = estimate(&law, table(&SPARSE), &Options::default()).unwrap();
    let (own, others) = (found.standard_errors().unwrap(), inverse.standard_errors().unwrap());
    assert!(own.iter().zip(others).all(|(own, other)| *own < 1.001 * other), "{own:?} {others:?}");
    assert!(own.iter().zip(others).any(|(own, other)| *own < 0.8 * other), "{own:?} {others:?}");
    let projected = estimate(&law, table(&SPARSE), &options.project(true)).unwrap();
    assert!(projected.projected() && found.cells().eq(projected.cells()));
}

/// The weight of the combination also depends on the reports. The stated errors keep the estimated variances in it fixed
/// and the finite differences do not, so that they may differ by two in a hundred.
#[test]
fn errors_follow_where_the_hybrid_lies_between() {
    let law = law(&SIZES);
    let of = |method| shares(&law, &BETWEEN, &by(method, false));
    let (inverse, product) = (of(Reconstruction::Inverse), of(Reconstruction::Independent));
    let hybrid = of(Reconstruction::Hybrid);
    let weight = (hybrid[0] - inverse[0]) / (product[0] - inverse[0]);
    assert!(0.2 < weight && weight < 0.8, "{weight}");
    check(&BETWEEN, &by(Reconstruction::Hybrid, false), 1, 0.02);
}

/// An estimate that was changed afterwards stays inside its interval, which includes that of the inverse. The interval
/// of the likelihood is no longer than the inverse's, extended to include the estimate.
#[test]
fn intervals_of_moved_estimates_hold_them_and_those_of_the_inverse() {
    let law = law(&SIZES);
    let inverse = estimate(&law, table(&SPARSE), &Options::default()).unwrap();
    for (method, project) in [
        (Reconstruction::Inverse, true),
        (Reconstruction::Truncated, false),
        (Reconstruction::Likelihood, false),
        (Reconstruction::Hybrid, false),
        (Reconstruction::Auto, false),
    ] {
        let moved = estimate(&law, table(&SPARSE), &by(method, project)).unwrap();
        for (moved, inverse) in moved.cells().zip(inverse.cells()) {
            assert!(moved.lower <= moved.estimate && moved.estimate <= moved.upper, "{method}: {moved:?}");
            let (lower, upper) = (inverse.lower.min(moved.estimate), inverse.upper.max(moved.estimate));
            if method == Reconstruction::Likelihood {
                assert!(lower <= moved.lower && moved.upper <= upper, "{method}: {moved:?}");
            } else {
                assert!(moved.lower <= lower && upper <= moved.upper, "{method}: {moved:?}");
            }
        }
    }
}

/// Shares within a group that is estimated to be empty have an unknown error, not an infinite one.
#[test]
fn an_empty_group_tells_nothing() {
    let law = law(&[2, 2]);
    let counted = Table::from_counts(&schema_of(&[2, 2]), &[0, 1], vec![400, 380, 60, 55]).unwrap();
    let options = by(Reconstruction::Inverse, true);
    let errors = Estimation::new(&law, counted.clone(), &options).unwrap().with_errors().unwrap().1;
    let within = errors.conditional(&[0]).unwrap();
    for cell in &within.cells()[2..] {
        assert_eq!((cell.estimate, cell.standard_error.unwrap()), (0.5, 0.5));
        assert_eq!((cell.lower, cell.upper), (0.0, 1.0));
    }
    let covariance = errors.conditional_covariance(&[0]).unwrap();
    assert_eq!(
        (covariance.row(2), covariance.row(3)),
        (&[0.0, 0.0, 0.25, 0.0][..], &[0.0, 0.0, 0.0, 0.25][..])
    );
    assert_eq!(covariance.row(0)[2..], [0.0, 0.0]);
    let differences = errors.differences(&[0], 0).unwrap();
    assert!(
        differences.iter().all(|apart| apart.difference.standard_error.unwrap() >= 0.5),
        "{differences:?}"
    );
}

/// For estimates made consistent: the errors belong to the new shares, and the intervals hold both the old and the new
/// ones.
#[test]
fn errors_of_consistent_tables_are_about_their_shares() {
    let (law, schema) = (law(&SIZES), schema_of(&SIZES));
    let options = by(Reconstruction::Inverse, true);
    let counted = [
        Table::from_counts(&schema, &[0, 1], vec![500, 90, 110, 80, 95, 125]).unwrap(),
        Table::from_counts(&schema, &[1, 2], vec![400, 180, 60, 125, 110, 125]).unwrap(),
    ];
    let apart: Vec<_> =
        counted.iter().map(|table| estimate(&law, table.clone(), &options).unwrap()).collect();
    let agreed = consistent(&apart);
    assert_ne!(agreed[0].shares(), apart[0].shares());
    for (table, agreed) in counted.iter().zip(&agreed) {
        let errors =
            Estimation::new(&law, table.clone(), &options).unwrap().with_errors().unwrap().1.moved_to(agreed);
        let given = &table.axes().attributes()[..1];
        let inner = agreed.axes().sizes()[1] as usize;
        let within = errors.conditional(given).unwrap();
        for (cell, found) in within.cells().iter().enumerate() {
            let group: f64 = agreed.shares()[cell / inner * inner..][..inner].iter().sum();
            assert!((found.estimate - agreed.shares()[cell] / group).abs() < 1e-12);
        }
        let inverse = estimate(&law, table.clone(), &Options::default()).unwrap();
        for (moved, inverse) in agreed.cells().zip(inverse.cells()) {
            assert!(moved.lower <= inverse.lower && inverse.upper <= moved.upper);
            assert!(moved.lower <= moved.estimate.max(0.0) && moved.estimate <= moved.upper);
        }
        for (cell, error) in agreed.standard_errors().unwrap().iter().enumerate() {
            let stated = errors.covariance().unwrap().row(cell)[cell];
            assert!((stated.sqrt() / error - 1.0).abs() < 1e-9);
        }
    }
}

/// Simulated simultaneous intervals of products are narrower than Bonferroni's and wider than single ones.
#[test]
fn simulated_intervals_serve_every_reconstruction() {
    let law = law(&SIZES);
    let critical = |method, simultaneous| {
        let options = by(method, false).simultaneous(simultaneous);
        estimate(&law, table(&FULL), &options).unwrap().critical()
    };
    for method in [Reconstruction::Independent, Reconstruction::Hybrid, Reconstruction::Likelihood] {
        let [single, simulated, bonferroni] =
            [None, Some(Simultaneous::MaxZ(2000)), Some(Simultaneous::Bonferroni)]
                .map(|kind| critical(method, kind));
        assert!(single < simulated && simulated < bonferroni, "{method}: {single} {simulated} {bonferroni}");
    }
}
