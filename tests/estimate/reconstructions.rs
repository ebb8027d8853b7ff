//! Ring: vectors and misuse. Every reconstruction on the printed example of [Kikuchi], against the papers' dense forms,
//! and in the cases in which it must equal another one.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{
    Clustering, Estimate, Estimation, Options, Reconstruction, Simultaneous, consistent, estimate,
};
use candor::law::{Block, Law, Pattern};

fn independent(sizes: &[u32], epsilons: &[f64]) -> Law {
    let levels = Levels::new(sizes.into(), epsilons.into()).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn table(sizes: &[u32], counts: &[u64]) -> Table {
    let all: Vec<usize> = (0..sizes.len()).collect();
    Table::from_counts(&schema_of(sizes), &all, counts.to_vec()).unwrap()
}

fn by(reconstruction: Reconstruction) -> Options {
    Options::default().reconstruction(reconstruction)
}

fn assert_shares(estimate: &Estimate, expected: &[f64], tolerance: f64) {
    assert_eq!(estimate.shares().len(), expected.len());
    for (share, expected) in estimate.shares().iter().zip(expected) {
        assert!((share - expected).abs() <= tolerance, "{:?}, not {expected}", estimate.shares());
    }
}

/// Mean squared error and largest absolute error (the papers' AVD of one table).
fn errors(shares: &[f64], truth: &[f64]) -> (f64, f64) {
    let absolute = shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs());
    let largest = absolute.clone().fold(0.0, f64::max);
    (absolute.map(|e| e * e).sum::<f64>() / truth.len() as f64, largest)
}

/// [Kikuchi, Appendix B], with corrections to the truncated example: its MSE is 0.005625 and its second marginal is
/// (0.7, 0.3). Cells are (a₁b₁, a₁b₂, a₂b₁, a₂b₂).
#[test]
fn the_printed_example() {
    let law = independent(&[2, 2], &[3_f64.ln(); 2]);
    let (truth, observed) = ([0.4, 0.0, 0.2, 0.4], table(&[2, 2], &[3, 1, 3, 3]));
    let of = |method| estimate(&law, observed.clone(), &by(method)).unwrap();
    let expected = [
        (Reconstruction::Independent, [0.21, 0.09, 0.49, 0.21], (0.0411, 0.29)),
        (Reconstruction::Inverse, [0.45, -0.15, 0.25, 0.45], (0.0075, 0.15)),
        (Reconstruction::Joint, [0.45, -0.15, 0.25, 0.45], (0.0075, 0.15)),
        (Reconstruction::Truncated, [0.3, 0.0, 0.25, 0.3], (0.005_625, 0.1)),
    ];
    for (method, shares, (mse, avd)) in expected {
        let estimate = of(method);
        assert_shares(&estimate, &shares, 1e-12);
        let (found, largest) = errors(estimate.shares(), &truth);
        assert!((found - mse).abs() < 5e-5 && (largest - avd).abs() < 1e-9, "{method}: {found}, {largest}");
    }
    let published = of(Reconstruction::HybridPublished);
    assert_eq!(published.method(), Reconstruction::Independent);
    assert!(published.reason().unwrap().contains("n* = "), "{:?}", published.reason());
}

/// The papers' dense forms for two or more attributes of a Kronecker law: *naive* inverts ⊗P_i as one matrix,
/// *reduced* multiplies by ⊗P_i⁻¹, [Kikuchi] goes axis by axis.
#[test]
fn naive_reduced_and_axis_by_axis_agree() {
    let mut dice = Dice::new(23);
    for sizes in [vec![2, 2], vec![3, 4], vec![2, 3, 4], vec![2, 2, 3, 2]] {
        let epsilons: Vec<f64> = sizes.iter().map(|_| 0.5 + 2.0 * dice.unit()).collect();
        let law = independent(&sizes, &epsilons);
        let counts: Vec<u64> = (0..sizes.iter().product()).map(|_| u64::from(dice.between(0, 500))).collect();
        let by_axis = estimate(&law, table(&sizes, &counts), &Options::default()).unwrap();
        let n = counts.iter().sum::<u64>() as f64;
        let observed: Vec<f64> = counts.iter().map(|&count| count as f64 / n).collect();
        let randomising: Vec<Dense> = sizes.iter().zip(&epsilons).map(|(&a, &e)| Dense::krr(a, e)).collect();
        let naive = Dense::kronecker(&randomising).inverted().times(&observed);
        let inverses: Vec<Dense> = randomising.iter().map(Dense::inverted).collect();
        let reduced = Dense::kronecker(&inverses).times(&observed);
        assert_shares(&by_axis, &naive, 1e-9);
        assert_shares(&by_axis, &reduced, 1e-9);
    }
}

