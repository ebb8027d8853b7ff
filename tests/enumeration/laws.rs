//! The laws that are enumerated: designs by every method, and hand-made laws that no design would have.

use std::sync::LazyLock;

use candor::design::{Levels, Method, Request};
use candor::law::{Block, Law, Pattern};
use rand_core::Rng;

use crate::common::{self, Dice};

pub struct Sample {
    pub name: String,
    pub law: Law,
    /// The requested column ε, if the design kept it.
    pub requested: Option<Vec<f64>>,
    /// The requested limits of record ε and attribute ε; infinite where none was given.
    pub record: f64,
    pub caps: Vec<f64>,
}

impl Sample {
    fn new(name: String, law: Law, requested: Option<Vec<f64>>) -> Self {
        let caps = vec![f64::INFINITY; law.sizes().len()];
        Self { name, law, requested, record: f64::INFINITY, caps }
    }
}

const METHODS: [Method; 7] = [
    Method::Auto,
    Method::Independent,
    Method::Pair,
    Method::Inductive,
    Method::SingleChange,
    Method::LinearProgram,
    Method::Blocks,
];

/// Designs at the corners of the range of ε and at 60 random levels, by every method that keeps them; designs
/// for record budgets; designs under caps on attribute ε; and the best laws for every pair table.
pub fn designed() -> &'static [Sample] {
    static DESIGNED: LazyLock<Vec<Sample>> = LazyLock::new(design_all);
    &DESIGNED
}

fn design_all() -> Vec<Sample> {
    let mut dice = Dice::new(1);
    let corners = [2_f64.powi(-7), 16.0];
    let mut levels: Vec<(Vec<u32>, Vec<f64>)> = Vec::new();
    for sizes in [vec![2], vec![5], vec![2, 2], vec![3, 5], vec![2, 3, 2], vec![2, 2, 2, 2]] {
        for i in 0..4 {
            let epsilons = (0..sizes.len()).map(|j| corners[usize::from(i >> (j % 2) & 1 == 1)]).collect();
            levels.push((sizes.clone(), epsilons));
        }
    }
    for _ in 0..60 {
        let k = dice.between(1, 4);
        let sizes: Vec<u32> = (0..k).map(|_| dice.between(2, 5)).collect();
        let epsilons = (0..k).map(|_| dice.power_of_two(-7.0, 4.0)).collect();
        levels.push((sizes, epsilons));
    }
    let by_levels = levels.iter().flat_map(|(sizes, epsilons)| METHODS.map(|m| keeping(sizes, epsilons, m)));
    let some = || levels.iter().step_by(6);
    let budgets = some().flat_map(|(sizes, weights)| METHODS.map(|method| within(sizes, weights, method)));
    let analysed = some().filter(|(sizes, _)| sizes.len() > 1).map(|(sizes, _)| for_pairs(sizes));
    let within_caps = some().filter(|(_, e)| e.iter().all(|e| *e < 10.0)).map(|(sizes, e)| capped(sizes, e));
    by_levels.chain(budgets).flatten().chain(analysed).chain(within_caps).collect()
}

fn keeping(sizes: &[u32], epsilons: &[f64], method: Method) -> Option<Sample> {
    let levels = Levels::new(sizes.into(), epsilons.into()).unwrap();
    let request = Request::levels(&levels).method(method).allow_raised(method == Method::Inductive);
    let design = common::designed(request).ok()?;
    let requested = design.raised().is_empty().then(|| epsilons.to_vec());
    Some(Sample::new(format!("{method} {sizes:?} {epsilons:?}"), design.law().clone(), requested))
}

/// Attribute ε is at most a fifth above column ε; by method optimal.
fn capped(sizes: &[u32], epsilons: &[f64]) -> Sample {
    let caps: Vec<f64> = epsilons.iter().map(|epsilon| 1.2 * epsilon).collect();
    let given: Vec<Option<f64>> = caps.iter().copied().map(Some).collect();
    let levels = Levels::new(sizes.into(), epsilons.into()).unwrap().capped(&given).unwrap();
    let law = common::designed(Request::levels(&levels).method(Method::Optimal)).unwrap().law().clone();
    Sample { caps, ..Sample::new(format!("capped {sizes:?} {epsilons:?}"), law, Some(epsilons.into())) }
}

