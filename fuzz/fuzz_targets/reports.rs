#![no_main]
#![allow(missing_docs, reason = "an entry point of libFuzzer; see the library")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| candor_fuzz::reports(bytes));
