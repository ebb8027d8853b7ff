//! A survey whose questions, tables and request are in order.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::document::{AttributeDocument, SurveyDocument};
use super::goal::{Goal, caps, goal};
use crate::design::analysis;
use crate::design::levels::Levels;
use crate::design::method::Method;
use crate::design::options::Options;
use crate::design::result::Design;
use crate::error::{Code, Error};
use crate::law::{Law, MAX_CONDITION};
use crate::schema::{Attribute, Schema};

/// A checked survey.
#[derive(Debug, Clone)]
pub struct Survey {
    name: String,
    title: Option<String>,
    schema: Schema,
    goal: Goal,
    /// The largest attribute ε of every attribute, infinite where none was given.
    caps: Vec<f64>,
    method: Option<Method>,
    tables: Vec<Vec<usize>>,
    respondents: Option<u64>,
    wave_of: Option<String>,
}

impl Survey {
    /// Checks a document.
    ///
    /// # Errors
    /// Those of [`Schema::new`]; `invalid-survey`; `levels-conflict` where levels are given both per
    /// attribute and for the record, for neither, or for some attributes, or weights without a record ε;
    /// `invalid-epsilon`, `invalid-weight`, `unknown-method`; `infeasible-request` where a column ε is asked for
    /// above its attribute ε; those of [`Schema::table_sizes`] for its tables.
    pub fn new(document: &SurveyDocument) -> Result<Self, Error> {
        if document.survey.is_empty() {
            return Err(Error::new(Code::InvalidSurvey, "\"survey\", the survey's name, must not be empty"));
        }
        if document.respondents == Some(0) {
            return Err(Error::new(Code::InvalidSurvey, "\"respondents\" is 0; at least 1 must be expected"));
        }
        if document.wave_of.as_deref() == Some("") {
            return Err(Error::new(Code::InvalidSurvey, "\"wave_of\", the family's name, must not be empty"));
        }
        let attributes: Result<Vec<Attribute>, Error> =
            document.attributes.iter().map(AttributeDocument::attribute).collect();
        let schema = Schema::new(attributes?)?;
        Ok(Self {
            name: document.survey.clone(),
            title: document.title.clone(),
            goal: goal(document)?,
            caps: caps(document)?,
            method: document.privacy.method.as_deref().map(str::parse).transpose()?,
            tables: document
                .tables
                .iter()
                .map(|names| table(&schema, names))
                .collect::<Result<_, Error>>()?,
            respondents: document.respondents,
            wave_of: document.wave_of.clone(),
            schema,
        })
    }

    /// Reads and checks a survey document.
    ///
    /// # Errors
    /// `invalid-survey` where it is not such a document; those of [`Survey::new`].
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = serde_json::from_str(text)
            .map_err(|error| Error::new(Code::InvalidSurvey, format!("not a survey document: {error}")))?;
        Self::new(&document)
    }

    /// The survey's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The family of surveys that it is a wave of.
    #[must_use]
    pub fn wave_of(&self) -> Option<&str> {
        self.wave_of.as_deref()
    }

    /// Its questions.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How many respondents the author expects.
    #[must_use]
    pub fn respondents(&self) -> Option<u64> {
        self.respondents
    }

    /// Designs the law. A record ε without weights is spent on the tables to be read (method analysis),
    /// by default every question and every pair, where their orbits can be enumerated.
    ///
    /// # Errors
    /// Those of [`Design::with_levels`], [`Design::with_record_budget`] and [`Design::for_tables`];
    /// `unidentifiable-table` where the law erases a table that the survey declares.
    pub fn design(&self, options: Options) -> Result<Design, Error> {
        let options = Options { method: options.method.or(self.method), ..options };
        let design = match &self.goal {
            Goal::Levels(epsilons) => {
                let levels = Levels::new(self.schema.sizes(), epsilons.clone())?;
                Design::with_levels(&levels.capped(self.caps.clone())?, options)?
            }
            Goal::Budget { record_epsilon, weights } => {
                self.design_for_budget(*record_epsilon, weights.as_deref(), options)?
            }
        };
        self.tables.iter().try_for_each(|table| self.check_readable(design.law(), table))?;
        Ok(design)
    }

    fn design_for_budget(
        &self,
        record_epsilon: f64,
        weights: Option<&[f64]>,
        options: Options,
    ) -> Result<Design, Error> {
        let sizes = self.schema.sizes();
        let method = options.method.unwrap_or(Method::Auto);
        if weights.is_none() && matches!(method, Method::Auto | Method::Analysis) {
            let tables = self.tables_to_read();
            let found = Design::for_tables_capped(&sizes, &tables, record_epsilon, &self.caps);
            let found = found.and_then(|design| design.within(options));
            // Out of reach, above a cap, or too large.
            let passed_over = [Code::TooManyOrbits, Code::InfeasibleRequest, Code::PlanTooLarge];
            if method == Method::Analysis || !found.as_ref().is_err_and(|e| passed_over.contains(&e.code())) {
                return found;
            }
        }
        let weights = weights.map_or_else(|| vec![1.0; sizes.len()], <[f64]>::to_vec);
        Design::with_capped_budget(&sizes, &weights, record_epsilon, &self.caps, options)
    }

    /// The declared tables, none where all questions and pairs are meant.
    #[must_use]
    pub fn declared_tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// The declared tables, or every question and every pair.
    #[must_use]
    pub fn tables_to_read(&self) -> Vec<Vec<usize>> {
        match self.tables.is_empty() {
            true => analysis::default_tables(self.schema.len()),
            false => self.tables.clone(),
        }
    }

    fn check_readable(&self, law: &Law, table: &[usize]) -> Result<(), Error> {
        let condition = law.condition(table);
        if condition <= MAX_CONDITION {
            return Ok(());
        }
        let names: Vec<&str> = table.iter().map(|&i| self.schema.attributes()[i].name()).collect();
        let message = format!(
            "this design erases the table {}: its condition is {condition:.3e}, above {MAX_CONDITION:e}; \
             use independent, or a larger ε",
            names.join(" × ")
        );
        Err(Error::new(Code::UnidentifiableTable, message))
    }
}

fn table(schema: &Schema, names: &[String]) -> Result<Vec<usize>, Error> {
    if names.is_empty() {
        return Err(Error::new(Code::InvalidSurvey, "a table in \"tables\" names no attribute"));
    }
    let positions: Vec<usize> =
        names.iter().map(|name| schema.position(name)).collect::<Result<_, Error>>()?;
    schema.table_sizes(&positions)?;
    Ok(positions)
}
