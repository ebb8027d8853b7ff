//! The WebAssembly module of the npm package `candor`: its exports, and its imports from the host. Only numbers are passed;
//! `candor::device` documents which, and in what order.
//!
//! Built by `scripts/build package`; on other targets it is empty.
#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod runtime;
