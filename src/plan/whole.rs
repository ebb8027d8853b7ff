//! A plan: its document and everything recomputed from it.

use alloc::string::String;

use super::canonical;
use super::document::{PlanDocument, Written};
use super::fingerprint::Fingerprint;
use super::promises::{Promises, promises};
use super::revision::{self, Answered};
use super::verified::{Caps, Tabled, Verified, check_ask};
use crate::design::{Ask, Design, Invitations, Labels, Survey};
use crate::error::{Code, Error};
use crate::law::Law;
use crate::schema::{LocalizedText, Period, PlainColumn, Schema};

/// A verified plan.
///
/// ```
/// use candor::{Caps, Code, Plan, Survey};
///
/// let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health", "closes": "2027-01-01T00:00:00Z",
///     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// assert_eq!((plan.survey(), plan.wave_of()), ("health-2026", Some("health")));
/// assert_eq!(plan.title().map(|title| title.fallback()), Some("Health"));
/// assert_eq!((plan.method(), plan.schema().len(), plan.law().blocks().count()), ("labelled", 1, 1));
/// assert!(plan.period().has_closed("2027-01-01T00:00:00Z"));
/// assert!(plan.mechanism().is_some_and(|mechanism| mechanism != plan.fingerprint()));
/// // Whoever reads it recomputes its promises, and refuses what promises too little.
/// let read = Plan::from_json(plan.json(), &Caps { max_record_epsilon: Some(1.0) })?;
/// assert_eq!(read.fingerprint(), plan.fingerprint());
/// let refused = Plan::verify(plan.document().clone(), &Caps { max_record_epsilon: Some(0.5) }).unwrap_err();
/// assert_eq!(refused.code(), Code::CapExceeded);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    document: PlanDocument,
    verified: Verified,
    /// The questions and the law extended by reported scores and plain columns, if there are any.
    tabled: Option<Tabled>,
    json: String,
}

impl Plan {
    /// Returns the plan of a designed survey.
    ///
    /// # Errors
    /// `infeasible-request` where devices should draw their questions but the law asks every question of every device, or where the attribute ε of a question
    /// with all that hang on it is above its cap. Otherwise none
    /// where `design` was made from `survey`; else the errors of [`Plan::verify`].
    pub fn new(survey: &Survey, design: &Design) -> Result<Self, Error> {
        check_ask(survey.ask(), survey.schema(), design.law(), Code::InfeasibleRequest)?;
        let requested = |i: usize| (design.requested().map(|levels| levels[i]), design.caps()[i]);
        let mut promises = promises(survey.schema(), design.law(), (0..survey.schema().len()).map(requested));
        for (promise, attribute) in promises.attributes.iter_mut().zip(survey.schema().attributes()) {
            if let Some(cap) = promise.requested_attribute.filter(|cap| promise.attribute > *cap) {
                let message = message!(
                    "the attribute ε of \"",
                    attribute.name(),
                    "\" with all that hang on it is ",
                    promise.attribute,
                    ", above ",
                    cap,
                    "; give a smaller record ε, or a smaller cap to its follow-ups"
                );
                return Err(Error::new(Code::InfeasibleRequest, message));
            }
            promise.requested = promise.requested.filter(|requested| *requested >= promise.column);
        }
        let mut document = PlanDocument::new(survey, design, &promises.rounded_up());
        let written = Written::new(&mut document)?;
        document.fingerprint = Fingerprint::of(written.unfingerprinted.as_bytes()).text();
        Self::verify(document, &Caps::default())
    }

    /// Verifies a plan document: checks its schema, law and fingerprint, and every promise against the one
    /// recomputed from the integer weights.
    ///
    /// # Errors
    /// `unsupported-version`; `invalid-plan`, also where `revises` holds something other than a fingerprint, or one twice;
    /// `invalid-period`; `weight-sum`; the errors of [`Schema::new`] and [`Schema::with_plain`]; `fingerprint-mismatch`;
    /// `understated-promise`; and `cap-exceeded` above a cap.
    pub fn verify(document: PlanDocument, caps: &Caps) -> Result<Self, Error> {
        let json = canonical::to_string(&document)?;
        Self::verify_written(document, json, caps)
    }

    /// Verifies a document that was read from this JSON text. A plan has exactly one form: members that are null, empty or at their default
    /// would not be covered by the fingerprint, so they are refused like unknown members.
    ///
    /// ```
    /// # use candor::{Caps, Code, Plan, Survey};
    /// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
    /// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let text = plan.json().replacen('{', r#"{"ask": "all", "#, 1);
    /// let document = serde_json::from_str(&text).expect("members of a plan");
    /// assert_eq!(Plan::verify_text(document, &text, &Caps::default()).unwrap_err().code(), Code::InvalidPlan);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-plan` for such a member, also within a category; the errors of [`Plan::verify`].
    pub fn verify_text(document: PlanDocument, text: &str, caps: &Caps) -> Result<Self, Error> {
        let json = canonical::to_string(&document)?;
        // Members that reading drops show as a difference in structure, and so does a list or an object that was read as the other kind.
        if canonical::structure(text) != canonical::structure(&json) {
            return Err(Error::new(
                Code::InvalidPlan,
                "not a plan document: what is null, empty or as by default must be left out, and what has members be an object",
            ));
        }
        Self::verify_written(document, json, caps)
    }

