//! Simulated surveys: a law, a truth, and the probability of every perturbed record of a table. The
//! probabilities are computed from the weights of the law by listing change sets, not from its spectrum.

use candor::count::Table;
use candor::law::{Block, Law};
use candor::schema::{Attribute, Category, Schema};

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / 2_f64.powi(53)
    }
}

pub fn schema_of(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

/// The table over some attributes of these records, as shares.
pub fn shares(records: &[Vec<u32>], sizes: &[u32], attributes: &[usize]) -> Vec<f64> {
    let mut table = vec![0.0; attributes.iter().map(|&a| sizes[a] as usize).product()];
    for record in records {
        let cell = attributes.iter().fold(0, |cell, &a| cell * sizes[a] as usize + record[a] as usize);
        table[cell] += 1.0 / records.len() as f64;
    }
    table
}

/// P(exactly the attributes of `changes` change) for every bit set, k ≤ 20.
fn change_probabilities(law: &Law) -> Vec<f64> {
    let sets = 0..1_usize << law.sizes().len();
    sets.map(|set| law.blocks().map(|block| of_block(block, law.sizes(), set)).product()).collect()
}

fn of_block(block: &Block, sizes: &[u32], set: usize) -> f64 {
    let uniform: f64 = block
        .units()
        .iter()
        .map(|&i| {
            let a = f64::from(sizes[i]);
            if set >> i & 1 == 1 { (a - 1.0) / a } else { 1.0 / a }
        })
        .product();
    let changed = |class: &Vec<usize>| class.iter().filter(|&&p| set >> block.units()[p] & 1 == 1).count();
    let counts: Vec<usize> = block.classes().iter().map(changed).collect();
    let matching = block
        .patterns()
        .iter()
        .find(|pattern| counts.iter().enumerate().all(|(c, &m)| pattern.count(c) == m));
    let excess = matching.map_or(0.0, |pattern| {
        let orbits = counts.iter().zip(block.classes()).map(|(&m, class)| choose(class.len(), m));
        pattern.weight() as f64 / orbits.product::<f64>()
    });
    (block.uniform() as f64 * uniform + excess) / 2_f64.powi(64)
}

fn choose(n: usize, m: usize) -> f64 {
    (0..m).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// A table whose surveys are simulated.
pub struct Survey {
    pub law: Law,
    pub attributes: Vec<usize>,
    pub truth: Vec<f64>,
    schema: Schema,
    alias: Vec<(f64, usize)>,
}

impl Survey {
    /// `truth` is the table over `attributes`.
    pub fn new(law: Law, attributes: Vec<usize>, truth: Vec<f64>) -> Self {
        let sizes: Vec<u32> = attributes.iter().map(|&a| law.sizes()[a]).collect();
        let mut within = vec![0.0; 1 << attributes.len()];
        for (set, probability) in change_probabilities(&law).into_iter().enumerate() {
            let seen: usize = attributes.iter().enumerate().map(|(place, a)| (set >> a & 1) << place).sum();
            within[seen] += probability;
        }
        let cells: Vec<Vec<u32>> = (0..truth.len()).map(|cell| unravel(cell, &sizes)).collect();
        let probability = |x: &Vec<u32>, y: &Vec<u32>| -> f64 {
            let differs = |place: &usize| x[*place] != y[*place];
            let changed: Vec<usize> = (0..sizes.len()).filter(differs).collect();
            let others: f64 = changed.iter().map(|&place| f64::from(sizes[place] - 1)).product();
            within[changed.iter().map(|place| 1 << place).sum::<usize>()] / others
        };
        let perturbed: Vec<f64> = cells
            .iter()
            .map(|y| cells.iter().zip(&truth).map(|(x, share)| share * probability(x, y)).sum())
            .collect();
        let schema = schema_of(law.sizes());
        Self { alias: alias(&perturbed), law, attributes, truth, schema }
    }

    /// The counts of n perturbed records.
    pub fn simulate(&self, n: u32, dice: &mut Dice) -> Table {
        let mut counts = vec![0; self.truth.len()];
        for _ in 0..n {
            let word = dice.next();
            let place = usize::try_from((u128::from(word) * counts.len() as u128) >> 64).unwrap();
            let (kept, other) = self.alias[place];
            counts[if dice.unit() < kept { place } else { other }] += 1;
        }
        Table::from_counts(&self.schema, &self.attributes, counts).unwrap()
    }
}

fn unravel(mut cell: usize, sizes: &[u32]) -> Vec<u32> {
    let mut record = vec![0; sizes.len()];
    for (digit, &a) in record.iter_mut().zip(sizes).rev() {
        *digit = u32::try_from(cell % a as usize).unwrap();
        cell /= a as usize;
    }
    record
}

/// Vose's alias table.
fn alias(probabilities: &[f64]) -> Vec<(f64, usize)> {
    let n = probabilities.len() as f64;
    let total: f64 = probabilities.iter().sum();
    let mut scaled: Vec<f64> = probabilities.iter().map(|p| p / total * n).collect();
    let mut table: Vec<(f64, usize)> = (0..scaled.len()).map(|i| (1.0, i)).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..scaled.len()).partition(|&i| scaled[i] < 1.0);
    while let (Some(low), Some(&high)) = (small.pop(), large.last()) {
        table[low] = (scaled[low], high);
        scaled[high] -= 1.0 - scaled[low];
        if scaled[high] < 1.0 {
            large.pop();
            small.push(high);
        }
    }
    table
}
