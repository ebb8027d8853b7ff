//! How the reports of a survey will be read, for which its design is made.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use crate::error::{Code, Error};

/// The default limit on the error of unbiased tables under a design for the best guess, as a multiple of the default design's.
const ERROR_RATIO: f64 = 1.5;

const UNBIASED: &str = "unbiased";
const BEST_GUESS: &str = "best-guess";

/// What the tables are read as: `unbiased`, or as the `best-guess`, which may be followed by the limit on the error of the unbiased
/// tables.
///
/// ```
/// use candor::design::{Reads, Survey};
/// let survey = Survey::from_json(r#"{"survey": "health", "respondents": 3000, "attributes": [
///     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "age", "bins": [null, 30, 40, 50, 60, 70, null]}],
///     "privacy": {"record_epsilon": 0.5, "reads": "best-guess"}}"#)?;
/// assert_eq!(survey.reads(), Reads::BestGuess { error_ratio: 1.5 });
/// assert_eq!("best-guess:2".parse(), Ok(Reads::BestGuess { error_ratio: 2.0 }));
/// let design = survey.request().design()?;
/// let told = design.best_guess().expect("what the design is for");
/// assert!(told.risk < told.default_risk && told.error <= 1.5 * told.default_error);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Reads {
    /// Unbiased tables, each by itself.
    #[default]
    Unbiased,
    /// The [best guess](crate::loglinear) of all tables of one and two questions together.
    BestGuess {
        /// The unbiased tables' expected squared error may be this many times that of the default design; at least 1.
        error_ratio: f64,
    },
}

impl fmt::Display for Reads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbiased => f.write_str(UNBIASED),
            Self::BestGuess { error_ratio } => write!(f, "{BEST_GUESS}:{error_ratio}"),
        }
    }
}

impl FromStr for Reads {
    type Err = Error;

    /// Whether the limit is at least 1 is checked with the survey.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, limit) = text.split_once(':').map_or((text, None), |(name, limit)| (name, Some(limit)));
        let ratio = limit.map_or(Some(ERROR_RATIO), |limit| limit.parse().ok());
        match (name, limit, ratio) {
            (UNBIASED, None, _) => Ok(Self::Unbiased),
            (BEST_GUESS, _, Some(error_ratio)) => Ok(Self::BestGuess { error_ratio }),
            _ => {
                let message = format!(
                    "{text:?} is not what a survey is read as; there are: unbiased, best-guess, and best-guess:2, where 2 or another \
                     number from 1 on limits the unbiased tables' squared error, as a multiple of the default design's"
                );
                Err(Error::new(Code::InvalidSurvey, message))
            }
        }
    }
}
