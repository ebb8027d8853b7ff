//! Collectors that share a database on a server.

use std::process::Stdio;
use std::thread;

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::{Database, psql};
use crate::waiting::until;

fn reports_told(collector: &Collector) -> Value {
    collector.json("/surveys")[0]["reports"].clone()
}

fn accepted<'r>(collector: &Collector, reports: impl Iterator<Item = &'r String>) -> u64 {
    reports.map(|report| collector.report(report).json()["accepted"].as_u64().expect("a number")).sum()
}

/// A collector for `plan.json` with this database.
pub fn serving(desk: &Desk, database: &str) -> Collector {
    Collector::with(desk, &["--plan", "plan.json", "--database", database])
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_two_collectors_count_every_report_once() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(400);
    let [one, other] = [(), ()].map(|()| serving(&desk, &database.url));
    // Everything is sent to both, from opposite ends.
    let accepted: u64 = thread::scope(|scope| {
        let forward = scope.spawn(|| accepted(&one, reports.iter()));
        let backward = scope.spawn(|| accepted(&other, reports.iter().rev()));
        forward.join().expect("forward") + backward.join().expect("backward")
    });
    assert_eq!(accepted, 400);
    for collector in [&one, &other] {
        assert_eq!(collector.json("/estimates")["n"], 400);
        until(|| reports_told(collector) == 400);
    }
    assert_eq!(one.json("/estimates?tables=smoker,age"), other.json("/estimates?tables=smoker,age"));
    assert!(one.stop());
    other.kill();
    let checked = desk.candor(&["database", "check", "--database", &database.url]).done().stdout;
    assert_eq!(checked, "sound: 1 plan, 400 reports\n");
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_a_step_is_one_of_all_collectors() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(200);
    let steps = ["--public", "--release-after=50", "--release-reports=20", "--release-minutes=10"];
    let [plan, own] = [["--plan", "plan.json"], ["--database", &database.url]];
    let start = || Collector::telling(&desk, &[&steps[..], &plan, &own].concat(), Stdio::inherit());
    let [one, other] = [start(), start()];
    assert_eq!(one.reports(&reports[..49].join("\n")).status, 201);
    other.get("/estimates").refused(422, "too-few-reports");
    assert_eq!(other.report(&reports[49]).status, 201);
    // From now on ten minutes have to pass, whichever collector receives more reports.
    for (collector, own) in [(&one, 50..120), (&other, 120..200)] {
        assert_eq!(collector.reports(&reports[own].join("\n")).status, 201);
    }
    for collector in [&one, &other] {
        assert_eq!(collector.json("/estimates")["n"], 50);
        until(|| reports_told(collector) == 50);
    }
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_what_one_collector_does_to_plans_the_other_knows() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(3);
    let token = desk.candor(&["database", "token", "Ada", "--authors", "authors.txt"]).done().stdout;
    let arguments = ["--authors", "authors.txt", "--database", &database.url];
    let [one, other] = [(), ()].map(|()| Collector::with(&desk, &arguments));
    let ask = |method_and_path: &str, body: &str| {
        let token = token.trim_end();
        one.request(&format!("{method_and_path} HTTP/1.1\r\nAuthorization: Bearer {token}\r\n"), body).status
    };
    assert_eq!(ask("POST /plans", &desk.read("plan.json")), 201);
    let plan = format!("/plans/{}", desk.fingerprint("plan.json"));
    until(|| other.get(&plan).status == 200);
    assert_eq!(other.report(&reports[0]).status, 201);
    assert_eq!(ask(&format!("POST {plan}/close"), ""), 204);
    // This takes effect at once, for all collectors.
    other.report(&reports[1]).refused(409, "plan-closed");
    assert_eq!(other.report(&reports[0]).json(), json!({"accepted": 0, "repeated": 1}));
    until(|| other.json("/surveys")[0]["is_closed"] == true);
    assert_eq!(ask(&format!("DELETE {plan}"), ""), 200);
    assert_eq!(psql(&database.url, "SELECT count(*) FROM candor.stored"), "0");
    until(|| other.get(&plan).status == 404);
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_collectors_start_at_once() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(8);
    let collectors: Vec<Collector> = thread::scope(|scope| {
        let starting: Vec<_> = (0..4).map(|_| scope.spawn(|| serving(&desk, &database.url))).collect();
        starting.into_iter().map(|one| one.join().expect("a collector")).collect()
    });
    for (collector, report) in collectors.iter().cycle().zip(&reports) {
        assert_eq!(collector.report(report).status, 201);
    }
    assert_eq!(collectors[0].json("/estimates")["n"], 8);
    assert_eq!(psql(&database.url, "SELECT count(*) FROM candor.plans"), "1");
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_what_is_no_collector_s_is_left_as_it_was() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let refused = |said: &str| {
        for command in [
            &["serve", "--plan", "plan.json"][..],
            &["database", "check"],
            &["database", "export", "plan.json"],
        ] {
            let ran = desk.candor(&[command, &["--database", &database.url]].concat());
            let told = ran.failed("io");
            assert!(told.contains(said), "{told}");
        }
    };
    psql(&database.url, "CREATE SCHEMA candor; CREATE TABLE candor.diary (day TEXT)");
    let tables = "SELECT string_agg(schemaname || '.' || tablename, ' ') FROM pg_tables WHERE schemaname IN ('candor', 'public')";
    refused("not a collector's database");
    assert_eq!(psql(&database.url, tables), "candor.diary");
    psql(&database.url, "DROP SCHEMA candor CASCADE");
    assert!(serving(&desk, &database.url).stop());
    psql(&database.url, "UPDATE candor.collector SET version = 99");
    refused("another version");
}

