//! A request for a plan.

use candor::design::labelled::SearchProgress;
use candor::design::{Design, Reads, Survey, law_size};
use candor::plan::Plan;
use candor::{Code, Error};
use serde::Deserialize;

/// The bytes in a KB.
const KB: usize = 1_000;

/// How a survey is turned into a plan.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DesignRequest {
    /// The method, instead of the survey's own.
    pub method: Option<String>,
    /// What the tables are read as, instead of what the survey says.
    pub reads: Option<String>,
    /// Whether a method may make a column ε larger than the one asked for.
    pub allow_raised: bool,
    /// The largest plan, in KB of 1,000 bytes.
    pub max_plan_size: usize,
}

impl DesignRequest {
    /// The size of a plan in KB above which its loading is noticeable to respondents.
    pub const LARGE: usize = 256;

    /// The survey as it is to be designed, where it corrects an earlier plan.
    ///
    /// # Errors
    /// Those of [`Survey::reading`], and of the text of what is read.
    pub fn survey(&self, survey: Survey, earlier: Option<&Plan>) -> Result<Survey, Error> {
        let survey = match earlier {
            Some(plan) => survey.revising(chain(plan)),
            None => survey,
        };
        match self.reads.as_deref().map(str::parse::<Reads>).transpose()? {
            Some(reads) => survey.reading(reads),
            None => Ok(survey),
        }
    }

    /// Finds a design whose plan fits the size limit. The size of a plan without its law is known only once there is a plan, and is nearly
    /// the same whatever the law.
    ///
    /// # Errors
    /// `unknown-method`, `raised-epsilon`, `infeasible-request` and `plan-too-large`.
    pub fn designed(
        &self,
        survey: &Survey,
        watch: &mut dyn FnMut(SearchProgress),
    ) -> Result<(Design, Plan), Error> {
        let most = self.max_plan_size.saturating_mul(KB);
        let method = self.method.as_deref().map(str::parse).transpose()?;
        let request = survey.request().method(method).allow_raised(self.allow_raised);
        let mut left = most;
        loop {
            let design = request.clone().max_law_size(left).design_watched(watch)?;
            let plan = Plan::new(survey, &design)?;
            let over = plan.json().len().saturating_sub(most);
            if over == 0 {
                return Ok((design, plan));
            }
            let own = law_size::bytes(design.law());
            left = own.checked_sub(over).ok_or_else(|| self.too_many_questions())?;
        }
    }

    fn too_many_questions(&self) -> Error {
        let message = format!(
            "the questions and promises alone take more than the {} KB allowed for the plan; raise --max-plan-size",
            self.max_plan_size
        );
        Error::new(Code::PlanTooLarge, message)
    }
}

impl Default for DesignRequest {
    fn default() -> Self {
        Self { method: None, reads: None, allow_raised: false, max_plan_size: Self::LARGE }
    }
}

/// The fingerprints of a plan and of those that it corrects.
fn chain(plan: &Plan) -> Vec<String> {
    [plan.fingerprint().to_string()].into_iter().chain(plan.revises().iter().cloned()).collect()
}
