//! The experiments of \[Yamamoto23S\]: levels of tables, and genome statistics compared with those of a trusted collector.

mod phenotype;
mod snp;
mod statistics;
mod table_levels;

pub(crate) use statistics::GENOME_STATISTICS;
pub(crate) use table_levels::TABLE_LEVELS;
