//! The state that the routes share.

use std::sync::Arc;

use tokio::sync::watch;

use super::access::{Authors, Readers};
use crate::answers::Answers;
use crate::catalogue::Catalogue;
use crate::health::Health;
use crate::load::Load;
use crate::metrics::Metrics;
use crate::room::Room;
use crate::slots::Slots;
use crate::store::Release;
use crate::writer::Writer;

/// What every route of a collector uses.
pub struct AppState {
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

impl AppState {
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
