//! Ring: statistics. Bias, standard errors, intervals and covariances of estimates from labelled reports, over 2,000 surveys drawn
//! with the sampler itself. The forms of the law have units of one and of two attributes, report subsets and single cells, and
//! have a pool.
//!
//! False alarms: every check allows 4.5 standard errors, 7·10⁻⁶ each, and there are fewer than 200: fewer than 2 in 1,000 changes
//! of seed. The same checks reject standard errors that are 15 % too small or too large.

use candor::count::Table;
use candor::estimate::{Estimation, Options, Reconstruction, Simultaneous, estimate};
use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::common::nightly::every;
use crate::common::schema_of;

/// Nightly the bounds are half as wide.
fn number_of_surveys() -> usize {
    every(2000, 500)
}

const ALLOWED: f64 = 4.5;
/// How many numbers of subsets tables may keep.
const MANY: usize = 1 << 27;
pub(crate) const SIZES: [u32; 4] = [3, 2, 2, 2];

/// The block of a unit with this many cells that hits as often as the record ε allows.
fn favoured(unit: usize, cells: u32, named: u32, epsilon: f64) -> Block {
    let (all, named) = (f64::from(cells), f64::from(named));
    let hit = named * epsilon.exp() / (named * epsilon.exp() + all - named);
    let excess = (hit - named / all) / (1.0 - named / all);
    #[allow(clippy::cast_possible_truncation, reason = "53 bits are near enough to a law of such weights")]
    let excess = (excess * 2_f64.powi(53)) as u64;
    let uniform = (1 << 64) - (u128::from(excess) << 11);
    Block::new(vec![unit], vec![vec![0]], uniform, vec![Pattern::new(vec![], excess << 11)]).unwrap()
}

/// A law that asks two questions of these sizes as one unit.
pub(crate) fn one_unit(sizes: [u32; 2], named: u32, epsilon: f64) -> Law {
    let block = favoured(0, sizes[0] * sizes[1], named, epsilon);
    let form = Form::new(1 << 64, vec![], vec![Unit::new(vec![0, 1], named)], vec![block]);
    Law::labelled(sizes.to_vec(), vec![form]).unwrap()
}

/// One form with one unit and one block.
pub(crate) fn view(
    weight: u128,
    exchange: Vec<Vec<usize>>,
    attributes: Vec<usize>,
    named: u32,
    epsilon: f64,
) -> Form {
    let cells = attributes.iter().map(|&i| SIZES[i]).product();
    let block = favoured(0, cells, named, epsilon);
    Form::new(weight, exchange, vec![Unit::new(attributes, named)], vec![block])
}

/// Three forms: the first question paired with one from a pool of three; pairs out of that pool; and every question by itself,
/// except for the last two, which are one unit.
pub(crate) fn law(epsilon: f64) -> Law {
    let half = 1_u128 << 63;
    let pool = vec![vec![1, 2, 3]];
    let units = vec![Unit::new(vec![0], 1), Unit::new(vec![1], 1), Unit::new(vec![2, 3], 2)];
    let apart = |unit: usize, cells: u32, named: u32| favoured(unit, cells, named, epsilon / 3.0);
    let blocks = vec![apart(0, 3, 1), apart(1, 2, 1), apart(2, 4, 2)];
    let forms = vec![
        view(half, pool.clone(), vec![0, 1], 2, epsilon),
        view(half / 2, pool, vec![1, 2], 1, epsilon),
        Form::new(half / 2, Vec::new(), units, blocks),
    ];
    Law::labelled(SIZES.to_vec(), forms).unwrap()
}

/// A record whose attributes depend on each other.
pub(crate) fn drawn(rng: &mut ChaCha20Rng) -> Vec<u32> {
    let first = [0, 0, 0, 1, 2, 2][(rng.next_u32() % 6) as usize];
    let copied = rng.next_u32().is_multiple_of(3);
    let second = if copied { first % 2 } else { rng.next_u32() % 5 / 4 };
    vec![first, second, rng.next_u32() % 2, if copied { second } else { 0 }]
}

struct Cells {
    truth: Vec<f64>,
    /// For every survey and cell: estimate, standard error, lower and upper end.
    surveys: Vec<Vec<[f64; 4]>>,
}

fn place(attributes: &[usize], record: &[u32]) -> usize {
    attributes.iter().fold(0, |cell, &i| cell * SIZES[i] as usize + record[i] as usize)
}

/// The true shares, estimated from three million draws; their own errors are below 0.0003.
fn truth(attributes: &[usize]) -> Vec<f64> {
    let mut rng = ChaCha20Rng::seed_from_u64(30);
    let mut truth = vec![0.0; attributes.iter().map(|&i| SIZES[i] as usize).product()];
    (0..3_000_000).for_each(|_| truth[place(attributes, &drawn(&mut rng))] += 1.0 / 3e6);
    truth
}

