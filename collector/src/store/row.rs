//! Values that go to a database, and rows that come from it.

use candor::Error;
use rusqlite::types::{FromSql, Value, ValueRef};

use super::refusal::damaged;

/// A row of a result.
pub(super) struct Row(pub(super) Vec<Value>);

impl Row {
    /// Returns the value of a column.
    ///
    /// # Errors
    /// `damaged-database` if it is not of this type.
    pub(super) fn get<T: FromSql>(&self, column: usize) -> Result<T, Error> {
        let value = self.0.get(column).map_or(ValueRef::Null, ValueRef::from);
        T::column_result(value).map_err(|cause| damaged(&cause.to_string()))
    }
}

/// The day of a report that was withdrawn and that totals include until the next step: `withdrawn.sql` has the same.
pub(super) const NO_DAY: &str = "0000-00-00";

/// A report as the database stores it.
pub(super) struct ReportRow<'r> {
    pub(super) id: [u8; 16],
    pub(super) perturbed: &'r [u8],
    pub(super) day: &'r str,
    pub(super) withdrawal: Option<&'r [u8]>,
    /// Whether totals include it.
    pub(super) is_released: bool,
}

impl ReportRow<'_> {
    /// Whether it was withdrawn, and is deleted at the next step.
    pub(super) fn is_withdrawn(&self) -> bool {
        self.day == NO_DAY
    }
}

/// Makes an array of the values of a statement, in their order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$(rusqlite::types::Value::from($value)),*] };
}

pub(super) use values;

/// Converts a number that is always below 2⁶³.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
