//! Ring: statistics. How often the check of a best guess finds effects of three questions together where there are none, how often where there are
//! some, and how large it takes them to be.

use candor::Code;
use candor::count::{Table, Tables};
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, Stop, estimate};
use candor::inference::{BeyondPairs, beyond_pairs};
use candor::law::Law;
use candor::loglinear::BestGuess;
use candor::perturb::{perturb, perturb_under};
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

use super::drawn::seeded;
use crate::common::nightly::every;
use crate::common::{designed, schema_of};

const SIZES: [u32; 3] = [3, 2, 4];
const LEVEL: f64 = 0.05;

/// Independent columns, the law for all pairs and the whole table, and forms with labels and subsets.
fn laws() -> Vec<Law> {
    let levels = Levels::new(SIZES.into(), vec![2.0; 3]).unwrap();
    let tables = [vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]];
    let laws = [
        Request::levels(&levels).method(Method::Independent),
        Request::tables(&SIZES, &tables, 3.0).method(Method::Analysis),
        Request::tables(&SIZES, &tables, 3.0).method(Method::Labelled),
    ];
    laws.map(|request| designed(request).unwrap().law().clone()).into()
}

/// Answers to three questions, every two of which depend on one another; `together` is the size of what depends on all three.
fn truth(together: f64) -> Vec<f64> {
    let [a, b, c] = SIZES;
    let centred = |answer: u32, size: u32| f64::from(answer) - f64::from(size - 1) / 2.0;
    let cells = (0..a).flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z])));
    let weight = |[x, y, z]: [u32; 3]| {
        let [x, y, z] = [centred(x, a), centred(y, b), centred(z, c)];
        (0.3 * x - 0.4 * y + 0.2 * z + 0.5 * x * y + 0.3 * x * z - 0.4 * y * z + together * x * y * z).exp()
    };
    let weights: Vec<f64> = cells.map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// The reports of a survey of these people: the tables of one and two questions, and that of three.
fn survey(law: &Law, schema: &Schema, truth: &[f64], n: usize, rng: &mut ChaCha20Rng) -> (Vec<Table>, Table) {
    let subsets: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[2, 0, 1]];
    let empty = subsets.map(|questions| Table::new((schema, law), questions).unwrap()).to_vec();
    let mut tables = Tables::new(empty).unwrap();
    let mut sum = 0.0;
    let up_to: Vec<f64> = truth
        .iter()
        .map(|share| {
            sum += share;
            sum
        })
        .collect();
    for _ in 0..n {
        let at = (rng.next_u64() >> 11) as f64 / 2_f64.powi(53);
        let cell = u32::try_from(up_to.partition_point(|sum| *sum <= at).min(23)).unwrap();
        let answers = [cell / (SIZES[1] * SIZES[2]), cell / SIZES[2] % SIZES[1], cell % SIZES[2]];
        let report = perturb(law, Record::new(schema, answers).unwrap(), rng);
        tables.add_repeated(&report, 1).unwrap();
    }
    let mut tables = tables.into_tables();
    let whole = tables.pop().unwrap();
    (tables, whole)
}

fn checked(law: &Law, (tables, whole): (Vec<Table>, Table)) -> BeyondPairs {
    let options = Options::default();
    let guess = BestGuess::of_counts(law, &tables, &options, &Stop::default()).unwrap();
    beyond_pairs(law, whole, &guess, &options).unwrap()
}

/// The share of surveys in which effects of three together are found.
fn rate(law: &Law, together: f64, n: usize, surveys: u32) -> f64 {
    let (schema, truth, mut rng) = (schema_of(law.sizes()), truth(together), seeded(n as u64));
    let found = (0..surveys).filter(|_| {
        let checked = checked(law, survey(law, &schema, &truth, n, &mut rng));
        checked.tested.calibrated.p_value < LEVEL
    });
    f64::from(u32::try_from(found.count()).unwrap()) / f64::from(surveys)
}

/// A rate of 5 % is allowed to be off by 4.5 standard errors.
#[test]
fn effects_that_are_not_there_are_found_as_rarely_as_is_said() {
    let surveys = every(2_000, 400);
    let allowed = 4.5 * (LEVEL * (1.0 - LEVEL) / f64::from(surveys)).sqrt();
    for law in laws() {
        for &n in every(&[500, 4_000][..], &[500]) {
            let rate = rate(&law, 0.0, n, surveys);
            assert!((rate - LEVEL).abs() < allowed, "{rate} of surveys of {n}");
        }
    }
}

#[test]
fn effects_that_are_there_are_found() {
    for law in laws() {
        let rate = rate(&law, 0.6, 8_000, 60);
        assert!(rate > 0.8, "{rate}");
    }
}

/// The size of the effects is that of the difference between the truth and the table that its pairs imply.
#[test]
fn sizes_are_those_of_the_truth() {
    let (truth, mut product) = (truth(0.6), vec![1.0 / 24.0; 24]);
    let place = |cell: usize, axes: [usize; 2]| {
        let answers = [cell / 8, cell / 4 % 2, cell % 4];
        answers[axes[0]] * SIZES[axes[1]] as usize + answers[axes[1]]
    };
    for axes in (0..300).flat_map(|_| [[0, 1], [0, 2], [1, 2]]) {
        let (mut wanted, mut found) = ([0.0; 12], [0.0; 12]);
        for cell in 0..24 {
            wanted[place(cell, axes)] += truth[cell];
            found[place(cell, axes)] += product[cell];
        }
        (0..24).for_each(|cell| product[cell] *= wanted[place(cell, axes)] / found[place(cell, axes)]);
    }
    let squares = truth.iter().zip(&product).map(|(own, other)| (own - other).powi(2));
    let size = (squares.sum::<f64>() / 24.0).sqrt();
    for law in laws() {
        let found = checked(&law, survey(&law, &schema_of(law.sizes()), &truth, 100_000, &mut seeded(3)));
        assert!((found.effect - size).abs() < 0.2 * size, "{} {size}", found.effect);
        let squares = found.expected_difference.powi(2) + found.effect.powi(2);
        assert!((found.difference.powi(2) - squares).abs() < 1e-12);
        let forged = found.tested.fragility(LEVEL).unwrap();
        assert!(forged.liars > Some(100), "{forged:?}");
    }
}