pub(crate) fn counted(law: &Law, attributes: &[usize], n: u32, rng: &mut ChaCha20Rng) -> Table {
    let schema = schema_of(&SIZES);
    let mut table = Table::new((&schema, law), attributes).unwrap().keeping_subsets(MANY);
    for _ in 0..n {
        let record = Record::new(&schema, drawn(rng)).unwrap();
        table.add_perturbed(&perturb(law, record, rng)).unwrap();
    }
    table
}

fn simulate(law: &Law, attributes: &[usize], n: u32, options: &Options) -> Cells {
    let mut rng = ChaCha20Rng::seed_from_u64(31);
    let surveys = (0..number_of_surveys()).map(|_| {
        let estimate = estimate(law, counted(law, attributes, n, &mut rng), options).unwrap();
        estimate
            .cells()
            .map(|cell| [cell.estimate, cell.standard_error.unwrap(), cell.lower, cell.upper])
            .collect()
    });
    Cells { surveys: surveys.collect(), truth: truth(attributes) }
}

fn mean(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let variance = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, variance)
}

#[test]
fn estimates_are_unbiased_and_their_errors_right() {
    let [inverse, likelihood] = [Reconstruction::Inverse, Reconstruction::Likelihood]
        .map(|method| Options::default().reconstruction(method));
    let settings = [
        (1.0, vec![0], inverse),
        (1.0, vec![0, 1], inverse.robust(true)),
        (1.0, vec![0, 1], inverse),
        (4.0, vec![2, 3], inverse),
        (4.0, vec![1], inverse),
        (2.0, vec![3, 0], inverse),
        (3.0, vec![0, 2, 3], inverse.robust(true)),
        (3.0, vec![0, 2, 3], inverse),
        (4.0, vec![2, 3], likelihood),
        (3.0, vec![1], likelihood),
    ];
    let surveys = number_of_surveys() as f64;
    for (epsilon, attributes, options) in settings.into_iter().skip(every(0, 1)).step_by(every(1, 4)) {
        let law = law(epsilon);
        let simulated = simulate(&law, &attributes, 2000, &options);
        for (cell, truth) in simulated.truth.iter().enumerate() {
            let each = |place: usize| simulated.surveys.iter().map(move |survey| survey[cell][place]);
            let (average, variance) = mean(each(0));
            let error = (average - truth) / (variance / surveys).sqrt();
            assert!(error.abs() < ALLOWED, "{attributes:?} at {epsilon}, cell {cell}: {average} for {truth}");
            let (stated, _) = mean(each(1).map(|error| error * error));
            let ratio = stated / variance;
            let spread = ALLOWED * (2.0 / surveys).sqrt();
            assert!(
                (ratio - 1.0).abs() < spread,
                "{attributes:?} at {epsilon}, cell {cell}: variance {ratio}"
            );
            let covered = simulated.surveys.iter().filter(|s| s[cell][2] <= *truth && *truth <= s[cell][3]);
            let coverage = covered.count() as f64 / surveys;
            assert!(
                (coverage - 0.957).abs() < ALLOWED * (0.957 * 0.043 / surveys).sqrt(),
                "{attributes:?} at {epsilon}, cell {cell}: {coverage}"
            );
        }
    }
}

/// The variance of every cell is also on the diagonal of the covariance matrix, whose rows sum to 0.
#[test]
fn covariances_belong_to_the_variances() {
    let law = law(2.0);
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let (inverse, likelihood) = (Reconstruction::Inverse, Reconstruction::Likelihood);
    // The likelihood keeps the sum of its shares only by a penalty of 10⁶, hence the larger tolerance.
    for (attributes, reconstruction, exact) in [
        (vec![0], inverse, 1e-9),
        (vec![0, 1], inverse, 1e-9),
        (vec![2, 3], inverse, 1e-9),
        (vec![0, 2, 3], inverse, 1e-9),
        (vec![2, 3], likelihood, 1e-5),
    ] {
        let table = counted(&law, &attributes, 20_000, &mut rng);
        let options = Options::default().reconstruction(reconstruction).tolerance(1e-12);
        let (estimate, errors) = Estimation::new(&law, table, &options).unwrap().with_errors().unwrap();
        let covariance = errors.covariance().unwrap();
        let cells = estimate.shares().len();
        for (x, error) in estimate.standard_errors().unwrap().iter().enumerate() {
            let own = covariance.row(x)[x];
            assert!(
                (own / (error * error) - 1.0).abs() < exact,
                "{attributes:?} {x}: {own} {}",
                error * error
            );
            let sum: f64 = (0..cells).map(|y| covariance.row(x)[y]).sum();
            assert!(sum.abs() < exact * own);
        }
    }
}

