//! Counters since the start, and how many reports totals are of, in Prometheus' text format. None of them is about a person, and
//! none tells when a report came: of reports that are stored only those are counted that totals are told of.

use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::Published;

/// What became of reports.
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

    /// Counts a refused request under its error code, or what else ended it.
    pub fn refused(&self, why: &'static str) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner).entry(why).or_default() += 1;
    }

    /// All of it as text.
    #[must_use]
    pub fn text(&self, plans: &[Arc<Published>], estimated: u64) -> String {
        let mut text = String::new();
        let mut metric = |name: &str, help: &str, kind: &str, values: &[(String, u64)]| {
            text += &format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
            for (labels, value) in values {
                text += &format!("{name}{labels} {value}\n");
            }
        };
        let of_plan = |published: &Arc<Published>| {
            (format!("{{plan=\"{}\"}}", published.plan().fingerprint()), published.released())
        };
        let released: Vec<_> = plans.iter().map(of_plan).collect();
        metric("candor_reports_released", "Reports that totals are told of.", "gauge", &released);
        let repeated = [(String::new(), self.repeated.load(Ordering::Relaxed))];
        metric("candor_reports_repeated_total", "Reports that were stored already.", "counter", &repeated);
        let estimated = [(String::new(), estimated)];
        metric(
            "candor_tables_estimated_total",
            "Tables estimated, not counting kept ones.",
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

#[cfg(test)]
mod tests {
    use super::Metrics;

    #[test]
    fn counters_are_written_with_their_codes() {
        let metrics = Metrics::default();
        metrics.repeated(1);
        metrics.refused("id-conflict");
        let text = metrics.text(&[], 7);
        assert!(text.contains("\ncandor_reports_repeated_total 1\n"));
        assert!(text.contains("\ncandor_tables_estimated_total 7\n"));
        assert!(text.contains("\ncandor_requests_refused_total{code=\"id-conflict\"} 1\n"));
    }
}
