//! Damage to a database leads to an error, never to different tables.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::collector::{AT_ONCE, Collector};
use crate::desk::Desk;
use crate::server::{Database, OwnServer, psql};
use crate::shared::serving;
use crate::waiting::until;

/// The command that counts a database's reports.
fn count(database: &str) -> [&str; 5] {
    ["count", "plan.json", database, "--format", "json"]
}

/// A desk with the database of a collector that ended normally.
fn collected(reports: usize) -> Desk {
    let desk = Desk::with_plan();
    collect(&desk, reports, desk.database());
    desk
}

fn collect(desk: &Desk, reports: usize, database: &str) {
    let lines = desk.reports(reports);
    let collector = serving(desk, database);
    lines.chunks(4000).for_each(|some| assert_eq!(collector.reports(&some.join("\n")).status, 201));
    assert!(collector.stop());
}

/// The same file with some of its bits flipped.
fn flipped(file: &[u8], generator: &mut ChaCha8Rng) -> Vec<u8> {
    let mut flipped = file.to_vec();
    for _ in 0..64 {
        let place = usize::try_from(generator.next_u64() % file.len() as u64).expect("a place");
        flipped[place] ^= 1 << (generator.next_u32() % 8);
    }
    flipped
}

/// Whether a database gives an error. If not, only unused bytes were flipped, and its output is unchanged.
fn is_noticed(desk: &Desk, database: &str, truth: &str) -> bool {
    let output = desk.command(&count(database)).output().expect("candor runs");
    assert!(!output.status.success() || output.stdout == truth.as_bytes());
    !output.status.success()
}

#[test]
fn flipped_bytes_are_never_another_table() {
    let desk = collected(4000);
    let file = fs::read(desk.path("candor.db")).expect("a database");
    let truth = desk.candor(&count("candor.db")).done().stdout;
    let mut generator = ChaCha8Rng::seed_from_u64(16);
    let flips = (0..40).filter(|_| {
        fs::write(desk.path("candor.db"), flipped(&file, &mut generator)).expect("a file");
        is_noticed(&desk, "candor.db", &truth)
    });
    let noticed = flips.count();
    assert!(noticed > 30, "{noticed} of 40 damaged files were noticed");
}

/// The server's own page checksums are off. The collector's checksums detect what the server does not.
#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_flipped_bytes_are_never_another_table() {
    let desk = Desk::with_plan();
    let mut server = OwnServer::new("correct-horse");
    // Nobody else must write while files are replaced.
    let settings = "-c autovacuum=off";
    server.start(settings);
    let url = server.url("correct-horse");
    collect(&desk, 4000, &url);
    let truth = desk.candor(&count(&url)).done().stdout;
    let relations = "SELECT pg_relation_filepath(oid) FROM pg_class
        WHERE relname IN ('plans', 'reports', 'reports_pkey') AND relnamespace = 'candor'::regnamespace ORDER BY relname";
    let paths = psql(&url, relations);
    server.stop("fast");
    let files: Vec<_> = paths.lines().map(|path| (server.file(path), fs::read(server.file(path)))).collect();
    let mut generator = ChaCha8Rng::seed_from_u64(16);
    let flips = (0..30).filter(|round| {
        for (place, (path, file)) in files.iter().enumerate() {
            let file = file.as_ref().expect("a file");
            let damaged = if round % 3 == place { flipped(file, &mut generator) } else { file.clone() };
            fs::write(path, damaged).expect("a file");
        }
        server.start(settings);
        let is_noticed = is_noticed(&desk, &url, &truth);
        server.stop("immediate");
        is_noticed
    });
    let noticed = flips.count();
    assert!(noticed > 20, "{noticed} of 30 damaged databases were noticed");
}

/// A page of reports is missing. Neither SQLite nor a server notices that.
#[test]
fn missing_reports_make_the_collector_unready() {
    let desk = collected(3000);
    desk.sql(&format!("DELETE FROM reports WHERE id < {}", desk.bytes("10")));
    for command in [&count(desk.database())[..], &["database", "check"], &["database", "export", "plan.json"]]
    {
        let message = desk.candor(command).failed("damaged-database");
        assert!(message.contains("3000"), "{message}");
    }
    let log = fs::File::create(desk.path("log")).expect("a log");
    let collector = Collector::telling(&desk, &AT_ONCE, Stdio::from(log));
    // Totals from counts at rest may be returned until the check finds the damage.
    until(|| collector.operations("/healthz").json()["database"] != "checking");
    for _ in 0..3 {
        collector.get("/estimates").refused(500, "damaged-database");
    }
    let report = &desk.reports(1)[0];
    collector.report(report).refused(500, "damaged-database");
    let health = collector.operations("/healthz");
    assert_eq!((health.status, &health.json()["database"]), (503, &"damaged".into()));
    // Logged once, however often it occurs.
    assert_eq!(desk.read("log").lines().count(), 1, "{}", desk.read("log"));
}

#[test]
fn a_database_that_misses_reports_is_not_copied() {
    let desk = collected(300);
    desk.sql(&format!("DELETE FROM reports WHERE id < {}", desk.bytes("80")));
    desk.candor(&["database", "backup", "copy.db"]).failed("damaged-database");
    assert!(!desk.files().iter().any(|name| name.starts_with(".candor-") || name == "copy.db"));
}