/// C(n, k).
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// The probability that a record gives a report under its label, from the weights: every unit of this law has its own block, and
/// the only pattern of a block is that its unit hits.
fn probability(law: &Law, numbers: &[u32], record: &[u32]) -> f64 {
    let asked = law.questionnaire(numbers[0]).unwrap();
    let form = &law.forms()[asked.form];
    let mut numbers = numbers[1..].iter();
    let of_unit = |(block, attributes): (&Block, &Vec<usize>)| {
        let named = form.units()[block.units()[0]].subset_size();
        let cells: u32 = attributes.iter().map(|&i| SIZES[i]).product();
        let cell = attributes.iter().fold(0, |cell, &i| cell * SIZES[i] + record[i]);
        let own = *numbers.next().unwrap();
        let hits = if named == 1 { own == cell } else { own >> cell & 1 == 1 };
        let uniform = block.uniform() as f64 / 2_f64.powi(64);
        let excess = if hits { (1.0 - uniform) / choose(cells - 1, named - 1) } else { 0.0 };
        uniform / choose(cells, named) + excess
    };
    form.blocks().iter().zip(&asked.units).map(of_unit).product()
}

/// The standard errors of the shares above 0, from the curvature of the likelihood at these shares: H⁻¹ − θθᵀ over n, H = Σ
/// p·pᵀ/(p·θ)²/n.
fn dense_errors(rows: &[Vec<f64>], shares: &[f64]) -> Vec<f64> {
    let (n, k) = (rows.len() as f64, shares.len());
    let fitted = |row: &[f64]| row.iter().zip(shares).map(|(p, share)| p * share).sum::<f64>();
    let entry =
        |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j] / fitted(row).powi(2)).sum::<f64>() / n;
    let mut matrix: Vec<Vec<f64>> = (0..k)
        .map(|i| (0..k).map(|j| entry(i, j)).chain((0..k).map(|j| f64::from(u8::from(i == j)))).collect())
        .collect();
    for pivot in 0..k {
        let own: Vec<f64> = matrix[pivot].iter().map(|entry| entry / matrix[pivot][pivot]).collect();
        for (place, row) in matrix.iter_mut().enumerate() {
            let times = row[pivot];
            match place == pivot {
                true => row.clone_from(&own),
                false => row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= times * own),
            }
        }
    }
    (0..k).map(|i| ((matrix[i][k + i] - shares[i] * shares[i]) / n).sqrt()).collect()
}

/// Plain EM over a dense matrix of these probabilities finds the same shares of the whole table, and the matrix gives the same
/// errors.
#[test]
fn the_likeliest_shares_are_those_of_dense_em() {
    let (law, schema) = (law(3.0), schema_of(&SIZES));
    let mut rng = ChaCha20Rng::seed_from_u64(17);
    let mut table = Table::new((&schema, &law), &[0, 1, 2, 3]).unwrap().keeping_subsets(MANY);
    let mut reports = Vec::new();
    for _ in 0..600 {
        let record = Record::new(&schema, drawn(&mut rng)).unwrap();
        reports.push(perturb(&law, record, &mut rng));
        table.add_perturbed(&reports[reports.len() - 1]).unwrap();
    }
    let options = Options::default().reconstruction(Reconstruction::Likelihood).tolerance(1e-10);
    let found = estimate(&law, table.clone(), &options).unwrap();
    let inverse = estimate(&law, table, &Options::default()).unwrap();
    assert!(inverse.shares().iter().any(|share| *share < 0.0), "the maximum would be the inverse");
    let records: Vec<Vec<u32>> =
        (0..24_u32).map(|cell| vec![cell / 8, cell / 4 % 2, cell / 2 % 2, cell % 2]).collect();
    let rows: Vec<Vec<f64>> = reports
        .iter()
        .map(|report| records.iter().map(|record| probability(&law, report, record)).collect())
        .collect();
    let log_likelihood = |shares: &[f64]| -> f64 {
        rows.iter().map(|row| row.iter().zip(shares).map(|(p, share)| p * share).sum::<f64>().ln()).sum()
    };
    let mut shares = vec![1.0 / 24.0; 24];
    for _ in 0..20_000 {
        let mut next = vec![0.0; 24];
        for row in &rows {
            let fitted: f64 = row.iter().zip(&shares).map(|(p, share)| p * share).sum();
            next.iter_mut().zip(row.iter().zip(&shares)).for_each(|(n, (p, share))| *n += p * share / fitted);
        }
        next.iter_mut().for_each(|share| *share /= 600.0);
        shares = next;
    }
    let [own, dense] = [found.shares(), &shares[..]].map(log_likelihood);
    assert!(own > dense - 1e-4, "{own} {dense}");
    let apart =
        found.shares().iter().zip(&shares).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    assert!(apart < 2e-3, "{apart}: {:?} {shares:?}", found.shares());
    let kept: Vec<usize> = (0..24).filter(|&cell| found.shares()[cell] > 0.0).collect();
    let of_kept = |cells: &[f64]| -> Vec<f64> { kept.iter().map(|&cell| cells[cell]).collect() };
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| of_kept(row)).collect();
    let (own, dense) =
        (of_kept(found.standard_errors().unwrap()), dense_errors(&rows, &of_kept(found.shares())));
    assert!(kept.len() < 24 && kept.len() > 4, "{} cells above 0", kept.len());
    own.iter()
        .zip(&dense)
        .for_each(|(own, dense)| assert!((own / dense - 1.0).abs() < 1e-4, "{own} {dense}"));
}

