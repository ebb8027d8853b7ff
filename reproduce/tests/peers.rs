//! The peers' errors follow their formulas, as 4,000 simulated surveys of 500 reports with equally likely answers show.
//!
//! A mean of squared errors has a relative standard error of at most √(2/4,000) = 0.0224, reached with two answers; 0.11 is 4.9 of them.
//! The probability of a false alarm in seven comparisons is below 10⁻⁵.

use candor_reproduce::peers::{Fake, Oracle, Randomised, Sampled, Unary};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

const REPORTS: u32 = 500;
const SURVEYS: u32 = 4_000;

/// n times the mean squared error, summed over the categories.
fn measured(oracle: &impl Oracle, categories: u32, asked: u32) -> f64 {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let mut total = 0.0;
    for _ in 0..SURVEYS {
        let (mut counts, mut reports) = (vec![0_u32; categories as usize], 0_u32);
        for _ in 0..REPORTS {
            if rng.next_u32().is_multiple_of(asked) {
                let answer = rng.next_u32() % categories;
                oracle.report(answer, &mut rng, |category| counts[category as usize] += 1);
                reports += 1;
            }
        }
        let share = |count: &u32| {
            let rate = f64::from(*count) / f64::from(reports);
            (rate - oracle.supports_other()) / (oracle.supports_true() - oracle.supports_other())
        };
        let error = |count: &u32| (share(count) - 1.0 / f64::from(categories)).powi(2);
        total += counts.iter().map(error).sum::<f64>();
    }
    f64::from(REPORTS) * total / f64::from(SURVEYS)
}

fn agrees(measured: f64, expected: f64) -> bool {
    (measured / expected - 1.0).abs() < 0.11
}

#[test]
fn squared_errors_are_those_of_the_formulas() {
    for (categories, epsilon) in [(2, 1.0), (5, 2.0)] {
        let randomised = Randomised::new(categories, epsilon);
        assert!(agrees(measured(&randomised, categories, 1), randomised.squared_error(categories)));
        let unary = Unary::new(categories, epsilon);
        assert!(agrees(measured(&unary, categories, 1), unary.squared_error(categories)));
        let fake = Fake::new(3, categories, epsilon);
        assert!(agrees(measured(&fake, categories, 1), fake.squared_error(categories)));
    }
}

#[test]
fn a_sampled_question_has_a_share_of_the_respondents() {
    let oracle = Randomised::new(4, 1.0);
    let expected = Sampled { questions: 3 }.squared_error(&oracle, 4);
    assert!(agrees(measured(&oracle, 4, 3), expected));
}

/// GRR that replaces a tenth of all answers by the first category, which its formulas do not expect.
struct Wrong(Randomised);

impl Oracle for Wrong {
    fn supports_true(&self) -> f64 {
        self.0.supports_true()
    }

    fn supports_other(&self) -> f64 {
        self.0.supports_other()
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, count: impl FnMut(u32)) {
        let answer = if rng.next_u32().is_multiple_of(10) { 0 } else { answer };
        self.0.report(answer, rng, count);
    }
}

#[test]
fn a_wrong_sampler_is_told() {
    let wrong = Wrong(Randomised::new(5, 2.0));
    assert!(!agrees(measured(&wrong, 5, 1), wrong.squared_error(5)));
}

/// The largest ln P(report | record)/P(report | other record) of RS+FD on `questions` of `categories`, by listing all reports and all
/// pairs of records that differ in at most `differing` answers.
fn record_epsilon(fake: &Fake, questions: usize, categories: usize, differing: usize) -> f64 {
    let all = || 0..categories.pow(u32::try_from(questions).expect("few"));
    let digit = |number: usize, place: usize| {
        number / categories.pow(u32::try_from(place).expect("few")) % categories
    };
    let answered = fake.answered();
    // The factors 1/a of the fake answers and 1/k are the same for all reports and are left out.
    let likelihood = |record: usize, report: usize| {
        let answer = |i: usize| {
            if digit(record, i) == digit(report, i) {
                answered.supports_true()
            } else {
                answered.supports_other()
            }
        };
        (0..questions).map(answer).sum::<f64>()
    };
    let mut largest = 0.0_f64;
    for record in all() {
        for other in all() {
            if (0..questions).filter(|&i| digit(record, i) != digit(other, i)).count() <= differing {
                for report in all() {
                    largest = largest.max((likelihood(record, report) / likelihood(other, report)).ln());
                }
            }
        }
    }
    largest
}

#[test]
fn fake_answers_keep_a_record_at_the_level_of_the_answer_and_no_better() {
    for (questions, categories) in [(2_u32, 2_u32), (3, 3), (4, 2)] {
        for epsilon in [0.1, 1.0, 4.0] {
            let (k, a) = (questions as usize, categories as usize);
            let kept = record_epsilon(&Fake::new(questions, categories, epsilon), k, a, k);
            assert!((kept - epsilon).abs() < 1e-12);
            let amplified = record_epsilon(&Fake::amplified(questions, categories, epsilon), k, a, k);
            let published = (f64::from(questions) * f64::exp_m1(epsilon)).ln_1p();
            assert!((amplified - published).abs() < 1e-12 && amplified > epsilon);
        }
    }
}
