//! A request for estimates of tables.

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::plan::Plan;
use serde::Deserialize;

use crate::estimates::{Asked, Estimates, counted_for_check, counted_for_guess, guess, takes_guess};
use crate::groups::Groups;
use crate::tables::{Room, Selection, with_linked, without_linked};

/// Which tables are estimated, and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EstimateRequest {
    /// Tables, each as names joined by commas.
    pub tables: Vec<String>,
    /// Whether all pairs are asked for as well.
    pub pairs: bool,
    /// The reconstruction.
    pub method: String,
    /// Whether estimates are moved to shares that are at least 0 and sum to 1.
    pub project: bool,
    /// Whether tables are made to agree on common margins.
    pub consistent: bool,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// The kind of simultaneous intervals.
    pub simultaneous: Option<String>,
    /// The attributes that form groups.
    pub given: Vec<String>,
    /// The reference group, by its categories.
    pub reference: Vec<String>,
    /// Whether shares are of valid answers.
    pub valid: bool,
    /// Whether covariances are asked for.
    pub covariance: bool,
    /// The step below which a likelihood estimate has converged.
    pub tolerance: f64,
    /// The size of the population.
    pub population: Option<u64>,
    /// Whether reports of a label count at most as often as the plan draws it.
    pub robust: bool,
    /// The seed of simulations.
    pub seed: u64,
    /// Whether best guesses are compared with what is beyond their pairs.
    pub check: bool,
    /// Whether the text for people has every row.
    pub all_rows: bool,
}

impl Default for EstimateRequest {
    fn default() -> Self {
        let Options { reconstruction, confidence, tolerance, seed, .. } = Options::default();
        Self {
            tables: Vec::new(),
            pairs: false,
            method: reconstruction.to_string(),
            project: false,
            consistent: false,
            confidence,
            simultaneous: None,
            given: Vec::new(),
            reference: Vec::new(),
            valid: false,
            covariance: false,
            tolerance,
            population: None,
            robust: false,
            seed,
            check: false,
            all_rows: false,
        }
    }
}

/// The counted tables that were asked for, the first `named` of them by name, and further ones if a guess is to be made of all.
pub struct TablesToEstimate {
    /// The tables.
    pub tables: Vec<Table>,
    /// How many were asked for by name.
    pub named: usize,
    /// Those that only the guess is made of.
    pub further: Option<Vec<Table>>,
}

impl EstimateRequest {
    /// The options, checked.
    ///
    /// # Errors
    /// `invalid-confidence`, `invalid-tolerance`, and those of the texts.
    pub fn asked(&self) -> Result<Asked, Error> {
        let asked = Asked {
            options: Options::default()
                .reconstruction(self.method.parse()?)
                .confidence(self.confidence)
                .simultaneous(self.simultaneous.as_deref().map(str::parse).transpose()?)
                .project(self.project)
                .tolerance(self.tolerance)
                .seed(self.seed)
                .population(self.population)
                .robust(self.robust),
            consistent: self.consistent,
            groups: Groups {
                given: self.given.clone(),
                reference: self.reference.clone(),
                valid: self.valid,
            },
            covariance: self.covariance,
            all_rows: self.all_rows,
            ..Asked::default()
        };
        asked.options.check()?;
        Ok(asked)
    }

    /// The tables that have to be counted, the first of them those to be estimated, and whether there are others for a guess.
    ///
    /// # Errors
    /// Those of [`Selection::new`]; `too-large` where there is no room for a guess.
    pub fn selection(&self, plan: &Plan, asked: &Asked) -> Result<(Selection, bool), Error> {
        let own = self.own(plan, asked)?;
        let for_guess = counted_for_guess(plan, &own, asked, Room::Own)?;
        let is_for_guess = for_guess.is_some();
        Ok((for_guess.unwrap_or(own), is_for_guess))
    }

    /// The tables, counted by `count`, which is also told how many numbers their subsets may take.
    ///
    /// # Errors
    /// Those of [`EstimateRequest::selection`] and of `count`.
    pub fn counted(
        &self,
        plan: &Plan,
        asked: &Asked,
        count: impl FnOnce(&Selection, usize) -> Result<Vec<Table>, Error>,
    ) -> Result<TablesToEstimate, Error> {
        let own = self.own(plan, asked)?;
        let (selection, is_for_guess) = self.selection(plan, asked)?;
        let mut tables = count(&selection, asked.options.reconstruction.subset_numbers())?;
        let rest = tables.split_off(own.attributes().len());
        Ok(TablesToEstimate { tables, named: own.named_count(), further: is_for_guess.then_some(rest) })
    }

    fn own(&self, plan: &Plan, asked: &Asked) -> Result<Selection, Error> {
        let selection = Selection::new(plan.table_schema(), &self.tables, self.pairs, Room::Own)?;
        Ok(if takes_guess(asked) { selection } else { selection.linked() })
    }

    /// Picks the tables from those that were counted; all of them where none is asked for.
    ///
    /// # Errors
    /// `invalid-counts`, naming the table that was not counted; those of [`Selection::new`].
    pub fn among(&self, plan: &Plan, asked: &Asked, counted: Vec<Table>) -> Result<TablesToEstimate, Error> {
        let counted = if takes_guess(asked) { without_linked(counted) } else { with_linked(counted) };
        if self.tables.is_empty() && !self.pairs {
            let further = takes_guess(asked).then(Vec::new);
            return Ok(TablesToEstimate { tables: counted, named: 0, further });
        }
        let selection = Selection::new(plan.table_schema(), &self.tables, self.pairs, Room::Own)?.linked();
        let is_further =
            |table: &&Table| !selection.attributes().iter().any(|asked| asked == table.axes().attributes());
        let further = takes_guess(asked).then(|| counted.iter().filter(is_further).cloned().collect());
        let tables = selection.among(plan.table_schema(), counted)?;
        Ok(TablesToEstimate { tables, named: selection.named_count(), further })
    }

    /// Estimates the tables.
    ///
    /// # Errors
    /// Those of [`Estimates::new`] and [`Estimates::check`].
    pub fn estimated(&self, plan: &Plan, of: TablesToEstimate, asked: &Asked) -> Result<Estimates, Error> {
        let TablesToEstimate { tables, named, further } = of;
        let guess = match further {
            Some(further) => guess(plan, tables.iter().chain(&further), asked)?,
            None => None,
        };
        let checked = self.check.then(|| counted_for_check(&tables, asked)).transpose()?;
        let mut estimates = Estimates::new(plan, tables, named, asked, guess.as_ref())?;
        if let (Some(checked), Some(guess)) = (checked, &guess) {
            estimates.check(plan, checked, guess, asked)?;
        }
        Ok(estimates)
    }
}
