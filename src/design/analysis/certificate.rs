//! The certificate of the smallest error of tables, and the laws that it covers.

use alloc::format;
use alloc::string::String;

use serde::Serialize;

use crate::message::counted;

/// The minimum of V and a bound that certifies it, in floating point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TableCertificate {
    /// V of the law that was found.
    pub objective: f64,
    /// A lower bound on V of every law within the record ε and the caps whose signs match one of the patterns searched.
    pub lower_bound: f64,
    /// The number of sign patterns searched, not counting those that only rename the answers to yes/no questions.
    pub searched: usize,
    /// The number of free signs; there are two to the power of it patterns in all.
    pub signs: usize,
    /// Whether only laws were searched that treat exchangeable attributes alike, if there are any.
    pub alike: bool,
}

impl TableCertificate {
    /// Describes the laws among which V is the smallest.
    pub(crate) fn among(&self) -> String {
        let total = u32::try_from(self.signs).ok().and_then(|signs| 2_usize.checked_pow(signs));
        let whole = match total == Some(self.searched) {
            true => "all of them".into(),
            false => format!("of 2^{}", self.signs),
        };
        let alike = if self.alike { ", exchangeable questions treated alike" } else { "" };
        format!("among the {} searched ({whole}{alike})", counted(self.searched, "sign pattern"))
    }
}
