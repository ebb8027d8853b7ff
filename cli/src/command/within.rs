//! The groups within which shares are estimated.

use clap::Args;

#[derive(Args)]
pub(super) struct Within {
    /// Estimate shares within the groups that these attributes form, and differences between groups.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',')]
    pub(super) given: Vec<String>,
    /// The reference group for differences, by its categories. Default: the first group.
    #[arg(
        long,
        value_name = "CATEGORIES",
        value_delimiter = ',',
        requires = "given",
        allow_hyphen_values = true
    )]
    pub(super) reference: Vec<String>,
    /// Estimate shares of valid answers: leave "not asked", "no answer", and categories that a person refused or does not know out of the denominators.
    #[arg(long)]
    pub(super) valid: bool,
}
