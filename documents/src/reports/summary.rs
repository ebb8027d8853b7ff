//! What was read, in one sentence.

use core::fmt;

use crate::text;

/// How many reports were read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summary {
    /// Those that count.
    pub counted: u64,
    /// Those that came again, and count once.
    pub repeated: u64,
    /// Those of another plan, which are left out.
    pub other_plan: u64,
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