/// Every column and row that totals depend on, also if the number of reports is right.
#[test]
fn changed_rows_are_noticed() {
    let desk = collected(200);
    let [zeros, other] = ["00", "0101"].map(|start| desk.bytes(&format!("{start:0<32}")));
    let (zero, one) = (desk.bytes("0000"), desk.bytes("0101"));
    let first = "(SELECT id FROM reports ORDER BY id LIMIT 1)";
    let key = desk.bytes(&"5a".repeat(32));
    let changes = [
        format!(
            "UPDATE reports SET perturbed = CASE perturbed WHEN {zero} THEN {one} ELSE {zero} END WHERE id = {first}"
        ),
        format!("UPDATE reports SET day = '2020-01-01' WHERE id = {first}"),
        format!("UPDATE reports SET id = {zeros} WHERE id = {first}"),
        format!("DELETE FROM reports WHERE id = {first}"),
        format!(
            "INSERT INTO reports (plan, id, perturbed, day)
            SELECT plan, {zeros}, perturbed, day FROM reports WHERE id = {first}"
        ),
        "UPDATE plans SET reports = reports + 1".to_owned(),
        "UPDATE plans SET released = released - 1".to_owned(),
        format!("UPDATE plans SET checksum = {other}"),
        format!("UPDATE plans SET key = {key}"),
        "UPDATE plans SET fingerprint = replace(fingerprint, 'sha256:', 'sha256:0')".to_owned(),
        "UPDATE plans SET document = replace(document, 'smoker', 'smoked')".to_owned(),
        "DELETE FROM plans".to_owned(),
    ];
    let tables = ["plans", "reports"];
    tables
        .iter()
        .for_each(|table| drop(desk.sql(&format!("CREATE TABLE kept_{table} AS SELECT * FROM {table}"))));
    for change in changes {
        assert_eq!(desk.sql(&format!("{change} RETURNING 1")), "1", "{change}");
        desk.candor(&count(desk.database())).failed("damaged-database");
        desk.candor(&["database", "check"]).failed("damaged-database");
        for table in tables {
            desk.sql(&format!("DELETE FROM {table}"));
            desk.sql(&format!("INSERT INTO {table} SELECT * FROM kept_{table}"));
        }
        desk.candor(&["database", "check"]).done();
    }
}

/// A server whose catalogue of columns is damaged returns invalid rows.
#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_rows_that_are_none_are_damage() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    collect(&desk, 20, &database.url);
    let in_schema =
        |statements: &str| psql(&database.url, &format!("SET search_path = candor; {statements}"));
    in_schema("CREATE CAST (BYTEA AS TEXT) WITHOUT FUNCTION; CREATE TABLE kept AS TABLE reports");
    for (table, column, rule) in [
        ("reports", "perturbed", ""),
        ("reports", "day", ""),
        ("reports", "day = CAST('\\xffffffffffffffffffff'::BYTEA AS TEXT), withdrawal", ""),
        ("reports", "id", "DROP CONSTRAINT reports_pkey,"),
        ("plans", "document = CAST('\\xff'::BYTEA AS TEXT), survey", ""),
        ("plans", "checksum", ""),
    ] {
        let named = column.rsplit(' ').next().expect("a name");
        in_schema(&format!(
            "ALTER TABLE {table} {rule} ALTER {named} DROP NOT NULL; UPDATE {table} SET {column} = NULL"
        ));
        for command in [&count(&database.url)[..], &["database", "check", "--database", &database.url]] {
            desk.candor(command).failed("damaged-database");
        }
        in_schema("TRUNCATE reports; INSERT INTO reports TABLE kept");
    }
}

#[test]
fn reports_of_other_plans_are_those_that_were_stored_for_them() {
    let desk = collected(30);
    desk.design_other("other.json");
    assert!(Collector::with(&desk, &["--plan", "other.json"]).stop());
    let told = desk.candor(&["count", "other.json", desk.database()]).done().stderr;
    assert!(told.contains("counted 0 reports; 30 are of another plan"), "{told}");
}

#[test]
fn a_sound_database_is_checked_and_copied_while_it_collects() {
    let desk = Desk::with_plan();
    let reports = desk.reports(300);
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&reports[..200].join("\n")).status, 201);
    assert_eq!(desk.candor(&["database", "check"]).done().stdout, "sound: 1 plan, 200 reports\n");
    assert_eq!(desk.candor(&["database", "backup", "copy.db"]).done().stderr, "copied 1 plan, 200 reports\n");
    assert_eq!(collector.reports(&reports[200..].join("\n")).status, 201);
    let mode = fs::metadata(desk.path("copy.db")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let of = |database| desk.candor(&["count", "plan.json", database, "--format", "json"]).json();
    assert_eq!([&of("copy.db")["n"], &of("candor.db")["n"]], [200, 300]);
    let copy = Collector::with(&desk, &["--database", "copy.db"]);
    assert_eq!(copy.json("/estimates")["n"], 200);
    assert_eq!(copy.reports(&reports.join("\n")).json()["repeated"], 200);
    assert_eq!(
        desk.candor(&["database", "check", "--database", "copy.db"]).done().stdout,
        "sound: 1 plan, 300 reports\n"
    );
    desk.candor(&["database", "check", "--database", "absent.db"]).failed("io");
}

crate::server::on_postgres!(
    missing_reports_make_the_collector_unready,
    changed_rows_are_noticed,
    reports_of_other_plans_are_those_that_were_stored_for_them,
);
