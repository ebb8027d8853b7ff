//! Reports in a collector's database, which may be collecting meanwhile.

use std::path::Path;

use candor::Error;

use super::tally::Tally;
use crate::store::Snapshot;

/// Counts every report of the plan, whether totals were told of it or not; the others are reports of another plan.
pub(super) fn read(path: &Path, tally: &mut Tally<'_>) -> Result<(), Error> {
    let snapshot = Snapshot::open(path)?;
    let plan = tally.plan;
    tally.of_another_plan(snapshot.of_other_plans(plan)?);
    snapshot.reports(plan, |stored| tally.identified(&stored.report)).map(drop)
}
