//! Observes the load and the free space every second, and reports them once a minute.

use core::time::Duration;
use std::sync::{Arc, Mutex, PoisonError};

use candor::Error;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::health::Health;
use crate::load::{Load, Observed};
use crate::slots::Slots;
use crate::writer::Writer;

/// How often the numbers are observed.
const TICK: Duration = Duration::from_secs(1);

/// Observes a collector.
pub struct Observer {
    slots: Arc<Slots>,
    writer: Writer,
    health: Arc<Health>,
    reported: Mutex<Load>,
}

impl Observer {
    /// Observes these parts of a collector.
    #[must_use]
    pub fn new(slots: Arc<Slots>, writer: Writer, health: Arc<Health>) -> Self {
        Self { slots, writer, health, reported: Mutex::default() }
    }

    /// The load as it was last reported.
    #[must_use]
    pub fn load(&self) -> Load {
        *self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Observes until the collector ends.
    pub async fn observe(self: Arc<Self>, mut ending: watch::Receiver<bool>) {
        let mut ticks = tokio::time::interval(TICK);
        let mut observed = Observed::default();
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick() => self.health.note(self.look(&mut observed)),
                // Also if the collector was dropped.
                _ = ending.changed() => return,
            }
        }
    }

    fn look(&self, observed: &mut Observed) -> Result<(), Error> {
        if !observed.add(self.slots.connections(), self.writer.waiting(), self.health.log_bytes()) {
            return Ok(());
        }
        let mut generator = candor::perturb::generator()?;
        let load = observed.load(self.writer.waits(), &mut generator);
        *self.reported.lock().unwrap_or_else(PoisonError::into_inner) = load;
        self.health.look_at_the_disk(&mut generator);
        Ok(())
    }
}
