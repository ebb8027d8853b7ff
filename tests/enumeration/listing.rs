//! Lists every report of a small labelled law under every record, by its label and its subsets. The probability follows the
//! definition, P_label · g_H / Z [Mathematics, §10], where H are the units whose subset contains the true cell; all
//! probabilities have one denominator.
//!
//! Subsets, labels, and the ways in which attributes stand for each other are listed here by code that shares nothing with the
//! crate.

use std::collections::BTreeMap;

use candor::law::{Block, Form, Law, Pattern, Unit};
use num_bigint::BigUint;

use crate::common::exact::Ratio;

/// The reports of a law and their probabilities.
pub struct Listing {
    pub records: Vec<Vec<u32>>,
    /// The common denominator, which stands for probability 1.
    pub whole: BigUint,
    /// For every report, its form and its numerator under each record.
    pub reports: BTreeMap<Vec<u32>, (usize, Vec<BigUint>)>,
    /// For every form, the numerator of its probability.
    pub forms: Vec<BigUint>,
}

impl Listing {
    pub fn of(law: &Law) -> Self {
        let records = records(law.sizes());
        let listed: Vec<ListedForm> =
            law.forms().iter().map(|form| ListedForm::of(form, law.sizes())).collect();
        // One denominator for all forms: 2⁶⁴ for the choice of the form, times the denominators of the forms.
        let common: BigUint = listed.iter().map(|form| &form.whole).product();
        let several = listed.iter().map(|form| form.ways.len()).sum::<usize>() > 1;
        let (mut reports, mut forms, mut label) = (BTreeMap::new(), Vec::new(), 0_u32);
        for (index, (form, written)) in listed.iter().zip(law.forms()).enumerate() {
            let share = BigUint::from(written.weight()) * (&common / &form.whole);
            forms.push(&share * &form.whole);
            for units in &form.ways {
                for (numbers, held) in &form.outputs {
                    let numerator =
                        |record: &Vec<u32>| &share * form.numerator(units, held, record, law.sizes());
                    let of_records = records.iter().map(numerator).collect();
                    let numbers = [&[label][usize::from(!several)..], numbers].concat();
                    assert!(
                        reports.insert(numbers, (index, of_records)).is_none(),
                        "a report is listed twice"
                    );
                }
                label += 1;
            }
        }
        Self { records, whole: common << 64_u32, reports, forms }
    }

    /// The largest ratio of the probabilities of a report under two records for which `alike` holds.
    pub fn ratio(&self, alike: impl Fn(&[u32], &[u32]) -> bool) -> Ratio {
        let mut largest = Ratio::one();
        for (_, probabilities) in self.reports.values() {
            for (x, p) in self.records.iter().zip(probabilities) {
                for (y, q) in self.records.iter().zip(probabilities) {
                    if p > q && alike(x, y) {
                        largest = largest.max(Ratio::between(p, q));
                    }
                }
            }
        }
        largest
    }
}

/// A form: the units under each of its labels, the reports that they can give, and the exact probabilities of hits.
struct ListedForm {
    /// For each label, the attributes of every unit.
    ways: Vec<Vec<Vec<usize>>>,
    /// The numbers of a report, and the cells that each of its units names.
    outputs: Vec<(Vec<u32>, Vec<Vec<usize>>)>,
    /// g_H for every set H of units, as numerators with a common denominator.
    hits: Vec<BigUint>,
    /// The common denominator, times the number of labels.
    whole: BigUint,
}

impl ListedForm {
    fn of(form: &Form, sizes: &[u32]) -> Self {
        let shapes: Vec<(usize, usize)> = form.units().iter().map(|unit| shape(unit, sizes)).collect();
        let mut outputs = vec![(Vec::new(), Vec::new())];
        for &(cells, d) in &shapes {
            let subsets = combinations(&(0..cells).collect::<Vec<_>>(), d);
            outputs = outputs
                .iter()
                .flat_map(|(numbers, held): &(Vec<u32>, Vec<Vec<usize>>)| {
                    subsets.iter().map(move |subset| {
                        let numbers = [&numbers[..], &written(subset, cells)].concat();
                        (numbers, [&held[..], core::slice::from_ref(subset)].concat())
                    })
                })
                .collect();
        }
        let ways = ways(form);
        let of_blocks: Vec<(Vec<BigUint>, BigUint)> =
            form.blocks().iter().map(|block| probabilities_of(block, &shapes)).collect();
        let product = |hits: usize| of_blocks.iter().map(|(numerators, _)| &numerators[hits]).product();
        let whole: BigUint = of_blocks.iter().map(|(_, denominator)| denominator).product();
        Self {
            hits: (0..1 << shapes.len()).map(product).collect(),
            whole: whole * BigUint::from(ways.len()),
            ways,
            outputs,
        }
    }

    /// The numerator of the probability that a record gives these subsets of these units.
    fn numerator(
        &self,
        units: &[Vec<usize>],
        held: &[Vec<usize>],
        record: &[u32],
        sizes: &[u32],
    ) -> &BigUint {
        let hit = |(unit, held): (&Vec<usize>, &Vec<usize>)| {
            let cell = unit.iter().fold(0, |cell, &i| cell * small(sizes[i]) + small(record[i]));
            usize::from(held.contains(&cell))
        };
        let hits = units.iter().zip(held).map(hit).enumerate();
        &self.hits[hits.map(|(unit, hit)| hit << unit).sum::<usize>()]
    }
}

