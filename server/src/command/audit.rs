//! `candor audit`: what a mechanism's reports alone tell of its ε.

use std::path::{Path, PathBuf};

use candor::Error;
use candor::perturb::{generator, perturb};
use candor::plan::{Caps, Plan};
use candor::schema::Record;
use candor_audit::realised::audit;
use candor_audit::shipped::Shipped;
use clap::Args;
use rand_core::Rng;

use crate::document::audits::Audits;
use crate::document::{Document, Format};
use crate::output::progress;
use crate::{failure, input, output};

/// Try to catch a mechanism giving away more than its plan promises.
///
/// Perturbs chosen records many times and compares how often each output comes, for every pair of records: if
/// one is e^2 times as likely for one record as for the other, ε is at least 2. In the same way each column ε,
/// by what comes in one column, and each attribute ε, by records that differ in one answer. Counts are uncertain,
/// so each is replaced by its exact confidence bound (Clopper and Pearson), all of them together at 99 %: a
/// mechanism that keeps its promises is called broken in at most 1 of 100 audits.
///
/// Audited are the mechanism of this program and, with --module, a module as respondents load it, run
/// by an interpreter. Plans of up to 64 possible records are audited by all pairs, larger ones by 16
/// random pairs; what such a sample does not meet it does not refute. More trials bring the bound closer
/// to the ε that is realised. An audit never proves a promise; `candor verify` recomputes it from the weights.
///
/// Exit status 1 (broken-promise) when a promise is refuted.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Audit {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// How many reports each mechanism draws in all.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    trials: u64,
    /// Audit this module too: candor_bg.wasm of the npm package's build, some 25 s for a million trials.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// How the findings are written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Example:
  $ candor audit plan.json --module pkg/dist/wasm/candor_bg.wasm
  $ candor audit plan.json --trials 100000000 --format json";

impl Audit {
    /// Audits and prints the findings.
    ///
    /// # Errors
    /// Those of a plan; `invalid-module`; `entropy-unavailable`; `io`; `broken-promise`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut audits = Audits::new(&plan);
        audits.push("native", self.native(&plan)?);
        if let Some(module) = &self.module {
            audits.push("module", self.shipped(&plan, module)?);
        }
        output::stdout(|to| audits.write(self.format, to))?;
        audits.refuted().map_or(Ok(()), |message| Err(Error::new("broken-promise", message)))
    }

    fn native(&self, plan: &Plan) -> Result<candor_audit::realised::Audit, Error> {
        let mut rng = generator()?;
        let pairs = rng.next_u64();
        self.with_progress("native", plan, pairs, |record| {
            Ok(perturb(plan.law(), Record::new(plan.schema(), record)?, &mut rng))
        })
    }

    fn shipped(&self, plan: &Plan, module: &Path) -> Result<candor_audit::realised::Audit, Error> {
        let wasm = std::fs::read(module).map_err(|cause| failure::file(module, &cause))?;
        let mut shipped =
            Shipped::start(&wasm, plan).map_err(|error| failure::at(module.display(), &error))?;
        let mut rng = generator()?;
        let pairs = rng.next_u64();
        self.with_progress("module", plan, pairs, |record| {
            let mut seed = [0; 32];
            rng.fill_bytes(&mut seed);
            Ok(shipped.perturb(record, Some(seed))?.answers)
        })
    }

    fn with_progress(
        &self,
        mechanism: &'static str,
        plan: &Plan,
        pairs: u64,
        mut draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
    ) -> Result<candor_audit::realised::Audit, Error> {
        let bar = progress::over_trials(mechanism, self.trials);
        audit(plan, self.trials, pairs, |record| {
            bar.inc(1);
            draw(record)
        })
    }
}
