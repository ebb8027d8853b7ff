//! The state that the routes share.

use std::sync::Arc;

use tokio::sync::watch;

use super::access::{Authors, Readers};
use crate::answers::Answers;
use crate::catalogue::Catalogue;
use crate::health::Health;
use crate::metrics::Metrics;
use crate::observer::Observer;
use crate::room::Room;
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
    /// Tells how busy the collector is.
    pub observer: Arc<Observer>,
    /// The collector's health.
    pub health: Arc<Health>,
    /// Whether the collector is shutting down.
    pub ending: watch::Receiver<bool>,
}
