//! A request for means and quantiles of questions in bins.

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{Numbers, Scale};
use candor::plan::Plan;
use candor::schema::Attribute;
use candor::{Code, Error};
use serde::Deserialize;

use crate::numbers::{Measured, Question};
use crate::tables::{Room, Selection};

/// Which questions are measured, and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NumbersRequest {
    /// Questions with bins, `NAME` or with ends for open bins `NAME=FROM..TO`.
    pub of: Vec<String>,
    /// The quantiles, each as the share of people below it.
    pub quantiles: Vec<f64>,
    /// The reconstruction.
    pub method: String,
    /// The confidence of the intervals.
    pub confidence: f64,
}

impl Default for NumbersRequest {
    fn default() -> Self {
        let Options { reconstruction, confidence, .. } = Options::default();
        let (of, quantiles) = (Vec::new(), Scale::QUARTILES.to_vec());
        Self { of, quantiles, method: reconstruction.to_string(), confidence }
    }
}

impl NumbersRequest {
    /// The options, checked.
    ///
    /// # Errors
    /// `invalid-confidence`, and those of the method's text.
    pub fn options(&self) -> Result<Options, Error> {
        let options = Options::default().confidence(self.confidence).reconstruction(self.method.parse()?);
        options.check()?;
        Ok(options)
    }

    /// The tables that have to be counted, one for each question.
    ///
    /// # Errors
    /// `invalid-hypothesis` for a question that is named twice, or ends that are none; those of [`Selection::new`].
    pub fn selection(&self, plan: &Plan) -> Result<Selection, Error> {
        let names: Vec<String> = self.asked()?.into_iter().map(|(name, _)| name.to_owned()).collect();
        let selection = Selection::new(plan.table_schema(), &names, false, Room::Own)?;
        if selection.attributes().len() < names.len() {
            return Err(refused(&names.join(" "), "names a question twice"));
        }
        Ok(selection)
    }

    /// Estimates the questions from their tables, in the order of [`NumbersRequest::selection`].
    ///
    /// # Errors
    /// `invalid-hypothesis` for a question without bins, ends that do not close them, or a quantile outside of 0 and 1;
    /// `undefined-statistic`; `unidentifiable-table`.
    pub fn measured(&self, plan: &Plan, tables: Vec<Table>) -> Result<Measured, Error> {
        let options = self.options()?;
        let mut questions = Vec::new();
        for (table, (name, ends)) in tables.into_iter().zip(self.asked()?) {
            let edges = edges(plan, name, ends)?;
            let numbers = Numbers::new(plan, table, &edges, &self.quantiles, &options);
            let numbers = numbers.map_err(|error| error.at(format_args!("question {name:?}")))?;
            questions.push(Question::new(name, &edges, numbers));
        }
        Ok(Measured::new(self.confidence, questions))
    }

    fn asked(&self) -> Result<Vec<(&str, Ends)>, Error> {
        self.of.iter().map(|of| ends(of)).collect()
    }
}

/// Where open bins end.
type Ends = [Option<f64>; 2];

/// Parses the name of a question, with ends if they are given.
fn ends(of: &str) -> Result<(&str, Ends), Error> {
    let Some((name, range)) = of.split_once('=') else { return Ok((of, [None, None])) };
    let number = |text: &str| match text {
        "" => Some(None),
        _ => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Some),
    };
    let ends = range.split_once("..").and_then(|(from, to)| Some([number(from)?, number(to)?]));
    ends.map(|ends| (name, ends)).ok_or_else(|| refused(of, "is not of the form NAME=FROM..TO"))
}

/// The edges of a question's bins, with open ends closed as requested.
fn edges(plan: &Plan, name: &str, ends: Ends) -> Result<Vec<Option<f64>>, Error> {
    let attribute = &plan.table_schema().attributes()[plan.table_schema().position(name)?];
    let bins = Attribute::bins(attribute)
        .ok_or_else(|| refused(name, "has no bins: its answers are not numbers"))?;
    let (mut edges, last) = (bins.to_vec(), bins.len() - 1);
    for (place, end) in [0, last].into_iter().zip(ends) {
        match (edges[place], end) {
            (Some(edge), Some(end)) => {
                return Err(refused(name, &format!("already ends at {edge}: leave out {end}")));
            }
            (None, Some(_)) => edges[place] = end,
            (_, None) => {}
        }
    }
    Ok(edges)
}

fn refused(what: &str, why: &str) -> Error {
    Error::new(Code::InvalidHypothesis, format!("{what:?} {why}"))
}
