//! A plan's privacy label.

use candor::{Code, Error};
use candor_documents::label::{Deployment, ENGLISH, Label as Page};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{self, object, plan};

/// The privacy label of a plan, as `candor label` writes it: `{html, json}`.
///
/// # Errors
/// `invalid-plan` where `of_plan` is not a plan document, `invalid-name` where `deployment` is not `{page, collector, readers, retention, respondents, step}`,
/// all of them optional; those of
/// [`candor::plan::Plan::verify`].
#[wasm_bindgen]
pub fn label(of_plan: JsValue, deployment: JsValue) -> Result<JsValue, JsValue> {
    labelled(of_plan, deployment).map_err(thrown)
}

fn labelled(of_plan: JsValue, deployment: JsValue) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let deployment: Deployment = value::document(deployment)
        .map_err(|misfit| Error::new(Code::InvalidName, format!("no deployment: {misfit}")))?;
    let label = Page::of(&plan, deployment, &ENGLISH);
    object(&Written { html: label.html(), json: label.json() })
}

/// The result of `label`.
#[derive(Serialize)]
struct Written {
    html: String,
    json: String,
}
