//! Progress on stderr; indicatif shows it on a terminal only, and it vanishes when it is dropped.

use core::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// How often it is drawn.
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

/// A clock for what cannot tell how far it is.
#[must_use]
pub fn clock(doing: &'static str) -> ProgressBar {
    started(ProgressBar::new_spinner().with_message(doing), "{spinner} {msg} {elapsed}")
}

fn started(bar: ProgressBar, template: &str) -> ProgressBar {
    let bar = bar.with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(TICK);
    // The templates are constants; a broken one would leave indicatif's own.
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}
