//! What tells in which order rows came, and its end: tables are rewritten by one transaction, in the order of their keys.

use core::time::Duration;
use std::time::Instant;

use tokio_postgres::error::SqlState;

/// How long small tables keep their rows as they came, at least.
const KEPT: Duration = Duration::from_secs(60);

/// Of how much time one part is spent on rewriting, at most.
const SHARE: u32 = 50;

/// How long a writer waits for others.
pub(super) const PATIENCE: &str = "SET lock_timeout = '5s'";

/// What a session begins with that writes for the first time.
pub(super) const DISTURBED: &str = "UPDATE collector SET is_in_order = FALSE WHERE is_in_order";

/// What it ends with where all tables were rewritten and nobody else writes.
pub(super) const IN_ORDER: &str = "UPDATE collector SET is_in_order = TRUE";

/// The beginning of a transaction that reads: its moment is after it has what keeps tables from being rewritten.
pub(super) const READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    LOCK TABLE plans, counts, pending, invitations, spent, reports IN ACCESS SHARE MODE";

/// The tables that every report writes to, in the order in which they are locked.
pub(super) const SMALL: [&str; 5] = ["plans", "counts", "pending", "invitations", "spent"];

/// All tables.
pub(super) const ALL: [&str; 6] = ["plans", "counts", "pending", "invitations", "spent", "reports"];

/// What rewrites tables in the transaction that has begun, and ends it.
pub(super) fn rewriting(tables: &[&str], patience: &str) -> String {
    let one = |table: &&str| {
        // The first two columns are the key, or begin with it.
        format!(
            "CREATE TEMP TABLE kept ON COMMIT DROP AS TABLE {table}; TRUNCATE {table};
            INSERT INTO {table} SELECT * FROM kept ORDER BY 1, 2; DROP TABLE kept;"
        )
    };
    let lock = format!(
        "SET LOCAL lock_timeout = '{patience}'; LOCK TABLE {} IN ACCESS EXCLUSIVE MODE;",
        tables.join(", ")
    );
    format!("{lock} {} COMMIT", tables.iter().map(one).collect::<String>())
}

/// Whether somebody else uses a table.
pub(super) fn is_in_use(cause: &tokio_postgres::Error) -> bool {
    cause.code() == Some(&SqlState::LOCK_NOT_AVAILABLE)
}

/// When small tables are rewritten.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    due: Instant,
}

impl Pace {
    /// A minute after rewriting ended, or after as much more time as what it took is a small share of.
    pub(super) fn after(ended: Instant, took: Duration) -> Self {
        Self { due: ended + KEPT.max(SHARE * took) }
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        now >= self.due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewriting_takes_a_fiftieth_of_the_time_at_most() {
        let ended = Instant::now();
        let waits = |took, seconds| !Pace::after(ended, took).is_due(ended + Duration::from_secs(seconds));
        assert!(waits(Duration::from_millis(1), 59) && !waits(Duration::from_millis(1), 60));
        assert!(waits(Duration::from_secs(4), 199) && !waits(Duration::from_secs(4), 200));
    }
}
