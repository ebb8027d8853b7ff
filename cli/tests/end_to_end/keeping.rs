//! What the collector stores, and what it does not.

use core::net::SocketAddr;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::env;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::json;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::is_on_postgres;

fn reported(count: usize) -> (Desk, Vec<String>) {
    let desk = Desk::with_plan();
    desk.perturb(count, "reports.ndjson");
    let lines = desk.read("reports.ndjson").lines().map(str::to_owned).collect();
    (desk, lines)
}

#[test]
fn a_restart_keeps_plans_and_reports() {
    let (desk, reports) = reported(20);
    let collector = Collector::start(&desk);
    collector.reports(&reports.join("\n"));
    let before = collector.json("/estimates");
    assert!(collector.stop());
    assert!(!desk.path("candor.db-wal").exists(), "the log tells the order of arrival");
    // No --plan is needed, as the database has it.
    let collector = Collector::with(&desk, &[]);
    assert_eq!(collector.json("/estimates"), before);
    assert_eq!(collector.json("/surveys")[0]["reports"], 20);
    assert_eq!(collector.report(&reports[0]).status, 200);
}

#[test]
fn a_kill_after_an_acknowledgement_loses_nothing() {
    let (desk, reports) = reported(25);
    for (number, report) in reports.iter().enumerate() {
        let collector = Collector::start(&desk);
        assert_eq!(collector.report(report).status, 201);
        collector.kill();
        assert_eq!(desk.sql("SELECT count(*) FROM stored"), (number + 1).to_string());
    }
}

/// Sends reports one by one until the collector is gone, and calls `on_each` with every acknowledgement; returns the reports that were
/// acknowledged.
pub fn acknowledged(address: SocketAddr, reports: &[String], on_each: impl Fn()) -> Vec<&String> {
    let send = |report: &&String| {
        let mut stream = TcpStream::connect(address).ok()?;
        let head =
            "POST /reports HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nConnection: close";
        write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{report}", report.len()).ok()?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).ok()?;
        assert_eq!(answer, *b"HTTP/1.1 201");
        on_each();
        Some(())
    };
    reports.iter().take_while(|report| send(report).is_some()).collect()
}

/// Runs clients at the same time; each calls the function that it is given at every acknowledgement. Kills the collector at the acknowledgement
/// with this number, before its client continues; if the number is 0, while the clients begin.
pub fn killed_with<T: Send>(
    collector: &Collector,
    number: usize,
    clients: impl Iterator<Item = impl FnOnce(&(dyn Fn() + Sync)) -> T + Send>,
) -> Vec<T> {
    let passed = AtomicUsize::new(0);
    let acknowledged = || {
        if passed.fetch_add(1, Ordering::Relaxed) + 1 == number {
            collector.signal("KILL");
        }
    };
    thread::scope(|scope| {
        let acknowledged = &acknowledged;
        let clients: Vec<_> = clients.map(|client| scope.spawn(move || client(acknowledged))).collect();
        if number == 0 {
            collector.signal("KILL");
        }
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    })
}

