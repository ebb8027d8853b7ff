//! Reruns the experiments of the papers that Candor builds on, with Candor's code and the methods they compare with.
//!
//! An [`Experiment`] says what it measures and where that was published, and divides its work into [`Part`]s that may be run in any
//! order and on different days: each has a seed of its own, so that a part gives the same rows whenever it runs. The rows of all parts
//! form a [`Table`], from which the [`Picture`]s and the [`Finding`]s are made: sentences that the rows make true or false.
//!
//! ```
//! use candor_reproduce::{EXPERIMENTS, Scale, Supplied, Table};
//! let levels = EXPERIMENTS.iter().find(|e| e.name == "levels").ok_or("no such experiment")?;
//! let mut table = Table::new(levels.columns);
//! table.extend((levels.parts)(Scale::Quick, &Supplied::default()).remove(0).run()?);
//! assert_eq!(Table::read(&table.csv()?)?, table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axis;
mod comparison;
mod consistency;
mod draws;
mod experiment;
mod genomes;
mod graphical;
mod kikuchi;
mod measured;
mod page;
pub mod peers;
mod picture;
mod records;
mod respondents;
mod synthesized;
mod table;
mod yamamoto23;
mod yamamoto24;

pub use axis::Axis;
pub use consistency::Consistency;
pub use experiment::{Experiment, Finding, Part, Scale, Supplied};
pub use graphical::GraphicalModel;
pub use page::{index, page};
pub use picture::{Mark, Panel, Picture, Series};
pub use records::Population;
pub use table::{Table, Value};

/// All experiments, in the order of the pages.
pub const EXPERIMENTS: &[&Experiment] = &[
    &yamamoto24::LEVELS,
    &yamamoto24::SIZES,
    &yamamoto24::CHI_SQUARED,
    &yamamoto24::RUN_TIME,
    &yamamoto23::TABLE_LEVELS,
    &yamamoto23::GENOME_STATISTICS,
    &kikuchi::DIMENSIONS,
    &kikuchi::LOPUB,
    &kikuchi::SAMPLE_SIZE,
    &kikuchi::BUDGET,
    &kikuchi::CORRELATION,
    &kikuchi::AGE,
    &kikuchi::INVERSION,
    &respondents::RESPONDENTS,
    &comparison::COMPARISON,
    &synthesized::SYNTHESIZED,
];
