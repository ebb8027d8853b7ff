//! A database that is not what was stored is an error, never another table.

use core::time::Duration;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rusqlite::Connection;

use crate::collector::{AT_ONCE, Collector};
use crate::desk::Desk;

const COUNT: [&str; 5] = ["count", "plan.json", "candor.db", "--format", "json"];

/// A desk with the database of a collector that ended well.
fn collected(reports: usize) -> (Desk, Vec<u8>) {
    let desk = Desk::with_plan();
    let lines = desk.reports(reports);
    let collector = Collector::start(&desk);
    lines.chunks(4000).for_each(|some| assert_eq!(collector.reports(&some.join("\n")).status, 201));
    assert!(collector.stop());
    let file = fs::read(desk.path("candor.db")).expect("a database");
    (desk, file)
}

#[test]
fn flipped_bytes_are_never_another_table() {
    let (desk, file) = collected(4000);
    let truth = desk.candor(&COUNT).done().stdout;
    let mut generator = ChaCha8Rng::seed_from_u64(16);
    let mut noticed = 0;
    for _ in 0..40 {
        let mut flipped = file.clone();
        for _ in 0..64 {
            let place = usize::try_from(generator.next_u64() % file.len() as u64).expect("a place");
            flipped[place] ^= 1 << (generator.next_u32() % 8);
        }
        fs::write(desk.path("candor.db"), flipped).expect("a file");
        let output = desk.command(&COUNT).output().expect("candor runs");
        // Bytes that hold nothing may be flipped without harm.
        if output.status.success() {
            assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), truth);
        } else {
            noticed += 1;
        }
    }
    assert!(noticed > 30, "{noticed} of 40 damaged files were noticed");
}

/// A page of reports is left out: SQLite finds nothing wrong with the file.
#[test]
fn missing_reports_make_the_collector_unready() {
    let (desk, _) = collected(3000);
    let database = Connection::open(desk.path("candor.db")).expect("a database");
    database.execute("DELETE FROM reports WHERE hex(id) LIKE '7%'", []).expect("rows are deleted");
    drop(database);
    for command in [&COUNT[..], &["check"], &["backup", "copy.db"]] {
        let message = desk.candor(command).failed("damaged-database");
        assert!(message.contains("3000"), "{message}");
    }
    assert!(!desk.files().iter().any(|name| name.starts_with(".candor-") || name == "copy.db"));
    let log = fs::File::create(desk.path("log")).expect("a log");
    let collector = Collector::telling(&desk, &AT_ONCE, Stdio::from(log));
    // What was counted with the reports is told until their damage is found.
    while collector.operations("/healthz").json()["database"] == "checking" {
        thread::sleep(Duration::from_millis(10));
    }
    for _ in 0..3 {
        collector.get("/estimates").refused(500, "damaged-database");
    }
    let report = &desk.reports(1)[0];
    collector.report(report).refused(500, "damaged-database");
    let health = collector.operations("/healthz");
    assert_eq!((health.status, &health.json()["database"]), (503, &"damaged".into()));
    // Told once, however often it is met.
    assert_eq!(desk.read("log").lines().count(), 1, "{}", desk.read("log"));
}

#[test]
fn changed_reports_are_noticed_though_their_number_is_right() {
    let (desk, _) = collected(200);
    let database = Connection::open(desk.path("candor.db")).expect("a database");
    let change = "UPDATE reports SET perturbed = x'0101' WHERE id = (SELECT id FROM reports WHERE perturbed <> x'0101' LIMIT 1)";
    assert_eq!(database.execute(change, []).expect("a row is changed"), 1);
    drop(database);
    desk.candor(&COUNT).failed("damaged-database");
}

#[test]
fn reports_of_other_plans_are_those_that_were_stored_for_them() {
    let (desk, _) = collected(30);
    desk.design_other("other.json");
    assert!(Collector::with(&desk, &["--plan", "other.json"]).stop());
    let told = desk.candor(&["count", "other.json", "candor.db"]).done().stderr;
    assert!(told.contains("counted 0 reports; 30 are of another plan"), "{told}");
}

#[test]
fn a_sound_database_is_checked_and_copied_while_it_collects() {
    let desk = Desk::with_plan();
    let reports = desk.reports(300);
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&reports[..200].join("\n")).status, 201);
    assert_eq!(desk.candor(&["check"]).done().stdout, "sound: 1 plan, 200 reports\n");
    assert_eq!(desk.candor(&["backup", "copy.db"]).done().stderr, "copied 1 plan, 200 reports\n");
    assert_eq!(collector.reports(&reports[200..].join("\n")).status, 201);
    let mode = fs::metadata(desk.path("copy.db")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let of = |database| desk.candor(&["count", "plan.json", database, "--format", "json"]).json();
    assert_eq!([&of("copy.db")["n"], &of("candor.db")["n"]], [200, 300]);
    let copy = Collector::with(&desk, &["--database", "copy.db"]);
    assert_eq!(copy.json("/estimates")["n"], 200);
    assert_eq!(copy.reports(&reports.join("\n")).json()["repeated"], 200);
    assert_eq!(
        desk.candor(&["check", "--database", "copy.db"]).done().stdout,
        "sound: 1 plan, 300 reports\n"
    );
    desk.candor(&["check", "--database", "absent.db"]).failed("io");
}
