//! Ring: properties. The estimates that people are shown are possible: a share lies in its interval and in \[0, 1\], a difference in its
//! interval and in \[−1, 1\]; nothing is shown about groups that are too small for their noise. Seeds are fixed; the raw estimates of the
//! same tables break each of these rules.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Cell, Difference, Estimation, Options, Reconstruction};
use candor::law::Law;

fn law(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

/// Counts of `n` reports, most of them in the first groups.
fn counts(dice: &mut Dice, cells: usize, n: u64) -> Vec<u64> {
    let mut counts = vec![0; cells];
    (0..n).for_each(|_| counts[dice.index(cells).min(dice.index(cells))] += 1);
    counts
}

/// The shares, the shares within groups of the first question, and the differences of these from the first group.
fn estimates_of(law: &Law, counts: Vec<u64>, options: &Options) -> (Vec<Cell>, Vec<Cell>, Vec<Difference>) {
    let table = Table::from_counts(&schema_of(law.sizes()), &[0, 1], counts).unwrap();
    let (estimate, errors) = Estimation::new(law, table, options).unwrap().with_errors().unwrap();
    let within = errors.conditional(&[0]).unwrap();
    (estimate.cells().collect(), within.cells().to_vec(), errors.differences(&[0], 0).unwrap())
}

fn is_possible(shown: f64, cell: &Cell, [least, most]: [f64; 2]) -> bool {
    let interval = least <= cell.lower && cell.lower < cell.upper && cell.upper <= most;
    interval && cell.lower <= shown && shown <= cell.upper
}

#[test]
fn nothing_shown_is_impossible() {
    let mut dice = Dice::new(17);
    let (mut impossible, mut shown, mut few) = (0, 0, 0);
    for (sizes, epsilon) in [([2, 2], 0.5), ([3, 4], 0.5), ([2, 5], 1.0), ([5, 3], 2.0), ([4, 4], 4.0)] {
        let law = law(&sizes, epsilon);
        for n in [1, 3, 10, 40, 200, 1000] {
            for method in [Reconstruction::Inverse, Reconstruction::Likelihood] {
                for confidence in [0.5, 0.95] {
                    let counts = counts(&mut dice, (sizes[0] * sizes[1]) as usize, n);
                    let options = Options::default().reconstruction(method).confidence(confidence);
                    let (shares, within, differences) = estimates_of(&law, counts, &options);
                    let shares =
                        shares.iter().chain(&within).map(|cell| (cell.readable(), *cell, [0.0, 1.0]));
                    let differences =
                        differences.iter().map(|apart| (apart.readable(), apart.difference, [-1.0, 1.0]));
                    for (told, cell, range) in shares.chain(differences) {
                        let possible = told.is_none_or(|told| is_possible(told, &cell, range));
                        assert!(possible, "{sizes:?} ε {epsilon}, n {n}, {method}: {told:?} of {cell:?}");
                        impossible += usize::from(!is_possible(cell.estimate, &cell, range));
                        shown += usize::from(told.is_some());
                        few += usize::from(told.is_none());
                    }
                }
            }
        }
    }
    assert!(impossible > 500 && shown > 500 && few > 500, "{impossible} {shown} {few}");
}

/// The second group is too small for its noise: shares within it, and their differences from those of the first group, are not shown.
#[test]
fn a_group_too_small_for_its_noise_is_not_told() {
    let law = law(&[2, 2], 1.0);
    let (shares, within, differences) = estimates_of(&law, vec![392, 338, 150, 120], &Options::default());
    assert!(shares.iter().all(|cell| cell.readable().is_some()), "{shares:?}");
    assert!(within[..2].iter().all(|cell| cell.readable().is_some()), "{within:?}");
    assert!(
        within[2..]
            .iter()
            .all(|cell| cell.readable().is_none() && cell.to_string() == "too few reports to tell")
    );
    assert!(differences.iter().all(|apart| apart.readable().is_none()), "{differences:?}");
    assert!(differences.iter().all(|apart| (apart.difference.lower, apart.difference.upper) == (-1.0, 1.0)));
}

/// A share that is certain enough is shown as estimated; one that is estimated below 0 is shown as 0.
#[test]
fn enough_reports_are_told_within_their_interval() {
    let law = law(&[2, 2], 3.0);
    let (shares, within, differences) = estimates_of(&law, vec![4585, 415, 883, 4117], &Options::default());
    assert!(shares[1].estimate < 0.0 && shares[1].readable() == Some(0.0), "{:?}", shares[1]);
    assert!(shares[1].to_string().starts_with("0.00 % ±"), "{}", shares[1]);
    assert_eq!(shares[0].readable(), Some(shares[0].estimate));
    assert!(within.iter().all(|cell| cell.readable().is_some()), "{within:?}");
    assert_eq!(differences[0].readable(), Some(differences[0].difference.estimate));
}
