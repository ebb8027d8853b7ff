//! Slots for connections, and which connection is closed when none is free.
//!
//! A connection *owes* from the moment it is accepted, or its last response was ready, until its next request has arrived in full, body
//! included. Idle connections, headers and bodies that trickle in, and slow readers of responses all owe; sending a few bytes does not
//! reset the time. When a new connection finds no free slot, the one that has owed longest is closed. Requests that are being worked on are
//! never cut off for others; if there is nothing else to close, new connections wait.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

/// A fixed number of slots for connections.
pub struct Slots {
    most: usize,
    open: Mutex<Open>,
    freed: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Connection>,
}

struct Connection {
    /// `None` while its request is being worked on.
    owes_since: Option<Instant>,
    close: Arc<Notify>,
}

/// The slot of a connection, freed when dropped.
pub struct Slot {
    slots: Arc<Slots>,
    number: u64,
    close: Arc<Notify>,
}

impl Slots {
    /// Makes this many slots.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, open: Mutex::default(), freed: Notify::new() })
    }

    /// How many slots are taken.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.open().connections.len()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a new connection, if necessary that of the connection which has owed longest.
    pub async fn take(self: &Arc<Self>) -> Slot {
        loop {
            if let Some(slot) = self.try_take() {
                return slot;
            }
            self.freed.notified().await;
        }
    }

    fn try_take(self: &Arc<Self>) -> Option<Slot> {
        let mut open = self.open();
        if open.connections.len() >= self.most {
            let owing =
                open.connections.iter().filter_map(|(number, found)| Some((found.owes_since?, *number)));
            let (_, longest) = owing.min()?;
            open.connections.remove(&longest).iter().for_each(|shed| shed.close.notify_one());
        }
        let (number, close) = (open.next, Arc::new(Notify::new()));
        let connection = Connection { owes_since: Some(Instant::now()), close: Arc::clone(&close) };
        open.connections.insert(number, connection);
        open.next += 1;
        Some(Slot { slots: Arc::clone(self), number, close })
    }
}

impl Slot {
    fn set(&self, owes_since: Option<Instant>) {
        if let Some(connection) = self.slots.open().connections.get_mut(&self.number) {
            connection.owes_since = owes_since;
        }
        if owes_since.is_some() {
            // A connection that waits for a slot may take this one.
            self.slots.freed.notify_one();
        }
    }

    /// Notes that the request has arrived in full, so that the connection owes nothing.
    pub fn is_complete(&self) {
        self.set(None);
    }

    /// Notes that the response is ready: from now on the client owes that it reads it, and the next request.
    pub fn is_answered(&self) {
        self.set(Some(Instant::now()));
    }

    /// Whether its request has arrived in full and is not answered yet.
    #[must_use]
    pub fn is_working(&self) -> bool {
        let open = self.slots.open();
        open.connections.get(&self.number).is_some_and(|connection| connection.owes_since.is_none())
    }

    fn owed_for(&self) -> Option<Duration> {
        let open = self.slots.open();
        Some(open.connections.get(&self.number)?.owes_since?.elapsed())
    }

    /// Waits until the slot is needed, or the connection has owed for `longest`.
    pub async fn is_lost(&self, longest: Duration) {
        loop {
            let left = longest.saturating_sub(self.owed_for().unwrap_or_default());
            if left.is_zero() || tokio::time::timeout(left, self.close.notified()).await.is_ok() {
                return;
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.open().connections.remove(&self.number);
        self.slots.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_shed(slot: &Slot) -> bool {
        !slot.slots.open().connections.contains_key(&slot.number)
    }

    #[test]
    fn the_one_that_owes_longest_gives_its_place() {
        let slots = Slots::new(3);
        let taken: Vec<Slot> = (0..3).filter_map(|_| slots.try_take()).collect();
        // The first connection's request has been answered, so the second owes longest; the third is being worked on.
        taken[2].is_complete();
        taken[0].is_complete();
        taken[0].is_answered();
        let fourth = slots.try_take().expect("a place");
        assert_eq!([&taken[0], &taken[1], &taken[2]].map(is_shed), [false, true, false]);
        fourth.is_complete();
        taken[0].is_complete();
        assert!(slots.try_take().is_none(), "work is not cut off");
        drop(taken);
        assert!(slots.try_take().is_some());
    }
}
