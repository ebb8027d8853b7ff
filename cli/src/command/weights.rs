//! Arguments that say how reports are weighted.

use std::path::PathBuf;

use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::margins::Margins;
use clap::Args;

use super::sources::Sources;
use crate::document::statistics::{Statistics, WeightedStatistics};
use crate::input::weighing::SampleColumns;
use crate::reading::Bars;
use crate::{input, output};

/// Known margins, and columns in clear.
#[derive(Args)]
pub struct Weights {
    /// Known margins of the population: {"region": {"north": 0.3, "south": 0.7}}, as shares or as numbers of people.
    #[arg(long, value_name = "JSON")]
    margins: Option<PathBuf>,
    #[command(flatten)]
    pub columns: SampleColumns,
}

impl Weights {
    /// The known margins; none if no file was named.
    ///
    /// # Errors
    /// Those of [`Margins::read`].
    pub fn margins(&self) -> Result<Margins, Error> {
        Ok(self.margins.as_deref().map(Margins::read).transpose()?.unwrap_or_default())
    }

    /// Estimates statistics of reports that are weighted so; without margins, weights, strata and clusters of reports that all count alike.
    ///
    /// # Errors
    /// Those of [`Sources::statistics`], [`WeightedStatistics`] and [`SampleColumns::statistics`]; `invalid-weights` for columns beside counts, which have none.
    pub fn statistics<Of: Statistics>(
        &self,
        plan: &Plan,
        of: &Of,
        sources: &Sources,
    ) -> Result<Of::Found, Error> {
        let SampleColumns { weight, stratum, cluster, .. } = &self.columns;
        let of_sampling = [weight, stratum, cluster].into_iter().flatten().next();
        if self.margins.is_none() && of_sampling.is_none() {
            return sources.statistics(plan, of);
        }
        let Some(counts) = &sources.counts else {
            let (found, summary) =
                self.columns.statistics(plan, of, self.margins()?, &sources.reports, &Bars)?;
            output::remark(&format!("{}\n", summary.of_files(sources.reports.len())))?;
            return Ok(found);
        };
        if let Some(column) = of_sampling {
            let message =
                format!("counts have no column {column:?} of single reports; weigh reports instead");
            return Err(Error::new(Code::InvalidWeights, message));
        }
        WeightedStatistics::new(plan, of, self.margins()?)?.estimated(plan, &input::counts(plan, counts)?)
    }
}
