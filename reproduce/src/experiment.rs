//! The parts of an experiment.

use std::rc::Rc;

use candor::Error;

use crate::picture::Picture;
use crate::records::Population;
use crate::table::{Table, Value};

/// The scale of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// A few draws of everything: minutes for all experiments.
    Quick,
    /// As many draws as were published, or more: hours for all experiments.
    Full,
}

impl Scale {
    /// Chooses between a value for quick and one for full runs.
    #[must_use]
    pub fn either<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }

    /// `quick` or `full`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.either("quick", "full")
    }
}

/// Records that must be supplied because they are not in this repository.
#[derive(Debug, Clone, Default)]
pub struct Supplied {
    /// UCI Adult ([`Population::adult`]); where it is absent, experiments that use it leave it out and say so.
    pub adult: Option<Rc<Population>>,
}

/// An experiment: its description, its work, and the findings and pictures made from its rows.
pub struct Experiment {
    /// The name for the command line and for files.
    pub name: &'static str,
    /// The heading of its page.
    pub title: &'static str,
    /// The publication, by the keys of docs/references.md.
    pub source: &'static str,
    /// The method, in sentences.
    pub method: &'static str,
    /// Differences from the published text, choices that had to be made, and what is not shown.
    pub remarks: &'static str,
    /// The columns of its table, each with its meaning.
    pub columns: &'static [(&'static str, &'static str)],
    /// The work, divided into parts.
    pub parts: fn(Scale, &Supplied) -> Vec<Part>,
    /// The findings from the rows.
    pub findings: fn(&Table) -> Vec<Finding>,
    /// The pictures of the rows.
    pub pictures: fn(&Table) -> Vec<Picture>,
}

/// A piece of work that does not depend on any other.
pub struct Part {
    name: String,
    work: Box<dyn FnOnce() -> Result<Vec<Vec<Value>>, Error>>,
}

impl Part {
    /// A part with the work that computes its rows; its name must be unique within the experiment and its scale.
    pub fn new(name: String, work: impl FnOnce() -> Result<Vec<Vec<Value>>, Error> + 'static) -> Self {
        Self { name, work: Box::new(work) }
    }

    /// The name of the part.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Computes the rows of the part.
    ///
    /// # Errors
    /// Those of the designs and estimates that it makes.
    pub fn run(self) -> Result<Vec<Vec<Value>>, Error> {
        (self.work)()
    }
}

/// A sentence about the rows, which may be checked against them.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The sentence, with the numbers on which it rests.
    pub sentence: String,
    /// Whether the rows make it true; `None` for a statement that makes no claim.
    pub holds: Option<bool>,
    /// A table of numbers for the experiment's page.
    pub shown: Option<Table>,
}

impl Finding {
    /// A claim, which the rows must make true.
    #[must_use]
    pub fn claimed(sentence: String, holds: bool) -> Self {
        Self { sentence, holds: Some(holds), shown: None }
    }

    /// A statement of a result that makes no claim.
    #[must_use]
    pub fn statement(sentence: String) -> Self {
        Self { sentence, holds: None, shown: None }
    }

    /// Adds a table of numbers to the finding.
    #[must_use]
    pub fn showing(self, rows: Table) -> Self {
        Self { shown: Some(rows), ..self }
    }
}
