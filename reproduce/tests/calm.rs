//! CALM with any shares of respondents: its expected error is compared with dense least squares and with simulation, and it is checked that no
//! shares are better than the best ones.

use candor_reproduce::peers::Oracle;
use candor_reproduce::peers::{Allocation, Calm, Subset, error_apart, error_together};
use candor_reproduce::{Consistency, Population};
use nalgebra::DMatrix;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The questions of Adult, as in the experiment; below, few enough questions for dense matrices.
const ADULT: [u32; 6] = [5, 2, 2, 16, 15, 7];
const SMALL: [u32; 3] = [2, 3, 4];
const EPSILONS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

/// All sets of `w` questions.
fn sets(questions: usize, w: u32) -> Vec<Vec<usize>> {
    let sets = (0..1_u32 << questions).filter(|set| set.count_ones() == w);
    sets.map(|set| (0..questions).filter(|place| set >> place & 1 == 1).collect()).collect()
}

/// All pairs of Adult, all triples of its first five questions, and tables of different lengths.
fn cases() -> Vec<(Vec<u32>, Vec<Vec<usize>>)> {
    let nested = vec![vec![0, 1, 2], vec![0, 1], vec![2]];
    vec![(ADULT.to_vec(), sets(6, 2)), (ADULT[..5].to_vec(), sets(5, 3)), (SMALL.to_vec(), nested)]
}

/// One row per cell of a table and one column per cell of all questions; an entry is 1 if the row's cell contains the column's.
fn summing(sizes: &[u32], table: &[usize]) -> DMatrix<f64> {
    let all: usize = sizes.iter().map(|&a| a as usize).product();
    let rows: usize = table.iter().map(|&place| sizes[place] as usize).product();
    let mut matrix = DMatrix::zeros(rows, all);
    for record in 0..all {
        let answer = |place: usize| {
            let after: usize = sizes[place + 1..].iter().map(|&a| a as usize).product();
            record / after % sizes[place] as usize
        };
        let row = table.iter().fold(0, |row, &place| row * sizes[place] as usize + answer(place));
        matrix[(row, record)] = 1.0;
    }
    matrix
}

/// The matrices of all tables stacked, and n times the covariances of their estimates: the noise is the same in every direction except that
/// of the sum.
fn stacked(
    sizes: &[u32],
    tables: &[Vec<usize>],
    shares: &[f64],
    epsilon: f64,
) -> (DMatrix<f64>, DMatrix<f64>) {
    let blocks: Vec<DMatrix<f64>> = tables.iter().map(|table| summing(sizes, table)).collect();
    let rows: usize = blocks.iter().map(DMatrix::nrows).sum();
    let (mut design, mut covariance) = (DMatrix::zeros(rows, blocks[0].ncols()), DMatrix::zeros(rows, rows));
    let mut from = 0;
    for (block, share) in blocks.iter().zip(shares) {
        let d = block.nrows();
        let cells = u32::try_from(d).expect("few");
        let each = Subset::new(cells, epsilon).squared_error(cells) / f64::from(cells - 1) / share;
        let noise = (DMatrix::identity(d, d) - DMatrix::from_element(d, d, 1.0 / d as f64)) * each;
        design.view_mut((from, 0), block.shape()).copy_from(block);
        covariance.view_mut((from, from), (d, d)).copy_from(&noise);
        from += d;
    }
    (design, covariance)
}

fn inverse(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    matrix.clone().pseudo_inverse(1e-9 * matrix.norm()).expect("a tolerance")
}

/// Generalised least squares over all distributions of all questions gives the covariances of the best unbiased tables.
#[test]
fn errors_of_agreed_tables_are_those_of_least_squares() {
    for tables in [sets(3, 2), vec![vec![0, 1, 2], vec![0, 1], vec![2]], vec![vec![0, 1], vec![1, 2]]] {
        let shares: Vec<f64> = [0.2, 0.5, 0.3][..tables.len()].to_vec();
        let (design, covariance) = stacked(&SMALL, &tables, &shares, 1.5);
        let information = design.transpose() * inverse(&covariance) * &design;
        let best = (&design * inverse(&information) * design.transpose()).trace();
        let told = error_together(&SMALL, &tables, &shares, 1.5);
        assert!((told / best - 1.0).abs() < 1e-9, "{tables:?}: {told} {best}");
    }
}

/// The step is linear in deviations from equal sums. Its matrix, computed column by column, gives the covariances of the consistent tables.
#[test]
fn the_consistency_step_reaches_them() {
    let (tables, shares) = (sets(3, 2), [0.2, 0.5, 0.3]);
    let (_, covariance) = stacked(&SMALL, &tables, &shares, 1.5);
    let cells = [6_usize, 8, 12];
    let variances: Vec<f64> = [0, 6, 14]
        .iter()
        .zip(cells)
        .map(|(&at, d)| covariance[(at, at)] * d as f64 / (d - 1) as f64)
        .collect();
    let step = |variances: &[f64]| {
        let consistency = Consistency::new(&SMALL, &tables, variances);
        let column = |at: usize| {
            let unit = |cell: usize| f64::from(u8::from(cell == at));
            let stacked: Vec<f64> = (0..26).map(unit).collect();
            let parts = [stacked[..6].to_vec(), stacked[6..14].to_vec(), stacked[14..].to_vec()];
            consistency.agreed(parts.to_vec()).concat()
        };
        let columns: Vec<f64> = (0..26).flat_map(column).collect();
        let matrix = DMatrix::from_column_slice(26, 26, &columns);
        (&matrix * &covariance * matrix.transpose()).trace()
    };
    let told = error_together(&SMALL, &tables, &shares, 1.5);
    assert!((step(&variances) / told - 1.0).abs() < 1e-9);
    assert!(step(&[1.0; 3]) > 1.001 * told, "weights that do not know how many were asked are worse");
}

