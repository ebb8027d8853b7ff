//! Ring: construction and misuse. Every kind of bad input is refused with its code and a message that names the
//! value and the rule, and no message repeats an answer.

mod answers;
mod documents;
mod levels;
mod plain;
mod plans;
mod reports;
mod surveys;
mod tables;

use candor::Error;

/// Asserts that the result is an error with this code whose message contains `says`.
fn assert_refused<T>(result: Result<T, Error>, code: &str, says: &str) {
    let Err(error) = result else { panic!("accepted, instead of {code}: {says}") };
    assert_eq!(error.code().as_str(), code, "{error}");
    assert!(error.message().contains(says), "{says:?} is not in: {error}");
    assert!(error.message().len() < 2000, "{} bytes of message", error.message().len());
    assert_eq!(error.to_string(), error.message());
}
