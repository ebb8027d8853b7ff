//! Ring: properties (proptest). What holds for every law, record and table that is drawn at random.
//!
//! No property here is statistical, so none fails by chance.

use crate::common::{self, schema_of};
use candor::count::Table;
use candor::estimate::{Options, estimate};
use candor::law::{Block, Law, Pattern};
use candor::perturb::perturb;
use candor::report::Report;
use candor::schema::Record;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng, TryRng};

/// A law of one block in which attributes of equal size are exchangeable. It has excess for the truth, for one change
/// in each class, and for changing everything.
fn laws() -> impl Strategy<Value = Law> {
    let sizes = prop::collection::vec(2_u32..6, 1..7);
    (sizes, any::<[u32; 3]>()).prop_map(|(sizes, weights)| law(sizes, weights))
}

fn law(sizes: Vec<u32>, weights: [u32; 3]) -> Law {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (i, a) in sizes.iter().enumerate() {
        match classes.iter_mut().find(|class| sizes[class[0]] == *a) {
            Some(class) => class.push(i),
            None => classes.push(vec![i]),
        }
    }
    let weigh = |weight: u32| u64::from(weight) << 27;
    let all = classes.iter().enumerate().map(|(class, members)| (class, members.len())).collect();
    let mut patterns = vec![Pattern::new(vec![], weigh(weights[0])), Pattern::new(all, weigh(weights[1]))];
    patterns.extend((0..classes.len()).map(|class| Pattern::new(vec![(class, 1)], weigh(weights[2]))));
    patterns.sort_by(|a, b| a.changes().cmp(b.changes()));
    patterns.dedup_by(|a, b| a.changes() == b.changes());
    let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight())).sum();
    let attributes = (0..sizes.len()).collect();
    let block = Block::new(attributes, classes, (1 << 64) - excess, patterns).unwrap();
    Law::new(sizes, vec![block]).unwrap()
}

/// Counts the 64-bit words that are drawn.
struct Counted {
    rng: ChaCha20Rng,
    words: usize,
}

impl TryRng for Counted {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.words += 1;
        Ok(self.rng.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.words += 1;
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.words += bytes.len().div_ceil(8);
        self.rng.fill_bytes(bytes);
        Ok(())
    }
}

fn drawn(law: &Law, record: &[u32], seed: u64) -> (Vec<u32>, usize) {
    let mut rng = Counted { rng: ChaCha20Rng::seed_from_u64(seed), words: 0 };
    let perturbed = perturb(law, Record::new(&schema_of(law.sizes()), record).unwrap(), &mut rng);
    (perturbed, rng.words)
}

