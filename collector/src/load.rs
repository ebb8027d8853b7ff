//! How busy the collector is, so coarsely that no single report or connection shows.
//!
//! Rounding alone would not do: whoever holds fifteen idle connections sees each further one in a number of connections that is rounded to
//! sixteen. So the numbers are reported once a minute, as means of the seconds of the last one, and rounded up or down at random, up with the
//! probability that makes the expectation right. A connection that is open for a second then changes what is reported with a probability of
//! 1 in 960.

use core::time::Duration;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use rand_core::Rng;

/// How many waits are remembered.
const REMEMBERED: usize = 1000;

/// The fewest waits from which quantiles are given.
const FEWEST: usize = 100;

/// Numbers of connections and of waiting submissions are rounded to multiples of this.
pub const STEP: u64 = 16;

/// The log's size in bytes is rounded to multiples of this.
pub const LOG_STEP: u64 = 1 << 20;

/// Over how many observations means are taken, one each second.
pub const OBSERVATIONS: u64 = 60;

/// The load that is reported.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    /// Connections that are open.
    pub connections: u64,
    /// Submissions that wait for the disk.
    pub waiting: u64,
    /// Bytes of the database's log.
    pub log_bytes: u64,
    /// The median and the 99th percentile of how long recent reports waited from arrival to acknowledgement, in seconds; `None` while there
    /// are few.
    pub waits: Option<[f64; 2]>,
}

/// What was observed since the load was last reported.
#[derive(Default)]
pub struct Observed {
    observations: u64,
    connections: u64,
    waiting: u64,
    log_bytes: u64,
}

impl Observed {
    /// Adds the numbers of this second. Returns whether a report of the load is due.
    pub fn add(&mut self, connections: usize, waiting: usize, log_bytes: u64) -> bool {
        self.observations += 1;
        self.connections += connections as u64;
        self.waiting += waiting as u64;
        self.log_bytes += log_bytes;
        self.observations >= OBSERVATIONS
    }

    /// The load to report, rounded at random; starts over.
    pub fn load(&mut self, waits: &Waits, generator: &mut impl Rng) -> Load {
        let own = core::mem::take(self);
        let mut mean = |sum, step| mean(sum, own.observations, step, generator);
        Load {
            connections: mean(own.connections, STEP),
            waiting: mean(own.waiting, STEP),
            log_bytes: mean(own.log_bytes, LOG_STEP),
            waits: waits.quantiles(),
        }
    }
}

/// A mean, rounded at random to one of the two multiples of `step` beside it.
fn mean(sum: u64, observations: u64, step: u64, generator: &mut impl Rng) -> u64 {
    let whole = (observations * step).max(1);
    (sum + below(whole, generator)) / whole * step
}

/// A random number below another; the 64 bits that it is made of favour small ones by less than anybody can see.
pub fn below(bound: u64, generator: &mut impl Rng) -> u64 {
    generator.next_u64() % bound.max(1)
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
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

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
    fn means_are_rounded_to_the_multiples_beside_them_and_right_in_expectation() {
        let mut generator = ChaCha8Rng::seed_from_u64(7);
        let mut load = || {
            let mut observed = Observed::default();
            for second in 1..OBSERVATIONS {
                // An arrival is there in one second, besides fifteen connections that always are.
                assert!(!observed.add(15 + usize::from(second == 30), 0, LOG_STEP / 4));
            }
            assert!(observed.add(15, 0, LOG_STEP / 4));
            observed.load(&Waits::default(), &mut generator)
        };
        let loads: Vec<Load> = (0..10_000).map(|_| load()).collect();
        let sum = |number: fn(&Load) -> u64| loads.iter().map(number).sum::<u64>();
        assert!(loads.iter().all(|load| [0, STEP].contains(&load.connections) && load.waiting == 0));
        assert!(loads.iter().all(|load| [0, LOG_STEP].contains(&load.log_bytes)));
        // The means are 15 1/60 connections and a quarter of a step; ten thousand times, within six standard errors.
        let (connections, log) = (sum(|load| load.connections / STEP), sum(|load| load.log_bytes / LOG_STEP));
        assert!(connections.abs_diff(9_385) < 6 * 25 && log.abs_diff(2_500) < 6 * 44, "{connections} {log}");
    }
}
