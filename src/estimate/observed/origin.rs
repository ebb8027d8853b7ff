//! Where reports come from, and the check that a table comes from there too.

use alloc::format;
use alloc::string::String;

use crate::count::Axes;
use crate::error::{Code, Error};
use crate::law::Law;
use crate::plan::{Fingerprint, Plan};

/// Where reports come from: a plan or, in experiments, a bare law.
///
/// ```
/// use candor::estimate::Origin;
/// # use candor::design::Survey;
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = candor::plan::Plan::new(&survey, &survey.request().design()?)?;
/// let (published, experiment) = (Origin::from(&plan), Origin::from(plan.law()));
/// # Ok::<(), candor::Error>(())
/// ```
///
/// A table of a plan is estimated with that plan, a table of a bare schema with a law; anything else is refused.
#[derive(Clone, Copy)]
pub struct Origin<'l> {
    pub(crate) law: &'l Law,
    plan: Option<Fingerprint>,
}

impl<'p> From<&'p Plan> for Origin<'p> {
    fn from(plan: &'p Plan) -> Self {
        Self { law: plan.table_law(), plan: Some(plan.fingerprint()) }
    }
}

impl<'l> From<&'l Law> for Origin<'l> {
    fn from(law: &'l Law) -> Self {
        Self { law, plan: None }
    }
}

impl Origin<'_> {
    /// Refuses a table of another plan, or over attributes that the law does not have.
    pub(crate) fn check(&self, axes: &Axes) -> Result<(), Error> {
        if self.plan != axes.plan() {
            let named =
                |plan: Option<Fingerprint>| plan.map_or_else(|| "none".into(), |plan| format!("{plan}"));
            let (of, with): (String, String) = (named(axes.plan()), named(self.plan));
            let message = format!("a table of plan {of} cannot be estimated with plan {with}");
            return Err(Error::new(Code::PlanMismatch, message));
        }
        let mut each = axes.attributes().iter().zip(axes.sizes());
        if each.all(|(&attribute, a)| self.law.sizes().get(attribute) == Some(a)) {
            return Ok(());
        }
        let message =
            format!("the law has no attributes {:?} of sizes {:?}", axes.attributes(), axes.sizes());
        Err(Error::new(Code::PlanMismatch, message))
    }
}
