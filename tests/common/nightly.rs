//! Long tests run in full nightly (`scripts/test nightly`); every other run has a shorter version of them.

/// Returns `all` in nightly runs, and the smaller `cut` in others.
pub fn every<T>(all: T, cut: T) -> T {
    if std::env::var_os("CANDOR_NIGHTLY").is_some_and(|value| value == "1") { all } else { cut }
}
