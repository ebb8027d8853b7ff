//! Surveys: an author's document, checked and turned into a schema and a design request.

mod checked;
mod comparison;
mod document;
mod follow_up;
mod goal;
mod question;
mod respondents;
mod tables;

pub use self::checked::Survey;
pub use self::comparison::{ComparisonRequest, GroupRequest};
pub use self::document::{PrivacyDocument, ScoreRequest, SectionRequest, SurveyDocument};
pub use self::follow_up::{ConditionRequest, ConditionRequests};
pub use self::question::{AttributeDocument, Choose, RowDocument};
pub use self::respondents::{Ask, Invitations, Labels};
