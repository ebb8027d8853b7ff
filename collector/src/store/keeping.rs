//! Until when the reports of a plan are kept: a day that is set when the plan is published.

use candor::{Code, Error};
use candor_documents::day::Day;

use super::row::{Row, values};
use super::session::Session;

/// Until when reports are kept.
#[derive(Clone, Default)]
pub struct Keeping {
    /// The last day, in UTC; `None` if none was set.
    pub until: Option<String>,
    /// Whether they were deleted after it.
    pub is_over: bool,
}

impl Keeping {
    /// Reads two columns of a plan's row, the first of which has this place.
    pub(super) fn read(row: &Row, place: usize) -> Result<Self, Error> {
        Ok(Self { until: row.get(place)?, is_over: row.get(place + 1)? })
    }

    /// Whether the last day is over on this one.
    pub(super) fn has_ended(&self, today: &str) -> bool {
        self.until.as_deref().is_some_and(|until| until < today)
    }
}

/// Sets until when the reports of a plan are kept. An earlier day than before may be set, and no later one: people who answered were told the day.
///
/// # Errors
/// `invalid-day` if it is over; `retention-fixed`.
pub(super) fn keep(session: &Session, fingerprint: &str, until: &Day) -> Result<(), Error> {
    let (until, today) = (until.as_str(), session.today()?);
    if until < today.as_str() {
        let message = format!("reports cannot be kept until {until}: that day is over");
        return Err(Error::new(Code::InvalidDay, message));
    }
    let query = session.locking("SELECT kept FROM plans WHERE fingerprint = ?1");
    let row = session.row(&query, &values![fingerprint.to_owned()])?;
    let before: Option<String> = row.map_or(Ok(None), |row| row.get(0))?;
    if let Some(before) = before.filter(|before| before.as_str() < until) {
        let message = format!(
            "the reports are kept until {before}, which respondents were told, and not until {until}"
        );
        return Err(Error::new(Code::RetentionFixed, message));
    }
    let update = "UPDATE plans SET kept = ?2 WHERE fingerprint = ?1";
    session.rows(update, &values![fingerprint.to_owned(), until.to_owned()]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_kept_to_the_end_of_the_last_day() {
        let keeping = |until: Option<&str>| Keeping { until: until.map(str::to_owned), is_over: false };
        let has_ended = |today| keeping(Some("2027-12-31")).has_ended(today);
        assert_eq!(["2027-12-30", "2027-12-31", "2028-01-01"].map(has_ended), [false, false, true]);
        assert!(!keeping(None).has_ended("9999-12-31"));
    }
}
