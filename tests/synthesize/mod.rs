//! Ring: statistics. Records that are drawn from estimated tables.

mod records;