struct Dense(Vec<Vec<f64>>);

impl Dense {
    fn krr(a: u32, epsilon: f64) -> Self {
        let total = epsilon.exp() + f64::from(a) - 1.0;
        let entry = |x, y| if x == y { epsilon.exp() / total } else { 1.0 / total };
        Self((0..a).map(|x| (0..a).map(|y| entry(x, y)).collect()).collect())
    }

    fn kronecker(factors: &[Self]) -> Self {
        let one = Self(vec![vec![1.0]]);
        factors.iter().fold(one, |product, factor| {
            let row =
                |p: &Vec<f64>, f: &Vec<f64>| p.iter().flat_map(|p| f.iter().map(move |f| p * f)).collect();
            Self(
                product
                    .0
                    .iter()
                    .flat_map(|p| factor.0.iter().map(|f| row(p, f)).collect::<Vec<_>>())
                    .collect(),
            )
        })
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// Gauss–Jordan elimination; these matrices are diagonally dominant.
    fn inverted(&self) -> Self {
        let n = self.0.len();
        let unit = |i: usize| (0..n).map(move |j| f64::from(u8::from(i == j)));
        let mut rows: Vec<Vec<f64>> =
            self.0.iter().enumerate().map(|(i, row)| row.iter().copied().chain(unit(i)).collect()).collect();
        for column in 0..n {
            let lead = rows[column][column];
            rows[column].iter_mut().for_each(|value| *value /= lead);
            let pivot = rows[column].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
                let factor = row[column];
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
        Self(rows.into_iter().map(|row| row[n..].to_vec()).collect())
    }
}

/// One cluster equals the inverse, and as many clusters as attributes equal independence; V joins the dependent pair.
#[test]
fn clusters_lie_between_the_inverse_and_independence() {
    let sizes = [2, 2, 3];
    let law = independent(&sizes, &[3.0; 3]);
    // The first two answers agree for 9 of 10 respondents, the third is independent of both.
    let counts: Vec<u64> =
        [45, 5, 5, 45].iter().flat_map(|pair| [2, 3, 5].map(|third| pair * third * 20)).collect();
    let observed = table(&sizes, &counts);
    let of = |method| estimate(&law, observed.clone(), &by(method)).unwrap();
    let clusters = |clustering| of(Reconstruction::Clusters(clustering));
    let inverse = of(Reconstruction::Inverse);
    assert_shares(&clusters(Clustering::Number(1)), inverse.shares(), 1e-12);
    assert_shares(&clusters(Clustering::Number(3)), of(Reconstruction::Independent).shares(), 1e-12);
    let joined = clusters(Clustering::Threshold(0.3));
    assert_eq!(joined.reason(), Some("the clusters are [[0, 1], [2]]"));
    assert_shares(&joined, clusters(Clustering::Number(2)).shares(), 1e-15);
    assert_shares(&joined, inverse.shares(), 1e-12);
    assert!(
        joined
            .standard_errors()
            .unwrap()
            .iter()
            .zip(inverse.standard_errors().unwrap())
            .all(|(own, of)| own < of)
    );
}

/// A law that keeps the whole record or replaces it by a uniform one is RR-Joint, and its closed form is the inverse.
#[test]
fn joint_is_the_inverse_of_one_large_attribute() {
    let truth = Pattern::new(vec![], 1 << 62);
    let block = Block::new(vec![0, 1], vec![vec![0], vec![1]], 3 << 62, vec![truth]).unwrap();
    let law = Law::new(vec![2, 3], vec![block]).unwrap();
    let observed = table(&[2, 3], &[40, 10, 22, 31, 17, 80]);
    let joint = estimate(&law, observed.clone(), &by(Reconstruction::Joint)).unwrap();
    let inverse = estimate(&law, observed, &Options::default()).unwrap();
    assert_eq!((joint.reason(), joint.method()), (None, Reconstruction::Joint));
    assert_shares(&joint, inverse.shares(), 1e-14);
    let errors = joint.standard_errors().unwrap().iter().zip(inverse.standard_errors().unwrap());
    errors.for_each(|(joint, inverse)| assert!((joint - inverse).abs() < 1e-14));
}

#[test]
fn projected_and_likeliest_tables_are_shares() {
    let law = independent(&[4, 3], &[1.0; 2]);
    let observed = table(&[4, 3], &[90, 20, 31, 22, 18, 41, 70, 16, 25, 12, 9, 33]);
    let inverse = estimate(&law, observed.clone(), &Options::default()).unwrap();
    assert!(inverse.shares().iter().any(|share| *share < 0.0));
    for options in [Options::default().project(true), by(Reconstruction::Likelihood)] {
        let estimate = estimate(&law, observed.clone(), &options).unwrap();
        assert!((estimate.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(estimate.shares().iter().all(|share| *share >= 0.0));
        for cell in estimate.cells() {
            assert!(cell.standard_error.unwrap() > 0.0 && cell.lower < cell.upper, "{cell:?}");
        }
    }
}

/// The diagonal of the covariance holds the variances; its rows sum to 0, because the cells sum to 1.
#[test]
fn the_covariance_holds_the_variances() {
    let law = independent(&[3, 2], &[1.0, 0.5]);
    let observed = table(&[3, 2], &[50, 20, 31, 22, 18, 41]);
    let matrix = Estimation::new(&law, observed.clone(), &Options::default())
        .unwrap()
        .with_errors()
        .unwrap()
        .1
        .covariance()
        .unwrap();
    let inverse = estimate(&law, observed, &Options::default()).unwrap();
    for (cell, error) in inverse.standard_errors().unwrap().iter().enumerate() {
        assert!((matrix.row(cell)[cell] - error * error).abs() < 1e-14);
        assert!(matrix.row(cell).iter().sum::<f64>().abs() < 1e-14);
        assert!(
            matrix.row(cell).iter().enumerate().all(|(other, c)| (matrix.row(other)[cell] - c).abs() < 1e-15)
        );
    }
}

/// The simulated intervals from 200,000 samples are shorter than the others by 6 of their standard errors: one false
/// alarm in 10⁹ seeds.
#[test]
fn simultaneous_intervals_are_wider_and_the_simulated_ones_the_narrowest() {
    let law = independent(&[3, 4], &[1.0; 2]);
    let observed = table(&[3, 4], &[50, 20, 31, 22, 18, 41, 33, 60, 12, 9, 44, 30]);
    let critical = |simultaneous| {
        let options = Options::default().simultaneous(simultaneous);
        estimate(&law, observed.clone(), &options).unwrap().critical()
    };
    let [bonferroni, sidak, simulated, single] =
        [Some(Simultaneous::Bonferroni), Some(Simultaneous::Sidak), Some(Simultaneous::MaxZ(200_000)), None]
            .map(critical);
    assert!((single - 1.959_963_984_540_054).abs() < 1e-12);
    // 1 − 0.05/24 and (1 + 0.95^(1/12))/2, looked up in a normal table.
    assert!((bonferroni - 2.865_257).abs() < 1e-5 && (sidak - 2.858_2).abs() < 1e-3, "{bonferroni} {sidak}");
    assert!(single < simulated && simulated < sidak, "{simulated}");
}

/// Groups under a law with little noise: the plain conditional shares and their difference.
#[test]
fn conditional_shares_and_differences() {
    let law = independent(&[2, 2], &[16.0; 2]);
    let observed = table(&[2, 2], &[100, 300, 360, 240]);
    let errors =
        Estimation::new(&law, observed.clone(), &Options::default()).unwrap().with_errors().unwrap().1;
    let within = errors.conditional(&[0]).unwrap();
    for (cell, expected) in within.cells().iter().zip([0.25, 0.75, 0.6, 0.4]) {
        assert!((cell.estimate - expected).abs() < 1e-4, "{cell:?}");
        assert!(cell.lower < expected && expected < cell.upper);
    }
    let binomial = (0.25_f64 * 0.75 / 400.0).sqrt();
    assert!((within.cells()[0].standard_error.unwrap() / binomial - 1.0).abs() < 1e-3);
    let apart = errors.differences(&[0], 0).unwrap();
    assert_eq!(apart.iter().map(|d| (d.cell, d.reference)).collect::<Vec<_>>(), [(2, 0), (3, 1)]);
    let expected = (0.25_f64 * 0.75 / 400.0 + 0.6 * 0.4 / 600.0).sqrt();
    assert!((apart[0].difference.estimate - 0.35).abs() < 1e-4);
    assert!((apart[0].difference.standard_error.unwrap() / expected - 1.0).abs() < 1e-3, "{:?}", apart[0]);
    for (given, reference) in [(&[][..], 0), (&[0, 1], 0), (&[2], 0), (&[0, 0], 0), (&[0], 2)] {
        let refused = errors.differences(given, reference).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid-groups", "{given:?}");
    }
}

/// Overlapping tables whose reconstructions disagree about a shared margin agree about it afterwards, and their sums
/// are kept.
#[test]
fn overlapping_tables_are_made_consistent() {
    let sizes = [2, 3, 2];
    let (law, schema) = (independent(&sizes, &[1.0; 3]), schema_of(&sizes));
    let mut dice = Dice::new(5);
    let tables = [[0, 1], [2, 1], [2, 0]].map(|attributes: [usize; 2]| {
        let cells = attributes.iter().map(|&a| sizes[a]).product();
        let counts = (0..cells).map(|_| u64::from(dice.between(5, 60))).collect();
        let counted = Table::from_counts(&schema, &attributes, counts).unwrap();
        estimate(&law, counted, &Options::default().project(true)).unwrap()
    });
    let agreed = consistent(&tables);
    let margin = |estimate: &Estimate, attribute: usize| -> Vec<f64> {
        let inner = estimate.axes().sizes()[1] as usize;
        let first = estimate.axes().attributes()[0] == attribute;
        let of = |cell: usize| if first { cell / inner } else { cell % inner };
        let mut sums = vec![0.0; sizes[attribute] as usize];
        estimate.shares().iter().enumerate().for_each(|(cell, share)| sums[of(cell)] += share);
        sums
    };
    for (one, other, attribute) in [(0, 1, 1), (1, 2, 2), (0, 2, 0)] {
        let before: f64 = margin(&tables[one], attribute)[0] - margin(&tables[other], attribute)[0];
        assert!(before.abs() > 1e-3, "they agreed before");
        let pairs = margin(&agreed[one], attribute).into_iter().zip(margin(&agreed[other], attribute));
        pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }
    agreed.iter().for_each(|estimate| assert!((estimate.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12));
}

/// Dependent attributes and many reports: the inverse is chosen. Independent attributes and few reports: nearly the
/// product.
#[test]
fn hybrid_and_auto_choose_by_estimated_error() {
    let law = independent(&[2, 3], &[1.0; 2]);
    let of = |counts: &[u64], method| estimate(&law, table(&[2, 3], counts), &by(method)).unwrap();
    for method in [Reconstruction::Hybrid, Reconstruction::Auto] {
        let counts = [36_000, 33_000, 31_000, 31_000, 33_000, 36_000];
        let dependent = of(&counts, method);
        assert_shares(&dependent, of(&counts, Reconstruction::Inverse).shares(), 1e-12);
        let counts = [27, 24, 25, 26, 23, 25];
        let apart = of(&counts, method);
        let (inverse, product) =
            (of(&counts, Reconstruction::Inverse), of(&counts, Reconstruction::Independent));
        for (share, (inverse, product)) in
            apart.shares().iter().zip(inverse.shares().iter().zip(product.shares()))
        {
            let kept = (share - product) / (inverse - product);
            assert!((0.0..0.3).contains(&kept), "{kept}: {:?}", apart.reason());
        }
        assert!(apart.reason().unwrap().contains("mean squared error"), "{:?}", apart.reason());
    }
    let told = of(&[25, 30, 30, 28, 27, 40], Reconstruction::Hybrid);
    assert!(told.reason().unwrap().contains("% independent"), "{:?}", told.reason());
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let law = independent(&[2, 2], &[1.0; 2]);
    let refused = |options: Options| {
        estimate(&law, table(&[2, 2], &[4, 3, 2, 1]), &options).unwrap_err().code().as_str()
    };
    assert_eq!(refused(by(Reconstruction::Clusters(Clustering::Number(0)))), "invalid-clusters");
    assert_eq!(refused(by(Reconstruction::Clusters(Clustering::Threshold(f64::NAN)))), "invalid-clusters");
    assert_eq!(refused(Options::default().tolerance(0.0)), "invalid-tolerance");
    let simulated = Some(Simultaneous::MaxZ(1));
    assert_eq!(refused(Options::default().simultaneous(simulated)), "too-few-replicates");
}

/// After one report, or several identical ones, no method claims to know a standard error.
#[test]
fn reports_that_are_alike_tell_no_standard_error() {
    let law = independent(&[2, 3], &[1.0; 2]);
    for n in [1, 3] {
        for method in ["auto", "inverse", "independent", "clusters", "truncated", "hybrid", "likelihood"] {
            for project in [false, true] {
                let options = by(method.parse().unwrap()).project(project);
                let found = estimate(&law, table(&[2, 3], &[n, 0, 0, 0, 0, 0]), &options).unwrap();
                assert!(found.influence().is_none_or(|most| most.is_finite() && most > 0.0), "{method}");
                for cell in found.cells() {
                    assert!(cell.estimate.is_finite(), "{method}: {cell:?}");
                    assert!(
                        cell.standard_error.unwrap() > 0.5 && cell.standard_error.unwrap().is_finite(),
                        "{method}: {cell:?}"
                    );
                    assert!(
                        0.0 <= cell.lower && cell.lower < cell.upper && cell.upper <= 1.0,
                        "{method}: {cell:?}"
                    );
                }
            }
        }
    }
}
