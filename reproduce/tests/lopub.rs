//! LoPub and LoCop do what their formulas say in the cases in which this is known: with almost no noise they find the true shares, their
//! filters keep ε, and neither finds what it cannot find. Seeds are fixed.

use candor_reproduce::Population;
use candor_reproduce::peers::{Bloom, BloomReports, JointEstimate};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(8)
}

/// 4,003 people with two questions of three and of two categories; most of their second answers follow from the first.
fn people() -> Population {
    let row = |person: u32| {
        let first = [0, 0, 0, 1, 1, 2][person as usize % 6];
        vec![first, if (person / 6).is_multiple_of(5) { person / 30 % 2 } else { u32::from(first > 0) }]
    };
    Population::new("two", &["one", "other"], &[3, 2], (0..4_003).map(row).collect()).expect("records")
}

fn worst(shares: &[f64], truth: &[f64]) -> f64 {
    shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs()).fold(0.0, f64::max)
}

#[test]
fn filters_keep_epsilon_and_no_less() {
    for (categories, epsilon) in [(2, 0.5), (16, 1.0), (7, 6.0)] {
        let question = Bloom::new(3, categories, epsilon);
        let ratio = ((1.0 - question.flipped()) / question.flipped()).ln();
        let filters = question.filters();
        assert!(filters.iter().all(|filter| (1..=5).contains(&filter.count_ones())));
        let apart =
            filters.iter().flat_map(|one| filters.iter().map(move |other| (one ^ other).count_ones()));
        let worst = f64::from(apart.max().expect("a pair")) * ratio;
        assert!((worst - epsilon).abs() < 1e-9, "{worst} {epsilon}");
    }
}

/// 64,000 bits: a rate has a standard error of at most 0.002. The test allows 6 of them, so a false alarm has a probability below 10⁻⁸.
#[test]
fn bits_differ_as_often_as_is_said() {
    let question = Bloom::new(0, 4, 2.0);
    let mut rng = rng();
    let differing = |answer: u32, rng: &mut ChaCha20Rng| {
        (question.report(answer, rng) ^ question.filters()[answer as usize]).count_ones()
    };
    let bits: u32 = (0..1_000).map(|person| differing(person % 4, &mut rng)).sum();
    let rate = f64::from(bits) / 64_000.0;
    let deviations = |flipped: f64| (rate - flipped).abs() / (flipped * (1.0 - flipped) / 64_000.0).sqrt();
    assert!(deviations(question.flipped()) < 6.0);
    assert!(deviations(Bloom::new(0, 4, 3.0).flipped()) > 6.0, "another ε is not told from this one");
}

#[test]
fn without_noise_em_finds_joint_shares_and_lasso_those_of_single_questions() {
    let people = people();
    let reports = BloomReports::new(&people, 200.0, &mut rng());
    let pair = people.shares(&[0, 1]);
    assert!(worst(&reports.shares(&[0, 1], JointEstimate::Em), &pair) < 0.01);
    for place in [0, 1] {
        let single = people.shares(&[place]);
        assert!(worst(&reports.shares(&[place], JointEstimate::Lasso), &single) < 0.01);
    }
    // LASSO estimates only the single questions of a pair.
    let lasso = reports.shares(&[0, 1], JointEstimate::Lasso);
    let of_first = |shares: &[f64]| vec![shares[0] + shares[1], shares[2] + shares[3], shares[4] + shares[5]];
    assert!(worst(&of_first(&lasso), &of_first(&pair)) < 0.02 && worst(&lasso, &pair) > 0.03, "{lasso:?}");
}

#[test]
fn a_copula_keeps_single_shares_and_the_direction_of_dependence() {
    let people = people();
    let reports = BloomReports::new(&people, 200.0, &mut rng());
    let shares = reports.copula(&mut rng()).expect("records").shares(&[0, 1]);
    let of_other =
        |shares: &[f64]| vec![shares[0] + shares[2] + shares[4], shares[1] + shares[3] + shares[5]];
    let pair = people.shares(&[0, 1]);
    assert!(worst(&of_other(&shares), &of_other(&pair)) < 0.02, "{shares:?} {pair:?}");
    assert!(shares[0] > shares[1] && shares[5] > shares[4], "{shares:?}");
}

#[test]
fn much_noise_leaves_shares_that_sum_to_one() {
    let reports = BloomReports::new(&people(), 0.1, &mut rng());
    let by = [JointEstimate::Lasso, JointEstimate::Em, JointEstimate::LassoEm];
    let copula = reports.copula(&mut rng()).expect("records").shares(&[0, 1]);
    for shares in by.map(|by| reports.shares(&[0, 1], by)).into_iter().chain([copula]) {
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{shares:?}");
    }
}