/// Whether rows are stored in the order of their ids, all written by one transaction.
fn in_order(database: &Database) -> bool {
    let marks = "SELECT count(DISTINCT xmin::TEXT) FROM candor.reports";
    let ids = psql(&database.url, "SELECT encode(id, 'hex') FROM candor.reports");
    psql(&database.url, marks) == "1" && ids.lines().is_sorted()
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_rows_lie_in_the_order_of_their_ids() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(200);
    let collector = serving(&desk, &database.url);
    let (first, second) = reports.split_at(100);
    first.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    assert!(!in_order(&database), "every step has its mark");
    let (one, other) = (collector, serving(&desk, &database.url));
    assert!(one.stop());
    assert!(!in_order(&database), "another collector works");
    assert!(other.stop());
    assert!(in_order(&database), "the last one has gone");
    // After a crash, the first collector to start restores the order.
    let collector = serving(&desk, &database.url);
    second.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    collector.kill();
    assert!(!in_order(&database));
    let collector = serving(&desk, &database.url);
    assert!(in_order(&database));
    assert_eq!(collector.json("/estimates")["n"], 200);
    desk.perturb(5, "more.ndjson");
    assert_eq!(collector.reports(&desk.read("more.ndjson")).status, 201);
    assert!(collector.stop());
    assert!(in_order(&database));
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_plans_are_closed_deleted_and_invited_to_while_a_collector_works() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let reports = desk.reports(20);
    let collector = serving(&desk, &database.url);
    assert_eq!(collector.reports(&reports[..19].join("\n")).status, 201);
    let own = ["--database", &database.url];
    desk.candor(&[&["database", "close", "plan.json"][..], &own].concat()).done();
    collector.report(&reports[19]).refused(409, "plan-closed");
    let deleted = desk.candor(&[&["database", "delete", "plan.json"][..], &own].concat()).done().stderr;
    assert_eq!(deleted, "deleted the plan and 19 reports\n");
    // The collector goes on writing, so after a crash the order would have to be restored.
    assert_eq!(psql(&database.url, "SELECT is_in_order FROM candor.collector"), "f");
    until(|| collector.json("/surveys") == json!([]));
    let refused =
        desk.candor(&[&["database", "backup", "copy.db"][..], &own].concat()).refused("needs-a-file");
    assert!(refused.contains("pg_dump"), "{refused}");
    assert!(!desk.files().contains(&"copy.db".to_owned()));
}
