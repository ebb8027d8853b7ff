//! The experiments of \[Yamamoto23S\]: levels of tables, and genome statistics beside a trusted collector's.

mod phenotype;
mod snp;
mod statistics;
mod table_levels;

pub(crate) use statistics::GENOME_STATISTICS;
pub(crate) use table_levels::TABLE_LEVELS;
