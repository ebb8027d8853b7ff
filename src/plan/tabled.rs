//! The schema and law of a plan's tables, over its questions and its plain columns.

use super::document::PlanDocument;
use super::verified::Verified;
use crate::error::Error;
use crate::law::Law;
use crate::schema::Schema;

/// The questions and the law, extended by the plain columns.
#[derive(Debug, Clone)]
pub(super) struct Tabled {
    pub(super) schema: Schema,
    pub(super) law: Law,
}

impl Tabled {
    /// Extends the schema and law of a verified document; `None` without plain columns.
    pub(super) fn new(verified: &Verified, document: &PlanDocument) -> Result<Option<Self>, Error> {
        if document.plain.is_empty() {
            return Ok(None);
        }
        let schema = verified.schema().with_plain(&document.plain)?;
        schema.check_title(document.title.as_ref())?;
        let law = verified.law().with_plain(&schema.sizes()[verified.schema().len()..])?;
        Ok(Some(Self { schema, law }))
    }
}
