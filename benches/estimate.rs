//! Time to count and to estimate.
//!
//! `cargo bench --bench estimate`, or `scripts/bench estimate`, which also runs the same estimates in NumPy.
//! Tables: 10³ cells; the six Adult attributes (33,600 cells); 10⁷ cells in 7 attributes of 10 categories; 2²³
//! and 2²⁴ cells in attributes of 2; 3¹⁴ cells in 14 attributes of 3.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

use candor::count::{Column, Table};
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, Reconstruction, estimate};
use candor::law::Law;
use candor::schema::{Attribute, Category, Schema};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// race, sex, income, education, occupation, marital-status.
const ADULT: [u32; 6] = [5, 2, 2, 16, 15, 7];
const SMALL: [&str; 2] = ["ten-1e3", "adult-33600"];
const LARGE: [&str; 4] = ["ten-1e7", "binary-2^23", "binary-2^24", "three-3^14"];

/// Reports the most memory that was allocated at once.
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

fn sizes(shape: &str) -> Vec<u32> {
    match shape {
        "ten-1e3" => vec![10; 3],
        "adult-33600" => ADULT.to_vec(),
        "ten-1e7" => vec![10; 7],
        "binary-2^23" => vec![2; 23],
        "binary-2^24" => vec![2; 24],
        _ => vec![3; 14],
    }
}

fn schema(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

/// Independent perturbation at column ε = 2, and counts without any pattern.
fn setting(sizes: &[u32]) -> (Law, Table) {
    let levels = Levels::new(sizes.to_vec(), vec![2.0; sizes.len()]).unwrap();
    let law = Request::levels(&levels).method(Method::Independent).design().unwrap().law().clone();
    let all: Vec<usize> = (0..sizes.len()).collect();
    let cells: u64 = sizes.iter().map(|&a| u64::from(a)).product();
    let counts = (0..cells).map(|cell| (cell.wrapping_mul(2_654_435_761) >> 7) & 15).collect();
    (law, Table::from_counts(&schema(sizes), &all, counts).unwrap())
}

/// From counts to shares, standard errors and what intervals need; the table is consumed.
#[divan::bench(args = SMALL, sample_count = 20_000, sample_size = 1)]
fn inverse(bencher: Bencher, shape: &str) {
    invert(bencher, shape);
}

/// The same; also reports the memory used in addition to the table.
#[divan::bench(args = LARGE, sample_count = 5, sample_size = 1)]
fn inverse_of_large_tables(bencher: Bencher, shape: &str) {
    invert(bencher, shape);
}

fn invert(bencher: Bencher, shape: &str) {
    let (law, table) = setting(&sizes(shape));
    let options = Options::default();
    bencher.with_inputs(|| table.clone()).bench_values(|table| estimate(&law, table, &options).unwrap());
}

#[divan::bench(args = ["independent", "truncated", "hybrid"], sample_count = 20)]
fn adult(bencher: Bencher, method: &str) {
    let (law, table) = setting(&ADULT);
    let options = Options::default().reconstruction(method.parse().unwrap());
    bencher.with_inputs(|| table.clone()).bench_values(|table| estimate(&law, table, &options).unwrap());
}

#[divan::bench(sample_count = 20)]
fn adult_projected(bencher: Bencher) {
    let (law, table) = setting(&ADULT);
    let options = Options::default().project(true).reconstruction(Reconstruction::Inverse);
    bencher.with_inputs(|| table.clone()).bench_values(|table| estimate(&law, table, &options).unwrap());
}

/// Counts 10⁸ rows that are in memory into a table of 360 cells.
#[divan::bench(args = ["bytes", "words"], sample_count = 5, sample_size = 1)]
fn counting_1e8_rows_into_360_cells(bencher: Bencher, kind: &str) {
    const ROWS: u32 = 100_000_000;
    let sizes = [8, 9, 5];
    let category = |row: u32, a: u32| (row.wrapping_mul(2_654_435_761) >> 8) % a;
    let words: Vec<Vec<u32>> =
        sizes.iter().map(|&a| (0..ROWS).map(|row| category(row ^ a, a)).collect()).collect();
    let bytes: Vec<Vec<u8>> =
        words.iter().map(|column| column.iter().map(|&c| c.try_into().unwrap()).collect()).collect();
    let columns: Vec<Column<'_>> = match kind {
        "bytes" => bytes.iter().map(|column| Column::Bytes(column)).collect(),
        _ => words.iter().map(|column| Column::Words(column)).collect(),
    };
    let schema = schema(&sizes);
    bencher.counter(ItemsCount::new(ROWS)).bench(|| {
        let mut table = Table::new(&schema, &[0, 1, 2]).unwrap();
        table.count_columns(black_box(&columns)).unwrap();
        table
    });
}
