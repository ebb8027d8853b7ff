//! The wasm module of the npm package `candor`: what its host calls, and what it asks of its host. Everything is numbers;
//! `candor::device` says which, and in what order.
//!
//! Built by `scripts/build package`; on other targets it is empty.
#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod runtime;
