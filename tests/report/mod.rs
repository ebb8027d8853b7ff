//! Reports: the same draws and documents everywhere and for ever, and repeated surveys.

mod drawn;
mod known_answers;
mod plain;
mod revisions;
mod rounded;
mod value_stability;
mod waves;
