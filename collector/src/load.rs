//! How busy the collector is, so coarsely that no single report or connection shows.

use core::time::Duration;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How many waits are remembered.
const REMEMBERED: usize = 1000;

/// The fewest waits from which quantiles are given.
const FEWEST: usize = 100;

/// Numbers of connections and of waiting submissions are rounded down to multiples of this.
pub const STEP: usize = 16;

/// The log's size in bytes is rounded down to multiples of this.
pub const LOG_STEP: u64 = 1 << 20;

/// The load that is reported.
#[derive(Debug, Default)]
pub struct Load {
    /// Connections that are open.
    pub connections: usize,
    /// Submissions that wait for the disk.
    pub waiting: usize,
    /// Bytes of the database's log.
    pub log_bytes: u64,
    /// The median and the 99th percentile of how long recent reports waited from arrival to acknowledgement, in seconds; `None` while there
    /// are few.
    pub waits: Option<[f64; 2]>,
}

impl Load {
    /// Rounds these numbers.
    #[must_use]
    pub fn new(connections: usize, waiting: usize, log_bytes: u64, waits: &Waits) -> Self {
        Self {
            connections: connections - connections % STEP,
            waiting: waiting - waiting % STEP,
            log_bytes: log_bytes - log_bytes % LOG_STEP,
            waits: waits.quantiles(),
        }
    }
}

/// How long recent submissions waited for their acknowledgement.
#[derive(Default)]
pub struct Waits {
    last: Mutex<VecDeque<Duration>>,
}

impl Waits {
    /// Adds one wait.
    pub fn note(&self, wait: Duration) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() == REMEMBERED {
            last.pop_front();
        }
        last.push_back(wait);
    }

    /// The median and the 99th percentile, in seconds.
    fn quantiles(&self) -> Option<[f64; 2]> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut sorted: Vec<Duration> = last.into();
        sorted.sort_unstable();
        let at = |percent: usize| sorted.get((sorted.len() * percent).div_ceil(100).saturating_sub(1));
        (sorted.len() >= FEWEST).then(|| [50, 99].map(|percent| at(percent).map_or(0.0, rounded)))
    }
}

/// In seconds, rounded up to milliseconds that are a power of two.
fn rounded(wait: &Duration) -> f64 {
    let milliseconds = u32::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(1 << 31);
    f64::from(milliseconds.min(1 << 31).next_power_of_two()) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_waits_are_not_told_and_many_coarsely() {
        let waits = Waits::default();
        for number in 1..100 {
            waits.note(Duration::from_millis(number));
        }
        assert_eq!(waits.quantiles(), None);
        waits.note(Duration::from_millis(100));
        // These are 50 and 99 ms, rounded up.
        assert_eq!(waits.quantiles(), Some([0.064, 0.128]));
        // The oldest waits are dropped.
        (0..REMEMBERED).for_each(|_| waits.note(Duration::from_micros(10)));
        assert_eq!(waits.quantiles(), Some([0.001, 0.001]));
    }

    #[test]
    fn numbers_are_rounded_down() {
        let load = Load::new(47, 15, (3 << 20) - 1, &Waits::default());
        assert_eq!((load.connections, load.waiting, load.log_bytes), (32, 0, 2 << 20));
    }
}
