//! A survey whose questions, tables and privacy request were checked.

#[cfg(feature = "json-plans")]
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::comparison::ComparisonRequest;
use super::document::SurveyDocument;
use super::goal::{Asked, caps, goal};
use super::respondents::{Ask, Invitations};
use super::tables;
use crate::design::analysis;
use crate::design::estimands::{Estimands, MeanScore};
use crate::design::labelled::BestGuessGoal;
use crate::design::method::Method;
use crate::design::reads::Reads;
use crate::design::request::Request;
use crate::design::rounded_scores::ReportedScores;
use crate::error::{Code, Error};
use crate::exact::to_f64;
use crate::law::Law;
use crate::schema::{
    Attribute, Compound, LocalizedText, Period, PlainColumn, Schema, Score, Section, Texts, check_text,
};

/// A checked survey.
///
/// ```
/// use candor::design::Survey;
/// let survey = Survey::from_json(r#"{"survey": "health", "attributes": [{"name": "smoker", "categories": ["no", "yes"]},
///     {"name": "drinker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// assert!(survey.declared_tables().is_empty() && survey.period().closes().is_none());
/// assert_eq!(survey.tables_to_read(), [vec![0], vec![1], vec![0, 1]]);
/// assert!(survey.request().design()?.law().record_epsilon() <= 1.0);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Survey {
    name: String,
    title: Option<LocalizedText>,
    schema: Schema,
    goal: Asked,
    /// The cap on the attribute ε of every attribute, if given.
    caps: Vec<Option<f64>>,
    method: Option<Method>,
    tables: Vec<Vec<usize>>,
    /// The mean scores to be read, each with the position of its score.
    means: Vec<(usize, MeanScore)>,
    other_tables: Option<f64>,
    respondents: Option<u64>,
    reads: Reads,
    wave_of: Option<String>,
    ask: Ask,
    opens: Option<String>,
    closes: Option<String>,
    invitations: Option<Invitations>,
    plain: Vec<PlainColumn>,
    revises: Vec<String>,
    sections: Vec<Section>,
    texts: Texts,
    comparisons: Vec<ComparisonRequest>,
}

