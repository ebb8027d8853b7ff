//! Days of the calendar.

use candor::{Code, Error, Period};

/// A day of the Gregorian calendar, written as YYYY-MM-DD; earlier ones are smaller.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(String);

impl Day {
    /// Reads a day.
    ///
    /// # Errors
    /// `invalid-day`.
    pub fn new(text: &str) -> Result<Self, Error> {
        // The beginning of the day is a time like those at which surveys open.
        match Period::new(Some(&format!("{text}T00:00:00Z")), None) {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(_) => Err(Error::new(
                Code::InvalidDay,
                format!("{text:?} is no day of the calendar, written as YYYY-MM-DD"),
            )),
        }
    }

    /// The day as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
