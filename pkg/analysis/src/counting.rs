//! Counts reports.

use candor::{Code, Error};
use candor_documents::counts::{self, Counts};
use candor_documents::reports::{Tally, Text};
use candor_documents::tables::{Room, Selection};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{self, object, plan};

/// Counts reports whose text arrives in pieces.
#[wasm_bindgen]
pub struct Counter {
    text: Text,
    tally: Tally,
}

#[wasm_bindgen]
impl Counter {
    /// A counter for these tables, each a list of attributes; without tables, for every single attribute. With `pairs` also for every pair.
    ///
    /// # Errors
    /// `invalid-plan`, `unknown-attribute`, `duplicate-table-attribute`, `too-large`.
    #[wasm_bindgen(constructor)]
    pub fn new(of_plan: JsValue, tables: JsValue, pairs: bool) -> Result<Counter, JsValue> {
        Self::of(of_plan, tables, pairs).map_err(thrown)
    }

    fn of(of_plan: JsValue, tables: JsValue, pairs: bool) -> Result<Self, Error> {
        let plan = plan(of_plan)?;
        let tables: Vec<Vec<String>> = value::document(tables).map_err(|misfit| {
            Error::new(Code::UnknownAttribute, format!("not a list of tables: {misfit}"))
        })?;
        let joined: Vec<String> = tables.iter().map(|table| table.join(",")).collect();
        let selection = Selection::new(plan.table_schema(), &joined, pairs, Room::Own)?;
        let tables = selection.empty_with_linked(&plan)?.into_iter();
        let tables = tables.map(|table| table.keeping_subsets(counts::MOST_SUBSET_NUMBERS)).collect();
        let tally = Tally::new(&plan, tables)?;
        Ok(Self { text: Text::default(), tally })
    }

    /// Counts the reports that end in this piece.
    ///
    /// # Errors
    /// A broken report, with its line or row; `id-conflict`.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), JsValue> {
        self.text.push(piece, &mut self.tally).map_err(thrown)
    }

    /// Ends a text; another may follow.
    ///
    /// # Errors
    /// Those of [`Counter::push`].
    pub fn end(&mut self) -> Result<(), JsValue> {
        core::mem::take(&mut self.text).end(&mut self.tally).map_err(thrown)
    }

    /// Returns `{counts, counted, repeated, otherPlan}`: the document of `candor count --format json`, and the numbers of reports read.
    ///
    /// # Errors
    /// None that a counter can cause.
    pub fn finish(self) -> Result<JsValue, JsValue> {
        let [counted, repeated, other_plan] = self.tally.read();
        let plan = self.tally.plan();
        let counts = Counts::new(&plan, self.tally.into_tables().map_err(thrown)?);
        object(&Counted { counts, counted, repeated, other_plan }).map_err(thrown)
    }
}

/// The result of `Counter::finish`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    counts: Counts,
    counted: u64,
    repeated: u64,
    other_plan: u64,
}
