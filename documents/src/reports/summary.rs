//! A summary of the reports that were read, in one sentence.

use core::fmt;

use crate::text;

/// The numbers of reports that were read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    /// The number of reports counted.
    pub counted: u64,
    /// The number of counted reports without id.
    pub without_id: u64,
    /// The number of repeated reports, which were not counted again.
    pub repeated: u64,
    /// The number of reports of another plan, which are left out.
    pub other_plan: u64,
}

impl Summary {
    /// The sentence for this many files. Without ids a report that is in two of several files cannot be detected.
    #[must_use]
    pub fn of_files(&self, files: usize) -> String {
        match self.without_id {
            0 => self.to_string(),
            _ if files < 2 => self.to_string(),
            one @ 1 => format!("{self}; {one} has no id: it counts in every file that has it"),
            many => {
                format!("{self}; {} have no id: these count in every file that has them", text::grouped(many))
            }
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counted {}", text::counted(self.counted, "report"))?;
        if self.other_plan > 0 {
            let (are, were) = if self.other_plan == 1 { ("is", "was") } else { ("are", "were") };
            write!(f, "; {} {are} of another plan and {were} left out", text::grouped(self.other_plan))?;
        }
        if self.repeated > 0 {
            write!(f, "; {} came again and counted once", text::grouped(self.repeated))?;
        }
        Ok(())
    }
}
