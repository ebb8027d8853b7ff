//! Writes a page for every experiment, and an index page.

use crate::experiment::{Experiment, Finding, Scale};
use crate::picture::Picture;
use crate::table::Table;

/// The page of an experiment, in Markdown.
#[must_use]
pub fn page(
    of: &Experiment,
    scale: Scale,
    table: &Table,
    findings: &[Finding],
    pictures: &[Picture],
) -> String {
    let Experiment { name, title, source, method, remarks, columns, .. } = of;
    let pictures: String = pictures
        .iter()
        .map(|picture| format!("\n![{}]({}.svg)\n", picture.description, picture.name))
        .collect();
    let columns: String =
        columns.iter().map(|(column, meaning)| format!("| `{column}` | {meaning} |\n")).collect();
    format!(
        "# {title}\n\n\
         Published: {source}. Command: `candor reproduce {name} --{}`. Numbers: [{name}.csv]({name}.csv), {} rows.\n\n\
         ## What is run\n\n{method}\n\n\
         ## What came out\n\n{}{pictures}\n\
         ## What to know when comparing\n\n{remarks}\n\n\
         ## The columns\n\n| column | meaning |\n|---|---|\n{columns}",
        scale.name(),
        table.rows().len(),
        list(findings, true),
    )
}

/// The index page of all experiments, with their findings.
#[must_use]
pub fn index(entries: &[(&Experiment, Vec<Finding>)]) -> String {
    let entry = |(of, findings): &(&Experiment, Vec<Finding>)| {
        format!("## [{}]({}.md)\n\n{}\n\n{}\n", of.title, of.name, of.source, list(findings, false))
    };
    let published = |(of, _): &(&Experiment, Vec<Finding>)| {
        format!(
            "| {} | [{}]({}.md) | `candor reproduce {} --full` |\n",
            of.source, of.title, of.name, of.name
        )
    };
    format!(
        "# Published experiments, run again\n\n{INTRODUCTION}\n\n## What is where\n\n| published | here | command |\n|---|---|---|\n{}\n{}",
        entries.iter().map(published).collect::<String>(),
        entries.iter().map(entry).collect::<String>()
    )
}

/// The introduction to all experiments.
const INTRODUCTION: &str = "\
Every figure and table below was made by `candor reproduce`, which writes the numbers, the pictures and these pages. A sentence marked *holds* or \
*does not hold* is checked against the numbers whenever they are made; the others say what came out. Keys in brackets are those of \
[references.md](../references.md), which also says where the printed sources are wrong; where that matters for a figure, its page says so.\n\n\
**Records.** Nursery is made by the command (all combinations of its eight inputs; its class, the ninth column, is left out), and so are simulated \
people. UCI Adult is read from a file (`--adult`, CSV with a header line); without it experiments run on the other records and say so. US Census, \
German Credit and the published genomes' sources are not run.\n\n\
**ε.** Methods are compared at the same record ε, that of the whole report. Where a published text does not say whether its ε is of each question or \
of the record, both readings are run.\n\n\
**What these numbers do not show.** Errors are measured against the people who were asked, so they come only from the noise that protects answers, not \
from drawing people from a population. Every experiment has fixed seeds, so that it gives the same numbers again; where runs are repeated, standard \
errors show how much another seed would change them. Peers are our own reading of the published texts; their authors' programs were not run.";

/// The findings as a list, with or without the tables that they show.
fn list(findings: &[Finding], whole: bool) -> String {
    let line = |finding: &Finding| {
        let mark = match finding.holds {
            Some(true) => "*Holds:* ",
            Some(false) => "**Does not hold:** ",
            None => "",
        };
        let shown = finding.shown.as_ref().filter(|_| whole).map(Table::markdown);
        let below = shown.map_or_else(String::new, |rows| format!("\n{rows}\n"));
        format!("- {mark}{}\n{below}", finding.sentence)
    };
    findings.iter().map(line).collect()
}
