//! The sampler as a wasm module whose host gives it laws, records and random words. The shipped module redraws a word only once in 2⁵⁴
//! words; here redraws can be caused in any order, and their cost measured.
//!
//! Built like the shipped module, by `scripts/build redraws`. Empty on other targets.

#[cfg(target_arch = "wasm32")]
mod exports;
