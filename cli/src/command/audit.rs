//! `candor audit`: bounds a mechanism's ε from its reports alone.

use std::path::{Path, PathBuf};

use candor::perturb::{generator, perturb};
use candor::plan::{Caps, Plan};
use candor::schema::Record;
use candor::{Code, Error};
use candor_audit::realised;
use candor_audit::shipped::Shipped;
use clap::Args;
use rand_core::Rng;

use crate::document::audits::Audits;
use crate::document::{Document, Format};
use crate::output::progress;
use crate::{failure, input, output};

/// Test whether a mechanism gives away more than its plan promises.
///
/// Perturbs chosen records many times and compares, for every pair of records, how often each output occurs: if one record
/// leads to an output e^2 times as often as the other, ε is at least 2. Column ε is tested in the same way on single
/// columns of the output, attribute ε on records that differ in one answer. Counts are uncertain, so each is replaced by
/// its exact confidence bound (Clopper and Pearson), all of them together at 99 %: a mechanism that keeps its promises is
/// called broken in at most 1 of 100 audits.
///
/// Audits the mechanism of this program and, with --module, a module as respondents load it, run by an interpreter. The
/// module is tested on successive reports of one instance and, for a hundredth of the trials, on the first report of new
/// instances, because most respondents draw only that one. Plans of up to 64 possible records are audited on all pairs of
/// records, larger ones on 16 random pairs; a broken promise that shows only in other pairs is not found. With more trials
/// the bound comes closer to the ε that the mechanism really has. An audit never proves a promise; `candor verify`
/// recomputes it from the weights.
///
/// Exits with status 1 (broken-promise) if a promise is refuted.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Audit {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Number of reports that each mechanism draws in total.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    trials: u64,
    /// Also audit this module: candor.wasm from the build of the npm package. Takes about a minute for a million trials.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Example:
  $ candor audit plan.json --module pkg/dist/wasm/candor.wasm
  $ candor audit plan.json --trials 100000000 --format json";

impl Audit {
    /// Audits and prints the findings.
    ///
    /// # Errors
    /// The errors of a plan; `invalid-module`; `entropy-unavailable`; `io`; `broken-promise`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut audits = Audits::new(&plan);
        audits.push("native", self.native(&plan)?);
        if let Some(module) = &self.module {
            let mut shipped = Self::shipped(&plan, module)?;
            audits.push("module", self.successive(&plan, &mut shipped)?);
            audits.push("module, first reports", self.first(&plan, &shipped)?);
        }
        output::stdout(|to| audits.write(self.format, to))?;
        audits.refuted().map_or(Ok(()), |message| Err(Error::new(Code::BrokenPromise, message)))
    }

    fn native(&self, plan: &Plan) -> Result<realised::Audit, Error> {
        let (mut rng, schema) = (generator()?, plan.schema().always_asked());
        let pairs = rng.next_u64();
        with_progress("native", plan, self.trials, pairs, |record| {
            Ok(perturb(plan.law(), Record::new(&schema, record)?, &mut rng))
        })
    }

    fn shipped(plan: &Plan, module: &Path) -> Result<Shipped, Error> {
        let wasm = std::fs::read(module).map_err(|cause| failure::file(module, &cause))?;
        Shipped::start(&wasm, plan).map_err(|error| error.at(module.display()))
    }

    fn successive(&self, plan: &Plan, shipped: &mut Shipped) -> Result<realised::Audit, Error> {
        let mut rng = generator()?;
        let pairs = rng.next_u64();
        with_progress("module", plan, self.trials, pairs, |record| {
            Ok(shipped.perturb(record, Some(seed(&mut rng)))?.perturbed)
        })
    }

    fn first(&self, plan: &Plan, shipped: &Shipped) -> Result<realised::Audit, Error> {
        let mut rng = generator()?;
        let pairs = rng.next_u64();
        with_progress("module, first reports", plan, self.trials.div_ceil(100), pairs, |record| {
            Ok(shipped.another(plan)?.perturb(record, Some(seed(&mut rng)))?.perturbed)
        })
    }
}

fn seed(rng: &mut impl Rng) -> [u8; 32] {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    seed
}

fn with_progress(
    mechanism: &'static str,
    plan: &Plan,
    trials: u64,
    pairs: u64,
    mut draw: impl FnMut(&[u32]) -> Result<Vec<u32>, Error>,
) -> Result<realised::Audit, Error> {
    let bar = progress::over_trials(mechanism, trials);
    realised::audit(plan, trials, pairs, |record| {
        bar.inc(1);
        draw(record)
    })
}
