//! Reports in a collector's database, which may be collecting meanwhile.

use std::path::Path;

use candor::Error;

use super::tally::Tally;
use crate::store::Snapshot;

/// Counts every report of the plan; the others are reports of another plan.
pub(super) fn read(path: &Path, tally: &mut Tally<'_>) -> Result<(), Error> {
    let snapshot = Snapshot::open(path)?;
    let plan = tally.plan;
    let mut of_this_plan = 0;
    snapshot.reports(plan, |report| {
        of_this_plan += 1;
        tally.identified(&report)
    })?;
    tally.of_another_plan(snapshot.total()? - of_this_plan);
    Ok(())
}
