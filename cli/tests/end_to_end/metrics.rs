//! What metrics reveal about the load of a collector, and what they do not.

use std::process::Stdio;

use crate::collector::Collector;
use crate::desk::Desk;

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
    let before = metrics(&collector);
    for report in &reports[..10] {
        assert_eq!(collector.report(report).status, 201);
        assert_eq!(metrics(&collector), before);
    }
    let waited = "candor_acknowledged_seconds{quantile=\"0.99\"}";
    assert!(!before.contains(waited));
    // The log is emptied from time to time.
    let mut logged = 0.0_f64;
    for report in &reports[10..] {
        assert_eq!(collector.report(report).status, 201);
        logged = logged.max(metric(&collector, "candor_log_bytes"));
    }
    let seconds = metric(&collector, waited);
    let milliseconds = seconds * 1000.0;
    assert!(
        milliseconds >= 1.0 && (milliseconds.log2() - milliseconds.log2().round()).abs() < 1e-9,
        "{seconds}"
    );
    assert!(metric(&collector, "candor_acknowledged_seconds{quantile=\"0.5\"}") <= seconds);
    // Some pages of 4 KB for every report that was sent on its own.
    assert!(logged >= f64::from(1 << 20) && logged % f64::from(1 << 20) == 0.0, "{logged}");
    assert!((metric(&collector, "candor_waiting")).abs() < 0.5);
    let open: Vec<_> = (0..50).map(|_| collector.connect()).collect();
    // The last connection is accepted after the others.
    assert_eq!(collector.get("/surveys").status, 200);
    assert!((metric(&collector, "candor_connections") - 48.0).abs() < 0.5);
    drop(open);
}
