//! The state that the routes share.

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

/// A running collector.
pub struct Collector {
    /// The plans.
    pub catalogue: Arc<Catalogue>,
    /// Stores reports.
    pub writer: Writer,
    /// Estimates tables.
    pub answers: Answers,
    /// When totals are released.
    pub release: Release,
    /// Who may read totals.
    pub readers: Readers,
    /// Who may publish plans.
    pub authors: Authors,
    /// Counters.
    pub metrics: Metrics,
    /// Memory for large bodies and responses.
    pub room: Room,
    /// All connections except the operator's.
    pub slots: Arc<Slots>,
    /// The collector's health.
    pub health: Arc<Health>,
    /// Whether the collector is shutting down.
    pub ending: watch::Receiver<bool>,
}

impl Collector {
    /// How busy the collector is.
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
