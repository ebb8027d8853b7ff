//! Tables counted as reports are stored, compared with counting them from the reports.
//!
//! `cargo bench -p candor-collector --bench at_rest -- 10000000` stores this many reports of the eight questions of Adult, by default a million,
//! in a database. Prints the seconds to open it, to read a table and to count it, and how many times as long counting takes.

#![allow(clippy::unwrap_used, reason = "a benchmark has no callers")]

use core::time::Duration;
use std::sync::Arc;
use std::time::Instant;

use candor::count::Table;
use candor::design::Survey;
use candor::plan::Plan;
use candor::report::Report;
use candor_collector::store::{Arrival, Location, Published, Release, Snapshot, Store};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const SIZES: [u32; 8] = [8, 16, 7, 14, 6, 5, 2, 2];
const TOGETHER: usize = 10_000;

fn main() {
    let rows = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(1_000_000);
    let directory = tempfile::tempdir().unwrap();
    let path = Location::File(directory.path().join("candor.db"));
    let release = Release { after: 1, reports: 1, pause: Duration::ZERO, ..Release::default() };
    let plan = plan();
    let mut store = Store::open(&path, release).unwrap();
    let published = Arc::new(store.publish(&plan, None, None).unwrap());
    let storing = seconds(|| store_reports(&mut store, &published, rows)).1;
    store.close().unwrap();
    let (opened, opening) = seconds(|| {
        let mut store = Store::open(&path, release).unwrap();
        (store.plans().unwrap(), Snapshot::open(&path).unwrap(), store)
    });
    let snapshot = &opened.1;
    let wanted = [vec![1, 3]];
    let (read, reading) = seconds(|| snapshot.at_rest(&plan, published.at_rest(), &wanted).unwrap().1);
    let (counted, counting) = seconds(|| {
        let mut table = Table::new(&plan, &wanted[0]).unwrap();
        snapshot.reports(&plan, |report| table.add(&report)).unwrap();
        table
    });
    assert_eq!(read, [Some(counted)]);
    println!("| {rows} reports | s | of counting |\n|---|---|---|");
    println!("| storing them, {TOGETHER} at a time | {storing:.1} | |");
    for (what, time) in
        [("opening the database", opening), ("reading a table", reading), ("counting it", counting)]
    {
        println!("| {what} | {time:.4} | 1 : {:.0} |", counting / time);
    }
}

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

fn plan() -> Plan {
    let attribute = |(i, a): (usize, &u32)| {
        let categories: Vec<String> = (0..*a).map(|value| format!("\"{value}\"")).collect();
        format!(r#"{{"name":"a{i}","categories":[{}],"epsilon":1}}"#, categories.join(","))
    };
    let attributes: Vec<String> = SIZES.iter().enumerate().map(attribute).collect();
    let survey = format!(
        r#"{{"survey":"s","attributes":[{}],"privacy":{{"method":"independent"}}}}"#,
        attributes.join(",")
    );
    let survey = Survey::from_json(&survey).unwrap();
    Plan::new(&survey, &survey.request().design().unwrap()).unwrap()
}

fn store_reports(store: &mut Store, published: &Arc<Published>, rows: usize) {
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    let mut arrival = || {
        let mut id = [0; 16];
        generator.fill_bytes(&mut id);
        let perturbed = SIZES.iter().map(|size| generator.next_u32() % size).collect();
        let report = Report::from_perturbed(published.plan(), id, perturbed).unwrap();
        Arrival { published: Arc::clone(published), report, admission: None, withdrawal: None }
    };
    for first in (0..rows).step_by(TOGETHER) {
        let submission = (first..rows.min(first + TOGETHER)).map(|_| arrival()).collect();
        assert!(store.accept(&[submission]).unwrap().outcomes[0].is_ok());
    }
}
