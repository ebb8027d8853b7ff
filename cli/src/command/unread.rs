//! Arguments of commands that do nothing.

use std::ffi::OsString;

use clap::Args;

/// Arguments that are not read.
#[derive(Args)]
pub struct Unread {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}
