//! Counted reports, and what is computed from them.

use std::collections::HashSet;
use std::sync::Arc;

use candor::Error;
use candor::count::Table;
use candor::estimate::Stop;
use candor::plan::Plan;
use candor_documents::counts::Counts;
use candor_documents::reports::Summary;
use candor_documents::requests::{
    EstimateRequest, ModelRequest, NumbersRequest, SynthesisRequest, TestRequest,
};
use candor_documents::statistics::Statistics;
use candor_documents::tables::Selection;
use candor_documents::{rankings, scores};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::found::{Found, found};

/// Tables of perturbed answers: all that is kept of reports.
#[derive(Clone)]
pub struct Counted {
    plan: Arc<Plan>,
    tables: Arc<Vec<Table>>,
    summary: Summary,
    files: usize,
}

/// Drawn records, by column, and remarks on them.
pub type Drawn = (Vec<(String, Vec<String>)>, Vec<String>);

/// The tables of a selection; others are not copied.
fn among(plan: &Plan, selection: &Selection, counted: &[Table]) -> Result<Vec<Table>, Error> {
    let chosen: HashSet<&[usize]> = selection.attributes().iter().map(Vec::as_slice).collect();
    let copied = counted.iter().filter(|table| chosen.contains(table.asked_attributes())).cloned();
    selection.among(plan.table_schema(), copied.collect())
}

impl Counted {
    /// The tables that were counted from this many files.
    #[must_use]
    pub fn new(plan: Arc<Plan>, tables: Vec<Table>, summary: Summary, files: usize) -> Self {
        Self { plan, tables: Arc::new(tables), summary, files }
    }

    /// The number of reports.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.tables.first().map_or(0, Table::total)
    }

    /// How many reports were read, in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        self.summary.of_files(self.files)
    }

    /// The tables that were asked for, each as names joined by commas.
    #[must_use]
    pub fn tables(&self) -> Vec<String> {
        let plain = self.tables.iter().filter(|table| table.asked() == table.axes().names().len());
        plain.map(|table| table.axes().names().join(",")).collect()
    }

    /// The document of `candor count`.
    ///
    /// # Errors
    /// Those of [`found`].
    pub fn document(&self) -> Result<Found, Error> {
        found(&Counts::new(&self.plan, self.tables.to_vec()))
    }

    /// The document of `candor estimate`, unless `stop` is pulled.
    ///
    /// # Errors
    /// Those of the request; `stopped`.
    pub fn estimate(&self, request: &EstimateRequest, stop: &Stop) -> Result<Found, Error> {
        let mut asked = request.asked()?;
        asked.stop = stop.clone();
        let of =
            request.counted(&self.plan, &asked, |selection, _| among(&self.plan, selection, &self.tables))?;
        found(&request.estimated(&self.plan, of, &asked)?)
    }

    /// The document of `candor test`, for equality with those of another survey.
    ///
    /// # Errors
    /// Those of the request.
    pub fn test(&self, request: &TestRequest, other: Option<&Self>) -> Result<Found, Error> {
        let tables_of = |of: &Self| among(&of.plan, &request.selection(of.plan.table_schema())?, &of.tables);
        let others = other.map(tables_of).transpose()?;
        let other = other.zip(others).map(|(other, tables)| (&*other.plan, tables));
        found(&request.tested(&self.plan, tables_of(self)?, other)?)
    }

    /// The document of `candor model`.
    ///
    /// # Errors
    /// Those of the request.
    pub fn model(&self, request: &ModelRequest) -> Result<Found, Error> {
        let fitting = request.fitting()?;
        let selection = fitting.selection(self.plan.table_schema())?;
        let mut tables = among(&self.plan, &selection, &self.tables)?;
        found(&fitting.fitted(&self.plan, tables.swap_remove(0))?)
    }

    /// The document of `candor numbers`.
    ///
    /// # Errors
    /// Those of the request.
    pub fn numbers(&self, request: &NumbersRequest) -> Result<Found, Error> {
        request.options()?;
        let tables = among(&self.plan, &request.selection(&self.plan)?, &self.tables)?;
        found(&request.measured(&self.plan, tables)?)
    }

    /// The document of `candor scores`.
    ///
    /// # Errors
    /// Those of [`scores::Chosen`].
    pub fn scores(&self, asked: scores::Asked) -> Result<Found, Error> {
        found(&scores::Chosen::new(self.plan.table_schema(), asked)?.estimate(&self.plan, &self.tables)?)
    }

    /// The document of `candor rankings`.
    ///
    /// # Errors
    /// Those of [`rankings::Chosen`].
    pub fn rankings(&self, asked: rankings::Asked) -> Result<Found, Error> {
        found(&rankings::Chosen::new(self.plan.table_schema(), asked)?.estimate(&self.plan, &self.tables)?)
    }

    /// Draws synthetic records.
    ///
    /// # Errors
    /// Those of the request.
    pub fn synthesize(&self, request: &SynthesisRequest) -> Result<Drawn, Error> {
        let of = request.counted(&self.plan, |selection, _| among(&self.plan, selection, &self.tables))?;
        let (synthesis, remarks) = request.synthesis(&self.plan, of, &mut || {})?;
        let (attributes, given) = (self.plan.table_schema().attributes(), self.plan.table_schema().given());
        let mut columns: Vec<(String, Vec<String>)> =
            given.iter().map(|&place| (attributes[place].name().to_owned(), Vec::new())).collect();
        let mut rng = ChaCha20Rng::seed_from_u64(request.seed);
        for _ in 0..request.records.unwrap_or(self.n()) {
            let record = synthesis.draw(&mut rng)?;
            for (&place, (_, column)) in given.iter().zip(&mut columns) {
                column.push(attributes[place].categories()[record[place] as usize].value().to_owned());
            }
        }
        Ok((columns, remarks))
    }
}