    fn verify_written(mut document: PlanDocument, json: String, caps: &Caps) -> Result<Self, Error> {
        Period::new(document.opens.as_deref(), document.closes.as_deref())?;
        let written = Written::new(&mut document)?;
        let verified = Verified::new(&mut document.clone(), &written, caps)?;
        let tabled = Tabled::new(&verified, &document)?;
        revision::check(&document.revises)?;
        Ok(Self { document, verified, tabled, json })
    }

    /// Reads and verifies a plan document. A leading byte order mark is skipped, as browsers do.
    ///
    /// # Errors
    /// `invalid-plan` where the text is not a plan document; the errors of [`Plan::verify_text`].
    #[cfg(feature = "json-plans")]
    pub fn from_json(text: &str, caps: &Caps) -> Result<Self, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = serde_json::from_str(text)
            .map_err(|error| Error::new(Code::InvalidPlan, alloc::format!("not a plan document: {error}")))?;
        Self::verify_text(document, text, caps)
    }

    /// The document as canonical JSON [RFC 8785], including the fingerprint: the bytes to publish.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The text that an author signs with Ed25519 [RFC 8032]: `candor plan ` and the fingerprint.
    #[must_use]
    pub fn signed_text(&self) -> String {
        message!("candor plan ", self.fingerprint())
    }

    /// The signature in the document, 64 bytes in base64url. It is not checked here.
    #[must_use]
    pub fn signature(&self) -> Option<&str> {
        self.document.signature.as_deref()
    }

    /// Returns the plan with this signature in place of any earlier one.
    ///
    /// # Errors
    /// None in practice: a text can always be serialized.
    ///
    /// ```
    /// # use candor::{Plan, Survey};
    /// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
    /// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// # fn ed25519(text: &str) -> String { text.bytes().take(86).map(|_| 'A').collect() }
    /// let signature = ed25519(&plan.signed_text()); // by whatever keeps your key
    /// assert_eq!(plan.signed(&signature)?.signature(), Some(signature.as_str()));
    /// # Ok::<(), candor::Error>(())
    /// ```
    pub fn signed(mut self, signature: &str) -> Result<Self, Error> {
        self.document.signature = Some(signature.into());
        self.json = canonical::to_string(&self.document)?;
        Ok(self)
    }

    /// The survey's name.
    #[must_use]
    pub fn survey(&self) -> &str {
        &self.document.survey
    }

    /// The survey's title.
    #[must_use]
    pub fn title(&self) -> Option<&LocalizedText> {
        self.document.title.as_ref()
    }

    /// The name of the design method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.document.method
    }

    /// The questions.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.verified.schema()
    }

    /// The law, which is the mechanism that perturbs records.
    #[must_use]
    pub fn law(&self) -> &Law {
        self.verified.law()
    }

    /// The columns that reports carry unperturbed, beside the perturbed record.
    #[must_use]
    pub fn plain(&self) -> &[PlainColumn] {
        &self.document.plain
    }

    /// The number of columns that reports hold perturbed: the questions and the reported scores, which plain columns follow in tables.
    ///
    /// ```
    /// # use candor::{Plan, Survey};
    /// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 2}, "attributes": [
    ///     {"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}, {"name": "paid"}], "categories": ["no", "rather", "yes"]}],
    ///     "scores": [{"name": "content", "of": ["climate"]}], "tables": [["content"]]}"#)?;
    /// let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// // Devices add up the score and round it to levels, which are the categories of its column in tables.
    /// assert_eq!((plan.schema().len(), plan.columns(), plan.schema().scores()[0].levels.as_deref()), (3, 4, Some(&[0, 3, 6][..])));
    /// let column = plan.schema().column_of(&plan.schema().scores()[0]).expect("a reported score");
    /// let values: Vec<&str> = plan.table_schema().attributes()[column].categories().iter().map(|level| level.value()).collect();
    /// assert_eq!((values, plan.schema().values_of_levels(&plan.schema().scores()[0])), (vec!["3", "6", "9"], vec![Some(3.0), Some(6.0), Some(9.0)]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn columns(&self) -> usize {
        self.law().sizes().len()
    }

    /// The schema of tables of what is perturbed: the questions, then the reported scores.
    ///
    /// ```
    /// # use candor::{Plan, Survey};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 2}, "plain": [{"name": "site", "categories": ["a", "b"]}],
    /// #     "attributes": [{"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}, {"name": "paid"}], "categories": ["no", "rather", "yes"]}],
    /// #     "scores": [{"name": "content", "of": ["climate"]}], "tables": [["content"]]}"#)?;
    /// let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// // Three rows, the score, a plain column.
    /// assert_eq!((plan.perturbed_schema().len(), plan.table_schema().len()), (plan.columns(), plan.columns() + 1));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn perturbed_schema(&self) -> &Schema {
        self.tabled.as_ref().map_or(self.schema(), |tabled| &tabled.perturbed)
    }

    /// The schema of tables: the questions, the reported scores, then the plain columns.
    ///
    /// ```
    /// use candor::{Answer, Plan, Record, Survey, Table, report};
    ///
    /// let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]}],
    ///     "plain": [{"name": "region", "categories": ["north", "south"]}], "privacy": {"record_epsilon": 1}}"#)?;
    /// let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// assert_eq!((plan.plain().len(), plan.schema().len(), plan.table_schema().len()), (1, 1, 2));
    /// assert_eq!(plan.table_law().information(&[1]), [1.0, 1.0]);
    /// let report = report::respond(&plan, Record::new(plan.schema(), [1])?)?.carrying(&plan, |_| Answer::Text("south"))?;
    /// let mut table = Table::new(&plan, &["region"])?;
    /// table.add(&report)?;
    /// assert_eq!((report.plain(), report.numbers().len()), (&[1][..], report.perturbed().len() + 1));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn table_schema(&self) -> &Schema {
        self.tabled.as_ref().map_or(self.schema(), |tabled| &tabled.schema)
    }

    /// The law that tables are estimated with: [`Plan::law`] extended by the plain columns, which are carried unperturbed ([`Law::with_plain`]).
    #[must_use]
    pub fn table_law(&self) -> &Law {
        self.tabled.as_ref().map_or(self.law(), |tabled| &tabled.law)
    }

    /// Whether a device is asked every question, or first draws a label ([`draw_label`](crate::report::draw_label)) and is asked only
    /// the questions of that label.
    #[must_use]
    pub fn ask(&self) -> Ask {
        self.document.ask
    }

    /// The period in which reports are accepted.
    #[must_use]
    pub fn period(&self) -> Period<'_> {
        Period::checked(self.document.opens.as_deref(), self.document.closes.as_deref())
    }

    /// Whether only the invited may answer, and how they are invited.
    #[must_use]
    pub fn invitations(&self) -> Option<Invitations> {
        self.document.invitations
    }

    /// Where the label of a report comes from; `None` where the device draws it.
    #[must_use]
    pub fn labels(&self) -> Option<Labels> {
        self.document.labels
    }

    /// The fingerprints of the plans that this one corrects, the latest first.
    #[must_use]
    pub fn revises(&self) -> &[String] {
        &self.document.revises
    }

    /// Checks that this plan corrects `earlier` and that reports of `earlier` mean the same under this plan. Both must have the same
    /// questions by name, in the same order, with the same values and bins, asked in the same way and under the same law, and the same
    /// plain columns by name with the same values. Titles, the wording of questions and labels, languages, times and the family of waves may
    /// differ. A device that has answered the earlier plan then keeps its report instead of drawing another.
    ///
    /// # Errors
    /// `plan-mismatch`, saying what differs.
    pub fn stands_for(&self, earlier: &Self) -> Result<(), Error> {
        let (own, other) = (self.fingerprint(), earlier.fingerprint());
        let difference = match self.revises().contains(&other.text()) {
            true => revision::difference(&self.answered(), &earlier.answered()),
            false => Some("it does not say that it revises that plan".into()),
        };
        difference.map_or(Ok(()), |difference| {
            let message =
                message!("reports of ", other, " do not stand for those of ", own, ": ", difference);
            Err(Error::new(Code::PlanMismatch, message))
        })
    }

    fn answered(&self) -> Answered<'_> {
        Answered { schema: self.schema(), plain: self.plain(), ask: self.ask(), law: self.law() }
    }

    /// The promises as recomputed from the law.
    #[must_use]
    pub fn promises(&self) -> &Promises {
        self.verified.promises()
    }

    /// The family of surveys that this is a wave of.
    #[must_use]
    pub fn wave_of(&self) -> Option<&str> {
        self.document.wave_of.as_deref()
    }

    /// For a wave, the fingerprint of the questions and the law, which is equal in all waves of a family that ask the same.
    #[must_use]
    pub fn mechanism(&self) -> Option<Fingerprint> {
        self.verified.mechanism()
    }

    /// The SHA-256 digest of the canonical document without its fingerprint and signature.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.verified.fingerprint()
    }

    /// The verified document.
    #[must_use]
    pub fn document(&self) -> &PlanDocument {
        &self.document
    }
}
