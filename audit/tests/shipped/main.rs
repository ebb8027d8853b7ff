//! Ring: the shipped module, `pkg/dist/wasm/candor.wasm`, under an interpreter, and the sampler on its own, `target/candor_redraws.wasm`.
//! Run `scripts/build package redraws` first.
//!
//! Seeds are fixed, so nothing here can fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../tests/common/mod.rs"]
mod common;
mod counting;
mod drawn;
mod entropy;
mod first;
mod fixed_work;
mod memory;
mod patched;
mod redraws;

use candor::plan::Plan;
use candor_audit::shipped::Shipped;
use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

/// The published module.
fn module() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../pkg/dist/wasm/candor.wasm");
    std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}; run scripts/build package"))
}

/// How many pairs of record and randomness are tried for each plan: 5,000, or the number in `CANDOR_PAIRS`.
fn pairs() -> u32 {
    std::env::var("CANDOR_PAIRS").map_or(5000, |pairs| pairs.parse().unwrap())
}

fn started(wasm: &[u8], plan: &Plan) -> Shipped {
    Shipped::start(wasm, plan).unwrap()
}

/// Categories that a respondent might have.
fn random_record(plan: &Plan, dice: &mut ChaCha20Rng) -> Vec<u32> {
    plan.schema().sizes().iter().map(|a| dice.next_u32() % a).collect()
}

fn random_seed(dice: &mut ChaCha20Rng) -> [u8; 32] {
    let mut seed = [0; 32];
    dice.fill_bytes(&mut seed);
    seed
}
