//! Progress bars on stderr. indicatif shows them on a terminal only, and removes them when they are dropped.

use core::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// How often a bar is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// A bar over the bytes of a file.
#[must_use]
pub fn over_bytes(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    started(bar, "{bar:30} {binary_bytes}/{binary_total_bytes}, {eta} left")
}

/// A bar over trials.
#[must_use]
pub fn over_trials(doing: &'static str, trials: u64) -> ProgressBar {
    let bar = ProgressBar::new(trials).with_message(doing);
    started(bar, "{msg} {bar:30} {human_pos}/{human_len}, {eta} left")
}

/// An elapsed-time clock for work of unknown length.
#[must_use]
pub fn clock(doing: &'static str) -> ProgressBar {
    started(ProgressBar::new_spinner().with_message(doing), "{spinner} {msg} {elapsed}")
}

fn started(bar: ProgressBar, template: &str) -> ProgressBar {
    let bar = bar.with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(TICK);
    // The templates are constants; with an invalid one indicatif's default would remain.
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}