/// For every set of units of the form that hit: the probability that a block reports given subsets if exactly these of its
/// units hit, (uniform / all + weight / those of the pattern) / 2⁶⁴. Returns numerators and their denominator.
fn probabilities_of(block: &Block, shapes: &[(usize, usize)]) -> (Vec<BigUint>, BigUint) {
    let own = |hits: usize| block.units().iter().map(move |&unit| (unit, hits >> unit & 1 == 1));
    let all: BigUint = block.units().iter().map(|&unit| choices(shapes[unit].0, shapes[unit].1)).product();
    let subsets = |hits: usize| -> BigUint {
        let of_unit = |(unit, hit): (usize, bool)| {
            let (cells, d) = shapes[unit];
            choices(cells - 1, if hit { d - 1 } else { d })
        };
        own(hits).map(of_unit).product()
    };
    let missing = |hits: usize| -> Vec<usize> {
        let missed = |members: &Vec<usize>| {
            members.iter().filter(|&&position| hits >> block.units()[position] & 1 == 0).count()
        };
        block.classes().iter().map(missed).collect()
    };
    // The number of subsets in an orbit, by listing all sets of units with the same counts.
    let within: usize = block.units().iter().map(|&unit| 1 << unit).sum();
    let sets: Vec<usize> = (0..1_usize << shapes.len()).collect();
    let of_orbit = |hits: usize| -> BigUint {
        let own = sets.iter().filter(|&&set| set & !within == 0 && missing(set) == missing(hits));
        own.map(|&set| subsets(set)).sum()
    };
    let orbits: Vec<BigUint> = sets.iter().map(|&hits| of_orbit(hits & within)).collect();
    let common = orbits.iter().fold(all.clone(), |product, orbit| product * orbit);
    let weight = |hits: usize| {
        let counts = missing(hits);
        let like = |pattern: &&Pattern| (0..counts.len()).all(|class| pattern.count(class) == counts[class]);
        block.patterns().iter().find(like).map_or(0, Pattern::weight)
    };
    let numerator = |hits: usize| {
        (&common / &all) * BigUint::from(block.uniform()) + (&common / &orbits[hits]) * weight(hits)
    };
    (sets.iter().map(|&hits| numerator(hits)).collect(), common << 64_u32)
}

/// The attributes of every unit, label by label: the choice of the first unit of the first pool changes fastest.
pub fn ways(form: &Form) -> Vec<Vec<Vec<usize>>> {
    let written: Vec<Vec<usize>> = form.units().iter().map(|unit| unit.attributes().to_vec()).collect();
    let steps: Vec<(usize, usize)> = (0..form.exchange().len())
        .flat_map(|pool| (0..written.len()).map(move |unit| (pool, unit)))
        .collect();
    let left = form.exchange().to_vec();
    let mut found = Vec::new();
    arrange(form.exchange(), &written, &steps, left, written.clone(), &mut Vec::new(), &mut found);
    found.sort();
    found.into_iter().map(|(_, units)| units).collect()
}

/// The choices that make a label, the last one first so that they sort like labels; and the units.
type Way = (Vec<usize>, Vec<Vec<usize>>);

fn arrange(
    pools: &[Vec<usize>],
    written: &[Vec<usize>],
    steps: &[(usize, usize)],
    left: Vec<Vec<usize>>,
    units: Vec<Vec<usize>>,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Way>,
) {
    let Some((&(pool, unit), steps)) = steps.split_first() else {
        found.push((chosen.iter().rev().copied().collect(), units));
        return;
    };
    let places: Vec<usize> =
        (0..written[unit].len()).filter(|&place| pools[pool].contains(&written[unit][place])).collect();
    for (number, combination) in combinations(&left[pool], places.len()).into_iter().enumerate() {
        let (mut left, mut units) = (left.clone(), units.clone());
        left[pool].retain(|attribute| !combination.contains(attribute));
        places.iter().zip(&combination).for_each(|(&place, &attribute)| units[unit][place] = attribute);
        chosen.push(number);
        arrange(pools, written, steps, left, units, chosen, found);
        chosen.pop();
    }
}

/// All choices of `m` of these, in lexicographic order.
pub fn combinations(of: &[usize], m: usize) -> Vec<Vec<usize>> {
    if m == 0 {
        return vec![Vec::new()];
    }
    let beginning = |first: usize| {
        let rest = combinations(&of[first + 1..], m - 1);
        rest.into_iter().map(move |rest| [&[of[first]], &rest[..]].concat())
    };
    (0..of.len()).flat_map(beginning).collect()
}

fn choices(n: usize, m: usize) -> BigUint {
    BigUint::from(combinations(&(0..n).collect::<Vec<_>>(), m).len())
}

/// The numbers that a subset is written as: its cell, or one bit per cell.
pub fn written(subset: &[usize], cells: usize) -> Vec<u32> {
    if let [cell] = subset {
        return vec![u32::try_from(*cell).unwrap()];
    }
    assert!(cells <= 32, "one number holds all cells");
    vec![subset.iter().map(|cell| 1 << cell).sum()]
}

pub fn shape(unit: &Unit, sizes: &[u32]) -> (usize, usize) {
    (unit.attributes().iter().map(|&i| small(sizes[i])).product(), small(unit.subset_size()))
}

pub fn small(number: u32) -> usize {
    usize::try_from(number).unwrap()
}

fn records(sizes: &[u32]) -> Vec<Vec<u32>> {
    let longer = |records: Vec<Vec<u32>>, &a: &u32| {
        let extend =
            |record: &Vec<u32>| (0..a).map(|value| [&record[..], &[value]].concat()).collect::<Vec<_>>();
        records.iter().flat_map(extend).collect()
    };
    sizes.iter().fold(vec![Vec::new()], longer)
}
