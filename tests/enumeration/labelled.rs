//! Ring: exact enumeration. Labelled laws: their promises are compared with the listing of every report
//! ([`super::listing`]), and so is the sampler, with narrow words and for every sequence of words. Nothing here can fail by
//! chance.

use std::collections::BTreeMap;

use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::schema::Record;
use num_bigint::BigUint;

use super::listing::Listing;
use super::words::{Sampler, Script, choose, sampler};
use crate::common::exact::{Exact, Ratio};
use crate::common::exponential::Power;
use crate::common::labelled::{Most, random_labelled};
use crate::common::nightly::every;
use crate::common::words::{bounds, rounded};
use crate::common::{Dice, schema_of};

fn truth(excess: u64) -> Vec<Pattern> {
    vec![Pattern::new(vec![], excess)]
}

fn block(units: Vec<usize>, classes: Vec<Vec<usize>>, patterns: Vec<Pattern>) -> Block {
    let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight())).sum();
    Block::new(units, classes, (1 << 64) - excess, patterns).unwrap()
}

/// Two yes/no questions as one unit; a report names two of its four cells.
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

/// Three forms. The first asks one of three questions; the second asks two of them, and two cells of another question; the
/// third asks every question by itself.
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

/// Two units of one class that draw their attributes from the same pools and report two of four cells.
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

/// The part of a report that belongs to one unit, seen under its label without the rest, reveals no more about an attribute
/// than its column ε.
#[test]
fn columns_alone_keep_their_promises() {
    for law in laws() {
        let listing = Listing::of(&law);
        let mut columns = vec![Ratio::one(); law.sizes().len()];
        for label in 0..law.labels() {
            let asked = law.questionnaire(label).unwrap();
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

/// How often each report was given for each record by the sequences that draw one form, and the number of these sequences.
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

    /// Whether the script draws the form, with as many words as it takes without a rejection.
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

    /// Whether every count is the exact share of the form's sequences.
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

/// Tries every sequence of words; counts those of which every word is drawn.
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

/// Words of 3 bits: every sequence of as many words as it takes without a rejection.
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

/// Words of 4 or 5 bits: every value of the words of which all values count, and one value per result of the other words.
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
            if choices > every(1 << 20, 1 << 16) || bounds.iter().any(|&bound| 2 * bound > 1 << bits) {
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
    assert!(
        enumerated >= every(60, 40) && subsets >= every(12, 6),
        "{enumerated} forms, {subsets} of subsets"
    );
}

/// The enumeration notices a single wrong word: the sampler is compared with a slightly different law.
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
