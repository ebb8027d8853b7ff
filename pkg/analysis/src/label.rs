//! A plan's privacy label.

use candor::{Code, Error};
use candor_documents::label::{Label as Page, Parties, USUAL_RESPONDENTS};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{self, object, plan};

/// The privacy label of a plan, as `candor label` writes it: `{html, json}`.
///
/// # Errors
/// `invalid-plan` where `of_plan` is not a plan document, `invalid-name` where `parties` is not `{page, collector}`; those of
/// [`candor::plan::Plan::verify`].
#[wasm_bindgen]
pub fn label(of_plan: JsValue, parties: JsValue) -> Result<JsValue, JsValue> {
    labelled(of_plan, parties).map_err(thrown)
}

fn labelled(of_plan: JsValue, parties: JsValue) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let parties: Parties = value::document(parties)
        .map_err(|misfit| Error::new(Code::InvalidName, format!("not the names of parties: {misfit}")))?;
    let label = Page::of(&plan, parties, USUAL_RESPONDENTS);
    object(&Written { html: label.html(), json: label.json() })
}

/// The result of `label`.
#[derive(Serialize)]
struct Written {
    html: String,
    json: String,
}
