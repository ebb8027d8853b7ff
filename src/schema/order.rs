//! The order in which people see categories, rows and questions: that of the document, or one that their device draws.

use serde::{Deserialize, Serialize};

/// The order in which categories, rows or questions are shown.
///
/// ```
/// use candor::schema::Order;
///
/// assert_eq!(serde_json::from_str::<Order>(r#""random""#).ok(), Some(Order::Random));
/// assert_eq!(Order::default(), Order::Given);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the document.
    #[default]
    Given,
    /// An order that every device draws for itself and tells nobody.
    Random,
}

impl Order {
    /// Whether it is that of the document, which then leaves it out.
    pub(crate) fn is_given(&self) -> bool {
        *self == Self::Given
    }
}
