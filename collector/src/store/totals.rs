//! How many reports a plan's totals include, and how many of them came to them on the day of the last step.

use candor::Error;
use serde::Serialize;

use super::row::values;
use super::session::Session;
use super::steps::Release;

/// How many reports totals include, as far as they are shown.
#[derive(Clone, Default)]
pub struct Totals {
    /// All of them.
    pub reports: u64,
    /// Those of one day; `None` if there are no totals, or the database did not record it at the time.
    pub last_growth: Option<Growth>,
}

/// The last day, in UTC, on which totals came to include more reports. Whoever reads their number before and after the day knows the same.
#[derive(Clone, Serialize)]
pub struct Growth {
    day: String,
    /// By how many reports they exceed those with which the day began.
    reports: u64,
}

impl Totals {
    /// Totals whose last step was on this day, which began with totals of `before` reports.
    pub(super) fn new(release: Release, released: u64, day: Option<String>, before: u64) -> Self {
        let (reports, before) = (release.shown(released), release.shown(before));
        let growth = |day| Growth { day, reports: reports.saturating_sub(before) };
        Self { reports, last_growth: day.filter(|_| reports > 0).map(growth) }
    }
}

/// Records the day of a step of a plan, whose row does not have the step yet. Returns how many reports the totals had when the day began.
pub(super) fn begin_step(session: &Session, plan: i64, day: &str) -> Result<u64, Error> {
    let update = "UPDATE plans SET stepped = ?2, released_before = CASE WHEN stepped = ?2 THEN released_before ELSE released END
        WHERE number = ?1 RETURNING released_before";
    session.row(update, &values![plan, day.to_owned()])?.map_or(Ok(0), |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_of_totals_is_not_in_their_growth() {
        let release = Release { reports: 50, ..Release::default() };
        let grown = |released, before| {
            let totals = Totals::new(release, released, Some("2026-03-01".to_owned()), before);
            totals.last_growth.map(|growth| growth.reports)
        };
        assert_eq!([grown(99, 0), grown(170, 50), grown(170, 120)], [None, Some(170), Some(50)]);
        assert!(Totals::new(release, 170, None, 0).last_growth.is_none());
    }
}
