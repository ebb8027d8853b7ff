//! `candor reproduce`: repeats published experiments.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use candor::{Code, Error};
use candor_reproduce::{EXPERIMENTS, Experiment, Finding, Population, Scale, Supplied, Table, index, page};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::output::progress;
use crate::output::staged::Staged;
use crate::{failure, output};

/// Repeat the experiments of the papers that Candor builds on, with the methods that they compare with.
///
/// For each experiment, writes the numbers as CSV, the pictures as SVG, and a page that says what was run, what the results
/// are, and what differs from the published text. README.md lists all experiments in the folder, including those of earlier
/// runs. The claims about an experiment are checked against its numbers: if one does not hold, the command still writes
/// everything, and then fails (not-reproduced).
///
/// An experiment has parts, and each finished part is kept: if a run is interrupted, the same command continues it. Random
/// numbers are seeded by the names of the experiment and the part, so numbers are the same on every machine, except for
/// times.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Reproduce {
    /// The experiments to run. Default: all.
    #[arg(value_name = "EXPERIMENT", value_parser = PossibleValuesParser::new(EXPERIMENTS.iter().map(|of| of.name)))]
    experiments: Vec<String>,
    /// Use at least as many draws and sizes as were published: hours for all experiments. Without this option, a few of
    /// each: minutes.
    #[arg(long)]
    full: bool,
    /// Run nothing: write pages and pictures again from the numbers in the folder, for the experiments named, or for all
    /// that have numbers there. Add `--full` if the numbers are from a full run.
    #[arg(long, conflicts_with = "adult")]
    redraw: bool,
    /// The UCI Adult data as CSV with a header; its columns race, sex, income, education, occupation and marital-status are
    /// read. Without this file, experiments run on other records, and say so.
    #[arg(long, value_name = "FILE")]
    adult: Option<PathBuf>,
    /// The folder to write to; it is created if it does not exist.
    #[arg(short = 'o', long, value_name = "FOLDER", default_value = "reproduction")]
    output: PathBuf,
}

const EXAMPLE: &str = "\
Examples:
  $ candor reproduce
  $ candor reproduce dimensions budget --adult adult.csv
  $ candor reproduce levels sizes --full -o docs/reproduction
  $ candor reproduce --redraw --full -o docs/reproduction";

