//! The `candor` binary: reads the command line, runs the command, prints the error.

use std::io::{self, Write};
use std::process::ExitCode;

use candor_cli::arguments::Arguments;
use candor_cli::output::printable;
use clap::Parser;

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If even stderr is closed there is nothing left to try; the exit status still tells.
            drop(writeln!(io::stderr(), "error[{}]: {}", error.code(), printable(error.message())));
            ExitCode::from(error.code().exit_status())
        }
    }
}
