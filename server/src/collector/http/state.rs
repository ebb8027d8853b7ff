//! What the routes share.

use std::sync::Arc;

use crate::collector::catalogue::Catalogue;
use crate::collector::metrics::Metrics;
use crate::collector::tally::Tally;
use crate::collector::writer::Writer;

/// The plans, the store of reports, and the counters.
pub struct Collector {
    /// The plans.
    pub catalogue: Arc<Catalogue>,
    /// Stores reports.
    pub writer: Writer,
    /// Counts them.
    pub tally: Tally,
    /// Counters.
    pub metrics: Metrics,
}