/// Honest reports, and a twentieth as many that are all the same one.
fn forged(law: &Law, forged: &[u32]) -> (Vec<Table>, Table) {
    let (mut tables, mut whole) = survey(law, &schema_of(&SIZES), &truth(0.0), 20_000, &mut seeded(5));
    for table in tables.iter_mut().chain([&mut whole]) {
        (0..1_000).for_each(|_| table.add_perturbed(forged).unwrap());
    }
    (tables, whole)
}

/// The root mean square of what pairs leave of the difference from an unbiased table: the table that pairs imply, times the sum of
/// functions of pairs with which it has the same pairs as the difference, is subtracted.
fn beyond(sizes: [usize; 3], unbiased: &[f64], implied: &[f64]) -> f64 {
    let mut left: Vec<f64> = unbiased.iter().zip(implied).map(|(own, other)| own - other).collect();
    let place = |cell: usize, [one, other]: [usize; 2]| {
        let answers = [cell / (sizes[1] * sizes[2]), cell / sizes[2] % sizes[1], cell % sizes[2]];
        answers[one] * sizes[other] + answers[other]
    };
    for axes in (0..500).flat_map(|_| [[0, 1], [0, 2], [1, 2]]) {
        let (mut gap, mut whole) = ([0.0; 12], [0.0; 12]);
        for cell in 0..left.len() {
            gap[place(cell, axes)] += left[cell];
            whole[place(cell, axes)] += implied[cell];
        }
        for cell in 0..left.len() {
            left[cell] -= implied[cell] * gap[place(cell, axes)] / whole[place(cell, axes)];
        }
    }
    (left.iter().map(|left| left * left).sum::<f64>() / left.len() as f64).sqrt()
}

/// What is checked is the table that the same options estimate: a robust one differs where forgers send one label again and again.
#[test]
fn a_robust_check_is_of_the_robust_table() {
    let schema = schema_of(&SIZES);
    for law in laws() {
        let record = Record::new(&schema, [0, 0, 0]).unwrap();
        let report = perturb_under(&law, law.labels() - 1, record, &mut seeded(1));
        let [usual, robust] = [false, true].map(|robust| {
            let (options, (tables, whole)) = (Options::default().robust(robust), forged(&law, &report));
            let guess = BestGuess::of_counts(&law, &tables, &options, &Stop::default()).unwrap();
            let unbiased = estimate(&law, whole.clone(), &options).unwrap();
            let found = beyond_pairs(&law, whole, &guess, &options).unwrap().difference;
            let expected = beyond([4, 3, 2], unbiased.shares(), &guess.table(&[2, 0, 1]).unwrap());
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            found
        });
        assert_eq!(usual == robust, law.labels() == 1, "{usual} {robust}");
    }
}

/// Where the law adds no noise, the calibrated statistic is Pearson's of the table against what its pairs imply.
#[test]
fn without_noise_the_statistic_is_the_published_one() {
    let levels = Levels::new(SIZES.into(), vec![25.0; 3]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let counts: Vec<u64> =
        truth(0.05).iter().map(|share| format!("{:.0}", 2e6 * share).parse().unwrap()).collect();
    let schema = schema_of(&SIZES);
    let subsets = [vec![0], vec![1], vec![2], vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]];
    let tables = subsets.map(|questions: Vec<usize>| {
        let size = |question: &usize| SIZES[*question] as usize;
        let mut sums = vec![0; questions.iter().map(size).product()];
        for (cell, count) in counts.iter().enumerate() {
            let answers = [cell / 8, cell / 4 % 2, cell % 4];
            sums[questions.iter().fold(0, |place, question| place * size(question) + answers[*question])] +=
                count;
        }
        Table::from_counts((&schema, &law), &questions, sums).unwrap()
    });
    let (whole, tables) = tables.split_last().unwrap();
    let found = checked(&law, (tables.to_vec(), whole.clone()));
    let (own, published) = (found.tested.calibrated, found.tested.published.unwrap());
    assert_eq!((own.degrees_of_freedom, published.degrees_of_freedom), (6, 6));
    assert!((own.value - published.value).abs() < 0.02 * published.value, "{own:?} {published:?}");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let law = laws().swap_remove(0);
    let schema = schema_of(law.sizes());
    let (tables, whole) = survey(&law, &schema, &truth(0.0), 300, &mut seeded(1));
    let options = Options::default();
    let guess_of = |tables: &[Table]| BestGuess::of_counts(&law, tables, &options, &Stop::default()).unwrap();
    let refused = |table: &Table, guess: &BestGuess| {
        beyond_pairs(&law, table.clone(), guess, &options).unwrap_err().code()
    };
    assert_eq!(refused(&tables[3], &guess_of(&tables)), Code::InvalidHypothesis);
    assert_eq!(refused(&whole, &guess_of(&tables[..2])), Code::InvalidHypothesis);
}
