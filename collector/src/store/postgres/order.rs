//! Erases the order in which rows came, by rewriting tables in the order of their keys within one transaction.

use core::time::Duration;
use std::time::Instant;

use tokio_postgres::error::SqlState;

/// The least time between two rewrites of the small tables.
const KEPT: Duration = Duration::from_secs(60);

/// Rewriting takes at most one part in this many of the time.
const SHARE: u32 = 50;

/// How long a writer waits for a lock.
pub(super) const PATIENCE: &str = "SET lock_timeout = '5s'";

/// Run when a session writes for the first time.
pub(super) const DISTURBED: &str = "UPDATE collector SET is_in_order = FALSE WHERE is_in_order";

/// Run when a session ends after all tables were rewritten and nobody else writes.
pub(super) const IN_ORDER: &str = "UPDATE collector SET is_in_order = TRUE";

/// Begins a transaction that reads. It takes the locks that keep tables from being rewritten before its snapshot.
pub(super) const READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    LOCK TABLE plans, counts, pending, invitations, spent, reports IN ACCESS SHARE MODE";

/// The tables that every report writes to, in locking order.
pub(super) const SMALL: [&str; 5] = ["plans", "counts", "pending", "invitations", "spent"];

/// All tables, in locking order.
pub(super) const ALL: [&str; 6] = ["plans", "counts", "pending", "invitations", "spent", "reports"];

/// The statements that rewrite tables within the current transaction and commit it.
pub(super) fn rewriting(tables: &[&str], patience: &str) -> String {
    let one = |table: &&str| {
        // The key is the first two columns, or begins with them.
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

/// Whether the cause is that somebody else has locked a table.
pub(super) fn is_in_use(cause: &tokio_postgres::Error) -> bool {
    cause.code() == Some(&SqlState::LOCK_NOT_AVAILABLE)
}

/// When the small tables are next rewritten.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    due: Instant,
}

impl Pace {
    /// Due a minute after the last rewriting ended, or later if rewriting took so long that it would exceed its share of the time.
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
