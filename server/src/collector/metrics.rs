//! Counters since the start, in Prometheus' text format. None of them is about a person.

use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What became of reports.
#[derive(Default)]
pub struct Metrics {
    accepted: AtomicU64,
    repeated: AtomicU64,
    refused: Mutex<BTreeMap<&'static str, u64>>,
}

impl Metrics {
    /// Counts stored reports, new and repeated.
    pub fn stored(&self, accepted: u64, repeated: u64) {
        self.accepted.fetch_add(accepted, Ordering::Relaxed);
        self.repeated.fetch_add(repeated, Ordering::Relaxed);
    }

    /// Counts a refused request under its error code, or what else ended it.
    pub fn refused(&self, why: &'static str) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner).entry(why).or_default() += 1;
    }

    /// All counters as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut counter = |name: &str, help: &str, values: &[(String, u64)]| {
            text += &format!("# HELP {name} {help}\n# TYPE {name} counter\n");
            for (labels, value) in values {
                text += &format!("{name}{labels} {value}\n");
            }
        };
        let alone = |value: &AtomicU64| [(String::new(), value.load(Ordering::Relaxed))];
        counter("candor_reports_accepted_total", "Reports stored.", &alone(&self.accepted));
        counter("candor_reports_repeated_total", "Reports that were stored already.", &alone(&self.repeated));
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let refused: Vec<_> =
            refused.into_iter().map(|(code, count)| (format!("{{code=\"{code}\"}}"), count)).collect();
        counter("candor_requests_refused_total", "Requests refused, by error code.", &refused);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;

    #[test]
    fn counters_are_written_with_their_codes() {
        let metrics = Metrics::default();
        metrics.stored(3, 1);
        metrics.refused("id-conflict");
        let text = metrics.text();
        assert!(text.contains("\ncandor_reports_accepted_total 3\n"));
        assert!(text.contains("\ncandor_reports_repeated_total 1\n"));
        assert!(text.contains("\ncandor_requests_refused_total{code=\"id-conflict\"} 1\n"));
    }
}
