//! Reads reports from a collector's database, which may be in use by the collector.

use std::path::Path;

use candor::report::Report;
use candor::{Error, Fingerprint};
use candor_collector::store::{Location, Snapshot};

use candor_documents::reports::Tally;

use crate::watch::Watch;

/// Counts every report of the plan and of the plans that count with it, released or not. All other reports are counted as reports of
/// another plan.
pub(super) fn read(path: &Path, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
    let snapshot = Snapshot::open(&Location::of(path)?)?;
    let plans = tally.plans();
    let fingerprints: Vec<Fingerprint> = plans.iter().map(|plan| plan.fingerprint()).collect();
    tally.of_another_plan(snapshot.of_other_plans(&fingerprints)?);
    let mut counted = |report: Report| {
        watch.goes_on()?;
        tally.identified(&report)
    };
    plans.iter().try_for_each(|plan| snapshot.reports(plan, &mut counted).map(drop))
}
