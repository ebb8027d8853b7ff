//! Laws: their promises and their properties.

mod labels;
mod promises;
mod properties;
