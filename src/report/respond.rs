//! A respondent's report, with noise from the operating system's random generator. Where a plan's devices draw their questions first, the label
//! is drawn before, and the report under it.

#[cfg(feature = "os-rng")]
use chacha20::ChaCha20Rng;
use rand_core::Rng;
#[cfg(feature = "os-rng")]
use rand_core::SeedableRng;
#[cfg(feature = "os-rng")]
use sha2::{Digest, Sha256};

#[cfg(feature = "os-rng")]
use super::drawing::Drawing;
use super::sent::Report;
#[cfg(feature = "os-rng")]
use super::wave::{Secret, Wave};
#[cfg(feature = "os-rng")]
use crate::error::Error;
#[cfg(feature = "os-rng")]
use crate::law::check_label;
use crate::perturb::perturb;
#[cfg(feature = "os-rng")]
use crate::perturb::{label, no_randomness};
use crate::plan::Plan;
use crate::schema::Record;

/// A respondent's report, with noise from the operating system.
///
/// # Errors
/// `entropy-unavailable` where the system provides no randomness; nothing was drawn then.
#[cfg(feature = "os-rng")]
pub fn respond(plan: &Plan, record: Record) -> Result<Report, Error> {
    reported(plan, record, None, None).map(|(report, _)| report)
}

/// Draws the label under which a device will report, before anything is answered. The label determines which questions to ask
/// ([`Law::questionnaire`](crate::Law::questionnaire)), and [`respond_under`] takes the answers. Such a report has the same distribution as one of [`respond`].
///
/// In a wave the label is derived from the secret of the family, or from a fresh one, which is returned to be kept; [`respond_in_wave`]
/// with that secret draws the same label.
///
/// # Errors
/// Those of [`respond`].
///
/// ```
/// use candor::{Plan, Record, Survey, report};
///
/// let survey = Survey::from_json(r#"{"survey": "habits", "ask": "drawn", "attributes": [
///     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "drinker", "categories": ["no", "yes"]},
///     {"name": "driver", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1, "method": "labelled"}}"#)?;
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let (label, _) = report::draw_label(&plan, None)?; // to be kept before anything is shown
/// let mut answers = [0; 3];                          // what is not asked is not read
/// for question in plan.law().questionnaire(label).expect("a label of the law").units.concat() {
///     answers[question] = 1;
/// }
/// let report = report::respond_under(&plan, label, Record::new(plan.schema(), answers)?)?;
/// assert_eq!(report.perturbed()[0], label);
/// # Ok::<(), candor::Error>(())
/// ```
#[cfg(feature = "os-rng")]
pub fn draw_label(plan: &Plan, secret: Option<Secret>) -> Result<(u32, Option<Secret>), Error> {
    Drawing::of(plan).label(secret).ok_or_else(no_randomness)
}

/// The report under a label that was drawn before, with fresh noise. Questions that the label does not ask are not read; they may have any
/// category.
///
/// # Errors
/// `invalid-report` where the plan has no such label; those of [`respond`].
#[cfg(feature = "os-rng")]
pub fn respond_under(plan: &Plan, label: u32, record: Record) -> Result<Report, Error> {
    check_label(plan.law(), label)?;
    reported(plan, record, Some(label), None).map(|(report, _)| report)
}

/// The label that follows from the credential of an invitation, the text that is sent as `Candor-Invitation` [`Labels::Invited`](crate::design::Labels::Invited).
///
/// It is drawn like the label of a wave, with the SHA-256 of the text as the secret and the plan's fingerprint as the mechanism. A credential
/// holds a signature that nobody knows before an invitation is spent on it, and that the collector who signs cannot see: neither chooses the label.
///
/// ```
/// use candor::{Plan, Survey, report::invited_label};
///
/// let survey = Survey::from_json(r#"{"survey": "staff", "invitations": "blind", "attributes": [{"name": "content", "categories": ["no", "yes"]},
///     {"name": "leaving", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}, "tables": [["content"], ["leaving"]]}"#)?;
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// assert!(invited_label(&plan, "bnVtYmVy") < plan.law().labels());
/// assert_eq!(invited_label(&plan, "bnVtYmVy"), invited_label(&plan, "bnVtYmVy"));
/// # Ok::<(), candor::Error>(())
/// ```
#[cfg(feature = "os-rng")]
#[must_use]
pub fn invited_label(plan: &Plan, credential: &str) -> u32 {
    let seed = Secret::new(Sha256::digest(credential).into()).label(plan.fingerprint());
    label(plan.law(), &mut ChaCha20Rng::from_seed(*seed))
}

/// The report of a wave under the secret of its family, or under a fresh one: the same answers always give the same perturbed record, with a
/// fresh id. Where the plan belongs to no family, the wave is `None` and the noise is fresh.
///
/// # Errors
/// Those of [`respond`].
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::Record;
/// use candor::report::{respond_in_wave, wave::Secret};
///
/// let record = || Record::new(plan.schema(), [1]);
/// let (first, wave) = respond_in_wave(&plan, record()?, None)?;
/// let kept = wave.map(|wave| *wave.secret.as_bytes());
/// // The next wave: the same answers leave as the same report, under another id.
/// let (second, _) = respond_in_wave(&plan, record()?, kept.map(Secret::new))?;
/// assert_eq!(first.perturbed(), second.perturbed());
/// assert_ne!(first.id(), second.id());
/// # Ok::<(), candor::Error>(())
/// ```
#[cfg(feature = "os-rng")]
pub fn respond_in_wave(
    plan: &Plan,
    record: Record,
    secret: Option<Secret>,
) -> Result<(Report, Option<Wave>), Error> {
    reported(plan, record, None, secret)
}

/// A report with noise from a given generator, for experiments and tests that must be reproducible.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::{Record, report::respond_with};
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let report = || Ok::<_, candor::Error>(respond_with(&plan, Record::new(plan.schema(), [1])?, &mut ChaCha20Rng::seed_from_u64(7)));
/// assert_eq!(report()?, report()?);
/// # Ok::<(), candor::Error>(())
/// ```
pub fn respond_with<R: Rng>(plan: &Plan, record: Record, rng: &mut R) -> Report {
    let mut id = [0; 16];
    rng.fill_bytes(&mut id);
    Report::new(plan.fingerprint(), id, perturb(plan.law(), record, rng))
}

/// The report under a given label, or for a wave under a given secret; draws these if they are `None`.
#[cfg(feature = "os-rng")]
fn reported(
    plan: &Plan,
    record: Record,
    label: Option<u32>,
    secret: Option<Secret>,
) -> Result<(Report, Option<Wave>), Error> {
    let (id, perturbed, wave) = Drawing::of(plan).report(record, label, secret).ok_or_else(no_randomness)?;
    Ok((Report::new(plan.fingerprint(), id, perturbed), wave))
}
