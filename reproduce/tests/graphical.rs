//! Private-PGM: its tables meet the conditions of the least loss, are those that projected gradient descent over dense shares finds, and are the
//! measured ones where these are possible.

use candor_reproduce::GraphicalModel;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Three questions with all pairs, and five with tables of one to three.
fn cases() -> Vec<(Vec<u32>, Vec<Vec<usize>>)> {
    let pairs = vec![vec![0, 1], vec![0, 2], vec![1, 2]];
    let mixed = vec![vec![0], vec![1, 2], vec![0, 3], vec![1, 3, 4], vec![2, 4]];
    vec![(vec![2, 3, 4], pairs), (vec![3, 2, 4, 2, 3], mixed)]
}

/// The answers of every record, the last question's fastest.
fn records(sizes: &[u32]) -> Vec<Vec<u32>> {
    sizes.iter().fold(vec![Vec::new()], |records, &size| {
        let with = |record: Vec<u32>| (0..size).map(move |answer| [&record[..], &[answer]].concat());
        records.into_iter().flat_map(with).collect()
    })
}

/// The cell of a table that a record is in.
fn cell(sizes: &[u32], table: &[usize], record: &[u32]) -> usize {
    table.iter().fold(0, |cell, &question| cell * sizes[question] as usize + record[question] as usize)
}

/// The tables of shares of records.
fn tables_of(sizes: &[u32], tables: &[Vec<usize>], shares: &[f64]) -> Vec<Vec<f64>> {
    let records = records(sizes);
    let sum = |table: &Vec<usize>| {
        let mut sums = vec![0.0; table.iter().map(|&question| sizes[question] as usize).product()];
        records.iter().zip(shares).for_each(|(record, share)| sums[cell(sizes, table, record)] += share);
        sums
    };
    tables.iter().map(sum).collect()
}

/// The slope of the loss for every record, by the definition.
fn slopes(
    (sizes, tables): (&[u32], &[Vec<usize>]),
    found: &[Vec<f64>],
    measured: &[Vec<f64>],
    errors: &[f64],
) -> Vec<f64> {
    let slope = |record: &Vec<u32>| {
        let of = |place: usize| {
            let cell = cell(sizes, &tables[place], record);
            (found[place][cell] - measured[place][cell]) / errors[place].powi(2)
        };
        (0..tables.len()).map(of).sum()
    };
    records(sizes).iter().map(slope).collect()
}

fn unit(rng: &mut ChaCha20Rng) -> f64 {
    f64::from(rng.next_u32()) / f64::from(u32::MAX)
}

/// Shares of records, some of them near 0.
fn drawn_shares(records: usize, rng: &mut ChaCha20Rng) -> Vec<f64> {
    let raw: Vec<f64> = (0..records).map(|_| unit(rng).powi(6)).collect();
    let whole: f64 = raw.iter().sum();
    raw.iter().map(|share| share / whole).collect()
}

/// Tables of drawn shares with noise of these standard errors, so that many cells are below 0.
fn noisy(truth: &[Vec<f64>], errors: &[f64], rng: &mut ChaCha20Rng) -> Vec<Vec<f64>> {
    let mut noise = |share: &f64, error: f64| share + error * 12.0_f64.sqrt() * (unit(rng) - 0.5);
    truth
        .iter()
        .zip(errors)
        .map(|(table, &error)| table.iter().map(|share| noise(share, error)).collect())
        .collect()
}

/// One table a few times as exact as another.
fn standard_errors(tables: usize) -> Vec<f64> {
    (0..tables).map(|place| [0.05, 0.25, 0.12][place % 3]).collect()
}

/// Σ ‖P_W − P*_W‖²/σ_W².
fn distance(one: &[Vec<f64>], other: &[Vec<f64>], errors: &[f64]) -> f64 {
    let of = |((one, other), error): ((&Vec<f64>, &Vec<f64>), &f64)| {
        one.iter().zip(other).map(|(one, other)| ((one - other) / error).powi(2)).sum::<f64>()
    };
    one.iter().zip(other).zip(errors).map(of).sum()
}

/// The nearest shares, at least 0 and of sum 1, by bisection of what all are lowered by.
fn projected(estimates: &[f64]) -> Vec<f64> {
    let lowered = |by: f64| estimates.iter().map(|share| (share - by).max(0.0)).collect::<Vec<f64>>();
    let largest = estimates.iter().copied().fold(f64::MIN, f64::max);
    let (mut low, mut high) = (largest - 1.0, largest);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if lowered(middle).iter().sum::<f64>() > 1.0 { low = middle } else { high = middle }
    }
    lowered(low)
}

/// The tables of least loss by accelerated projected gradient descent over the shares of all records.
fn dense((sizes, tables): (&[u32], &[Vec<usize>]), measured: &[Vec<f64>], errors: &[f64]) -> Vec<Vec<f64>> {
    let all = records(sizes).len() as f64;
    // The curvature along a table's cells is the number of records in a cell, over σ².
    let steepest: f64 =
        measured.iter().zip(errors).map(|(table, error)| all / table.len() as f64 / error.powi(2)).sum();
    let mut at = vec![1.0 / all; records(sizes).len()];
    let mut ahead = at.clone();
    for step in 0..5_000 {
        let slopes = slopes((sizes, tables), &tables_of(sizes, tables, &ahead), measured, errors);
        let moved: Vec<f64> =
            ahead.iter().zip(&slopes).map(|(share, slope)| share - slope / steepest).collect();
        let next = projected(&moved);
        let momentum = f64::from(step) / (f64::from(step) + 3.0);
        ahead = next.iter().zip(&at).map(|(to, from)| to + momentum * (to - from)).collect();
        at = next;
    }
    tables_of(sizes, tables, &at)
}

