//! A report as it is sent, and read back with its numbers, plan and id checked.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::{Deserialize, Serialize};

use crate::error::{Code, Error};
use crate::law;
use crate::plan::{Fingerprint, Plan, canonical};
use crate::schema::{Answer, Attribute};

/// A perturbed record.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::{Record, Report, report};
///
/// let report = report::respond(&plan, Record::new(plan.schema(), [1])?)?;
/// assert_eq!((report.plan(), report.id().len(), report.perturbed().len()), (plan.fingerprint(), 16, 1));
/// let sent = report.to_json()?;
/// assert!(sent.starts_with(r#"{"id":"#));
/// assert_eq!(Report::from_json(&sent, &plan)?, report);
/// assert_eq!(Report::from_document(report.document(), &plan)?, report);
/// assert_eq!(Report::from_perturbed(&plan, *report.id(), report.perturbed().to_vec())?, report);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    plan: Fingerprint,
    id: [u8; 16],
    perturbed: Vec<u32>,
    plain: Vec<u32>,
}

/// A report as written: `{"id":"…","perturbed":[1,0],"plan":"sha256:…"}`, with `"plain":[0]` where its plan has plain columns.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::report::ReportDocument;
///
/// let document = ReportDocument { id: "A".repeat(22), perturbed: vec![1], plain: vec![], plan: plan.fingerprint().to_string() };
/// assert_eq!(candor::Report::from_document(document, &plan)?.perturbed(), [1]);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportDocument {
    /// 16 random bytes in base64url without padding: 22 characters.
    pub id: String,
    /// The perturbed record, as the numbers of [`Report::perturbed`].
    pub perturbed: Vec<u32>,
    /// The category of every plain column, in the order of the plan; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<u32>,
    /// The plan's fingerprint.
    pub plan: String,
}

/// A [`ReportDocument`] whose texts are those of the text that it is read from, where they are written without escapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Borrowed<'t> {
    #[serde(borrow)]
    id: Cow<'t, str>,
    perturbed: Vec<u32>,
    #[serde(default)]
    plain: Vec<u32>,
    #[serde(borrow)]
    plan: Cow<'t, str>,
}

impl Report {
    pub(super) fn new(plan: Fingerprint, id: [u8; 16], perturbed: Vec<u32>) -> Self {
        Self { plan, id, perturbed, plain: Vec::new() }
    }

    /// A report from its id and the numbers of [`Report::numbers`], as stored, checked against its plan.
    ///
    /// # Errors
    /// `invalid-report` where there are too few or too many numbers, or a label or subset does not exist; `category-out-of-range`.
    pub fn from_perturbed(plan: &Plan, id: [u8; 16], mut numbers: Vec<u32>) -> Result<Self, Error> {
        let attributes = plan.table_schema().attributes();
        law::reported(plan.table_law(), &numbers, |attribute| attributes[attribute].name())?;
        let plain = numbers.split_off(numbers.len() - plan.plain().len());
        Ok(Self { plain, ..Self::new(plan.fingerprint(), id, numbers) })
    }

    /// A report from its document, checked against its plan.
    ///
    /// # Errors
    /// `plan-mismatch` for a report of another plan; `invalid-report`; `category-out-of-range`.
    pub fn from_document(document: ReportDocument, plan: &Plan) -> Result<Self, Error> {
        let ReportDocument { id, perturbed, plain, plan: of } = document;
        Self::from_borrowed(Borrowed { id: id.into(), perturbed, plain, plan: of.into() }, plan)
    }

