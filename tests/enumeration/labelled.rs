//! Ring: exact enumeration. Labelled laws: every report under every record, listed by its label and its subsets with the
//! probability that the definition gives, P_label · g_H / Z [Mathematics, §9], H the units whose subset holds the true cell; the
//! promises against it; and the sampler with narrow words against it, every sequence. Nothing here can fail by chance.
//!
//! Subsets, labels and the ways in which attributes stand for each other are listed here, by code that shares nothing with the
//! crate.

use std::collections::BTreeMap;

use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::schema::Record;
use num_bigint::BigUint;

use crate::common::exact::{Exact, Ratio};
use crate::common::exponential::Power;
use crate::common::labelled::{Most, random_labelled};
use crate::common::words::{bounds, rounded};
use crate::common::{Dice, schema_of};
use crate::words::{Sampler, Script, choose, sampler};

/// The reports of a law, and how probable each is.
struct Listing {
    records: Vec<Vec<u32>>,
    /// Probability 1.
    whole: BigUint,
    /// For every report its form and its numerator under each record.
    reports: BTreeMap<Vec<u32>, (usize, Vec<BigUint>)>,
    /// Of every form, the numerator of its probability.
    forms: Vec<BigUint>,
}

impl Listing {
    fn of(law: &Law) -> Self {
        let records = records(law.sizes());
        let listed: Vec<ListedForm> =
            law.forms().iter().map(|form| ListedForm::of(form, law.sizes())).collect();
        // One denominator for all forms: 2⁶⁴ of the label, and each form's own.
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

    /// The largest ratio of two records' probabilities of a report, of records for which `alike` holds.
    fn ratio(&self, alike: impl Fn(&[u32], &[u32]) -> bool) -> Ratio {
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

/// A form: the units of each of its labels, what they can report, and the exact probabilities of hits.
struct ListedForm {
    /// For each label, the attributes of every unit.
    ways: Vec<Vec<Vec<usize>>>,
    /// The numbers of a report, and for each unit the cells that it names.
    outputs: Vec<(Vec<u32>, Vec<Vec<usize>>)>,
    /// g_H for every H as a set of units, of one denominator.
    hits: Vec<BigUint>,
    /// The denominator, for each of the labels.
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

    /// The numerator of the probability that a record reports these subsets of these units.
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

/// For every set of units of the form that hit, the probability that a block reports given subsets with just these of its own
/// hitting: (uniform / all + weight / those of the pattern) / 2⁶⁴, in numerators, and their denominator.
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
    // As many sets of units as there are with the same counts, listed.
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
fn ways(form: &Form) -> Vec<Vec<Vec<usize>>> {
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

/// A label's choices, the last first, so that they sort like labels; and its units.
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
fn combinations(of: &[usize], m: usize) -> Vec<Vec<usize>> {
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

/// The numbers of a subset: its cell, or a bit for every cell.
fn written(subset: &[usize], cells: usize) -> Vec<u32> {
    if let [cell] = subset {
        return vec![u32::try_from(*cell).unwrap()];
    }
    assert!(cells <= 32, "one number holds all cells");
    vec![subset.iter().map(|cell| 1 << cell).sum()]
}

fn shape(unit: &Unit, sizes: &[u32]) -> (usize, usize) {
    (unit.attributes().iter().map(|&i| small(sizes[i])).product(), small(unit.subset_size()))
}

fn small(number: u32) -> usize {
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

fn truth(excess: u64) -> Vec<Pattern> {
    vec![Pattern::new(vec![], excess)]
}

fn block(units: Vec<usize>, classes: Vec<Vec<usize>>, patterns: Vec<Pattern>) -> Block {
    let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight())).sum();
    Block::new(units, classes, (1 << 64) - excess, patterns).unwrap()
}

/// Two yes/no questions as one variable, of whose four cells a report names two.
fn one_pair() -> Law {
    let form = Form::new(
        1 << 64,
        vec![],
        vec![Unit::new(vec![1, 0], 2)],
        vec![block(
            vec![0],
            vec![vec![0]],
            vec![
                Pattern::new(vec![], 0xA6D5_3A91_0C7F_4E28),
                Pattern::new(vec![(0, 1)], 0x2921_8C35_D0F2_71AB),
            ],
        )],
    );
    Law::labelled(vec![2, 2], vec![form]).unwrap()
}

/// Any one of three questions; two cells of another and any two of them; all on their own.
fn three_forms() -> Law {
    let single = |i| Unit::new(vec![i], 1);
    let either = vec![
        Pattern::new(vec![], 5 << 60),
        Pattern::new(vec![(0, 1)], 3 << 60),
        Pattern::new(vec![(0, 1), (1, 1)], 1 << 60),
    ];
    let two = vec![Pattern::new(vec![], 3 << 61), Pattern::new(vec![(0, 2)], 1 << 61)];
    let forms = vec![
        Form::new(
            5 << 61,
            vec![vec![0, 1, 2]],
            vec![single(0)],
            vec![block(vec![0], vec![vec![0]], truth(1 << 63))],
        ),
        Form::new(
            2 << 61,
            vec![vec![0, 1, 2]],
            vec![Unit::new(vec![0, 1], 1), Unit::new(vec![3], 2)],
            vec![block(vec![1, 0], vec![vec![0], vec![1]], either)],
        ),
        Form::new(
            1 << 61,
            vec![],
            (0..4).map(single).collect(),
            vec![
                block(vec![3, 1], vec![vec![1], vec![0]], truth(1 << 62)),
                block(vec![2, 0], vec![vec![0, 1]], two),
            ],
        ),
    ];
    Law::labelled(vec![2, 2, 2, 3], forms).unwrap()
}

/// Two units of one class that take from one pool and report two of four cells.
fn class_of_pairs() -> Law {
    let units = vec![Unit::new(vec![0, 3], 2), Unit::new(vec![4, 1], 2)];
    let patterns = vec![
        Pattern::new(vec![], 7 << 60),
        Pattern::new(vec![(0, 1)], 3 << 60),
        Pattern::new(vec![(0, 2)], 1 << 60),
    ];
    let pools = vec![vec![0, 1, 2], vec![3, 4]];
    let form = Form::new(1 << 64, pools, units, vec![block(vec![0, 1], vec![vec![0, 1]], patterns)]);
    Law::labelled(vec![2; 5], vec![form]).unwrap()
}

fn random() -> Vec<Law> {
    let mut dice = Dice::new(17);
    let most = Most { attributes: 3, size: 3, forms: 3, cells: 9 };
    (0..60).map(|_| random_labelled(&mut dice, most)).collect()
}

fn laws() -> Vec<Law> {
    [one_pair(), three_forms(), class_of_pairs()].into_iter().chain(random()).collect()
}

#[test]
fn reports_have_probability_one_and_keep_the_promises() {
    for law in laws() {
        let listing = Listing::of(&law);
        for x in 0..listing.records.len() {
            let sum: BigUint = listing.reports.values().map(|(_, of_records)| &of_records[x]).sum();
            assert_eq!(sum, listing.whole, "{law:?}");
        }
        let (exact, record) = (Exact::of(&law), listing.ratio(|_, _| true));
        assert!(record.is_within(&Power::of(law.record_epsilon())), "record ε of {law:?}");
        assert_eq!(record, exact.record, "record ε of {law:?}");
        for i in 0..law.sizes().len() {
            let others_agree = |x: &[u32], y: &[u32]| (0..x.len()).all(|j| j == i || x[j] == y[j]);
            assert_eq!(listing.ratio(others_agree), exact.attributes[i], "attribute ε {i} of {law:?}");
        }
    }
}

/// What a label shows of a unit, all other numbers unseen, tells no more of an attribute than its column ε.
#[test]
fn columns_alone_keep_their_promises() {
    for law in laws() {
        let listing = Listing::of(&law);
        let mut columns = vec![Ratio::one(); law.sizes().len()];
        for label in 0..law.labels() {
            let asked = law.asked(label).unwrap();
            for (unit, attributes) in asked.units.iter().enumerate() {
                let place = unit + usize::from(law.labels() > 1);
                let mut seen: BTreeMap<u32, Vec<BigUint>> = BTreeMap::new();
                for (numbers, (_, of_records)) in &listing.reports {
                    if law.labels() == 1 || numbers[0] == label {
                        let sums = seen
                            .entry(numbers[place])
                            .or_insert_with(|| vec![BigUint::ZERO; of_records.len()]);
                        sums.iter_mut().zip(of_records).for_each(|(sum, p)| *sum += p);
                    }
                }
                let ratios =
                    seen.values().map(|p| Ratio::between(p.iter().max().unwrap(), p.iter().min().unwrap()));
                let largest = ratios.fold(Ratio::one(), Ratio::max);
                for &i in attributes {
                    columns[i] = columns[i].clone().max(largest.clone());
                }
            }
        }
        assert!(columns == Exact::of(&law).columns, "{law:?}");
    }
}

/// How often each report was given under each record by sequences that draw a form, and how many sequences these were.
struct Tally<'l> {
    law: &'l Law,
    listing: &'l Listing,
    form: usize,
    sampler: Sampler,
    drawn: usize,
    counts: BTreeMap<Vec<u32>, Vec<u64>>,
    sequences: u64,
}

impl<'l> Tally<'l> {
    fn new(law: &'l Law, listing: &'l Listing, form: usize, bits: u32) -> Self {
        let drawn = bounds(law, form).len();
        Self { law, listing, form, sampler: sampler(bits), drawn, counts: BTreeMap::new(), sequences: 0 }
    }

    /// Whether the script draws the form, in as many words as there are without a rejection.
    fn add(&mut self, script: &mut Script) -> bool {
        let schema = schema_of(self.law.sizes());
        for (x, record) in self.listing.records.iter().enumerate() {
            script.rewind();
            let report = (self.sampler)(self.law, Record::new(&schema, record.as_slice()).unwrap(), script);
            let (form, _) = self.listing.reports.get(&report).expect("a report that is listed");
            if *form != self.form || script.drawn() != self.drawn {
                assert!(x == 0, "{:?}: the record decides the form or how many words are drawn", self.law);
                return false;
            }
            let records = self.listing.records.len();
            self.counts.entry(report).or_insert_with(|| vec![0; records])[x] += 1;
        }
        self.sequences += 1;
        true
    }

    /// Every count is the exact share of the form's sequences.
    fn is_exact(&self) -> bool {
        let none = vec![0; self.listing.records.len()];
        let of_form = self.listing.reports.iter().filter(|(_, (form, _))| *form == self.form);
        self.sequences > 0
            && of_form.into_iter().all(|(report, (_, probabilities))| {
                let counts = self.counts.get(report).unwrap_or(&none);
                counts.iter().zip(probabilities).all(|(&count, p)| {
                    BigUint::from(count) * &self.listing.forms[self.form] == p * self.sequences
                })
            })
    }
}

/// Every sequence of words, of which all are drawn.
fn every_sequence(law: &Law, listing: &Listing, form: usize, bits: u32) -> bool {
    let mut tally = Tally::new(law, listing, form, bits);
    let mut words = vec![0_u64; tally.drawn];
    loop {
        tally.add(&mut Script::of(words.clone()));
        let carried = words.iter_mut().rev().find_map(|word| {
            *word = word.wrapping_add(1 << (64 - bits));
            (*word != 0).then_some(())
        });
        if carried.is_none() {
            return tally.is_exact();
        }
    }
}

/// Words of 3 bits: every sequence that draws as many as there are without a rejection.
#[test]
fn every_sequence_of_words_for_labelled_laws() {
    let laws = [one_pair(), three_forms()];
    let mut enumerated = 0;
    for law in laws.iter().map(|law| rounded(law, 3)) {
        let listing = Listing::of(&law);
        for form in (0..law.forms().len()).filter(|&form| bounds(&law, form).len() <= 6) {
            assert!(every_sequence(&law, &listing, form, 3), "form {form} of {law:?}");
            enumerated += 1;
        }
    }
    assert!(enumerated >= 2, "only {enumerated} forms");
}

/// Words of 4 or 5 bits: every word of which all count, and of the others one for each result.
#[test]
fn every_choice_for_labelled_laws() {
    let (mut enumerated, mut subsets) = (0, 0);
    for (law, bits) in laws().iter().zip([4, 5].into_iter().cycle()) {
        let law = rounded(law, bits);
        let listing = Listing::of(&law);
        for form in 0..law.forms().len() {
            let bounds = bounds(&law, form);
            let results = |&bound: &u32| if bound == 0 { 1 << bits } else { u64::from(bound) };
            let choices = bounds.iter().map(results).fold(listing.records.len() as u64, u64::saturating_mul);
            if choices > 1 << 20 || bounds.iter().any(|&bound| 2 * bound > 1 << bits) {
                continue;
            }
            let mut tally = Tally::new(&law, &listing, form, bits);
            choose(&bounds, bits, &mut Script::default(), &mut |script| {
                tally.add(script);
            });
            assert!(tally.is_exact(), "form {form} of {law:?}, {bits} bits");
            enumerated += 1;
            subsets += usize::from(law.forms()[form].units().iter().any(|unit| unit.subset_size() > 1));
        }
    }
    assert!(enumerated >= 60 && subsets >= 12, "{enumerated} forms, {subsets} of subsets");
}

/// The enumeration sees a single word that is elsewhere: the sampler against the law next to its own.
#[test]
fn a_labelled_law_off_by_one_word_is_seen() {
    let law = rounded(&one_pair(), 3);
    assert!(every_sequence(&law, &Listing::of(&law), 0, 3));
    let form = &law.forms()[0];
    let own = &form.blocks()[0];
    let [kept, missed] = [0, 1].map(|i| own.patterns()[i].weight());
    let patterns =
        vec![Pattern::new(vec![], kept - (1 << 61)), Pattern::new(vec![(0, 1)], missed + (1 << 61))];
    let beside =
        Form::new(1 << 64, vec![], form.units().to_vec(), vec![block(vec![0], vec![vec![0]], patterns)]);
    let beside = Law::labelled(vec![2, 2], vec![beside]).unwrap();
    assert!(!every_sequence(&law, &Listing::of(&beside), 0, 3));
}