fn record_of(sizes: &[u32], seed: u64) -> Vec<u32> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    sizes.iter().map(|a| rng.next_u32() % a).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn perturbed_records_stay_in_range(law in laws(), seed: u64) {
        let (perturbed, _) = drawn(&law, &record_of(law.sizes(), seed), seed);
        prop_assert_eq!(perturbed.len(), law.sizes().len());
        prop_assert!(perturbed.iter().zip(law.sizes()).all(|(answer, a)| answer < a));
    }

    /// The noise does not depend on the record: under the same random words another record is shifted by the same
    /// amounts, and uses the same number of words.
    #[test]
    fn noise_does_not_depend_on_the_record(law in laws(), seed: u64, other: u64) {
        let (first, second) = (record_of(law.sizes(), seed), record_of(law.sizes(), other));
        let shifts = |record: &[u32]| -> (Vec<u32>, usize) {
            let (perturbed, words) = drawn(&law, record, seed);
            let shift = |((y, x), a): ((&u32, &u32), &u32)| (y + a - x) % a;
            (perturbed.iter().zip(record).zip(law.sizes()).map(shift).collect(), words)
        };
        prop_assert_eq!(shifts(&first), shifts(&second));
    }

    /// The number of words does not depend on the noise: one word per block; for every attribute one word for a
    /// shift, a second one if it has several other categories, and one to mark it unless it is the last of its class.
    /// A rejection at small sizes is rarer than 2⁻⁶⁰.
    #[test]
    fn the_number_of_random_words_is_fixed(law in laws(), seed: u64) {
        let (_, words) = drawn(&law, &vec![0; law.sizes().len()], seed);
        let classes: usize = law.blocks().map(|block| block.classes().len()).sum();
        let several = law.sizes().iter().filter(|a| **a > 2).count();
        prop_assert_eq!(words, law.blocks().count() + 2 * law.sizes().len() + several - classes);
    }

    #[test]
    fn merging_tables_equals_counting_together(law in laws(), seed: u64, split in 0_usize..50) {
        let schema = schema_of(law.sizes());
        let attributes: Vec<usize> = (0..law.sizes().len().min(3)).rev().collect();
        let records: Vec<Vec<u32>> = (0..50).map(|i| record_of(law.sizes(), seed.wrapping_add(i))).collect();
        let count = |records: &[Vec<u32>]| {
            let mut table = Table::new(&schema, &attributes).unwrap();
            records.iter().for_each(|record| table.add_perturbed(record).unwrap());
            table
        };
        let mut merged = count(&records[..split]);
        merged.merge(&count(&records[split..])).unwrap();
        prop_assert_eq!(&merged, &count(&records));
        prop_assert_eq!(merged.total(), 50);
        let again = Table::from_counts(&schema, &attributes, merged.counts().to_vec()).unwrap();
        prop_assert_eq!(again, merged);
    }

    /// Estimates sum to 1; summing the cells of a table along an axis gives the estimate of the smaller table.
    #[test]
    fn estimates_sum_to_one_and_agree_with_their_margins(law in laws(), counts in prop::collection::vec(0_u64..1000, 36)) {
        let schema = schema_of(law.sizes());
        let k = law.sizes().len();
        prop_assume!(k >= 2 && law.condition(&[0, k - 1]) < 1e3);
        let (a, b) = (usize::try_from(law.sizes()[0]).unwrap(), usize::try_from(law.sizes()[k - 1]).unwrap());
        prop_assume!(counts[..a * b].iter().sum::<u64>() > 0);
        let rows: Vec<u64> = counts[..a * b].chunks(b).map(|row| row.iter().sum()).collect();
        let pair = Table::from_counts(&schema, &[0, k - 1], counts[..a * b].to_vec()).unwrap();
        let single = Table::from_counts(&schema, &[0], rows).unwrap();
        let [pair, single] = [pair, single].map(|table| estimate(&law, table, &Options::default()).unwrap());
        let total: f64 = pair.shares().iter().sum();
        prop_assert!((total - 1.0).abs() < 1e-9, "sum {}", total);
        for (row, margin) in pair.shares().chunks(b).zip(single.cells()) {
            let sum: f64 = row.iter().sum();
            prop_assert!((sum - margin.estimate).abs() < 1e-9, "{} and {}", sum, margin.estimate);
        }
        for cell in pair.cells().chain(single.cells()) {
            prop_assert!(cell.standard_error.unwrap() >= 0.0 && 0.0 <= cell.lower && cell.lower < cell.upper && cell.upper <= 1.0);
            if (0.0..=1.0).contains(&cell.estimate) {
                prop_assert!(cell.lower <= cell.estimate && cell.estimate <= cell.upper, "{cell:?}");
            }
        }
    }

    #[test]
    fn reports_survive_their_json(id: [u8; 16], perturbed: [bool; 2]) {
        let survey = candor::design::Survey::from_json(r#"{"survey": "x", "attributes": [
            {"name": "a", "categories": ["0", "1"], "epsilon": 1}, {"name": "b", "categories": ["0", "1"], "epsilon": 1}],
            "privacy": {"method": "independent"}}"#).unwrap();
        let plan = common::plan_of(&survey);
        let report = Report::from_perturbed(&plan, id, perturbed.map(u32::from).to_vec()).unwrap();
        let text = report.to_json().unwrap();
        prop_assert_eq!(Report::from_json(&text, &plan).unwrap(), report);
        prop_assert!(text.is_ascii());
    }
}
