//! Differences between dialects of SQL.

use clap::ValueEnum;

/// Whose SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// SQLite, from 3.38 on.
    Sqlite,
    /// PostgreSQL, from 12 on.
    Postgres,
    /// `DuckDB`.
    Duckdb,
    /// `ClickHouse`.
    Clickhouse,
    /// Apache Spark, from 3.3 on.
    Spark,
}

impl Dialect {
    /// The usual text after FROM: a table, or an exported file.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Sqlite | Self::Postgres => "reports",
            Self::Duckdb => "read_parquet('reports.parquet')",
            Self::Clickhouse => "file('reports.parquet')",
            Self::Spark => "parquet.`reports.parquet`",
        }
    }

    /// A text literal.
    pub(super) fn text(self, text: &str) -> String {
        match self {
            Self::Sqlite | Self::Postgres | Self::Duckdb => format!("'{}'", text.replace('\'', "''")),
            Self::Clickhouse | Self::Spark => {
                format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
            }
        }
    }

    /// A quoted column name.
    pub(super) fn name(self, name: &str) -> String {
        match self {
            Self::Sqlite | Self::Postgres | Self::Duckdb => format!("\"{}\"", name.replace('"', "\"\"")),
            Self::Clickhouse => format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`")),
            Self::Spark => format!("`{}`", name.replace('`', "``")),
        }
    }

    /// The keyword that makes a common table expression be computed once although it is read several times, if the dialect needs one.
    pub(super) fn once(self) -> &'static str {
        match self {
            Self::Sqlite | Self::Postgres | Self::Duckdb => "AS MATERIALIZED",
            Self::Clickhouse | Self::Spark => "AS",
        }
    }

    /// The number at a position in a text of numbers separated by blanks.
    pub(super) fn number(self, text: &str, place: usize) -> String {
        match self {
            Self::Sqlite => {
                format!(
                    "CAST(json_extract('[' || replace({text}, ' ', ',') || ']', '$[{place}]') AS INTEGER)"
                )
            }
            Self::Postgres => format!("CAST(nullif(split_part({text}, ' ', {}), '') AS bigint)", place + 1),
            Self::Duckdb => format!("TRY_CAST(split_part({text}, ' ', {}) AS BIGINT)", place + 1),
            Self::Clickhouse => format!("toInt64OrNull(splitByChar(' ', {text})[{}])", place + 1),
            Self::Spark => format!("CAST(get(split({text}, ' '), {place}) AS BIGINT)"),
        }
    }

    /// How many numbers such a text has.
    pub(super) fn numbers(self, text: &str) -> String {
        format!("length({text}) - length(replace({text}, ' ', '')) + 1")
    }

    /// The bit at a position of a number, 0 or 1.
    pub(super) fn bit(self, number: &str, place: &str) -> String {
        match self {
            Self::Sqlite | Self::Duckdb => format!("({number} >> {place} & 1)"),
            Self::Postgres => format!("({number} >> CAST({place} AS integer) & 1)"),
            Self::Clickhouse => format!("bitAnd(bitShiftRight({number}, {place}), 1)"),
            Self::Spark => format!("(shiftright({number}, CAST({place} AS INT)) & 1)"),
        }
    }

    /// An integer quotient, rounded down.
    pub(super) fn quotient(self, number: &str, divisor: usize) -> String {
        match (divisor, self) {
            (1, _) => number.to_owned(),
            (_, Self::Sqlite | Self::Postgres) => format!("{number} / {divisor}"),
            (_, Self::Duckdb) => format!("{number} // {divisor}"),
            (_, Self::Clickhouse) => format!("intDiv({number}, {divisor})"),
            (_, Self::Spark) => format!("{number} DIV {divisor}"),
        }
    }

    /// A table expression `cells` with the integers below a limit in a column `i`.
    pub(super) fn below(self, limit: usize) -> String {
        match self {
            Self::Sqlite => {
                format!("cells(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM cells WHERE i + 1 < {limit})")
            }
            Self::Postgres => {
                format!("cells AS (SELECT i FROM generate_series(0, {limit} - 1) AS series(i))")
            }
            Self::Duckdb => format!("cells AS (SELECT range AS i FROM range({limit}))"),
            Self::Clickhouse => format!("cells AS (SELECT toInt64(number) AS i FROM numbers({limit}))"),
            Self::Spark => format!("cells AS (SELECT id AS i FROM range({limit}))"),
        }
    }
}
