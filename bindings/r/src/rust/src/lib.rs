//! What the R package `candor` calls: it only translates. What it computes, and the documents that it returns, are those of the command line.
//!
//! Requests are lists with the options of a command; results are the JSON document that the command writes, and its text for people. Work is
//! done in a thread of its own, for which R waits in small steps, so that it can be interrupted.

mod columns;
mod exported;
mod refusal;
mod running;
