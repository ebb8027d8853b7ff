//! Moving databases from a file to a server, and back.

use std::process::Stdio;

use serde_json::json;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::{Database, psql};

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_a_database_is_moved_there_and_back() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(2500);
    let steps = ["--public", "--release-after=2000", "--release-reports=900", "--release-minutes=0"];
    let collector =
        Collector::telling(&desk, &[&steps[..], &["--plan", "plan.json"]].concat(), Stdio::inherit());
    for some in reports.chunks(1000) {
        assert_eq!(collector.reports(&some.join("\n")).status, 201);
    }
    let busy = desk.candor(&["database", "migrate", "candor.db", &database.url]).failed("io");
    assert!(busy.contains("another collector is using this database"), "{busy}");
    let expected = collector.json("/estimates?tables=smoker,age");
    assert_eq!(expected["n"], 2000);
    assert!(collector.stop());
    let moved = "copied 1 plan, 2,500 reports\n";
    assert_eq!(desk.candor(&["database", "migrate", "candor.db", &database.url]).done().stderr, moved);
    let collector =
        Collector::telling(&desk, &[&steps[..], &["--database", &database.url]].concat(), Stdio::inherit());
    assert_eq!(collector.json("/estimates?tables=smoker,age"), expected);
    // All reports are known, including pending ones.
    assert_eq!(collector.reports(&reports.join("\n")).json(), json!({"accepted": 0, "repeated": 2500}));
    let busy = desk.candor(&["database", "migrate", &database.url, "back.db"]).failed("io");
    assert!(busy.contains("a collector is using this database"), "{busy}");
    assert!(collector.stop());
    let full = desk.candor(&["database", "migrate", "candor.db", &database.url]).failed("io");
    assert!(full.contains("already has plans"), "{full}");
    assert_eq!(desk.candor(&["database", "migrate", &database.url, "back.db"]).done().stderr, moved);
    let counts = ["candor.db", &database.url, "back.db"].map(|database| {
        let checked = desk.candor(&["database", "check", "--database", database]).done().stdout;
        assert_eq!(checked, "sound: 1 plan, 2,500 reports\n");
        desk.candor(&["count", "plan.json", database, "--pairs", "--format", "json"]).json()
    });
    assert!(counts.iter().all(|found| *found == counts[0]));
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_what_was_not_stored_is_not_moved() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(50);
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&reports.join("\n")).status, 201);
    assert!(collector.stop());
    let damaged = rusqlite::Connection::open(desk.path("candor.db")).expect("a database");
    let change = "UPDATE reports SET perturbed = CASE perturbed WHEN x'0000' THEN x'0100' ELSE x'0000' END
        WHERE id = (SELECT max(id) FROM reports)";
    assert_eq!(damaged.execute(change, []).expect("a row is changed"), 1);
    drop(damaged);
    desk.candor(&["database", "migrate", "candor.db", &database.url]).failed("damaged-database");
    assert_eq!(psql(&database.url, "SELECT count(*) FROM candor.plans"), "0");
}
