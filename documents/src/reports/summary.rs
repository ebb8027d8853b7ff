//! What was read, in one sentence.

use core::fmt;

use crate::text;

/// How many reports were read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    /// Those that count.
    pub counted: u64,
    /// Those of them that have no id.
    pub without_id: u64,
    /// Those that came again, and count once.
    pub repeated: u64,
    /// Those of another plan, which are left out.
    pub other_plan: u64,
}

impl Summary {
    /// The sentence of so many files: of reports without ids nothing tells whether two of several files have the same.
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
