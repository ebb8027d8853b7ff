//! Counters since the start, and how many reports totals include, in Prometheus' text format. None is about a person, and none shows when a
//! report came: only released reports are counted among those stored, and how busy the collector is is given coarsely ([`Load`]).

use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::load::{LOG_STEP, Load, STEP};
use crate::store::Published;

/// Counters of what became of reports.
#[derive(Default)]
pub struct Metrics {
    repeated: AtomicU64,
    refused: Mutex<BTreeMap<&'static str, u64>>,
}

impl Metrics {
    /// Counts reports that were stored already.
    pub fn repeated(&self, repeated: u64) {
        self.repeated.fetch_add(repeated, Ordering::Relaxed);
    }

    /// Counts a refused request under its error code, or under another reason why it ended.
    pub fn refused(&self, why: &'static str) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner).entry(why).or_default() += 1;
    }

    /// Returns all metrics as text.
    #[must_use]
    pub fn text(&self, plans: &[Arc<Published>], estimated: u64, load: &Load) -> String {
        let mut text = busy(load);
        let mut metric = |name: &str, help: &str, kind: &str, values: &[(String, u64)]| {
            text += &format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
            for (labels, value) in values {
                text += &format!("{name}{labels} {value}\n");
            }
        };
        let of_plan = |published: &Arc<Published>| {
            (format!("{{plan=\"{}\"}}", published.plan().fingerprint()), published.totals().reports)
        };
        let released: Vec<_> = plans.iter().map(of_plan).collect();
        metric("candor_reports_released", "Reports in the released totals.", "gauge", &released);
        let repeated = [(String::new(), self.repeated.load(Ordering::Relaxed))];
        metric(
            "candor_reports_repeated_total",
            "Reports sent again that were already stored.",
            "counter",
            &repeated,
        );
        let estimated = [(String::new(), estimated)];
        metric(
            "candor_tables_estimated_total",
            "Tables estimated, not counting those answered from the cache.",
            "counter",
            &estimated,
        );
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let refused: Vec<_> =
            refused.into_iter().map(|(code, count)| (format!("{{code=\"{code}\"}}"), count)).collect();
        metric("candor_requests_refused_total", "Requests refused, by error code.", "counter", &refused);
        text
    }
}

/// The metrics of how busy the collector is.
fn busy(load: &Load) -> String {
    let mut text = String::new();
    for (name, help, value) in [
        (
            "connections",
            format!("Open connections in the last minute, rounded to {STEP}s at random."),
            load.connections,
        ),
        (
            "waiting",
            format!("Requests that waited for the disk in the last minute, rounded to {STEP}s at random."),
            load.waiting,
        ),
        (
            "log_bytes",
            format!("Bytes of the database's log in the last minute, rounded to {LOG_STEP}s at random."),
            load.log_bytes,
        ),
    ] {
        text += &format!("# HELP candor_{name} {help}\n# TYPE candor_{name} gauge\ncandor_{name} {value}\n");
    }
    let help = "From arrival to acknowledgement, of the last 1000 submissions, once a minute, rounded up to powers of two.";
    let kinds = "# TYPE candor_acknowledged_seconds gauge";
    text += &format!("# HELP candor_acknowledged_seconds {help}\n{kinds}\n");
    for (quantile, seconds) in ["0.5", "0.99"].iter().zip(load.waits.into_iter().flatten()) {
        text += &format!("candor_acknowledged_seconds{{quantile=\"{quantile}\"}} {seconds}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Load, Metrics};

    #[test]
    fn counters_are_written_with_their_codes() {
        let metrics = Metrics::default();
        metrics.repeated(1);
        metrics.refused("id-conflict");
        let load = Load { connections: 32, waits: Some([0.002, 0.064]), ..Load::default() };
        let text = metrics.text(&[], 7, &load);
        assert!(text.contains("\ncandor_connections 32\n") && text.contains("\ncandor_log_bytes 0\n"));
        assert!(text.contains("\ncandor_acknowledged_seconds{quantile=\"0.99\"} 0.064\n"));
        assert!(text.contains("\ncandor_reports_repeated_total 1\n"));
        assert!(text.contains("\ncandor_tables_estimated_total 7\n"));
        assert!(text.contains("\ncandor_requests_refused_total{code=\"id-conflict\"} 1\n"));
    }
}