/// Moving a little of one share to another never helps. At the best shares every table is worth the same: d(error)/d(share) = −error.
#[test]
fn no_shares_are_better_than_the_best() {
    for (sizes, tables) in cases() {
        for epsilon in EPSILONS {
            let error = |allocation: Allocation, shares: &[f64]| match allocation {
                Allocation::BestApart => error_apart(&sizes, &tables, shares, epsilon),
                _ => error_together(&sizes, &tables, shares, epsilon),
            };
            for allocation in [Allocation::BestApart, Allocation::BestTogether] {
                let best = allocation.shares(&sizes, &tables, epsilon).expect("shares");
                let least = error(allocation, &best);
                let even = Allocation::Even.shares(&sizes, &tables, epsilon).expect("shares");
                assert!(error(allocation, &even) >= least, "{sizes:?} {epsilon}");
                for from in 0..tables.len() {
                    let mut more = best.clone();
                    more[from] += 1e-6;
                    let worth = (least - error(allocation, &more)) / 1e-6 / least;
                    assert!(worth < 1.0 + 1e-3, "{sizes:?} {epsilon} {from} {worth}");
                    assert!(best[from] < 1e-6 || worth > 0.99, "{sizes:?} {epsilon} {from} {worth}");
                    for to in 0..tables.len() {
                        for part in [0.5, 0.1, 1e-2, 1e-3] {
                            let mut moved = best.clone();
                            moved[to] += part * best[from];
                            moved[from] -= part * best[from];
                            let other = error(allocation, &moved);
                            assert!(other >= least * (1.0 - 1e-6), "{sizes:?} {epsilon} {from} {to}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn tables_of_too_many_cells_are_refused() {
    let refused = Allocation::BestTogether.shares(&[65, 64, 2], &[vec![0, 1], vec![0, 2]], 1.0);
    assert_eq!(refused.expect_err("4160 cells").code(), candor::Code::TooLarge);
}

/// n times the mean squared error of all tables, over 4,000 surveys of 600 people whose answers are all equally likely.
fn measured(shares: &[f64], estimates: impl Fn(&Calm) -> Vec<Vec<f64>>) -> f64 {
    let mut rng = ChaCha20Rng::seed_from_u64(11);
    let mut total = 0.0;
    for _ in 0..4_000 {
        let rows = (0..600).map(|_| SMALL.iter().map(|&a| rng.next_u32() % a).collect()).collect();
        let people = Population::new("uniform", &["a", "b", "c"], &SMALL, rows).expect("people");
        let calm = Calm::new(&people, &sets(3, 2), shares, 1.5, &mut rng);
        for table in estimates(&calm) {
            let even = 1.0 / table.len() as f64;
            total += table.iter().map(|share| (share - even) * (share - even)).sum::<f64>();
        }
    }
    600.0 * total / 4_000.0
}

/// The error of a survey is a weighted sum of squares in at least ten directions, so its mean over 4,000 surveys has a relative standard
/// error of at most √(2/40,000) = 0.007. The formula takes the numbers of people asked as fixed, which is off by about 1 %; 0.05 is 5.7
/// standard errors. The probability of a false alarm in two comparisons is below 10⁻⁷.
#[test]
fn errors_of_surveys_are_those_of_the_formulas() {
    let shares = [0.2, 0.5, 0.3];
    let agrees = |measured: f64, told: f64| (measured / told - 1.0).abs() < 0.05;
    let apart = measured(&shares, |calm| calm.estimates().to_vec());
    assert!(agrees(apart, error_apart(&SMALL, &sets(3, 2), &shares, 1.5)), "{apart}");
    let together = measured(&shares, Calm::consistent);
    assert!(agrees(together, error_together(&SMALL, &sets(3, 2), &shares, 1.5)), "{together}");
    assert!(
        !agrees(together, error_together(&SMALL, &sets(3, 2), &[1.0 / 3.0; 3], 1.5)),
        "a wrong formula is told"
    );
}

/// With 60,000 people, the number asked a table is within 3 % of its expectation in all but one survey of 10⁵.
#[test]
fn standard_errors_are_those_of_the_formula() {
    let mut rng = ChaCha20Rng::seed_from_u64(12);
    let rows = (0..60_000).map(|_| SMALL.iter().map(|&a| rng.next_u32() % a).collect()).collect();
    let people = Population::new("uniform", &["a", "b", "c"], &SMALL, rows).expect("people");
    let shares = [0.3, 0.3, 0.4];
    let calm = Calm::new(&people, &sets(3, 2), &shares, 1.5, &mut rng);
    let of = |(table, error): (&Vec<f64>, &f64)| table.len() as f64 * error * error;
    let squares: f64 = calm.estimates().iter().zip(calm.standard_errors()).map(of).sum();
    let told = error_apart(&SMALL, &sets(3, 2), &shares, 1.5) / 60_000.0;
    assert!((squares / told - 1.0).abs() < 0.03, "{squares} {told}");
}
