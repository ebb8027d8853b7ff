//! What is long runs nightly (`scripts/test nightly`); every run has a smaller cut of it.

/// All of it nightly, and in every run the cut.
pub fn every<T>(all: T, cut: T) -> T {
    if std::env::var_os("CANDOR_NIGHTLY").is_some_and(|value| value == "1") { all } else { cut }
}
