//! Waiting for an event, however slow the machine is.

use core::time::Duration;
use std::thread;
use std::time::Instant;

/// How long to wait for an event: this ends tests that would wait for ever, and decides no other test.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Polls until a condition holds.
#[track_caller]
pub fn until(mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "this does not come");
        thread::sleep(Duration::from_millis(10));
    }
}
