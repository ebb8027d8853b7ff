//! Ring: construction. The structure of the sources, and what the pages say about them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod architecture;
mod claims;
mod codes;
mod examples;
mod files;
mod plan_document;
mod schemas;
mod sources;
mod tree;
