//! Designs for tables and mean scores at a record ε: by the requested method, or by *labelled* and, where that is not possible, by others.

use alloc::format;
use alloc::vec::Vec;

use super::estimands::Estimands;
use super::labelled::{self, BestGuessGoal, SearchProgress};
use super::method::{Method, RequestOptions};
use super::result::{Design, ForBestGuess};
use super::rounded_scores::ReportedScores;
use super::{analysis, law_size};
use crate::error::{Code, Error};
use crate::law::RoundedScore;

/// What is to be read, the record ε, the caps of all attributes, and the options of a request.
pub(super) struct ForTables<'a> {
    pub(super) sizes: &'a [u32],
    pub(super) estimands: &'a Estimands,
    /// The same with scores that devices report, where there are any.
    pub(super) reported: Option<&'a ReportedScores>,
    pub(super) record_epsilon: f64,
    pub(super) caps: Vec<Option<f64>>,
    pub(super) options: RequestOptions,
}

impl ForTables<'_> {
    /// Designs; `equal` gives the largest equal column levels by the method of the options.
    pub(super) fn design(
        &self,
        equal: impl Fn() -> Result<Design, Error>,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<Design, Error> {
        match self.options.named_method() {
            None if self.options.best_guess.is_some() => self.labelled(watch),
            None => self.labelled(watch).or_else(|error| {
                instead(Method::Labelled, error, || {
                    self.analysis().or_else(|error| instead(Method::Analysis, error, equal))
                })
            }),
            Some(Method::Labelled) => self.labelled(watch),
            Some(Method::Analysis) => self.analysis(),
            Some(_) => equal(),
        }
    }

    fn analysis(&self) -> Result<Design, Error> {
        let Self { sizes, estimands, record_epsilon, caps, options, .. } = self;
        let most = options.max_products.unwrap_or(analysis::MAX_PRODUCTS);
        let estimands = estimands.as_if_all_occurred();
        let (law, found) = analysis::capped_law_within(sizes, &estimands, *record_epsilon, caps, most)?;
        within_size(Design::for_tables(law, found, &estimands, caps.clone()), options.max_law_size)
    }

    fn labelled(&self, watch: &mut dyn FnMut(SearchProgress)) -> Result<Design, Error> {
        let Self { sizes, estimands, record_epsilon, caps, options, .. } = self;
        let record_epsilon = *record_epsilon;
        if let Some(cap) = caps.iter().flatten().find(|cap| **cap < record_epsilon) {
            let message = format!(
                "by method labelled the attribute ε of an asked question is the record ε, {record_epsilon}, which is above \
                 a cap of {cap}; methods analysis, optimal, blocks and independent keep caps"
            );
            return Err(Error::new(Code::InfeasibleRequest, message));
        }
        let design = match options.best_guess {
            Some(goal) => self.for_best_guess(goal, watch)?,
            None => {
                let other_tables = options.other_tables.unwrap_or(0.0);
                let found =
                    labelled::labelled_design(sizes, *estimands, record_epsilon, other_tables, watch)?;
                match self.with_scores(other_tables, found.objective, watch) {
                    Some(design) => design,
                    None => {
                        Design::labelled(found.law(sizes, record_epsilon)?, &found, estimands, caps.clone())
                    }
                }
            }
        };
        within_size(design, options.max_law_size)
    }

    /// The design in which devices report scores, where there is one that is not too large and whose expected error is less than this.
    fn with_scores(
        &self,
        other_tables: f64,
        objective: f64,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Option<Design> {
        let Self { sizes, reported, record_epsilon, caps, options, .. } = self;
        let ReportedScores { scores, estimands, .. } = (*reported)?;
        let columns: Vec<u32> = sizes.iter().copied().chain(scores.iter().map(RoundedScore::size)).collect();
        let columns = (columns.as_slice(), sizes.len());
        let found = labelled::design_of(columns, estimands.clone(), *record_epsilon, other_tables, watch);
        let found = found.ok().filter(|found| found.objective < objective)?;
        let law = found.law_with_scores(sizes, scores, *record_epsilon).ok()?;
        within_size(Design::labelled(law, &found, estimands, caps.clone()), options.max_law_size).ok()
    }

    /// The design for the best guess; the default design where all questions have equally many answers. The stated errors of it and of the
    /// default design are computed from the integers of both.
    fn for_best_guess(
        &self,
        goal: BestGuessGoal,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<Design, Error> {
        let Self { sizes, estimands, record_epsilon, caps, options, .. } = self;
        let other_tables = options.other_tables.unwrap_or(0.0);
        goal.check()?;
        if !estimands.means().is_empty() {
            let message = "a design for the best guess is for tables of one and two questions; mean scores have no prior";
            return Err(Error::new(Code::InfeasibleRequest, message));
        }
        let tables = estimands.tables();
        let one_size = sizes.windows(2).all(|pair| pair[0] == pair[1]);
        let goal = if one_size { BestGuessGoal { error_ratio: 1.0, ..goal } } else { goal };
        let found = labelled::best_guess_design(sizes, tables, *record_epsilon, other_tables, goal, watch)?;
        let [law, default] =
            [found.design.law(sizes, *record_epsilon)?, found.default.law(sizes, *record_epsilon)?];
        let error =
            |law| tables.iter().map(|table| analysis::expected_squared_error(law, table)).sum::<f64>();
        let told = ForBestGuess {
            respondents: goal.respondents,
            error_ratio: goal.error_ratio,
            risk: analysis::bayes_risk(&law, tables, goal.respondents)?,
            risk_bound: found.risk_bound,
            gap: found.gap,
            error: error(&law),
            default_risk: analysis::bayes_risk(&default, tables, goal.respondents)?,
            default_error: error(&default),
        };
        Ok(Design::for_best_guess(law, told, (tables.len(), one_size), caps.clone()))
    }
}

/// Returns a design unless its law is larger than this many bytes.
pub(super) fn within_size(design: Design, most: Option<usize>) -> Result<Design, Error> {
    law_size::check(design.law(), design.method(), most).map(|()| design)
}

/// Returns another design, with a note of the reason, where this method is infeasible, exceeds a cap or gives too large a law.
fn instead(
    method: Method,
    error: Error,
    other: impl FnOnce() -> Result<Design, Error>,
) -> Result<Design, Error> {
    match error.code() {
        Code::TooManyOrbits | Code::InfeasibleRequest | Code::PlanTooLarge | Code::InvalidPlan => {
            Ok(other()?.instead_of(method, &error))
        }
        _ => Err(error),
    }
}
