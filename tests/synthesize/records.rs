//! Records drawn from estimated tables have these tables, and the joint distribution of largest entropy.
//!
//! With 200,000 records, a share p of them has the standard error √(p(1−p)/n) ≤ 0.0012. Some 100 shares are compared at 6 standard errors, so that
//! the probability of any false alarm is below 10⁻⁶. The seeds are fixed.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimate, Options, estimate};
use candor::law::Law;
use candor::schema::Schema;
use candor::synthesize::{Synthesis, tree_of_pairs};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::common::{designed, schema_of};

const RECORDS: u32 = 200_000;

/// Questions that are hardly perturbed, so that estimates equal the counted shares.
fn plain(sizes: &[u32]) -> (Schema, Law) {
    let levels = Levels::new(sizes.to_vec(), vec![25.0; sizes.len()]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    (schema_of(sizes), law)
}

/// The estimate of a table from the shares of all questions together.
fn table(of: &(Schema, Law), joint: &[f64], attributes: &[usize]) -> Estimate {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "shares of a thousand million"
    )]
    let counts =
        marginal(&of.1, joint, attributes).iter().map(|share| (share * 1e9).round() as u64).collect();
    let counted = Table::from_counts(&of.0, attributes, counts).unwrap();
    estimate(&of.1, counted, &Options::default()).unwrap()
}

fn records(sizes: &[u32]) -> impl Iterator<Item = Vec<u32>> + '_ {
    let cells: u32 = sizes.iter().product();
    (0..cells).map(move |mut cell| {
        let mut record = vec![0; sizes.len()];
        for (answer, &size) in record.iter_mut().zip(sizes).rev() {
            *answer = cell % size;
            cell /= size;
        }
        record
    })
}

fn cell(sizes: &[u32], attributes: &[usize], record: &[u32]) -> usize {
    attributes.iter().fold(0, |cell, &at| cell * sizes[at] as usize + record[at] as usize)
}

fn marginal(law: &Law, joint: &[f64], attributes: &[usize]) -> Vec<f64> {
    let mut sums = vec![0.0; attributes.iter().map(|&at| law.sizes()[at] as usize).product()];
    for (record, share) in records(law.sizes()).zip(joint) {
        sums[cell(law.sizes(), attributes, &record)] += share;
    }
    sums
}

/// The shares of drawn records over all questions.
fn drawn(synthesis: &Synthesis, sizes: &[u32]) -> Vec<f64> {
    let mut rng = ChaCha20Rng::seed_from_u64(17);
    let all: Vec<usize> = (0..sizes.len()).collect();
    let mut shares = vec![0.0; sizes.iter().map(|&size| size as usize).product()];
    for _ in 0..RECORDS {
        shares[cell(sizes, &all, &synthesis.draw(&mut rng).unwrap())] += 1.0 / f64::from(RECORDS);
    }
    shares
}

/// The largest difference between drawn and expected shares, in standard errors.
fn apart(drawn: &[f64], expected: &[f64]) -> f64 {
    let of = |(seen, share): (&f64, &f64)| {
        (seen - share).abs() / (share.max(1e-6) * (1.0 - share) / f64::from(RECORDS)).sqrt()
    };
    drawn.iter().zip(expected).map(of).fold(0.0, f64::max)
}