fn within(sizes: &[u32], weights: &[f64], method: Method) -> Option<Sample> {
    let design = common::designed(Request::record_budget(sizes, weights, 2.0).method(method)).ok()?;
    let requested = design.requested().map(<[f64]>::to_vec);
    let name = format!("{method} {sizes:?} weights {weights:?}");
    Some(Sample { record: 2.0, ..Sample::new(name, design.law().clone(), requested) })
}

fn for_pairs(sizes: &[u32]) -> Sample {
    let pairs = (0..sizes.len()).flat_map(|i| (0..i).map(move |j| vec![i, j]));
    let design =
        common::designed(Request::tables(sizes, &pairs.collect::<Vec<_>>(), 1.5).method(Method::Analysis))
            .unwrap();
    Sample { record: 1.5, ..Sample::new(format!("analysis {sizes:?}"), design.law().clone(), None) }
}

/// 80 laws with random blocks, classes of one or several attributes, all or some of their orbits listed,
/// weights of all magnitudes down to 0, and uniform parts down to 1; and one law that is entirely uniform.
pub fn hand_made() -> Vec<Sample> {
    let mut dice = Dice::new(2);
    let mut laws: Vec<Sample> = (0..80).map(|_| random_law(&mut dice)).collect();
    let nothing = Block::new(vec![0, 1], vec![vec![0], vec![1]], 1 << 64, Vec::new()).unwrap();
    let law = Law::new(vec![2, 3], vec![nothing]).unwrap();
    laws.push(Sample::new("uniform only".into(), law, None));
    laws
}

/// A law of 1 to 4 attributes with 2 to 5 categories.
pub fn random_law(dice: &mut Dice) -> Sample {
    let k = dice.between(1, 4);
    let palette = [dice.between(2, 5), dice.between(2, 3)];
    let sizes: Vec<u32> = (0..k).map(|_| palette[dice.index(2)]).collect();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); 1 + dice.index(sizes.len())];
    for attribute in 0..sizes.len() {
        let block = dice.index(members.len());
        members[block].insert(0, attribute);
    }
    members.retain(|attributes| !attributes.is_empty());
    let blocks: Vec<Block> =
        members.into_iter().map(|attributes| random_block(dice, attributes, &sizes)).collect();
    let name = format!("{sizes:?} {blocks:?}");
    Sample::new(name, Law::new(sizes, blocks).unwrap(), None)
}

fn random_block(dice: &mut Dice, attributes: Vec<usize>, sizes: &[u32]) -> Block {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for position in 0..attributes.len() {
        let same = |class: &&mut Vec<usize>| sizes[attributes[class[0]]] == sizes[attributes[position]];
        match classes.iter_mut().find(same).filter(|_| dice.between(0, 3) > 0) {
            Some(class) => class.push(position),
            None => classes.push(vec![position]),
        }
    }
    let keep_all = dice.between(0, 1) == 0;
    let mut changes = orbits(&classes);
    changes.retain(|_| keep_all || dice.between(0, 1) == 0);
    let share = u64::try_from(changes.len()).unwrap().max(1);
    let mut weights: Vec<u64> =
        changes.iter().map(|_| (dice.0.next_u64() / share) >> [0, 0, 3, 30, 63][dice.index(5)]).collect();
    let mut uniform = (1_u128 << 64) - weights.iter().map(|&w| u128::from(w)).sum::<u128>();
    if let (Some(first), 0) = (weights.first_mut(), dice.between(0, 2)) {
        // Moves all but a sliver of the uniform part to the first pattern.
        let sliver = 1 + (uniform - 1).min(1 << [0, 20, 50][dice.index(3)]) / 2;
        *first += u64::try_from(uniform - sliver).unwrap();
        uniform = sliver;
    }
    let patterns = changes.into_iter().zip(weights).map(|(c, w)| Pattern::new(c, w)).collect();
    Block::new(attributes, classes, uniform, patterns).unwrap()
}

/// The changes of every orbit, in ascending order.
fn orbits(classes: &[Vec<usize>]) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![Vec::new()];
    for (class, members) in classes.iter().enumerate() {
        let counts = 1..=members.len();
        let changed = counts.flat_map(|count| {
            all.iter().map(move |changes: &Vec<(usize, usize)>| [&changes[..], &[(class, count)]].concat())
        });
        let changed: Vec<_> = changed.collect();
        all.extend(changed);
    }
    all.sort();
    all
}
