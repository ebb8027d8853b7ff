//! A request for synthetic records.

use candor::count::Table;
use candor::estimate::{Estimate, Options, estimate};
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::synthesize::Synthesis;
use candor::{Code, Error};
use serde::Deserialize;

use crate::estimates::{Asked, counted_for_guess, for_table, guess, takes_guess};
use crate::tables::{self, Room, Selection, with_linked, without_linked};

/// Which records are drawn, from which tables.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SynthesisRequest {
    /// The tables whose dependence records show, each as names joined by commas; all pairs if none is named.
    pub tables: Vec<String>,
    /// Whether a tree of pairs is used even if all can be joined.
    pub tree: bool,
    /// The number of records; that of the reports if none is given.
    pub records: Option<u64>,
    /// The reconstruction of the tables.
    pub method: String,
    /// The seed of the records.
    pub seed: u64,
}

impl Default for SynthesisRequest {
    fn default() -> Self {
        let (tables, method, seed) = (Vec::new(), "auto".to_owned(), Options::default().seed);
        Self { tables, tree: false, records: None, method, seed }
    }
}

/// The counted tables, and the guess that is made of them.
pub struct TablesToSynthesize {
    /// The tables.
    pub tables: Vec<Table>,
    /// The guess.
    pub guess: Option<BestGuess>,
}

/// Tables count as consistent if the records' distribution meets their shares to within this.
const AGREEING: f64 = 1e-6;

impl SynthesisRequest {
    fn options(&self) -> Result<Options, Error> {
        Ok(Options::default().reconstruction(self.method.parse()?).project(true))
    }

    fn asked(&self) -> Result<Asked, Error> {
        Ok(Asked { options: self.options()?, ..Asked::default() })
    }

    fn own(&self, plan: &Plan) -> Result<Selection, Error> {
        let selection = Selection::new(plan.table_schema(), &self.tables, self.tables.is_empty(), Room::Own)?;
        Ok(if takes_guess(&self.asked()?) { selection } else { selection.linked() })
    }

    /// The tables that have to be counted, the first of them those that records are drawn from, and whether there are others for a guess.
    ///
    /// # Errors
    /// Those of [`Selection::new`]; `too-large` where there is no room for a guess.
    pub fn selection(&self, plan: &Plan) -> Result<(Selection, bool), Error> {
        let for_guess = counted_for_guess(plan, &self.own(plan)?, &self.asked()?, Room::Own)?;
        let is_for_guess = for_guess.is_some();
        Ok((for_guess.map_or_else(|| self.own(plan), Ok)?, is_for_guess))
    }

    /// The tables, counted by `count`, which is also told how many numbers their subsets may take.
    ///
    /// # Errors
    /// Those of [`SynthesisRequest::selection`], of `count` and of [`guess`].
    pub fn counted(
        &self,
        plan: &Plan,
        count: impl FnOnce(&Selection, usize) -> Result<Vec<Table>, Error>,
    ) -> Result<TablesToSynthesize, Error> {
        let (selection, is_for_guess) = self.selection(plan)?;
        let asked = self.asked()?;
        let mut tables = count(&selection, asked.options.reconstruction.subset_numbers())?;
        let guess = if is_for_guess { guess(plan, &tables, &asked)? } else { None };
        tables.truncate(self.own(plan)?.attributes().len());
        Ok(TablesToSynthesize { tables, guess })
    }

    /// Picks the tables from those that were counted; all of them where none is named.
    ///
    /// # Errors
    /// `invalid-counts`, naming the table that was not counted; those of [`guess`].
    pub fn among(&self, plan: &Plan, counted: Vec<Table>) -> Result<TablesToSynthesize, Error> {
        let asked = self.asked()?;
        let tables = if takes_guess(&asked) { without_linked(counted) } else { with_linked(counted) };
        let guess = guess(plan, &tables, &asked)?;
        if self.tables.is_empty() {
            return Ok(TablesToSynthesize { tables, guess });
        }
        let tables = self.own(plan)?.among(plan.table_schema(), tables)?;
        Ok(TablesToSynthesize { tables, guess })
    }

    /// The distribution that records are drawn from, and remarks for people. `each` is called after every table that was estimated.
    ///
    /// # Errors
    /// Those of [`estimate`] and [`Synthesis`]. Unless tables were named, those that the law hides are left out with a remark.
    pub fn synthesis(
        &self,
        plan: &Plan,
        of: TablesToSynthesize,
        each: &mut dyn FnMut(),
    ) -> Result<(Synthesis, Vec<String>), Error> {
        let mut remarks = Vec::new();
        let estimates = self.estimates(plan, of, &mut remarks, each)?;
        let quick = !self.tables.is_empty() || Synthesis::is_quick(&estimates);
        if self.tree || !quick {
            if !self.tree {
                remarks.push(
                    "note: all pairs together have too many cells; records are drawn from a tree of pairs"
                        .to_owned(),
                );
            }
            return Ok((Synthesis::tree(plan.table_schema(), &estimates)?, remarks));
        }
        let synthesis = Synthesis::new(plan.table_schema(), &estimates)?;
        if synthesis.misfit() > AGREEING {
            let near = synthesis.misfit();
            remarks.push(format!(
                "note: no distribution has all these tables together; the records are drawn from shares within {near:.1e} of theirs"
            ));
        }
        Ok((synthesis, remarks))
    }

    fn estimates(
        &self,
        plan: &Plan,
        TablesToSynthesize { tables, guess }: TablesToSynthesize,
        remarks: &mut Vec<String>,
        each: &mut dyn FnMut(),
    ) -> Result<Vec<Estimate>, Error> {
        let options = self.options()?;
        let (mut estimates, mut hidden) = (Vec::new(), Vec::new());
        for table in tables {
            let name = tables::name(plan.table_schema(), table.asked_attributes());
            let (options, guess) = for_table(guess.as_ref(), &options, table.asked());
            match estimate(plan, table, &options) {
                Ok(estimated) => {
                    estimates.push(guess.and_then(|guess| guess.estimate(&estimated)).unwrap_or(estimated));
                }
                Err(error) if error.code() == Code::UnidentifiableTable && self.tables.is_empty() => {
                    hidden.push(name);
                }
                Err(error) => return Err(error),
            }
            each();
        }
        if !hidden.is_empty() {
            remarks.push(format!(
                "warning: the law erases {}; records are drawn without these tables",
                hidden.join(" ")
            ));
        }
        Ok(estimates)
    }
}
