//! Random labelled laws: forms with any weights, whose units have one to three attributes and report one cell or more;
//! random blocks, classes and pools of attributes of equal size; weights of all magnitudes.

use candor::law::{Block, Form, Law, Pattern, Unit};
use rand_core::Rng;

use super::Dice;

/// The largest allowed size of a law.
#[derive(Clone, Copy)]
pub struct Most {
    pub attributes: u32,
    pub size: u32,
    pub forms: u32,
    /// Cells of a unit.
    pub cells: u32,
}

/// A random law, whose last form asks every attribute.
pub fn random_labelled(dice: &mut Dice, most: Most) -> Law {
    let k = dice.between(1, most.attributes);
    let palette = [0; 2].map(|_| dice.between(2, most.size));
    let sizes: Vec<u32> = (0..k).map(|_| palette[dice.index(2)]).collect();
    let forms = dice.between(1, most.forms);
    let mut left: u128 = 1 << 64;
    let forms = (0..forms).map(|form| {
        let is_last = form + 1 == forms;
        let weight = if is_last { left } else { 1 + u128::from(dice.0.next_u64()) % (left / 2) };
        left -= weight;
        random_form(dice, &sizes, weight, is_last, most)
    });
    let forms: Vec<Form> = forms.collect();
    Law::labelled(sizes, forms).unwrap()
}

fn random_form(dice: &mut Dice, sizes: &[u32], weight: u128, asks_all: bool, most: Most) -> Form {
    let mut left: Vec<usize> = (0..sizes.len()).collect();
    let asked = if asks_all { left.len() } else { 1 + dice.index(left.len()) };
    let mut drawn: Vec<usize> = (0..asked).map(|_| left.remove(dice.index(left.len()))).collect();
    let mut units: Vec<Vec<usize>> = Vec::new();
    while let Some(attribute) = drawn.pop() {
        let cells = |unit: &Vec<usize>| unit.iter().map(|&i| sizes[i]).product::<u32>() * sizes[attribute];
        match units.last_mut() {
            Some(unit) if unit.len() < 3 && dice.index(2) == 0 && cells(unit) <= most.cells => {
                unit.push(attribute);
            }
            _ => units.push(vec![attribute]),
        }
    }
    let exchange = random_pools(dice, sizes, &mut units);
    let unit = |attributes: Vec<usize>| {
        let cells: u32 = attributes.iter().map(|&i| sizes[i]).product();
        let subset = if dice.index(2) == 0 { 1 } else { dice.between(1, cells - 1) };
        (Unit::new(attributes, subset), (cells, subset))
    };
    let (units, shapes): (Vec<Unit>, Vec<(u32, u32)>) = units.into_iter().map(unit).unzip();
    let blocks = random_blocks(dice, &shapes);
    Form::new(weight, exchange, units, blocks)
}

/// For some sizes, a pool of all attributes of this size; the units take the first attributes of the pool.
fn random_pools(dice: &mut Dice, sizes: &[u32], units: &mut [Vec<usize>]) -> Vec<Vec<usize>> {
    let mut pools = Vec::new();
    let mut known: Vec<u32> = sizes.to_vec();
    known.sort_unstable();
    known.dedup();
    for size in known {
        let pool: Vec<usize> = (0..sizes.len()).filter(|&i| sizes[i] == size).collect();
        let places = units.iter_mut().flatten().filter(|i| sizes[**i] == size);
        let places: Vec<&mut usize> = places.collect();
        if dice.index(2) == 0 && !places.is_empty() {
            places.into_iter().zip(&pool).for_each(|(place, first)| *place = *first);
            pools.push(pool);
        }
    }
    pools
}

fn random_blocks(dice: &mut Dice, shapes: &[(u32, u32)]) -> Vec<Block> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); 1 + dice.index(shapes.len())];
    for unit in 0..shapes.len() {
        let block = dice.index(members.len());
        members[block].insert(0, unit);
    }
    members.retain(|units| !units.is_empty());
    members.into_iter().map(|units| random_block(dice, units, shapes)).collect()
}

/// A random block; most units of the same shape are in the same class.
fn random_block(dice: &mut Dice, units: Vec<usize>, shapes: &[(u32, u32)]) -> Block {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (position, &unit) in units.iter().enumerate() {
        let like = classes.iter_mut().find(|class| shapes[units[class[0]]] == shapes[unit]);
        match like.filter(|_| dice.index(4) > 0) {
            Some(class) => class.push(position),
            None => classes.push(vec![position]),
        }
    }
    let mut orbits: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for (class, members) in classes.iter().enumerate() {
        let more = |orbit: &Vec<(usize, usize)>| {
            let with = |count| orbit.iter().copied().chain((count > 0).then_some((class, count))).collect();
            (0..=members.len()).map(with).collect::<Vec<_>>()
        };
        orbits = orbits.iter().flat_map(more).collect();
    }
    let all = dice.index(2) == 0;
    orbits.retain(|_| all || dice.index(2) == 0);
    orbits.sort_unstable();
    let spare = 1 + orbits.len().checked_ilog2().unwrap_or(0);
    let mut left: u128 = 1 << 64;
    let patterns = orbits.into_iter().map(|changes| {
        let most = if dice.index(4) > 0 { spare + 2 } else { 63 };
        let weight = dice.0.next_u64() >> dice.between(spare, most);
        left -= u128::from(weight);
        Pattern::new(changes, weight)
    });
    let patterns = patterns.collect();
    Block::new(units, classes, left, patterns).unwrap()
}
