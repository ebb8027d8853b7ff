//! What an experiment consists of.

use std::rc::Rc;

use candor::Error;

use crate::picture::Picture;
use crate::records::Population;
use crate::table::{Table, Value};

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// A few draws of everything: minutes for all experiments.
    Quick,
    /// As many as were published, or more: hours for all experiments.
    Full,
}

impl Scale {
    /// One of two numbers.
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

/// Records that are not in this repository.
#[derive(Debug, Clone, Default)]
pub struct Supplied {
    /// UCI Adult ([`Population::adult`]); experiments that use it leave it out where it is absent, and say so.
    pub adult: Option<Rc<Population>>,
}

/// What is measured, and what came of it.
pub struct Experiment {
    /// For the command line and the names of files.
    pub name: &'static str,
    /// The heading of its page.
    pub title: &'static str,
    /// Where it was published, by the keys of docs/references.md.
    pub source: &'static str,
    /// What is run, in sentences.
    pub method: &'static str,
    /// What the published text has differently, what had to be chosen, and what is not shown.
    pub remarks: &'static str,
    /// The columns of its table, each with its meaning.
    pub columns: &'static [(&'static str, &'static str)],
    /// The work.
    pub parts: fn(Scale, &Supplied) -> Vec<Part>,
    /// What the rows say.
    pub findings: fn(&Table) -> Vec<Finding>,
    /// What is drawn of them.
    pub pictures: fn(&Table) -> Vec<Picture>,
}

/// A piece of work that needs no other.
pub struct Part {
    name: String,
    work: Box<dyn FnOnce() -> Result<Vec<Vec<Value>>, Error>>,
}

impl Part {
    /// A part of this name, unique within the experiment and its scale, and the work that gives its rows.
    pub fn new(name: String, work: impl FnOnce() -> Result<Vec<Vec<Value>>, Error> + 'static) -> Self {
        Self { name, work: Box::new(work) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its rows.
    ///
    /// # Errors
    /// Those of the designs and estimates that it makes.
    pub fn run(self) -> Result<Vec<Vec<Value>>, Error> {
        (self.work)()
    }
}

/// A sentence about the rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// With the numbers on which it rests.
    pub sentence: String,
    /// Whether the rows make it true. `None` where it is told without being claimed.
    pub holds: Option<bool>,
    /// The numbers in rows, for the experiment's page.
    pub shown: Option<Table>,
}

impl Finding {
    /// What the rows must make true.
    #[must_use]
    pub fn claimed(sentence: String, holds: bool) -> Self {
        Self { sentence, holds: Some(holds), shown: None }
    }

    /// What is told as it came out.
    #[must_use]
    pub fn statement(sentence: String) -> Self {
        Self { sentence, holds: None, shown: None }
    }

    /// The same with numbers in rows.
    #[must_use]
    pub fn showing(self, rows: Table) -> Self {
        Self { shown: Some(rows), ..self }
    }
}
