//! Decides when pending reports are released, that is, included in the totals.
//!
//! The difference of two successive totals is the total of the reports that came in between; if that is one report, it is the report
//! itself. Totals therefore stay those of one moment, the *step*, until enough new reports have come and enough time has passed. Which
//! reports are pending is stored in the database, so a restart is not a step.
//!
//! Withdrawals take effect at a step, too. A step is due when so many *more* reports stay than the totals before it include: reports that
//! are withdrawn have to be replaced first. Whoever sends reports to be alone with one other in a step, and then withdraws them, therefore
//! stays in the totals, or replaces each by one that stays; and the totals are never of fewer reports than the first ones.
//!
//! A collector can also release totals once, when a plan takes no more reports: there is a single step then, and no difference.

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
    /// Whether totals are released only when the plan takes no more reports: after it `closes`, or its author closed it. They are of at
    /// least `after` reports, and do not change later. Where a collector with another setting released totals before, `reports` says how many
    /// more are needed.
    pub at_close: bool,
}

/// A first total of 100 reports, and another after 100 more and ten minutes.
impl Default for Release {
    fn default() -> Self {
        Self { after: 100, reports: 100, pause: Duration::from_secs(600), at_close: false }
    }
}

impl Release {
    /// Totals are never released.
    #[must_use]
    pub const fn never() -> Self {
        Self { after: u64::MAX, reports: u64::MAX, pause: Duration::MAX, at_close: false }
    }

    /// How many reports of a step are shown: none, if the first totals need more.
    #[must_use]
    pub fn shown(&self, released: u64) -> u64 {
        if released < self.after { 0 } else { released }
    }

    /// The fewest reports by which the totals of a plan that now include so many differ, or differed, from those before.
    #[must_use]
    pub fn smallest_step(&self, released: u64) -> u64 {
        if self.at_close { released } else { self.after.min(self.reports).max(1) }
    }

    /// Whether totals of so many reports, none of them withdrawn, follow those of a step of a plan that may have come to its end.
    fn is_due(&self, reports: u64, step: Step, has_ended: bool) -> bool {
        let more = reports.saturating_sub(step.released);
        let is_time =
            if self.at_close { has_ended } else { step.released == 0 || step.since.elapsed() >= self.pause };
        is_time && reports >= self.after.max(1) && (step.released == 0 || more >= self.reports.max(1))
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
    end: End,
}

/// When a plan takes no more reports.
#[derive(Clone, Default)]
pub(super) struct End {
    /// Whether its author closed it.
    pub(super) is_closed: bool,
    /// The time that the plan states, in UTC.
    pub(super) closes: Option<String>,
}

impl End {
    /// Whether it has come, at this time in UTC. Times are written alike, so that earlier ones are smaller.
    fn has_come(&self, now: &str) -> bool {
        self.is_closed || self.closes.as_deref().is_some_and(|closes| closes <= now)
    }
}

impl Steps {
    pub(super) fn new(release: Release) -> Self {
        Self { release, plans: BTreeMap::new() }
    }

    /// When totals are released.
    pub(super) fn release(&self) -> Release {
        self.release
    }

    /// Takes over a plan's state in the database.
    pub(super) fn see(&mut self, plan: i64, moment: Moment) {
        let (step, end) = match self.plans.remove(&plan) {
            Some(known) => (known.step.advanced_to(moment.released), known.end),
            None => (Step { released: moment.released, since: Instant::now() }, End::default()),
        };
        self.plans.insert(plan, Standing { step, reports: moment.reports, end });
    }

    /// Takes over when a plan ends.
    pub(super) fn set_end(&mut self, plan: i64, end: End) {
        self.plans.entry(plan).and_modify(|standing| standing.end = end);
    }

    /// Takes over that a plan's author closed it.
    pub(super) fn close(&mut self, plan: i64) {
        self.plans.entry(plan).and_modify(|standing| standing.end.is_closed = true);
    }

    /// Forgets a plan that was deleted.
    pub(super) fn forget(&mut self, plan: i64) {
        self.plans.remove(&plan);
    }

    /// Whether a plan whose state in the database is `moment` is due for release at this time in UTC.
    pub(super) fn are_due(&self, plan: i64, moment: Moment, now: &str) -> bool {
        self.plans.get(&plan).is_some_and(|known| {
            let step = known.step.advanced_to(moment.released);
            self.release.is_due(moment.reports, step, known.end.has_come(now))
        })
    }

    /// The plans that are due for release at this time in UTC.
    pub(super) fn due(&self, now: &str) -> Vec<i64> {
        let is_due = |(_, standing): &(&i64, &Standing)| {
            self.release.is_due(standing.reports, standing.step, standing.end.has_come(now))
        };
        self.plans.iter().filter(is_due).map(|(plan, _)| *plan).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(released: u64) -> Step {
        Step { released, since: Instant::now() }
    }

    #[test]
    fn totals_wait_for_reports_and_for_time() {
        let release = Release { reports: 50, ..Release::default() };
        let is_due = |release: Release, reports, released| release.is_due(reports, step(released), false);
        assert!(!is_due(release, 99, 0) && is_due(release, 100, 0));
        assert!(!is_due(release, 1000, 100));
        let at_once = Release { pause: Duration::ZERO, ..release };
        assert!(!is_due(at_once, 149, 100) && is_due(at_once, 150, 100));
        let none = Release { after: 0, reports: 0, ..at_once };
        assert!(!is_due(none, 7, 7));
        assert_eq!([release, at_once, none].map(|release| release.smallest_step(1000)), [50, 50, 1]);
    }

    #[test]
    fn totals_of_fewer_reports_than_the_first_ones_need_are_not_shown() {
        let release = Release { reports: 50, pause: Duration::ZERO, ..Release::default() };
        assert_eq!([0, 99, 100, 170].map(|released| release.shown(released)), [0, 0, 100, 170]);
        // As a database has them whose collector showed more: the next step comes with the first totals' number, and no sooner.
        assert!(!release.is_due(99, step(3), false) && release.is_due(100, step(3), false));
    }

    #[test]
    fn totals_at_the_close_wait_for_nothing_else() {
        let release = Release { at_close: true, ..Release::default() };
        assert!(!release.is_due(1000, step(0), false));
        assert!(!release.is_due(99, step(0), true) && release.is_due(100, step(0), true));
        // What another setting released before is replaced only by totals of many more, at once.
        assert!(!release.is_due(199, step(100), true) && release.is_due(200, step(100), true));
        assert_eq!(release.smallest_step(1000), 1000);
    }

    #[test]
    fn a_plan_ends_at_its_time_or_when_it_is_closed() {
        let mut steps = Steps::new(Release { after: 1, at_close: true, ..Release::default() });
        let (moment, closes) = (Moment { reports: 5, ..Moment::default() }, "2026-03-01T08:00:00Z");
        for plan in [1, 2] {
            steps.see(plan, moment);
        }
        steps.set_end(1, End { closes: Some(closes.into()), is_closed: false });
        let [before, after] = ["2026-03-01T07:59:59Z", closes].map(|now| steps.due(now));
        assert_eq!((before, after), (vec![], vec![1]));
        steps.close(2);
        steps.see(2, moment);
        assert_eq!(steps.due("2026-03-01T07:59:59Z"), [2]);
        assert!(steps.are_due(2, moment, "") && !steps.are_due(1, moment, ""));
    }
}