#[test]
fn more_cells_than_are_simulated_are_refused() {
    let (law, schema) = (one_unit([33, 32], 300, 1.0), schema_of(&[33, 32]));
    let mut table = Table::new((&schema, &law), &[0, 1]).unwrap();
    let record = Record::new(&schema, [0, 0]).unwrap();
    table.add_perturbed(&perturb(&law, record, &mut ChaCha20Rng::seed_from_u64(1))).unwrap();
    let options = Options::default().simultaneous(Simultaneous::MaxZ(10));
    assert_eq!(estimate(&law, table, &options).unwrap_err().code().as_str(), "too-large");
}

/// The largest standardised error over all cells, in 400 surveys: the simulated quantile of 95 % is above it in 90.1 to 99.9 % of
/// surveys, the range that 4.5 standard errors allow, and below Bonferroni's.
#[test]
fn simulated_intervals_hold_together() {
    let (law, attributes) = (law(2.0), [0, 2, 3]);
    let options = Options::default().simultaneous(Simultaneous::MaxZ(2000));
    let mut rng = ChaCha20Rng::seed_from_u64(41);
    let critical = estimate(&law, counted(&law, &attributes, 3000, &mut rng), &options).unwrap().critical();
    let bonferroni = Options::default().simultaneous(Simultaneous::Bonferroni);
    let widest = estimate(&law, counted(&law, &attributes, 3000, &mut rng), &bonferroni).unwrap().critical();
    assert!(2.0 < critical && critical < widest, "{critical} {widest}");
    let truth = truth(&attributes);
    let mut holds = |_: &u32| {
        let found = estimate(&law, counted(&law, &attributes, 3000, &mut rng), &Options::default()).unwrap();
        let each = found.shares().iter().zip(found.standard_errors().unwrap()).zip(&truth);
        each.map(|((share, error), truth)| ((share - truth) / error).abs()).fold(0.0, f64::max) <= critical
    };
    let held = (0..400_u32).filter(|survey| holds(survey)).count();
    assert!((361..=399).contains(&held), "{held} of 400");
}

#[test]
fn a_table_that_no_form_sees_is_refused_with_those_that_are_seen() {
    let half = 1_u128 << 63;
    let forms = vec![view(half, vec![], vec![0, 1], 2, 1.0), view(half, vec![], vec![2, 3], 1, 1.0)];
    let (law, schema) = (Law::labelled(SIZES.to_vec(), forms).unwrap(), schema_of(&SIZES));
    assert!(law.condition(&[0, 2]).is_infinite() && law.condition(&[0, 1]) < 20.0);
    let mut table = Table::new((&schema, &law), &[0, 2]).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    for _ in 0..100 {
        let record = Record::new(&schema, [0, 0, 0, 0]).unwrap();
        table.add_perturbed(&perturb(&law, record, &mut rng)).unwrap();
    }
    let refused = estimate(&law, table, &Options::default()).unwrap_err();
    assert_eq!(refused.code().as_str(), "unidentifiable-table");
    assert!(refused.to_string().ends_with("asks together: [0, 1], [2, 3]"), "{refused}");
}

#[test]
fn cells_of_labelled_reports_are_not_counts_of_categories() {
    let (law, schema) = (law(1.0), schema_of(&SIZES));
    let table = Table::new((&schema, &law), &[0]).unwrap();
    assert_eq!(table.get(&["0"]).unwrap_err().code().as_str(), "not-for-labels");
    assert!(Table::from_counts((&schema, &law), &[0], vec![1, 2, 3]).is_err());
}
