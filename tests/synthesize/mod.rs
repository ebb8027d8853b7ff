//! Ring: statistics. Records drawn from estimated tables.

mod records;