/// A survey of a case: its tables as measured, and their standard errors.
fn measured(sizes: &[u32], tables: &[Vec<usize>], rng: &mut ChaCha20Rng) -> (Vec<Vec<f64>>, Vec<f64>) {
    let errors = standard_errors(tables.len());
    let truth = tables_of(sizes, tables, &drawn_shares(records(sizes).len(), rng));
    (noisy(&truth, &errors, rng), errors)
}

/// E_P S − min S, which is 0 at the least loss and bounds what a loss exceeds it by.
fn gap(case: (&[u32], &[Vec<usize>]), found: &[Vec<f64>], measured: &[Vec<f64>], errors: &[f64]) -> f64 {
    let slope =
        |place: usize, cell: usize| (found[place][cell] - measured[place][cell]) / errors[place].powi(2);
    let mean: f64 = found
        .iter()
        .enumerate()
        .flat_map(|(place, table)| {
            table.iter().enumerate().map(move |(cell, share)| share * slope(place, cell))
        })
        .sum();
    mean - slopes(case, found, measured, errors).into_iter().fold(f64::MAX, f64::min)
}

/// The conditions of Karush, Kuhn and Tucker: no record has a smaller slope than the mean. The descent ends at a gap of 0.01, or
/// after 1,000 steps. Weights that do not know the standard errors miss the conditions.
#[test]
fn tables_meet_the_conditions_of_the_least_loss() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for (sizes, tables) in cases() {
        let model = GraphicalModel::new(&sizes, &tables);
        let mut gap_of_equal_weights = 0.0_f64;
        for _ in 0..20 {
            let (measured, errors) = measured(&sizes, &tables, &mut rng);
            assert!(measured.iter().flatten().any(|&share| share < -0.02), "{measured:?}");
            let gap_of = |found: &[Vec<f64>]| gap((&sizes, &tables), found, &measured, &errors);
            let weighted = gap_of(&model.nearest(&measured, &errors));
            assert!(weighted < 0.02, "{weighted}");
            let equal = vec![0.12; tables.len()];
            gap_of_equal_weights = gap_of_equal_weights.max(gap_of(&model.nearest(&measured, &equal)));
        }
        assert!(gap_of_equal_weights > 10.0, "{gap_of_equal_weights}");
    }
}

/// A loss within 0.01 of the least one has tables within √0.02 standard errors of the only ones that have the least; those of the dense descent
/// are within √0.002.
#[test]
fn tables_are_those_of_dense_descent() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    for (sizes, tables) in cases() {
        for _ in 0..5 {
            let (measured, errors) = measured(&sizes, &tables, &mut rng);
            let found = GraphicalModel::new(&sizes, &tables).nearest(&measured, &errors);
            let dense = dense((&sizes, &tables), &measured, &errors);
            assert!(
                gap((&sizes, &tables), &dense, &measured, &errors) < 1e-3,
                "the dense descent is not done"
            );
            assert!(distance(&found, &dense, &errors) < 0.035, "{}", distance(&found, &dense, &errors));
            assert!(distance(&measured, &dense, &errors) > 1.0, "nothing was to be done");
        }
    }
}

/// Tables of one distribution have no loss, so that they are found again.
#[test]
fn possible_tables_are_recovered() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for (sizes, tables) in cases() {
        let mut shares = drawn_shares(records(&sizes).len(), &mut rng);
        let moved = core::mem::take(&mut shares[1]);
        shares[0] += moved;
        let possible = tables_of(&sizes, &tables, &shares);
        let errors = standard_errors(tables.len());
        let found = GraphicalModel::new(&sizes, &tables).nearest(&possible, &errors);
        assert!(distance(&found, &possible, &errors) < 0.03);
        let other = tables_of(&sizes, &tables, &drawn_shares(shares.len(), &mut rng));
        assert!(distance(&found, &other, &errors) > 1.0, "any tables would do");
    }
}

/// The tables are margins of one distribution: those of one question are the same in all tables that hold it.
#[test]
fn tables_agree() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    for (sizes, tables) in cases() {
        let (measured, errors) = measured(&sizes, &tables, &mut rng);
        let found = GraphicalModel::new(&sizes, &tables).nearest(&measured, &errors);
        for (question, &size) in sizes.iter().enumerate() {
            let margins = tables.iter().zip(&found).filter(|(table, _)| table.contains(&question)).map(
                |(table, shares)| {
                    let within: Vec<u32> = table.iter().map(|&question| sizes[question]).collect();
                    let place = table.iter().position(|&other| other == question).expect("held");
                    let mut margin = vec![0.0; size as usize];
                    records(&within)
                        .iter()
                        .zip(shares)
                        .for_each(|(cell, share)| margin[cell[place] as usize] += share);
                    margin
                },
            );
            let margins: Vec<Vec<f64>> = margins.collect();
            for (one, other) in margins.iter().flatten().zip(margins[1..].iter().flatten()) {
                assert!((one - other).abs() < 1e-12, "{margins:?}");
            }
            assert!((margins[0].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