    fn from_borrowed(document: Borrowed<'_>, plan: &Plan) -> Result<Self, Error> {
        let stated: Fingerprint = document.plan.parse().map_err(|_| invalid("its plan is no fingerprint"))?;
        if stated != plan.fingerprint() {
            return Err(mismatch(stated, plan));
        }
        let id = decoded(&document.id).ok_or_else(|| invalid("its id is not 16 bytes in base64url"))?;
        let (given, declared) = (document.plain.len(), plan.plain().len());
        if given != declared {
            return Err(invalid(&message!("it has ", given, " plain columns, its plan has ", declared)));
        }
        let mut numbers = document.perturbed;
        numbers.extend(document.plain);
        Self::from_perturbed(plan, id, numbers)
    }

    /// Adds the values of the plan's plain columns to the report; `value` is called for each column in the order of the plan.
    ///
    /// # Errors
    /// `plan-mismatch` for a report of another plan; `missing-answer` and `unknown-category`, naming the column.
    pub fn carrying<'a>(
        self,
        plan: &Plan,
        mut value: impl FnMut(&Attribute) -> Answer<'a>,
    ) -> Result<Self, Error> {
        if self.plan != plan.fingerprint() {
            return Err(mismatch(self.plan, plan));
        }
        let columns = &plan.table_schema().attributes()[plan.columns()..];
        let plain = columns.iter().map(|column| column.encode(value(column)));
        Ok(Self { plain: plain.collect::<Result<_, _>>()?, ..self })
    }

    /// Reads a report and checks it against its plan.
    ///
    /// # Errors
    /// `invalid-report` where the text is not a report's document; those of [`Report::from_document`].
    #[cfg(feature = "json")]
    pub fn from_json(text: &str, plan: &Plan) -> Result<Self, Error> {
        let document = serde_json::from_str(text)
            .map_err(|error| invalid(&message!("line ", error.line(), ", column ", error.column())))?;
        Self::from_borrowed(document, plan)
    }

    /// The fingerprint of the plan that the report belongs to.
    #[must_use]
    pub fn plan(&self) -> Fingerprint {
        self.plan
    }

    /// The random id.
    #[must_use]
    pub fn id(&self) -> &[u8; 16] {
        &self.id
    }

    /// The perturbed record. For an unlabelled law it is the category of each attribute. Otherwise it is the label, where there are several, and
    /// then for each unit of its form the cell, or the subset of cells as bits: 32 to a number, with the first cell in the lowest bit.
    #[must_use]
    pub fn perturbed(&self) -> &[u32] {
        &self.perturbed
    }

    /// The category of every plain column in the order of the plan, which the report carries in clear.
    #[must_use]
    pub fn plain(&self) -> &[u32] {
        &self.plain
    }

    /// All numbers that are counted: the perturbed record, then the categories of the plain columns.
    #[must_use]
    pub fn numbers(&self) -> Cow<'_, [u32]> {
        match self.plain.is_empty() {
            true => Cow::Borrowed(&self.perturbed),
            false => Cow::Owned([&self.perturbed[..], &self.plain].concat()),
        }
    }

    /// The document that is sent.
    #[must_use]
    pub fn document(&self) -> ReportDocument {
        ReportDocument {
            id: Base64UrlUnpadded::encode_string(&self.id),
            perturbed: self.perturbed.clone(),
            plain: self.plain.clone(),
            plan: self.plan.text(),
        }
    }

    /// The canonical JSON that is sent.
    ///
    /// # Errors
    /// None: a report holds integers and ASCII strings.
    pub fn to_json(&self) -> Result<String, Error> {
        canonical::to_string(&self.document())
    }
}

fn invalid(rule: &str) -> Error {
    Error::new(Code::InvalidReport, message!("not a report: ", rule))
}

fn mismatch(stated: Fingerprint, plan: &Plan) -> Error {
    let message = message!("the report is for plan ", stated, ", not for ", plan.fingerprint());
    Error::new(Code::PlanMismatch, message)
}

/// Decodes an id from 22 characters of base64url; `None` where they are not 16 bytes.
fn decoded(id: &str) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    let length = Base64UrlUnpadded::decode(id, &mut bytes).ok()?.len();
    (length == bytes.len()).then_some(bytes)
}
