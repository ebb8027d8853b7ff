//! The period in which a survey accepts reports.
//!
//! Times are texts like `2026-03-01T08:00:00Z`: UTC, whole seconds, one of the forms of [RFC 3339, section 5.6]. Such texts
//! sort chronologically, so they are compared as texts.

use crate::error::{Code, Error};

/// The pattern of a time: 0 stands for any digit, every other byte for itself.
const FORM: &[u8; 20] = b"0000-00-00T00:00:00Z";

/// The period in which a survey accepts reports: from its opening until its closing, either of which may be absent.
///
/// ```
/// use candor::Period;
///
/// let march = Period::new(Some("2026-03-01T08:00:00Z"), Some("2026-04-01T00:00:00Z"))?;
/// assert_eq!((march.opens(), march.closes()), (Some("2026-03-01T08:00:00Z"), Some("2026-04-01T00:00:00Z")));
/// assert!(!march.has_opened("2026-03-01T07:59:59Z") && march.has_opened("2026-03-01T08:00:00Z"));
/// assert!(!march.has_closed("2026-03-31T23:59:59Z") && march.has_closed("2026-04-01T00:00:00Z"));
/// assert_eq!(Period::new(Some("2026-02-29T00:00:00Z"), None).unwrap_err().code().as_str(), "invalid-period");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period<'t> {
    opens: Option<&'t str>,
    closes: Option<&'t str>,
}

impl<'t> Period<'t> {
    /// A period from one time until another.
    ///
    /// # Errors
    /// `invalid-period` where a text is not such a time, or the survey closes when it opens or before.
    pub fn new(opens: Option<&'t str>, closes: Option<&'t str>) -> Result<Self, Error> {
        for (name, moment) in [("opens", opens), ("closes", closes)] {
            let Some(moment) = moment.filter(|moment| !is_moment(moment.as_bytes())) else { continue };
            let message = message!(
                "\"",
                name,
                "\" is \"",
                moment,
                "\"; it must be a time in UTC, like 2026-03-01T08:00:00Z"
            );
            return Err(Error::new(Code::InvalidPeriod, message));
        }
        match (opens, closes) {
            (Some(opens), Some(closes)) if closes <= opens => {
                let message =
                    message!("the survey closes at ", closes, ", which is not after it opens at ", opens);
                Err(Error::new(Code::InvalidPeriod, message))
            }
            _ => Ok(Self { opens, closes }),
        }
    }

    /// A period of texts that were checked before.
    pub(crate) const fn checked(opens: Option<&'t str>, closes: Option<&'t str>) -> Self {
        Self { opens, closes }
    }

    /// The first time at which reports are accepted.
    #[must_use]
    pub const fn opens(&self) -> Option<&'t str> {
        self.opens
    }

    /// The first time from which reports are no longer accepted.
    #[must_use]
    pub const fn closes(&self) -> Option<&'t str> {
        self.closes
    }

    /// Whether the survey has opened by the time `now`.
    #[must_use]
    pub fn has_opened(&self, now: &str) -> bool {
        self.opens.is_none_or(|opens| opens <= now)
    }

    /// Whether the survey has closed by the time `now`.
    #[must_use]
    pub fn has_closed(&self, now: &str) -> bool {
        self.closes.is_some_and(|closes| closes <= now)
    }
}

/// Whether a text has the form of a time, with a day of the Gregorian calendar and a time of day that exist.
fn is_moment(text: &[u8]) -> bool {
    let fits = |(byte, form): (&u8, &u8)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form };
    if text.len() != FORM.len() || !text.iter().zip(FORM).all(fits) {
        return false;
    }
    let two = |at: usize| 10 * u32::from(text[at] - b'0') + u32::from(text[at + 1] - b'0');
    let (century, year, month, day) = (two(0), two(2), two(5), two(8));
    let is_leap = if year == 0 { century.is_multiple_of(4) } else { year.is_multiple_of(4) };
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=days).contains(&day) && two(11) < 24 && two(14) < 60 && two(17) < 60
}

#[cfg(test)]
mod tests {
    use super::Period;

    #[test]
    fn moments_are_times_of_days_that_there_are() {
        let reads = |text: &str| Period::new(Some(text), None).is_ok();
        for text in
            ["2026-03-01T08:00:00Z", "2024-02-29T23:59:59Z", "2000-02-29T00:00:00Z", "0000-12-31T00:00:00Z"]
        {
            assert!(reads(text), "{text}");
        }
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T08:00Z",
            "2026-03-01T08:00:00",
            "2026-03-01T08:00:00+01:00",
            "2026-03-01t08:00:00z",
            "2026-03-01 08:00:00Z",
            "2026-03-01T08:00:00.0Z",
            "2026-00-01T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-03-00T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T00:60:00Z",
            "2026-03-01T00:00:60Z",
            "+026-03-01T00:00:00Z",
            "２026-03-01T00:00:0Z",
        ] {
            assert!(!reads(text), "{text}");
        }
    }

    #[test]
    fn a_survey_closes_after_it_opens() {
        let period = |opens, closes| Period::new(Some(opens), Some(closes));
        assert!(period("2026-03-01T08:00:00Z", "2026-03-01T08:00:01Z").is_ok());
        for closes in ["2026-03-01T08:00:00Z", "2025-12-31T23:59:59Z"] {
            assert_eq!(
                period("2026-03-01T08:00:00Z", closes).expect_err("refused").code().as_str(),
                "invalid-period"
            );
        }
    }
}
