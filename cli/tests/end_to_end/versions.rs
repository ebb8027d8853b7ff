//! Databases of older versions.

use std::fs;
use std::process::Stdio;

use rusqlite::Connection;

use crate::authors::{ask, token};
use crate::collector::Collector;
use crate::desk::{Desk, SURVEY, today};
use crate::server::{Database, OwnServer, psql};
use crate::shared::serving;

/// A desk with a database of version 4, which did not record a plan's day. It has that plan, and another plan lies beside it.
fn of_version_4() -> Desk {
    let desk = Desk::empty();
    let old = Connection::open(desk.path("candor.db")).expect("a database");
    old.execute_batch(include_str!("version-4.sql")).expect("what was dumped");
    desk.write("plan.json", &desk.sql("SELECT document FROM plans"));
    desk.design_other("other.json");
    desk
}

/// Checks that the older of two plans has no day, and the newer one a day that is not before `since`.
fn only_the_newer_has_a_day(collector: &Collector, since: &str) {
    let surveys = collector.json("/surveys");
    assert_eq!(surveys.as_array().map(Vec::len), Some(2));
    assert!(surveys[0]["published"].is_null(), "{surveys}");
    let day = surveys[1]["published"].as_str().expect("a day");
    assert!((since..=&*today()).contains(&day), "{day}");
}

#[test]
fn a_file_of_an_older_version_keeps_what_it_has_and_days_from_then_on() {
    let (desk, since) = (of_version_4(), today());
    let before = fs::read(desk.path("candor.db")).expect("a file");
    let checked = ["database", "check", "--database", "candor.db"];
    assert_eq!(desk.candor(&checked).done().stdout, "sound: 1 plan, 6 reports\n");
    desk.candor(&["database", "backup", "copy.db", "--database", "candor.db"]).done();
    assert!(fs::read(desk.path("candor.db")).expect("a file") == before, "who only reads changes nothing");
    let steps = ["--public", "--release-after=4", "--release-reports=100", "--release-minutes=0"];
    for database in ["candor.db", "copy.db"] {
        let plans = ["--plan", "plan.json", "--plan", "other.json", "--database", database];
        // Also at the next start, with the same plans.
        for _ in 0..2 {
            let collector = Collector::telling(&desk, &[&steps[..], &plans].concat(), Stdio::inherit());
            assert_eq!(collector.json("/estimates?survey=health")["n"], 4);
            only_the_newer_has_a_day(&collector, &since);
            assert!(collector.stop());
        }
    }
    assert_eq!(desk.candor(&checked).done().stdout, "sound: 2 plans, 6 reports\n");
    assert_eq!(desk.sql("PRAGMA user_version"), "9");
    desk.candor(&["database", "migrate", "candor.db", "moved.db"]).done();
    only_the_newer_has_a_day(&Collector::with(&desk, &["--database", "moved.db"]), &since);
}

/// Restores the schema from before plans had a day, and names belonged to anybody.
const AS_VERSION_1: &str =
    "ALTER TABLE candor.plans DROP COLUMN published, DROP COLUMN survey, DROP COLUMN stepped, DROP COLUMN released_before, DROP COLUMN kept, DROP COLUMN is_expired, ADD COLUMN author TEXT;
    DROP TABLE candor.surveys; DROP INDEX candor.withdrawn; UPDATE candor.collector SET version = 1";

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_a_schema_of_an_older_version_keeps_what_it_has_and_days_from_then_on() {
    let (desk, database, since) = (Desk::with_plan(), Database::new(), today());
    desk.design_other("other.json");
    let collector = serving(&desk, &database.url);
    assert_eq!(collector.reports(&desk.reports(20).join("\n")).status, 201);
    assert!(collector.stop());
    psql(&database.url, AS_VERSION_1);
    let version = || psql(&database.url, "SELECT version FROM candor.collector");
    let checked = ["database", "check", "--database", &database.url];
    assert_eq!(desk.candor(&checked).done().stdout, "sound: 1 plan, 20 reports\n");
    assert_eq!(version(), "1", "who only reads changes nothing");
    let plans = ["--database", &database.url, "--plan", "plan.json", "--plan", "other.json"];
    let collector = Collector::with(&desk, &plans);
    assert_eq!(collector.json("/estimates?survey=health")["n"], 20);
    only_the_newer_has_a_day(&collector, &since);
    assert!(collector.stop());
    assert_eq!(version(), "6");
    desk.candor(&["database", "migrate", &database.url, "moved.db"]).done();
    only_the_newer_has_a_day(&Collector::with(&desk, &["--database", "moved.db"]), &since);
}

