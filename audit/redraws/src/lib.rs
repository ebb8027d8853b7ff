//! The sampler as a wasm module whose law, records and random words its host gives: words that are redrawn, which a
//! seed of the shipped module gives once in 2⁵⁴ words, can then be had in any order, and what they cost be counted.
//!
//! Built like the shipped module, by `scripts/build redraws`; on other targets it is empty.

#[cfg(target_arch = "wasm32")]
mod exports;
