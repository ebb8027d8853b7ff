//! What metrics reveal about the load of a collector, and what they do not.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::is_on_postgres;
use crate::waiting::until;

fn metrics(collector: &Collector) -> String {
    let answer = collector.operations("/metrics");
    assert_eq!(answer.status, 200);
    answer.body
}

/// The value of a metric.
fn metric(collector: &Collector, name: &str) -> f64 {
    let text = metrics(collector);
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|value| value.parse().ok()).expect("a number")
}

#[test]
fn load_is_told_and_no_single_report_shows() {
    let desk = Desk::with_plan();
    let reports = desk.reports(400);
    let plan = ["--plan", "plan.json", "--release-after=1000"];
    let collector = Collector::telling(&desk, &plan, Stdio::inherit());
    let waited = "candor_acknowledged_seconds{quantile=\"0.99\"}";
    assert!(!metrics(&collector).contains(waited));
    reports.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    // The load is reported once a minute.
    until(|| metrics(&collector).contains(waited));
    let seconds = metric(&collector, waited);
    let milliseconds = seconds * 1000.0;
    assert!(
        milliseconds >= 1.0 && (milliseconds.log2() - milliseconds.log2().round()).abs() < 1e-9,
        "{seconds}"
    );
    assert!(metric(&collector, "candor_acknowledged_seconds{quantile=\"0.5\"}") <= seconds);
    for (name, step) in
        [("candor_connections", 16.0), ("candor_waiting", 16.0), ("candor_log_bytes", f64::from(1 << 20))]
    {
        let reported = metric(&collector, name);
        assert!(reported % step == 0.0, "{name}: {reported}");
    }
}

/// The attack that saw 143 of 150 arrivals in the exact number of free bytes. They are reported once a minute, whatever arrives.
#[test]
fn free_bytes_show_no_arrival() {
    let desk = Desk::with_plan();
    let reports = desk.reports(150);
    let collector = Collector::start(&desk);
    let free = || collector.operations("/healthz").json()["free_bytes"].clone();
    if is_on_postgres() {
        assert_eq!(free(), Value::Null);
        return;
    }
    let shows = |report: &&String| {
        let before = free();
        assert_eq!(collector.report(report).status, 201);
        free() != before
    };
    let seen = reports.iter().filter(shows).count();
    assert!(seen <= 15, "{seen} of 150");
    assert_eq!(free().as_u64().expect("a number") % (64 << 20), 0);
}

/// The attack that saw 100 of 100 arrivals: fifteen idle connections, so that one more makes a multiple of sixteen.
#[test]
fn open_connections_show_no_arrival() {
    let desk = Desk::with_plan();
    let reports = desk.reports(100);
    let collector = Collector::start(&desk);
    let reported = || metric(&collector, "candor_connections").to_string();
    let shows = |report: &String, quiet: usize| {
        let before = reported();
        let mut arrival = collector.connect();
        let head = "POST /reports HTTP/1.1\r\nHost: test\r\nContent-Type: application/json";
        write!(arrival, "{head}\r\nContent-Length: {}\r\n\r\n{report}", report.len()).expect("sent");
        assert!(arrival.peek(&mut [0]).expect("an answer") > 0);
        let shows = reported() != before;
        drop(arrival);
        until(|| collector.sockets() <= quiet);
        shows
    };
    let mut seen = 0;
    for some in reports.chunks(10) {
        // Idle connections are closed after ten seconds.
        let idle: Vec<_> = (0..15).map(|_| collector.connect()).collect();
        // The last connection is accepted after the others.
        assert_eq!(collector.get("/surveys").status, 200);
        let quiet = collector.sockets();
        seen += some.iter().filter(|report| shows(report, quiet)).count();
        drop(idle);
    }
    assert!(seen <= 10, "{seen} of 100");
}

crate::server::on_postgres!(free_bytes_show_no_arrival, open_connections_show_no_arrival);
