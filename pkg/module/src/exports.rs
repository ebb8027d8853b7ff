//! [`start`] with a law gives a sampler; [`perturb`] with a record gives a report.

extern crate alloc;

use alloc::boxed::Box;

use candor::device::{self, Sampler};

#[allow(unsafe_code, reason = "the host has functions of these names and types")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns the next input number from the host.
    safe fn number() -> u32;
    /// Passes the next output number to the host.
    safe fn given(number: u32);
    /// Fills a seed with randomness from the system; returns 1 on success.
    safe fn random(seed: &mut [u8; 32]) -> u32;
}

#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn sha256() {
    device::sha256(next).into_iter().for_each(|number| given(number));
}

#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn start() -> Box<Sampler> {
    Box::new(Sampler::new(next, |seed| random(seed) == 1))
}

#[allow(unsafe_code, reason = "exported by name")]
#[unsafe(no_mangle)]
extern "C" fn perturb(sampler: &Sampler) {
    sampler.perturb(next).into_iter().for_each(|number| given(number));
}

fn next() -> u32 {
    number()
}
