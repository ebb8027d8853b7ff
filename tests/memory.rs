//! Ring: properties. The memory of an inverse estimate, by a counting allocator: at most 2.5 times that of the table, for
//! tables of every shape and laws of every kind. With 2²⁴ cells: CANDOR_LARGE_TABLES=1, in release.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, estimate};
use common::schema_of;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn peak_in_tables(sizes: &[u32], method: Method) -> f64 {
    let levels = Levels::new(sizes.to_vec(), vec![2.0; sizes.len()]).unwrap();
    let law = common::designed(Request::levels(&levels).method(method)).unwrap().law().clone();
    let schema = schema_of(sizes);
    let attributes: Vec<usize> = (0..sizes.len()).collect();
    let cells: usize = sizes.iter().map(|&a| a as usize).product();
    let counts = (0..cells as u64).map(|cell| cell % 7).collect();
    let before = ALLOCATOR.current_usage() - 8 * cells;
    let table = Table::from_counts(&schema, &attributes, counts).unwrap();
    ALLOCATOR.reset_peak_usage();
    let estimate = estimate(&law, table, &Options::default()).unwrap();
    let peak = ALLOCATOR.peak_usage() - before;
    assert_eq!(estimate.shares().len(), cells);
    peak as f64 / (8 * cells) as f64
}

#[test]
fn an_inverse_estimate_takes_two_tables_and_a_half_at_most() {
    let large = std::env::var_os("CANDOR_LARGE_TABLES").is_some();
    let (twos, threes, tens) = if large { (24, 14, 7) } else { (18, 11, 5) };
    for sizes in [vec![2; twos], vec![3; threes], vec![10; tens], vec![600; 2], vec![4; 9]] {
        let peak = peak_in_tables(&sizes, Method::Independent);
        assert!(peak < 2.5, "{sizes:?}: {peak:.3} times the table");
        assert!(peak > 1.9, "{sizes:?}: {peak:.3}: the peak is not seen");
    }
    // One class: all attributes change together.
    let peak = peak_in_tables(&vec![2; twos], Method::Optimal);
    assert!(peak < 2.5, "one class: {peak:.3} times the table");
}
