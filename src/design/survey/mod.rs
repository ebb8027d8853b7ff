//! Surveys: an author's document, checked and turned into a schema and a design request.

mod checked;
mod document;
mod goal;
mod respondents;

pub use self::checked::Survey;
pub use self::document::{AttributeDocument, PrivacyDocument, SurveyDocument};
pub use self::respondents::{Ask, Invitations, Labels};
