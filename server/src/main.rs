//! The `candor` binary: reads the command line, runs the command, prints the error.

use std::io::{self, Write};
use std::process::ExitCode;

use candor_server::arguments::Arguments;
use candor_server::output::printable;
use clap::Parser;

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to try when even stderr is closed; the exit status still tells.
            drop(writeln!(io::stderr(), "error[{}]: {}", error.code(), printable(error.message())));
            ExitCode::from(error.code().exit_status())
        }
    }
}
