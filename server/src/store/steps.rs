//! When totals are told of the reports that have come since they were last told.
//!
//! The difference of totals told one after the other is the total of the reports that came in between, and of one report
//! it is that report. Totals are therefore of the reports of one moment, the *step*, until at least so many new ones have come
//! and so much time has passed. Which reports have come since stands in the database, so that a restart is no step.

use core::time::Duration;
use std::collections::BTreeMap;
use std::time::Instant;

use super::compared::Moment;

/// How often, and of how many reports, totals are told.
#[derive(Clone, Copy, Debug)]
pub struct Release {
    /// The reports that a first total needs.
    pub after: u64,
    /// The new reports that every later one needs.
    pub reports: u64,
    /// The time that has to pass between two.
    pub pause: Duration,
}

impl Release {
    /// No totals are told.
    #[must_use]
    pub const fn never() -> Self {
        Self { after: u64::MAX, reports: u64::MAX, pause: Duration::MAX }
    }

    fn is_due(&self, reports: u64, step: Step) -> bool {
        let new = reports.saturating_sub(step.released);
        match step.released {
            0 => new >= self.after.max(1),
            _ => new >= self.reports.max(1) && step.since.elapsed() >= self.pause,
        }
    }
}

/// What the totals of a plan are of.
#[derive(Clone, Copy)]
struct Step {
    released: u64,
    /// When that was told first, or the collector started: by a clock that nobody sets.
    since: Instant,
}

impl Step {
    /// The same, of so many reports now: where they are more, others told of them just now; where they are fewer, reports were
    /// withdrawn, which is no step in their time.
    fn advanced_to(self, released: u64) -> Self {
        let since = if released > self.released { Instant::now() } else { self.since };
        Self { released, since }
    }
}

/// The steps of all plans, by number.
pub(super) struct Steps {
    release: Release,
    plans: BTreeMap<i64, Standing>,
}

/// How a plan stands.
struct Standing {
    step: Step,
    reports: u64,
}

impl Steps {
    pub(super) fn new(release: Release) -> Self {
        Self { release, plans: BTreeMap::new() }
    }

    /// Takes in a plan as it stands in the database.
    pub(super) fn see(&mut self, plan: i64, moment: Moment) {
        let step = match self.plans.get(&plan) {
            Some(known) => known.step.advanced_to(moment.released),
            None => Step { released: moment.released, since: Instant::now() },
        };
        self.plans.insert(plan, Standing { step, reports: moment.reports });
    }

    /// Forgets a plan that was deleted.
    pub(super) fn forget(&mut self, plan: i64) {
        self.plans.remove(&plan);
    }

    /// Whether the reports of a plan, as it stands in the database, are to be told of.
    pub(super) fn are_due(&self, plan: i64, moment: Moment) -> bool {
        let known = self.plans.get(&plan).map(|standing| standing.step.advanced_to(moment.released));
        known.is_some_and(|step| self.release.is_due(moment.reports, step))
    }

    /// The plans for which the time has come.
    pub(super) fn due(&self) -> Vec<i64> {
        let is_due = |(_, standing): &(&i64, &Standing)| self.release.is_due(standing.reports, standing.step);
        self.plans.iter().filter(is_due).map(|(plan, _)| *plan).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_wait_for_reports_and_for_time() {
        let release = Release { after: 100, reports: 50, pause: Duration::from_secs(600) };
        let now = Instant::now();
        let step = |released| Step { released, since: now };
        assert!(!release.is_due(99, step(0)) && release.is_due(100, step(0)));
        assert!(!release.is_due(1000, step(100)));
        let at_once = Release { pause: Duration::ZERO, ..release };
        assert!(!at_once.is_due(149, step(100)) && at_once.is_due(150, step(100)));
        assert!(!Release { after: 0, reports: 0, pause: Duration::ZERO }.is_due(7, step(7)));
    }
}