impl Survey {
    /// Checks a document.
    ///
    /// # Errors
    /// The errors of [`Schema::new`], [`Schema::with_plain`] and [`Period::new`]; `invalid-survey`; `levels-conflict` where levels are given
    /// both per attribute and for the record, or neither, or only for some attributes, or weights without a record ε;
    /// `invalid-epsilon`, `invalid-weight`, `unknown-method`; the errors of [`Survey::reading`]; `infeasible-request` where an attribute's column ε is
    /// above its attribute ε; the errors of [`Schema::table_sizes`] for its tables, and of [`ComparisonRequest::expected`].
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
        check_text(&document.survey)?;
        document.wave_of.iter().try_for_each(|family| check_text(family))?;
        Period::new(document.opens.as_deref(), document.closes.as_deref())?;
        let (mut attributes, mut compounds): (Vec<Attribute>, Vec<Compound>) = (Vec::new(), Vec::new());
        // The question of every attribute.
        let mut questions = Vec::new();
        for question in &document.attributes {
            question.add_to(&mut attributes, &mut compounds, document.partial)?;
            questions.resize(attributes.len(), question);
        }
        let schema = Schema::new(attributes)?.with_compounds(compounds)?;
        let scores = document.scores.iter().map(|score| score.resolved(&schema)).collect::<Result<_, _>>()?;
        let schema = schema.with_scores(scores)?;
        let sections: Vec<Section> =
            document.sections.iter().map(|section| section.resolved(&schema)).collect::<Result<_, _>>()?;
        let tabled = schema.with_plain(&document.plain)?;
        tabled.check_texts(document.title.as_ref(), &document.texts, &sections)?;
        schema.check_sections(&sections)?;
        check_comparisons(&document.comparisons, &tabled)?;
        let (tables, means) = tables::named(&document.tables, &schema)?;
        let reads = document.privacy.reads.as_deref().map(str::parse).transpose()?;
        let survey = Self {
            name: document.survey.clone(),
            title: document.title.clone(),
            goal: goal(&document.privacy, &questions, schema.sizes())?,
            caps: caps(&document.privacy, &questions)?,
            method: document.privacy.method.as_deref().map(str::parse).transpose()?,
            tables,
            means,
            other_tables: document.other_tables,
            respondents: document.respondents,
            reads: Reads::default(),
            wave_of: document.wave_of.clone(),
            ask: document.ask,
            opens: document.opens.clone(),
            closes: document.closes.clone(),
            invitations: document.invitations,
            plain: document.plain.clone(),
            revises: document.revises.clone(),
            sections,
            texts: document.texts.clone(),
            comparisons: document.comparisons.clone(),
            schema,
        };
        survey.reading(reads.unwrap_or_default())
    }

    /// Reads and checks a survey document.
    ///
    /// # Errors
    /// `invalid-survey` where the text is not a survey document; the errors of [`Survey::new`].
    #[cfg(feature = "json-plans")]
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = serde_json::from_str(text)
            .map_err(|error| Error::new(Code::InvalidSurvey, format!("not a survey document: {error}")))?;
        Self::new(&document)
    }

    /// Returns the survey as a correction of the plans with these fingerprints, the latest first, replacing any that it listed.
    ///
    /// ```
    /// use candor::{Plan, Survey};
    ///
    /// let survey = |question: &str| {
    ///     let text = r#"{"survey": "health", "attributes": [{"name": "smoker", "question": "?", "categories": ["no", "yes"]}],
    ///         "privacy": {"record_epsilon": 1}}"#;
    ///     Survey::from_json(&text.replace('?', question))
    /// };
    /// let designed = |survey: &Survey| Plan::new(survey, &survey.request().design()?);
    /// let first = designed(&survey("Do you smok?")?)?;
    /// let corrected = survey("Do you smoke?")?.revising(vec![first.fingerprint().to_string()]);
    /// assert_eq!(corrected.revises().len(), 1);
    /// assert_eq!(designed(&corrected)?.stands_for(&first), Ok(()));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn revising(self, fingerprints: Vec<String>) -> Self {
        Self { revises: fingerprints, ..self }
    }

    /// The fingerprints of the plans that the survey corrects.
    #[must_use]
    pub fn revises(&self) -> &[String] {
        &self.revises
    }

    /// The survey's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The survey's title.
    #[must_use]
    pub fn title(&self) -> Option<&LocalizedText> {
        self.title.as_ref()
    }

    /// The family of surveys that this is a wave of.
    #[must_use]
    pub fn wave_of(&self) -> Option<&str> {
        self.wave_of.as_deref()
    }

    /// Whether a device is asked every question, or only those of the form that it draws first.
    #[must_use]
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// The period in which reports are accepted.
    #[must_use]
    pub fn period(&self) -> Period<'_> {
        Period::checked(self.opens.as_deref(), self.closes.as_deref())
    }

    /// Whether only the invited may answer, and how they are invited.
    #[must_use]
    pub fn invitations(&self) -> Option<Invitations> {
        self.invitations
    }

    /// The columns that reports carry unperturbed.
    #[must_use]
    pub fn plain(&self) -> &[PlainColumn] {
        &self.plain
    }

    /// The headings of questions.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// What people read before and after the questions.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The differences that the survey is to find.
    #[must_use]
    pub fn comparisons(&self) -> &[ComparisonRequest] {
        &self.comparisons
    }

    /// The questions.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How many respondents the author expects.
    #[must_use]
    pub fn respondents(&self) -> Option<u64> {
        self.respondents
    }

    /// What the tables are read as.
    #[must_use]
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// Returns the survey with its tables read so.
    ///
    /// ```
    /// use candor::design::{Reads, Survey};
    ///
    /// let survey = |respondents: &str| Survey::from_json(&format!(r#"{{"survey": "health"{respondents}, "attributes": [
    ///     {{"name": "smoker", "categories": ["no", "yes"]}}], "privacy": {{"record_epsilon": 1}}}}"#));
    /// let reads = Reads::BestGuess { error_ratio: 2.0 };
    /// assert_eq!(survey(r#", "respondents": 3000"#)?.reading(reads)?.reads(), reads);
    /// assert_eq!(survey("")?.reading(reads).unwrap_err().code().as_str(), "invalid-survey");
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-survey` for the best guess where no respondents are expected, or its limit is not a number from 1 on.
    pub fn reading(self, reads: Reads) -> Result<Self, Error> {
        let survey = Self { reads, ..self };
        if reads != Reads::Unbiased && survey.respondents.is_none() {
            let message =
                "\"respondents\", how many are expected, must be given for a design for the best guess";
            return Err(Error::new(Code::InvalidSurvey, message));
        }
        survey.best_guess().map_or(Ok(()), BestGuessGoal::check)?;
        Ok(survey)
    }

    fn best_guess(&self) -> Option<BestGuessGoal> {
        let Reads::BestGuess { error_ratio } = self.reads else { return None };
        Some(BestGuessGoal { respondents: to_f64(self.respondents?.into()), error_ratio })
    }

    /// The design request. A record ε without weights is spent on what is to be read, by default every question and
    /// every pair, as in [`Request::tables`]; no design may erase a table that the survey declares.
    #[must_use]
    pub fn request(&self) -> Request {
        let sizes = self.schema.sizes();
        let request = match &self.goal {
            Asked::Levels(levels) => Request::levels(levels),
            Asked::Budget { record_epsilon, weights: Some(weights) } => {
                Request::record_budget(&sizes, weights, *record_epsilon)
            }
            Asked::Budget { record_epsilon, weights: None } => {
                Request::tables(&sizes, self.estimands(), *record_epsilon)
            }
        };
        let of_means = self.means.iter().flat_map(|(_, mean)| mean.tables().map(|(table, _)| table));
        let named = |table: Vec<usize>| {
            let name = self.name_of(&table);
            (table, name)
        };
        let reported = match &self.goal {
            Asked::Budget { record_epsilon, weights: None } => {
                ReportedScores::new(&self.schema, &self.tables, &self.means, *record_epsilon)
            }
            _ => None,
        };
        let request = request.method(self.method).caps(&self.caps).other_tables(self.other_tables);
        request
            .best_guess(self.best_guess())
            .readable(self.tables.iter().cloned().map(named).collect(), of_means.map(named).collect())
            .reporting(reported)
            .with_impossible_records(self.schema.has_impossible_records())
    }

    /// The declared tables; without declared mean scores empty where every question and every pair is meant.
    #[must_use]
    pub fn declared_tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// The declared mean scores: each score, and of whom its mean is to be read.
    ///
    /// ```
    /// use candor::Survey;
    ///
    /// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 1}, "attributes": [
    ///     {"name": "sex", "categories": ["f", "m"]}, {"name": "safe", "categories": ["1", "2", "3"]}],
    ///     "scores": [{"name": "climate", "of": ["safe"]}], "tables": [["climate", "sex"]]}"#)?;
    /// let declared: Vec<_> = survey.declared_means().map(|(score, mean)| (score.name.as_str(), mean.by())).collect();
    /// assert_eq!(declared, [("climate", &[0][..])]);
    /// assert_eq!((survey.tables_to_read().len(), survey.estimands().means().len()), (0, 1));
    /// # Ok::<(), candor::Error>(())
    /// ```
    pub fn declared_means(&self) -> impl Iterator<Item = (&Score, &MeanScore)> {
        self.means.iter().map(|(place, mean)| (&self.schema.scores()[*place], mean))
    }

    /// What the design is for: the tables to be read, and the declared mean scores, where only those records occur that the questions allow.
    #[must_use]
    pub fn estimands(&self) -> Estimands {
        let means = self.means.iter().map(|(_, mean)| mean.clone()).collect();
        Estimands::new(self.tables_to_read(), means).of_records(&self.schema)
    }

    /// [`Self::estimands`] as this law reports them: mean scores are from the scores that its devices report.
    ///
    /// ```
    /// use candor::Survey;
    ///
    /// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 1}, "attributes": [
    ///     {"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}], "categories": ["1", "2", "3"]}],
    ///     "scores": [{"name": "content", "of": ["climate"]}], "tables": [["content"]]}"#)?;
    /// let design = survey.request().design()?;
    /// let (reported, of_items) = (survey.estimands_under(design.law()), survey.estimands());
    /// let bound = candor::design::analysis::protocol_bound(&[3, 3], &of_items, 1.0);
    /// // That bound is for protocols that do not use the codes.
    /// assert!(reported.means()[0].expected_squared_error(design.law()) < bound);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn estimands_under(&self, law: &Law) -> Estimands {
        let reported = ReportedScores::of_law(&self.schema, &self.tables_to_read(), &self.means, law);
        reported.map_or_else(|| self.estimands(), |reported| reported.estimands)
    }

    /// The tables to be read: the declared ones or, where neither tables nor mean scores are declared, every question and every pair.
    #[must_use]
    pub fn tables_to_read(&self) -> Vec<Vec<usize>> {
        match self.tables.is_empty() && self.means.is_empty() {
            true => analysis::default_tables(self.schema.len()),
            false => self.tables.clone(),
        }
    }

    fn name_of(&self, table: &[usize]) -> String {
        let names: Vec<&str> = table.iter().map(|&i| self.schema.attributes()[i].name()).collect();
        names.join(" × ")
    }
}

/// Checks the comparisons among the questions and plain columns; two with different numbers may be of the same groups.
fn check_comparisons(comparisons: &[ComparisonRequest], tabled: &Schema) -> Result<(), Error> {
    for (place, comparison) in comparisons.iter().enumerate() {
        comparison.expected(tabled)?;
        if comparisons[..place].contains(comparison) {
            return Err(Error::new(Code::InvalidSurvey, "\"comparisons\" has the same comparison twice"));
        }
    }
    Ok(())
}
