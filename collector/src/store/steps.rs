//! Decides when pending reports are released, that is, included in the totals.
//!
//! The difference of two successive totals is the total of the reports that came in between; if that is one report, it is the report
//! itself. Totals therefore stay those of one moment, the *step*, until enough new reports have come and enough time has passed. Which
//! reports are pending is stored in the database, so a restart is not a step.
//!
//! Withdrawals take effect at a step, too. A step is due when so many *more* reports stay than the totals before it include: reports that
//! are withdrawn have to be replaced first. Whoever sends reports to be alone with one other in a step, and then withdraws them, therefore
//! stays in the totals, or replaces each by one that stays; and the totals are never of fewer reports than the first ones.

use core::time::Duration;
use std::collections::BTreeMap;
use std::time::Instant;

use super::compared::Moment;

/// How often totals are released, and after how many new reports.
#[derive(Clone, Copy, Debug)]
pub struct Release {
    /// The number of reports that the first totals need.
    pub after: u64,
    /// By how many reports later totals need to exceed those before.
    pub reports: u64,
    /// The least time between two releases.
    pub pause: Duration,
}

/// A first total of 100 reports, and another after 100 more and ten minutes.
impl Default for Release {
    fn default() -> Self {
        Self { after: 100, reports: 100, pause: Duration::from_secs(600) }
    }
}

impl Release {
    /// Totals are never released.
    #[must_use]
    pub const fn never() -> Self {
        Self { after: u64::MAX, reports: u64::MAX, pause: Duration::MAX }
    }

    /// How many reports of a step are shown: none, if the first totals need more.
    #[must_use]
    pub fn shown(&self, released: u64) -> u64 {
        if released < self.after { 0 } else { released }
    }

    /// Whether totals of so many reports, none of them withdrawn, follow those of a step.
    fn is_due(&self, reports: u64, step: Step) -> bool {
        let more = reports.saturating_sub(step.released);
        reports >= self.after.max(1)
            && (step.released == 0 || more >= self.reports.max(1) && step.since.elapsed() >= self.pause)
    }
}

/// The totals of a plan.
#[derive(Clone, Copy)]
struct Step {
    released: u64,
    /// When these totals were released, or when the collector started, by a monotonic clock.
    since: Instant,
}

impl Step {
    /// The step after totals have come to include this many reports. If they are more, another collector has just released totals.
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

/// The state of a plan.
struct Standing {
    step: Step,
    reports: u64,
}

impl Steps {
    pub(super) fn new(release: Release) -> Self {
        Self { release, plans: BTreeMap::new() }
    }

    /// How many reports of the totals in this state are shown.
    pub(super) fn shown(&self, moment: Moment) -> u64 {
        self.release.shown(moment.released)
    }

    /// Takes over a plan's state in the database.
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

    /// Whether a plan whose state in the database is `moment` is due for release.
    pub(super) fn are_due(&self, plan: i64, moment: Moment) -> bool {
        let known = self.plans.get(&plan).map(|standing| standing.step.advanced_to(moment.released));
        known.is_some_and(|step| self.release.is_due(moment.reports, step))
    }

    /// The plans that are due for release.
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

    #[test]
    fn totals_of_fewer_reports_than_the_first_ones_need_are_not_shown() {
        let release = Release { after: 100, reports: 50, pause: Duration::ZERO };
        assert_eq!([0, 99, 100, 170].map(|released| release.shown(released)), [0, 0, 100, 170]);
        // As a database has them whose collector showed more: the next step comes with the first totals' number, and no sooner.
        let step = Step { released: 3, since: Instant::now() };
        assert!(!release.is_due(99, step) && release.is_due(100, step));
    }
}