/// Shares in proportion to e to the power of a sum of terms of pairs. Since only pairs interact, this distribution has the largest entropy of all
/// with the same tables of these pairs.
fn of_pairs(sizes: &[u32], pairs: &[[usize; 2]]) -> Vec<f64> {
    let term = |[i, j]: [usize; 2], record: &[u32]| {
        let (one, other) = (f64::from(record[i]), f64::from(record[j]));
        (1.0 + i as f64) * (one - 0.4) * (other - 0.7) / (1.0 + j as f64) + 0.2 * other
    };
    let weight = |record: Vec<u32>| pairs.iter().map(|&pair| term(pair, &record)).sum::<f64>().exp();
    let weights: Vec<f64> = records(sizes).map(weight).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

#[test]
fn a_chain_is_drawn_from_its_pairs_and_the_tree_finds_it() {
    let sizes = [3, 2, 4, 2];
    let of = plain(&sizes);
    let chain = [[0, 2], [1, 2], [1, 3]];
    let joint = of_pairs(&sizes, &chain);
    let pairs: Vec<[usize; 2]> = (0..4).flat_map(|j| (0..j).map(move |i| [i, j])).collect();
    let estimates: Vec<Estimate> = pairs.iter().map(|pair| table(&of, &joint, pair)).collect();
    let mut found: Vec<[usize; 2]> =
        tree_of_pairs(&estimates).into_iter().map(|place| pairs[place]).collect();
    found.sort_unstable();
    assert_eq!(found, chain);
    let synthesis = Synthesis::tree(&of.0, &estimates).unwrap();
    assert!(apart(&drawn(&synthesis, &sizes), &joint) < 6.0);
    // Single questions alone lose the associations, and the comparison detects that.
    let singles: Vec<Estimate> = (0..4).map(|at| table(&of, &joint, &[at])).collect();
    let synthesis = Synthesis::tree(&of.0, &singles).unwrap();
    assert!(apart(&drawn(&synthesis, &sizes), &joint) > 20.0);
}

#[test]
fn tables_in_a_circle_give_the_distribution_of_largest_entropy() {
    let sizes = [3, 2, 4, 2];
    let of = plain(&sizes);
    // The pairs of 0, 1 and 2 form a circle; 3 is paired with 2.
    let pairs = [[0, 1], [1, 2], [0, 2], [2, 3]];
    let joint = of_pairs(&sizes, &pairs);
    let estimates: Vec<Estimate> = pairs.iter().map(|pair| table(&of, &joint, pair)).collect();
    let synthesis = Synthesis::new(&of.0, &estimates).unwrap();
    assert!(apart(&drawn(&synthesis, &sizes), &joint) < 6.0);
    assert!(synthesis.misfit() < 1e-8, "{}", synthesis.misfit());
    // Without the table that closes the circle, the distribution is a different one.
    let open = Synthesis::new(&of.0, &estimates[1..]).unwrap();
    assert!(apart(&drawn(&open, &sizes), &joint) > 20.0);
}

#[test]
fn larger_tables_keep_what_pairs_cannot_tell() {
    let sizes = [2, 2, 2];
    let of = plain(&sizes);
    // The third answer says whether the first two differ, so that every pair is independent.
    let joint: Vec<f64> = records(&sizes).map(|r| if r[0] ^ r[1] == r[2] { 0.25 } else { 0.0 }).collect();
    let whole = Synthesis::new(&of.0, &[table(&of, &joint, &[2, 0, 1])]).unwrap();
    assert!(apart(&drawn(&whole, &sizes), &joint) < 6.0);
    let pairs: Vec<Estimate> = [[0, 1], [1, 2], [0, 2]].map(|pair| table(&of, &joint, &pair)).into();
    let of_pairs = Synthesis::new(&of.0, &pairs).unwrap();
    assert!(apart(&drawn(&of_pairs, &sizes), &[0.125; 8]) < 6.0);
}

#[test]
fn noisy_tables_that_disagree_give_records_all_the_same() {
    let sizes = [4, 3, 5];
    let levels = Levels::new(sizes.to_vec(), vec![0.5; 3]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let schema = schema_of(&sizes);
    let counts = |cells: usize, turn: usize| (0..cells).map(|cell| ((cell * 7 + turn) % 11) as u64).collect();
    let noisy = |attributes: &[usize], cells, turn| {
        let counted = Table::from_counts(&schema, attributes, counts(cells, turn)).unwrap();
        estimate(&law, counted, &Options::default()).unwrap()
    };
    let estimates = [noisy(&[0, 1], 12, 0), noisy(&[1, 2], 15, 3), noisy(&[0, 2], 20, 5)];
    assert!(estimates.iter().any(|estimate| estimate.shares().iter().any(|share| *share < 0.0)));
    for synthesis in
        [Synthesis::new(&schema, &estimates).unwrap(), Synthesis::tree(&schema, &estimates).unwrap()]
    {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        for _ in 0..10_000 {
            let record = synthesis.draw(&mut rng).unwrap();
            assert!(record.iter().zip(&sizes).all(|(answer, size)| answer < size), "{record:?}");
        }
    }
}

/// Each two of three yes/no questions should agree in a tenth of all cases. But two of three such answers always agree, so that some pair agrees
/// in at least a third of them.
#[test]
fn tables_that_no_distribution_has_are_met_evenly_and_the_misfit_is_told() {
    let sizes = [2, 2, 2];
    let of = plain(&sizes);
    let pairs = [[0, 1], [1, 2], [0, 2]];
    let apart = |pair: &[usize; 2]| {
        let counted = Table::from_counts(&of.0, pair, vec![50, 450, 450, 50]).unwrap();
        estimate(&of.1, counted, &Options::default()).unwrap()
    };
    let estimates: Vec<Estimate> = pairs.iter().map(apart).collect();
    let synthesis = Synthesis::new(&of.0, &estimates).unwrap();
    let shares = drawn(&synthesis, &sizes);
    for pair in pairs {
        let table = marginal(&of.1, &shares, &pair);
        assert!((table[0] + table[3] - 1.0 / 3.0).abs() < 0.03, "{pair:?} {table:?}");
    }
    // A cell in which both agree has a sixth instead of a twentieth.
    assert!((synthesis.misfit() - (1.0 / 6.0 - 0.05)).abs() < 0.015, "{}", synthesis.misfit());
    let tree = Synthesis::tree(&of.0, &estimates).unwrap();
    assert!(tree.misfit() < 1e-9, "{}", tree.misfit());
}

#[test]
fn what_is_in_no_table_and_circles_that_are_too_large_are_refused() {
    let sizes = [4; 12];
    let of = plain(&sizes);
    let equal = |attributes: &[usize]| {
        let counted = Table::from_counts(&of.0, attributes, vec![1; 16]).unwrap();
        estimate(&of.1, counted, &Options::default()).unwrap()
    };
    let code = |estimates: &[Estimate]| Synthesis::new(&of.0, estimates).unwrap_err().code().as_str();
    assert_eq!(code(&[equal(&[0, 1])]), "unread-attribute");
    let ring: Vec<Estimate> = (0..12).map(|at| equal(&[at, (at + 1) % 12])).collect();
    assert_eq!(code(&ring), "too-large");
    let chain = Synthesis::new(&of.0, &ring[..11]).unwrap();
    assert_eq!(chain.draw(&mut ChaCha20Rng::seed_from_u64(1)).unwrap().len(), 12);
}
