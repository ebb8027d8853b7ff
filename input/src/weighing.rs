//! A request for estimates of a population, from reports that weigh differently.

use std::path::Path;

use candor::count::{Axes, Table};
use candor::estimate::{Options, Stop};
use candor::inference::Weighted;
use candor::plan::Plan;
use candor::{Attribute, Code, Error};
use candor_documents::groups::Groups;
use candor_documents::margins::Margins;
use candor_documents::reports::Summary;
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, Selection, names};
use candor_documents::weighted::{WeightedTables, is_best_guess};
use serde::Deserialize;

use crate::watch::Watch;
use crate::weighed::{Clear, Wanted, read};

/// The number of replicate groups for standard errors where answers are missing at random, if none is given.
const PARTS: u16 = 50;

/// Which tables are estimated, and which columns in clear weight reports or say how people were sampled.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeighRequest {
    /// Tables, each as names joined by commas.
    pub tables: Vec<String>,
    /// Whether all pairs are asked for as well.
    pub pairs: bool,
    /// `inverse`, or `loglinear` for the best guess of all tables together.
    pub method: String,
    /// The column with the weight of a report.
    pub weight: Option<String>,
    /// The column with the sampling stratum.
    pub stratum: Option<String>,
    /// The column with the cluster.
    pub cluster: Option<String>,
    /// The columns within whose groups answers are missing at random.
    pub missing_at_random: Vec<String>,
    /// Columns that are ignored.
    pub ignore: Vec<String>,
    /// The number of replicate groups.
    pub replicates: Option<u16>,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// The attributes that form groups.
    pub given: Vec<String>,
    /// The reference group, by its categories.
    pub reference: Vec<String>,
    /// Whether shares are of valid answers.
    pub valid: bool,
}

impl Default for WeighRequest {
    fn default() -> Self {
        Self {
            tables: Vec::new(),
            pairs: false,
            method: Options::default().reconstruction.to_string(),
            weight: None,
            stratum: None,
            cluster: None,
            missing_at_random: Vec::new(),
            ignore: Vec::new(),
            replicates: None,
            confidence: Options::default().confidence,
            given: Vec::new(),
            reference: Vec::new(),
            valid: false,
        }
    }
}

/// Columns in clear which weigh reports or say how people were sampled, as options of a command.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct SampleColumns {
    /// The column with the weight of a report: how many people it stands for, or a relative weight.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN"))]
    pub weight: Option<String>,
    /// The column with the sampling stratum.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN"))]
    pub stratum: Option<String>,
    /// The column with the cluster, whose people were sampled together.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN"))]
    pub cluster: Option<String>,
    /// Columns to leave out.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN", num_args = 1..))]
    pub ignore: Vec<String>,
}

impl SampleColumns {
    /// Reads the reports, and estimates statistics such as scores from them, weighted to these margins.
    ///
    /// # Errors
    /// Those of [`WeighRequest::estimated`] and of [`Statistics::weighted`].
    pub fn statistics<Of: Statistics>(
        &self,
        plan: &Plan,
        of: &Of,
        margins: Margins,
        paths: &[impl AsRef<Path>],
        watch: &dyn Watch,
    ) -> Result<(Of::Found, Summary), Error> {
        let raking = margins.raking()?;
        let selection = of.weighted_selection(plan.table_schema(), Room::Own)?;
        let wanted = Wanted { selection: &selection, further: None };
        let (classes, summary) = read(plan, paths, wanted, &self.clear(margins), watch)?;
        let classes_of = |wanted: &[usize]| {
            let mut tables = selection.attributes().iter().zip(&classes);
            let found = tables.find(|(table, _)| *table == wanted);
            Ok(found.map(|(_, classes)| classes.clone()).unwrap_or_default())
        };
        Ok((of.weighted(plan, &raking, &classes_of)?, summary))
    }

    /// What is read of reports.
    fn clear(&self, margins: Margins) -> Clear {
        let Self { weight, stratum, cluster, ignore } = self.clone();
        Clear { margins, weight, stratum, cluster, groups: Vec::new(), ignore, replicates: 1 }
    }
}

/// Weighted estimates, with what people should know of them.
pub struct WeightedFound {
    /// The tables.
    pub tables: WeightedTables,
    /// The numbers of reports that were read.
    pub summary: Summary,
    /// How missing answers were filled in, or that there were none to fill in.
    pub remark: Option<String>,
}

