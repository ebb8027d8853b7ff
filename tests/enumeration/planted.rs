//! Ring: exact enumeration, applied to itself. Textbook samplers of labelled laws with planted faults: every path through their
//! random choices is weighed in integers and compared with the listing of all reports. The correct sampler passes; each fault is
//! detected.

use std::collections::BTreeMap;

use candor::law::{Block, Form, Law, Pattern, Unit};
use num_bigint::BigUint;

use super::listing::{Listing, combinations, shape, small, ways, written};
use crate::common::paths::Paths;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The first answer decides the form.
    LabelFollowsAnswer,
    /// The weights of the first two forms are swapped.
    SwappedForms,
    /// The label names other attributes than the ones that are used.
    StaleLabel,
    /// A subset that should miss the true cell may contain it.
    MissMayHit,
    /// A subset with the true cell always contains the cells after it, too.
    NeighboursOfTruth,
    /// A subset with the true cell has one cell too many.
    CellTooMany,
    /// The uniform part never contains the true cell.
    UniformMisses,
    /// The uniform part contains the true cell half of the time.
    UniformByHalves,
    /// Every unit decides independently whether it misses.
    UnitsApart,
    /// The first units of a class are always the ones that miss.
    FirstOfClass,
}

const FAULTS: [Fault; 10] = [
    Fault::LabelFollowsAnswer,
    Fault::SwappedForms,
    Fault::StaleLabel,
    Fault::MissMayHit,
    Fault::NeighboursOfTruth,
    Fault::CellTooMany,
    Fault::UniformMisses,
    Fault::UniformByHalves,
    Fault::UnitsApart,
    Fault::FirstOfClass,
];

/// A random number below `values`.
fn below(paths: &mut Paths, values: usize) -> usize {
    usize::try_from(paths.choose(values as u64)).unwrap()
}

/// A random word that is one of sixteen values in its upper four bits and zero below.
fn word(paths: &mut Paths) -> u128 {
    u128::from(paths.choose(16)) << 60
}

fn textbook(law: &Law, record: &[u32], fault: Fault, paths: &mut Paths) -> Vec<u32> {
    let index = drawn_form(law, record, fault, paths);
    let form = &law.forms()[index];
    let ways = ways(form);
    let way = below(paths, ways.len());
    let before: usize = law.forms()[..index].iter().map(|form| self::ways(form).len()).sum();
    let label = if fault == Fault::StaleLabel { before + ways.len() - 1 } else { before + way };
    let mut numbers = vec![Vec::new(); form.units().len()];
    for block in form.blocks() {
        let missing = missing(block, fault, paths);
        for (position, &unit) in block.units().iter().enumerate() {
            let (cells, d) = shape(&form.units()[unit], law.sizes());
            let cell =
                ways[way][unit].iter().fold(0, |cell, &i| cell * small(law.sizes()[i]) + small(record[i]));
            let missed = match &missing {
                Some(missing) => missing.contains(&position),
                None if fault == Fault::UniformByHalves => below(paths, 2) == 0,
                None => fault == Fault::UniformMisses || below(paths, cells) >= d,
            };
            numbers[unit] = written(&subset(cells, d, cell, missed, fault, paths), cells);
        }
    }
    [vec![u32::try_from(label).unwrap()], numbers.concat()].concat()
}

fn drawn_form(law: &Law, record: &[u32], fault: Fault, paths: &mut Paths) -> usize {
    let mut weights: Vec<u128> = law.forms().iter().map(Form::weight).collect();
    match fault {
        Fault::LabelFollowsAnswer => return small(record[0]) % weights.len(),
        Fault::SwappedForms => weights.swap(0, 1),
        _ => {}
    }
    let mut word = word(paths);
    weights
        .iter()
        .position(|&weight| {
            let here = word < weight;
            word = word.wrapping_sub(weight);
            here
        })
        .unwrap()
}

