//! How many records are perturbed per second on one core: ten questions of two to eleven categories under a law of
//! each kind.
//!
//! `cargo bench --bench perturb`; divan prints records per second.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark fails by panicking")]

use candor::design::{Levels, Method, Request};
use candor::law::Law;
use candor::perturb::{generator, perturb};
use candor::schema::{Attribute, Category, Record, Schema};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

const SIZES: [u32; 10] = [2, 2, 3, 4, 5, 6, 7, 8, 9, 11];
const RECORDS: usize = 1000;

fn main() {
    divan::main();
}

fn schema() -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(SIZES.iter().enumerate().map(attribute).collect()).unwrap()
}

fn law(method: Method) -> Law {
    let levels = Levels::new(SIZES.into(), vec![2.0; SIZES.len()]).unwrap();
    Request::levels(&levels).method(method).design().unwrap().law().clone()
}

/// Reports with a label, and subsets of units of up to a few dozen cells.
fn labelled() -> Law {
    let tables = candor::design::analysis::default_tables(SIZES.len());
    Request::tables(&SIZES, &tables, 1.0).method(Method::Labelled).design().unwrap().law().clone()
}

#[divan::bench]
fn labelled_in_bulk(bencher: Bencher) {
    let (law, schema) = (labelled(), schema());
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    bencher.counter(ItemsCount::new(RECORDS)).with_inputs(|| records(&schema)).bench_local_values(
        |records| {
            records.into_iter().for_each(|record| drop(divan::black_box(perturb(&law, record, &mut rng))));
        },
    );
}

fn records(schema: &Schema) -> Vec<Record> {
    (0..RECORDS).map(|_| Record::new(schema, SIZES.map(|a| a - 1)).unwrap()).collect()
}

/// One generator for all records, as in simulations.
#[divan::bench(args = [Method::Independent, Method::Auto])]
fn in_bulk(bencher: Bencher, method: &Method) {
    let (law, schema) = (law(*method), schema());
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    bencher.counter(ItemsCount::new(RECORDS)).with_inputs(|| records(&schema)).bench_local_values(
        |records| {
            records.into_iter().for_each(|record| drop(divan::black_box(perturb(&law, record, &mut rng))));
        },
    );
}

/// A new seed from the operating system for every record, as on respondents' devices.
#[divan::bench(args = [Method::Independent, Method::Auto])]
fn with_fresh_seeds(bencher: Bencher, method: &Method) {
    let (law, schema) = (law(*method), schema());
    bencher.counter(ItemsCount::new(RECORDS)).with_inputs(|| records(&schema)).bench_local_values(
        |records| {
            for record in records {
                drop(divan::black_box(perturb(&law, record, &mut generator().unwrap())));
            }
        },
    );
}