/// An experiment, with findings from its numbers.
type Entry = (&'static Experiment, Vec<Finding>);

impl Reproduce {
    /// Runs the experiments.
    ///
    /// # Errors
    /// `not-reproduced` if numbers do not support what is claimed; `io`; `invalid-csv`; the errors of designs and estimates.
    pub fn run(&self) -> Result<(), Error> {
        let scale = if self.full { Scale::Full } else { Scale::Quick };
        let made = if self.redraw { self.redrawn(scale)? } else { self.rerun(scale)? };
        put(&self.output.join("README.md"), &index(&self.entries()?))?;
        judged(&made)
    }

    /// Whether an experiment was selected.
    fn asks(&self, of: &Experiment) -> bool {
        self.experiments.is_empty() || self.experiments.iter().any(|name| name == of.name)
    }

    fn rerun(&self, scale: Scale) -> Result<Vec<Entry>, Error> {
        let supplied = self.supplied()?;
        let parts = self.output.join(".parts");
        fs::create_dir_all(&parts).map_err(|cause| failure::file(&parts, &cause))?;
        let mut made = Vec::new();
        for &of in EXPERIMENTS.iter().filter(|of| self.asks(of)) {
            let table = rows(of, scale, &supplied, &parts)?;
            made.push((of, self.write(of, scale, &table)?));
        }
        fs::remove_dir_all(&parts).map_err(|cause| failure::file(&parts, &cause))?;
        Ok(made)
    }

    fn redrawn(&self, scale: Scale) -> Result<Vec<Entry>, Error> {
        let mut made = Vec::new();
        for &of in EXPERIMENTS.iter().filter(|of| self.asks(of)) {
            match self.numbers(of)? {
                Some(table) => made.push((of, self.write(of, scale, &table)?)),
                None if self.experiments.is_empty() => {}
                None => {
                    let path = self.output.join(format!("{}.csv", of.name));
                    let message = format!(
                        "{} is missing or does not have the columns of the experiment {}",
                        path.display(),
                        of.name
                    );
                    return Err(Error::new(Code::InvalidCsv, message));
                }
            }
        }
        Ok(made)
    }

    /// Reads the numbers of an experiment from the folder; `None` if there are none, or they have other columns.
    fn numbers(&self, of: &Experiment) -> Result<Option<Table>, Error> {
        let Ok(text) = fs::read_to_string(self.output.join(format!("{}.csv", of.name))) else {
            return Ok(None);
        };
        let table = Table::read(&text)?;
        let fits = table.columns().iter().eq(of.columns.iter().map(|(name, _)| name));
        Ok(fits.then_some(table))
    }

    /// The findings from all numbers in the folder, including those of earlier runs.
    fn entries(&self) -> Result<Vec<Entry>, Error> {
        let mut entries = Vec::new();
        for &of in EXPERIMENTS {
            if let Some(table) = self.numbers(of)? {
                entries.push((of, (of.findings)(&table)));
            }
        }
        Ok(entries)
    }

    fn supplied(&self) -> Result<Supplied, Error> {
        let read = |path: &PathBuf| {
            let text = failure::text(path, Code::InvalidCsv)?;
            Population::adult(&text).map(Rc::new)
        };
        Ok(Supplied { adult: self.adult.as_ref().map(read).transpose()? })
    }

    /// Writes the results of an experiment.
    fn write(&self, of: &Experiment, scale: Scale, table: &Table) -> Result<Vec<Finding>, Error> {
        let (findings, pictures) = ((of.findings)(table), (of.pictures)(table));
        put(&self.output.join(format!("{}.csv", of.name)), &table.csv()?)?;
        for picture in &pictures {
            put(&self.output.join(format!("{}.svg", picture.name)), &picture.svg()?)?;
        }
        let text = page(of, scale, table, &findings, &pictures);
        put(&self.output.join(format!("{}.md", of.name)), &text)?;
        Ok(findings)
    }
}

/// The rows of all parts. Parts that are already done are not run again.
fn rows(of: &Experiment, scale: Scale, supplied: &Supplied, kept: &Path) -> Result<Table, Error> {
    let parts = (of.parts)(scale, supplied);
    let bar = progress::over_trials(of.name, u64::try_from(parts.len()).unwrap_or(u64::MAX));
    let mut table = Table::new(of.columns);
    for part in parts {
        let path = kept.join(format!("{}.{}.{}.csv", of.name, scale.name(), part.name()));
        let done = match fs::read_to_string(&path) {
            Ok(text) => Table::read(&text)?,
            Err(_) => {
                let mut done = Table::new(of.columns);
                done.extend(part.run()?);
                put(&path, &done.csv()?)?;
                done
            }
        };
        table.extend(done.into_rows());
        bar.inc(1);
    }
    Ok(table)
}

/// Writes a file as a whole or not at all.
fn put(path: &Path, text: &str) -> Result<(), Error> {
    let mut file = Staged::new(Some(path))?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(|cause| failure::file(path, &cause))?;
    file.finish()
}

/// Prints the findings.
fn judged(entries: &[Entry]) -> Result<(), Error> {
    output::stdout(|to| {
        entries.iter().try_for_each(|(of, findings)| {
            writeln!(to, "{}", of.title)?;
            findings.iter().try_for_each(|finding| {
                let mark = match finding.holds {
                    Some(true) => "holds: ",
                    Some(false) => "DOES NOT HOLD: ",
                    None => "",
                };
                writeln!(to, "  {mark}{}", finding.sentence)
            })
        })
    })?;
    let failed = |findings: &[Finding]| findings.iter().any(|finding| finding.holds == Some(false));
    let names: Vec<&str> =
        entries.iter().filter(|(_, findings)| failed(findings)).map(|(of, _)| of.name).collect();
    if names.is_empty() {
        return Ok(());
    }
    let message = format!("the numbers do not support what is claimed of: {}", names.join(", "));
    Err(Error::new(Code::NotReproduced, message))
}
