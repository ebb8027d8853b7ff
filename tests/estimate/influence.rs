//! Ring: how far one forged report moves an estimate. Every replacement of a single report is tried, and none moves a cell
//! farther than the stated bound; where there is no bound, none is stated.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimation, Options, consistent, estimate};
use candor::law::Law;

fn laws() -> Vec<Law> {
    let levels = |sizes: &[u32], epsilon: f64| Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap();
    let pairs = vec![vec![0, 1], vec![2]];
    vec![
        common::designed(Request::levels(&levels(&[2, 3], 1.0)).method(Method::Independent))
            .unwrap()
            .law()
            .clone(),
        common::designed(Request::levels(&levels(&[3, 4], 2.0)).method(Method::Pair)).unwrap().law().clone(),
        common::designed(Request::levels(&levels(&[2, 2, 2], 1.5)).method(Method::Optimal))
            .unwrap()
            .law()
            .clone(),
        common::designed(Request::tables(&[3, 2, 2], &pairs, 4.0).method(Method::Analysis))
            .unwrap()
            .law()
            .clone(),
        common::designed(Request::levels(&levels(&[5], 1.0)).method(Method::Independent))
            .unwrap()
            .law()
            .clone(),
    ]
}

fn table(law: &Law, counts: &[u64]) -> Table {
    let all: Vec<usize> = (0..law.sizes().len()).collect();
    Table::from_counts(&schema_of(law.sizes()), &all, counts.to_vec()).unwrap()
}

/// Every table in which one report is replaced by another.
fn replaced(counts: &[u64]) -> impl Iterator<Item = Vec<u64>> + '_ {
    let from = (0..counts.len()).filter(|&from| counts[from] > 0);
    from.flat_map(move |from| {
        (0..counts.len()).map(move |to| {
            let mut moved = counts.to_vec();
            moved[from] -= 1;
            moved[to] += 1;
            moved
        })
    })
}

/// The largest change of any of these numbers over all replacements of a single report.
fn farthest(counts: &[u64], of: impl Fn(&[u64]) -> Vec<f64>) -> f64 {
    let before = of(counts);
    let change = |moved: Vec<u64>| {
        before.iter().zip(of(&moved)).map(|(before, after)| (after - before).abs()).fold(0.0, f64::max)
    };
    replaced(counts).map(change).fold(0.0, f64::max)
}

fn counts_of(law: &Law, dice: &mut Dice) -> Vec<u64> {
    let cells: u32 = law.sizes().iter().product();
    let most = [2, 8, 60][dice.index(3)];
    let mut counts: Vec<u64> = (0..cells).map(|_| u64::from(dice.between(0, most))).collect();
    counts[0] += 2;
    counts
}

#[test]
fn no_replacement_moves_a_cell_farther_than_is_stated() {
    let mut dice = Dice::new(77);
    let methods =
        "inverse joint independent truncated hybrid hybrid:published likelihood auto clusters:2 clusters:0.1";
    let (mut stated, mut reached) = (0, 0);
    for law in laws() {
        for _ in 0..6 {
            let counts = counts_of(&law, &mut dice);
            for (method, project) in methods.split(' ').flat_map(|method| [(method, false), (method, true)]) {
                let options = Options::default().reconstruction(method.parse().unwrap()).project(project);
                let found = |counts: &[u64]| estimate(&law, table(&law, counts), &options).unwrap();
                let Some(most) = found(&counts).influence() else { continue };
                let actual = farthest(&counts, |counts| found(counts).shares().to_vec());
                assert!(
                    actual <= most * (1.0 + 1e-9),
                    "{method} {project}: {actual} above {most}, {counts:?}"
                );
                stated += 1;
                reached += usize::from(actual > 0.999 * most);
            }
        }
    }
    assert!(stated >= 5 * 6 * 8 && reached > stated / 3, "{reached} of {stated} are reached");
}

/// For products a first-order bound would be exceeded, and for the hybrid the bound of the inverse: no such bound is
/// stated.
#[test]
fn what_may_change_altogether_has_no_bound() {
    let law = &laws()[1];
    let counts = [3, 1, 0, 2, 4, 1, 1, 0, 2, 2, 1, 3];
    let of = |method: &str| {
        let options = Options::default().reconstruction(method.parse().unwrap());
        move |counts: &[u64]| estimate(law, table(law, counts), &options).unwrap()
    };
    let inverse = of("inverse")(&counts);
    for method in ["hybrid", "likelihood", "auto", "clusters:0.1"] {
        assert_eq!(of(method)(&counts).influence(), None, "{method}");
    }
    let moved = farthest(&counts, |counts| of("independent")(counts).shares().to_vec());
    let stated = of("independent")(&counts).influence().unwrap();
    assert!(moved <= stated && stated < 3.0 * moved, "{moved}, {stated}");
    assert!(consistent(&[inverse.clone(), inverse]).iter().all(|moved| moved.influence().is_none()));
}

/// Shares within groups move farther than cells do; if a group may become empty, no bound is stated.
#[test]
fn groups_have_a_bound_of_their_own() {
    let mut dice = Dice::new(3);
    let (mut stated, mut silent) = (0, 0);
    for law in laws().into_iter().filter(|law| law.sizes().len() > 1) {
        for round in 0..12 {
            let more = if round % 2 == 0 { 40 } else { 0 };
            let counts: Vec<u64> = counts_of(&law, &mut dice).iter().map(|count| count + more).collect();
            let conditional = |counts: &[u64]| {
                let estimation = Estimation::new(&law, table(&law, counts), &Options::default()).unwrap();
                estimation.with_errors().unwrap().1.conditional(&[0]).unwrap()
            };
            let Some(most) = conditional(&counts).influence() else {
                silent += 1;
                continue;
            };
            let shares = |counts: &[u64]| conditional(counts).cells().iter().map(|c| c.estimate).collect();
            let actual = farthest(&counts, shares);
            assert!(actual <= most * (1.0 + 1e-9) && most < 6.0 * actual, "{actual}, {most}: {counts:?}");
            let of_cells = estimate(&law, table(&law, &counts), &Options::default()).unwrap();
            assert!(actual > of_cells.influence().unwrap(), "the joint table's figure would have been wrong");
            stated += 1;
        }
    }
    assert!(stated > 10 && silent > 0, "{stated} stated, {silent} not");
}