/// Kills the collector at random acknowledgements, while eight clients send; `CANDOR_KILLS` sets how often.
#[test]
fn kills_at_any_moment_lose_and_double_nothing() {
    let kills = env::var("CANDOR_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12);
    let (desk, reports) = reported(kills * 8 * 20);
    let mut generator = ChaCha8Rng::seed_from_u64(226);
    let (mut kept, mut least): (Vec<&String>, usize) = (Vec::new(), 0);
    for own in reports.chunks(8 * 20) {
        let collector = Collector::start(&desk);
        // The client that got the last acknowledgement still has reports to send.
        let last = usize::try_from(generator.next_u64() % 20).expect("small");
        let address = collector.address;
        let clients =
            own.chunks(20).map(|own| move |on_each: &(dyn Fn() + Sync)| acknowledged(address, own, on_each));
        kept.extend(killed_with(&collector, last, clients).concat());
        least += last;
    }
    assert!(kept.len() >= least && kept.len() < reports.len(), "{} of {}", kept.len(), reports.len());
    let collector = Collector::start(&desk);
    let all: Vec<String> = kept.into_iter().cloned().collect();
    for some in all.chunks(1000) {
        assert_eq!(
            collector.reports(&some.join("\n")).json(),
            json!({"accepted": 0, "repeated": some.len()})
        );
    }
    // Reports that were sent but not acknowledged may or may not be stored, but none twice.
    let stored = collector.json("/surveys")[0]["reports"].as_u64().expect("a number");
    assert!(stored >= all.len() as u64 && stored <= reports.len() as u64, "{stored}");
    assert!(collector.stop());
    assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, "));
}

#[test]
fn two_posters_at_once_lose_and_double_nothing() {
    let (desk, reports) = reported(400);
    let collector = Collector::start(&desk);
    // Both send everything, from opposite ends, one report at a time.
    let accepted: u64 = thread::scope(|scope| {
        let forward = scope.spawn(|| accepted(&collector, reports.iter()));
        let backward = scope.spawn(|| accepted(&collector, reports.iter().rev()));
        forward.join().expect("forward") + backward.join().expect("backward")
    });
    assert_eq!(accepted, 400);
    assert_eq!(collector.json("/surveys")[0]["reports"], 400);
    assert_eq!(collector.json("/estimates")["n"], 400);
}

/// Four clients repeatedly send the same reports at the same time; `CANDOR_REPLAYS` sets how often a report is sent.
#[test]
fn replays_count_once() {
    const REPORTS: usize = 5000;
    let replays = env::var("CANDOR_REPLAYS").ok().and_then(|replays| replays.parse().ok()).unwrap_or(60_000);
    let (desk, reports) = reported(REPORTS);
    let collector = Collector::start(&desk);
    let body = reports.join("\n");
    let of_each = replays / REPORTS / 4;
    let accepted: u64 = thread::scope(|scope| {
        let sending = (0..4).map(|_| {
            scope.spawn(|| {
                let answers = (0..of_each).map(|_| collector.reports(&body).json());
                let counted = answers.map(|answer| {
                    let [accepted, repeated] = ["accepted", "repeated"].map(|name| answer[name].as_u64());
                    assert_eq!(accepted.zip(repeated).map(|(new, old)| new + old), Some(REPORTS as u64));
                    accepted.expect("a number")
                });
                counted.sum::<u64>()
            })
        });
        let sending: Vec<_> = sending.collect();
        sending.into_iter().map(|client| client.join().expect("a client")).sum()
    });
    assert_eq!(accepted, REPORTS as u64);
    assert_eq!(collector.json("/surveys")[0]["reports"], REPORTS);
    assert!(collector.stop());
    let checked = desk.candor(&["database", "check"]).done().stdout;
    assert!(checked.starts_with("sound: 1 plan, 5,000 reports"), "{checked}");
}

fn accepted<'r>(collector: &Collector, reports: impl Iterator<Item = &'r String>) -> u64 {
    let accepted =
        reports.map(|report| collector.report(report).json()["accepted"].as_u64().expect("a number"));
    accepted.sum()
}

#[test]
fn estimates_asked_while_reports_come_count_each_report_once() {
    let (desk, reports) = reported(600);
    let collector = Collector::start(&desk);
    thread::scope(|scope| {
        let posting =
            scope.spawn(|| reports.chunks(5).for_each(|some| drop(collector.reports(&some.join("\n")))));
        while !posting.is_finished() {
            let estimates = collector.get("/estimates?tables=smoker,age");
            assert!([200, 422].contains(&estimates.status), "{}", estimates.body);
        }
    });
    let command = ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker,age", "--format", "json"];
    assert_eq!(collector.estimates("/estimates?tables=smoker,age"), desk.candor(&command).json());
}

#[test]
fn a_report_is_kept_with_its_day_and_nothing_finer() {
    let (desk, reports) = reported(50);
    let collector = Collector::start(&desk);
    reports.iter().for_each(|report| drop(collector.report(report)));
    assert!(collector.stop());
    let whole = "plan id perturbed day withdrawal";
    let plans = "number fingerprint document is_closed signing_key reports key checksum released step published survey stepped released_before kept is_expired";
    // On a server, pending reports are in a table of their own.
    let (tables, own, pending) = match is_on_postgres() {
        true => (
            "SELECT tablename FROM pg_tables WHERE schemaname = 'candor' ORDER BY 1",
            "collector counts invitations pending plans reports spent surveys",
            whole,
        ),
        false => (
            "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY 1",
            "counts invitations pending plans reports spent surveys withdrawn",
            "plan id",
        ),
    };
    assert_eq!(desk.sql(tables).replace('\n', " "), own);
    for (table, columns) in [("plans", plans), ("reports", whole), ("pending", pending)] {
        assert_eq!(desk.columns(table), columns, "{table}");
    }
    let days = desk.sql("SELECT DISTINCT day FROM stored UNION SELECT published FROM plans");
    assert!(days.lines().all(|day| day.len() == 10), "{days}");
    // When read without sorting, reports come in the order of their random ids.
    assert!(desk.sql("SELECT id FROM reports").lines().is_sorted());
    // Rows of the file have no row number.
    if !is_on_postgres() {
        let database = rusqlite::Connection::open(desk.path("candor.db")).expect("a database");
        assert!(database.prepare("SELECT rowid FROM reports").is_err());
    }
}

crate::server::on_postgres!(
    a_restart_keeps_plans_and_reports,
    a_kill_after_an_acknowledgement_loses_nothing,
    kills_at_any_moment_lose_and_double_nothing,
    two_posters_at_once_lose_and_double_nothing,
    replays_count_once,
    estimates_asked_while_reports_come_count_each_report_once,
    a_report_is_kept_with_its_day_and_nothing_finer,
);
