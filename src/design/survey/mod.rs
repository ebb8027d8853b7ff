//! Surveys: an author's document, checked and turned into a schema and a design request.

mod ask;
mod checked;
mod document;
mod goal;
mod invitations;

pub use self::ask::Ask;
pub use self::checked::Survey;
pub use self::document::{AttributeDocument, PrivacyDocument, SurveyDocument};
pub use self::invitations::Invitations;