/// The positions of the units that miss; `None` if the block is uniform.
fn missing(block: &Block, fault: Fault, paths: &mut Paths) -> Option<Vec<usize>> {
    let mut word = word(paths).checked_sub(block.uniform())?;
    let pattern = block.patterns().iter().find(|pattern| {
        let here = word < u128::from(pattern.weight());
        word = word.wrapping_sub(pattern.weight().into());
        here
    });
    let pattern = pattern.unwrap();
    let mut missing = Vec::new();
    for (class, members) in block.classes().iter().enumerate() {
        let count = pattern.count(class);
        if fault == Fault::UnitsApart {
            missing.extend(members.iter().filter(|_| below(paths, members.len()) < count));
            continue;
        }
        let choices = combinations(members, count);
        let chosen = if fault == Fault::FirstOfClass { 0 } else { below(paths, choices.len()) };
        missing.extend(&choices[chosen]);
    }
    Some(missing)
}

/// A random subset of d cells, without the true cell if the unit misses, otherwise with it.
fn subset(cells: usize, d: usize, cell: usize, missed: bool, fault: Fault, paths: &mut Paths) -> Vec<usize> {
    let others: Vec<usize> = (1..cells).map(|step| (cell + step) % cells).collect();
    if missed {
        let of = if fault == Fault::MissMayHit { [&others[..], &[cell]].concat() } else { others };
        let choices = combinations(&of, d);
        return choices[below(paths, choices.len())].clone();
    }
    let choices = combinations(&others, if fault == Fault::CellTooMany { d } else { d - 1 });
    let chosen = if fault == Fault::NeighboursOfTruth { 0 } else { below(paths, choices.len()) };
    [&[cell], &choices[chosen][..]].concat()
}

/// Stands for probability 1: a multiple of every number of paths that occurs.
fn unit() -> BigUint {
    BigUint::from(2_u32).pow(60) * BigUint::from(3_u32).pow(12) * BigUint::from(5_u32).pow(6)
}

/// Whether every report of every record has exactly the probability that the law gives it.
fn is_exact(law: &Law, fault: Fault) -> bool {
    let listing = Listing::of(law);
    (0..listing.records.len()).all(|x| {
        let (mut paths, mut shares) = (Paths::default(), BTreeMap::<Vec<u32>, BigUint>::new());
        loop {
            let report = textbook(law, &listing.records[x], fault, &mut paths);
            let ways = paths.ways();
            *shares.entry(report).or_default() += unit() / ways;
            if !paths.advance() {
                break;
            }
        }
        let share = |report| shares.get(report).cloned().unwrap_or_default();
        shares.keys().all(|report| listing.reports.contains_key(report))
            && listing.reports.iter().all(|(report, (_, p))| share(report) * &listing.whole == unit() * &p[x])
    })
}

/// Two forms. The first asks one question of a pool of two together with a third one, and reports subsets of the pair's cells.
/// The second asks all three by themselves: two are one class, and the third reports two of its three cells.
fn law() -> Law {
    let single = |i| Unit::new(vec![i], 1);
    let block = |units: Vec<usize>, classes, patterns: Vec<Pattern>| {
        let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight())).sum();
        Block::new(units, classes, (1 << 64) - excess, patterns).unwrap()
    };
    let pair = vec![Pattern::new(vec![], 9 << 60), Pattern::new(vec![(0, 1)], 3 << 60)];
    let all = vec![
        Pattern::new(vec![], 7 << 60),
        Pattern::new(vec![(0, 1)], 3 << 60),
        Pattern::new(vec![(0, 1), (1, 1)], 2 << 60),
    ];
    let first = Form::new(
        11 << 60,
        vec![vec![0, 1]],
        vec![Unit::new(vec![0, 2], 2)],
        vec![block(vec![0], vec![vec![0]], pair)],
    );
    let second = Form::new(
        5 << 60,
        vec![],
        vec![single(0), single(1), Unit::new(vec![2], 2)],
        vec![block(vec![0, 1, 2], vec![vec![0, 1], vec![2]], all)],
    );
    Law::labelled(vec![2, 2, 3], vec![first, second]).unwrap()
}

#[test]
fn the_right_labelled_sampler_is_exact() {
    assert!(is_exact(&law(), Fault::None));
}

#[test]
fn planted_faults_of_labelled_samplers_are_found() {
    let missed: Vec<Fault> = FAULTS.into_iter().filter(|&fault| is_exact(&law(), fault)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