/// What an older version stored when Ada published `plan.json` and Ben another plan of the same name, whose tokens this returns.
fn published_by_two(desk: &Desk, store: impl Fn(&str)) -> [String; 2] {
    let tokens = ["Ada", "Ben"].map(|name| token(desk, name));
    let hashes = desk.read("authors.txt");
    let mut hashes = hashes.lines().filter_map(|line| line.split(' ').next());
    desk.write("rival-survey.json", &SURVEY.replace("yes", "ja"));
    desk.candor(&["design", "rival-survey.json", "-o", "rival.json"]).done();
    let [ada, ben] = [(); 2].map(|()| hashes.next().expect("a hash"));
    let (fingerprint, document) =
        (desk.fingerprint("rival.json"), desk.read("rival.json").trim_end().replace('\'', "''"));
    store(&format!(
        "UPDATE plans SET author = '{ada}';
        INSERT INTO plans (fingerprint, document, author) VALUES ('{fingerprint}', '{document}', '{ben}')"
    ));
    tokens
}

/// Checks that the name belongs to Ada, who can delete what Ben published.
fn belongs_to_the_first(desk: &Desk, collector: &Collector, [ada, ben]: &[String; 2]) {
    desk.write("third-survey.json", &SURVEY.replace("yes", "oui"));
    desk.candor(&["design", "third-survey.json", "-o", "third.json"]).done();
    ask(collector, "POST /plans", ben, &desk.read("third.json")).refused(409, "name-taken");
    let rival = format!("DELETE /plans/{}", desk.fingerprint("rival.json"));
    ask(collector, &rival, ben, "").refused(403, "forbidden");
    assert_eq!(ask(collector, &rival, ada, "").status, 200);
    assert_eq!(collector.json("/surveys/health")["fingerprint"], desk.fingerprint("plan.json"));
    assert_eq!(ask(collector, "POST /plans", ada, &desk.read("third.json")).status, 201);
}

#[test]
fn a_name_that_two_authors_used_in_an_older_version_belongs_to_the_first() {
    let desk = of_version_4();
    let old = Connection::open(desk.path("candor.db")).expect("a database");
    let tokens = published_by_two(&desk, |statements| old.execute_batch(statements).expect("stored"));
    drop(old);
    belongs_to_the_first(&desk, &Collector::with(&desk, &["--authors", "authors.txt"]), &tokens);
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_a_name_that_two_authors_used_in_an_older_version_belongs_to_the_first() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    assert!(serving(&desk, &database.url).stop());
    psql(&database.url, AS_VERSION_1);
    let store = |statements: &str| {
        psql(&database.url, &format!("SET search_path = candor; {statements}"));
    };
    let tokens = published_by_two(&desk, store);
    let own = ["--authors", "authors.txt", "--database", &database.url];
    belongs_to_the_first(&desk, &Collector::with(&desk, &own), &tokens);
}

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_only_the_owner_of_the_tables_brings_them_to_a_new_version() {
    let desk = Desk::with_plan();
    let mut server = OwnServer::new("secret");
    server.start("");
    let root = server.url("secret");
    assert!(serving(&desk, &root).stop());
    psql(&root, AS_VERSION_1);
    let granted = "CREATE ROLE eve LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA candor TO eve;
        GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA candor TO eve";
    psql(&root, granted);
    let eve = root.replace("//ada:", "//eve:");
    let serve = ["serve", "--plan", "plan.json", "--listen=127.0.0.1:0", "--database", &eve];
    let told = desk.candor(&serve).refused("invalid-configuration");
    assert!(told.contains("the role lacks privileges: ownership of the tables"), "{told}");
    assert!(serving(&desk, &root).stop());
    assert!(serving(&desk, &eve).stop());
}
