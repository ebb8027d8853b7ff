//! Loops on the widest registers that a processor has.
//!
//! A program for all x86-64 processors works on two doubles at once, though nearly all of them have registers of four. Loops that are handed over here are compiled
//! for both. They stay the same loops, in the same order, so that results are the same numbers.

/// Does this work on wide registers where the processor has them. Only what is inlined into it gains, and it has to take longer than a few nanoseconds.
#[inline(always)]
pub(crate) fn widely<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(wide) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(wide, work);
    }
    work()
}
