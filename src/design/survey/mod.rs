//! Surveys: an author's document, checked and turned into a schema and a design request.

mod checked;
mod document;
mod follow_up;
mod goal;
mod respondents;

pub use self::checked::Survey;
pub use self::document::{
    AttributeDocument, Choose, PrivacyDocument, RowDocument, ScoreRequest, SectionRequest, SurveyDocument,
};
pub use self::follow_up::{ConditionRequest, ConditionRequests};
pub use self::respondents::{Ask, Invitations, Labels};