impl WeighRequest {
    /// Reads the reports and estimates the tables.
    ///
    /// # Errors
    /// `empty-sample`, `invalid-weights`, `invalid-groups`, `undefined-statistic`, `unidentifiable-table`, `invalid-confidence`, `invalid-csv`, `unknown-column`, `unknown-category`, `invalid-report`, `id-conflict`, with file and row; those of `watch`; `io`.
    pub fn estimated(
        &self,
        plan: &Plan,
        margins: Margins,
        paths: &[impl AsRef<Path>],
        watch: &dyn Watch,
    ) -> Result<WeightedFound, Error> {
        let options = Options::default().confidence(self.confidence);
        options.check()?;
        let raking = margins.raking()?;
        let clear = self.clear(margins);
        let selection = Selection::new(plan.table_schema(), &self.tables, self.pairs, Room::Own)?.linked();
        let modelled = self.is_guess()?.then(|| selection.modelled(plan, Room::Own)).transpose()?;
        let wanted = Wanted { selection: &selection, further: modelled.as_ref() };
        let (of_tables, summary) = read(plan, paths, wanted, &clear, watch)?;
        let (of_tables, of_modelled) = of_tables.split_at(selection.attributes().len());
        let guess = |_| Weighted::best_guess(plan, of_modelled, &raking, &Stop::default());
        let guess = modelled.map(guess).transpose()?;
        let mut tables = WeightedTables::new(self.confidence, self.groups()?);
        let mut are_filled_in = false;
        for (classes, attributes) in of_tables.iter().zip(selection.attributes()) {
            let empty = Table::new(plan, attributes)?;
            let holds_no_answer = self.no_answers(plan, empty.axes());
            if !holds_no_answer.contains(&true) {
                tables.estimate(plan, empty.axes(), (classes, &raking), guess.as_ref())?;
                continue;
            }
            are_filled_in = true;
            let named = names(plan.table_schema(), attributes).join(",");
            let weighted = Weighted::answered(plan, classes, &raking, &holds_no_answer, &options);
            let weighted = weighted.map_err(|error| error.at(format_args!("table {named:?}")))?;
            tables.push(empty.axes(), weighted, |place| !holds_no_answer[place]);
        }
        Ok(WeightedFound { tables, summary, remark: self.remark(are_filled_in) })
    }

    /// Reads the reports, and estimates statistics such as scores from them.
    ///
    /// # Errors
    /// Those of [`SampleColumns::statistics`]; `invalid-weights` where answers are missing at random, as statistics are not filled in.
    pub fn statistics<Of: Statistics>(
        &self,
        plan: &Plan,
        of: &Of,
        margins: Margins,
        paths: &[impl AsRef<Path>],
        watch: &dyn Watch,
    ) -> Result<Of::Found, Error> {
        if !self.missing_at_random.is_empty() {
            let message = "scores and rankings are not estimated where answers are missing at random; leave one of the two out";
            return Err(Error::new(Code::InvalidWeights, message));
        }
        Ok(self.columns().statistics(plan, of, margins, paths, watch)?.0)
    }

    fn columns(&self) -> SampleColumns {
        SampleColumns {
            weight: self.weight.clone(),
            stratum: self.stratum.clone(),
            cluster: self.cluster.clone(),
            ignore: self.ignore.clone(),
        }
    }

    /// Whether tables are best guesses; refused where answers are missing at random, as a guess is not filled in.
    fn is_guess(&self) -> Result<bool, Error> {
        let is_guess = is_best_guess(&self.method)?;
        if is_guess && !self.missing_at_random.is_empty() {
            let message =
                "the best guess is not made where answers are missing at random; leave one of the two out";
            return Err(Error::new(Code::InvalidWeights, message));
        }
        Ok(is_guess)
    }

    /// The groups; refused where answers are missing at random, as shares within groups are not filled in.
    fn groups(&self) -> Result<Groups, Error> {
        let groups =
            Groups { given: self.given.clone(), reference: self.reference.clone(), valid: self.valid };
        if !groups.are_none() && !self.missing_at_random.is_empty() {
            let message = "shares within groups, or of valid answers, are not estimated where answers are missing at random; leave one of the two out";
            return Err(Error::new(Code::InvalidGroups, message));
        }
        Ok(groups)
    }

    fn clear(&self, margins: Margins) -> Clear {
        let usual = if self.missing_at_random.is_empty() { 1 } else { PARTS };
        Clear {
            groups: self.missing_at_random.clone(),
            replicates: self.replicates.unwrap_or(usual).into(),
            ..self.columns().clear(margins)
        }
    }

    fn remark(&self, are_filled_in: bool) -> Option<String> {
        let columns = self.missing_at_random.join(",");
        match are_filled_in {
            true => Some(format!(
                "people who gave no answer are taken to be like those who did and have the same {columns}: missing at random"
            )),
            false if columns.is_empty() => None,
            false => {
                Some("warning: no question of these tables is optional, so no answer is missing".to_owned())
            }
        }
    }

    /// Which cells lack an answer of somebody who was asked, if missing answers are to be filled in.
    fn no_answers(&self, plan: &Plan, axes: &Axes) -> Vec<bool> {
        let cells = axes.sizes().iter().map(|&size| size as usize).product();
        if self.missing_at_random.is_empty() {
            return vec![false; cells];
        }
        let asked =
            || axes.attributes().iter().map(|&attribute| &plan.table_schema().attributes()[attribute]);
        let is_none = |(attribute, value): (&Attribute, &str)| {
            let category =
                (0_u32..).zip(attribute.categories()).find(|(_, category)| category.value() == value);
            category.is_some_and(|(at, _)| !attribute.is_answer(at) && attribute.not_asked() != Some(at))
        };
        (0..cells).map(|cell| asked().zip(axes.categories_of(cell)).any(is_none)).collect()
    }
}
