//! Reads reports from a collector's database, which may be in use by the collector.

use std::path::Path;

use candor::{Error, Fingerprint};
use candor_collector::store::{Location, Snapshot};

use candor_documents::reports::Tally;

/// Counts every report of the plan and of the plans that count with it, released or not. All other reports are counted as reports of
/// another plan.
pub(super) fn read(path: &Path, tally: &mut Tally) -> Result<(), Error> {
    let snapshot = Snapshot::open(&Location::of(path)?)?;
    let plans = tally.plans();
    let fingerprints: Vec<Fingerprint> = plans.iter().map(|plan| plan.fingerprint()).collect();
    tally.of_another_plan(snapshot.of_other_plans(&fingerprints)?);
    plans.iter().try_for_each(|plan| snapshot.reports(plan, |report| tally.identified(&report)).map(drop))
}
