//! What the routes share.

use std::sync::Arc;

use tokio::sync::watch;

use super::access::{Authors, Readers};
use crate::collector::answers::Answers;
use crate::collector::catalogue::Catalogue;
use crate::collector::health::Health;
use crate::collector::load::Load;
use crate::collector::metrics::Metrics;
use crate::collector::room::Room;
use crate::collector::slots::Slots;
use crate::collector::writer::Writer;
use crate::store::Release;

/// The plans, the store of reports, the estimates, and what is told of them.
pub struct Collector {
    /// The plans.
    pub catalogue: Arc<Catalogue>,
    /// Stores reports.
    pub writer: Writer,
    /// Estimates tables.
    pub answers: Answers,
    /// When totals are told.
    pub release: Release,
    /// Who may read them.
    pub readers: Readers,
    /// Who may publish plans.
    pub authors: Authors,
    /// Counters.
    pub metrics: Metrics,
    /// Memory for what is large.
    pub room: Room,
    /// Connections of all but whoever runs it.
    pub slots: Arc<Slots>,
    /// What works.
    pub health: Arc<Health>,
    /// Whether the collector is ending.
    pub ending: watch::Receiver<bool>,
}

impl Collector {
    /// How busy it is.
    #[must_use]
    pub fn load(&self) -> Load {
        Load::new(
            self.slots.connections(),
            self.writer.waiting(),
            self.health.log_bytes(),
            self.writer.waits(),
        )
    }
}
