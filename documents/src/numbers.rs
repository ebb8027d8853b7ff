//! Means and quantiles of numeric questions in bins.
//!
//! ```json
//! {"confidence":0.95,"questions":[{"name":"age","edges":[18,30,45,60,null],"n":4000,"mean":null,
//!   "quantiles":[{"share":0.5,"estimate":40.2,"lower":39.1,"upper":41.3}]}],"warnings":["…"]}
//! ```
//!
//! `mean` has `estimate`, `standard_error`, `lower` and `upper`; it is null where the first or last bin is open (its edge is null). Quantiles, and
//! ends of their intervals, that lie in an open bin are null, too.

use core::fmt;

use candor::estimate::TOO_FEW;
use candor::inference::{Numbers, Quantile};
use serde::Serialize;

use super::Document;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// The document of means and quantiles.
#[derive(Serialize)]
pub struct Measured {
    confidence: f64,
    questions: Vec<Question>,
    warnings: Vec<String>,
}

/// One question.
#[derive(Serialize)]
pub struct Question {
    name: String,
    edges: Vec<Option<f64>>,
    #[serde(flatten)]
    numbers: Numbers,
}

impl Question {
    /// A question with its name, its edges and its estimates.
    #[must_use]
    pub fn new(name: &str, edges: &[Option<f64>], numbers: Numbers) -> Self {
        Self { name: name.to_owned(), edges: edges.to_vec(), numbers }
    }

    /// For every number: its name, the estimate, the standard error, and both ends of the interval.
    fn lines(&self) -> impl Iterator<Item = (String, [Option<f64>; 4])> {
        let of_mean = self.numbers.mean.map(|mean| {
            let numbers = [mean.estimate, mean.standard_error, mean.lower, mean.upper];
            ("mean".to_owned(), numbers.map(Some))
        });
        let quantiles = self.numbers.quantiles.iter();
        let quantiles =
            quantiles.map(|of| (format!("quantile {}", of.share), [of.estimate, None, of.lower, of.upper]));
        of_mean.into_iter().chain(quantiles)
    }

    /// The numbers as texts for people, with each interval in one cell.
    fn displayed_rows(&self) -> impl Iterator<Item = [String; 4]> {
        let of_mean = self.numbers.mean.map(|mean| mean.readable());
        let shown = of_mean.into_iter().chain(self.numbers.quantiles.iter().map(Quantile::readable));
        self.lines().zip(shown).map(|((what, [estimate, error, lower, upper]), shown)| {
            if estimate.is_some() && shown.is_none() {
                return [what, written(None), written(None), TOO_FEW.to_owned()];
            }
            [what, written(shown), written(error), format!("{} to {}", written(lower), written(upper))]
        })
    }
}

/// A number to two places, or a dash where there is none.
pub(crate) fn written(number: Option<f64>) -> String {
    number.map_or("–".to_owned(), |number| format!("{number:.2}"))
}

impl Measured {
    /// The document of these questions, with intervals of this confidence.
    #[must_use]
    pub fn new(confidence: f64, questions: Vec<Question>) -> Self {
        let open = questions.iter().filter(|question| question.numbers.mean.is_none());
        let warning = |question: &Question| {
            let name = &question.name;
            format!(
                "{name:?} has a bin with an open end, of which nothing is assumed: it has no mean; {name}=FROM..TO closes it"
            )
        };
        Self { confidence, warnings: open.map(warning).collect(), questions }
    }

    /// Warnings about what is missing.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Document for Measured {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let confidence = format!("{} interval", level(self.confidence));
        for question in &self.questions {
            let name = [question.name.clone()];
            let mut grid = Grid::new(name, &["estimate", "SE", confidence.as_str()]);
            question.displayed_rows().for_each(|row| grid.push(row.into()));
            writeln!(to, "{} ({})\n{grid}", question.name, counted(question.numbers.n, "report"))?;
        }
        writeln!(to, "Numbers are taken to be spread evenly within each bin.")
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row(["question", "what", "estimate", "standard_error", "lower", "upper", "n"])?;
        for question in &self.questions {
            for (what, numbers) in question.lines() {
                let numbers = numbers.map(|number| number.map_or(String::new(), |number| number.to_string()));
                let n = question.numbers.n.to_string();
                to.row([question.name.clone(), what].into_iter().chain(numbers).chain([n]))?;
            }
        }
        Ok(())
    }
}
