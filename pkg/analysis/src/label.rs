//! A plan's privacy label, and the papers beside it.

use candor::{Code, Error};
use candor_documents::label::{self as written, Deployment, ENGLISH, Label as Page, Publication};
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

/// The annex of a plan for a data-protection impact assessment, as `candor label --annex` writes it.
///
/// # Errors
/// Those of [`label`].
#[wasm_bindgen]
pub fn annex(of_plan: JsValue, deployment: JsValue) -> Result<String, JsValue> {
    annexed(of_plan, deployment).map_err(thrown)
}

/// The entry of a plan for the registry of deployments, as `candor label --registry` writes it.
///
/// # Errors
/// Those of [`label`] and of [`Publication::new`].
#[wasm_bindgen(js_name = registryEntry)]
pub fn registry_entry(
    of_plan: JsValue,
    deployment: JsValue,
    purpose: &str,
    region: &str,
    published: &str,
    author: &str,
) -> Result<String, JsValue> {
    let publication = Publication::new(purpose, region, published, author);
    publication.and_then(|publication| entered(of_plan, deployment, &publication)).map_err(thrown)
}

fn labelled(of_plan: JsValue, deployment: JsValue) -> Result<JsValue, Error> {
    let label = Page::of(&plan(of_plan)?, deployed(deployment)?, &ENGLISH);
    object(&Written { html: label.html(), json: label.json() })
}

fn annexed(of_plan: JsValue, deployment: JsValue) -> Result<String, Error> {
    Ok(written::annex(&plan(of_plan)?, &deployed(deployment)?))
}

fn entered(of_plan: JsValue, deployment: JsValue, publication: &Publication) -> Result<String, Error> {
    Ok(written::registry_entry(&plan(of_plan)?, &deployed(deployment)?, publication))
}

fn deployed(deployment: JsValue) -> Result<Deployment, Error> {
    value::document(deployment)
        .map_err(|misfit| Error::new(Code::InvalidName, format!("no deployment: {misfit}")))
}

/// The result of `label`.
#[derive(Serialize)]
struct Written {
    html: String,
    json: String,
}
