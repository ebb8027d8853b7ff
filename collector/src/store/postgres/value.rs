//! Conversion of values to and from PostgreSQL's types.

use core::error::Error;

use rusqlite::types::Value;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::store::row::Row;

/// A value bound to a parameter.
#[derive(Debug)]
pub(super) struct Bound<'v>(pub(super) &'v Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self, kind: &Type, to: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::BOOL => (*number != 0).to_sql(kind, to),
            Value::Integer(number) => number.to_sql(kind, to),
            Value::Real(number) => number.to_sql(kind, to),
            Value::Text(text) => text.to_sql(kind, to),
            Value::Blob(bytes) => bytes.to_sql(kind, to),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::BOOL, Type::INT8, Type::TEXT, Type::BYTEA].contains(kind)
    }

    to_sql_checked!();
}

/// Converts a row that the server returned.
pub(super) fn row(found: &tokio_postgres::Row) -> Result<Row, tokio_postgres::Error> {
    let value = |column: usize| {
        Ok(match *found.columns()[column].type_() {
            Type::BOOL => found.try_get::<_, Option<bool>>(column)?.into(),
            Type::INT4 => found.try_get::<_, Option<i32>>(column)?.into(),
            Type::INT8 => found.try_get::<_, Option<i64>>(column)?.into(),
            Type::BYTEA => found.try_get::<_, Option<Vec<u8>>>(column)?.into(),
            // Text that is not UTF-8 becomes a value that callers who expect text report as damage.
            _ => found.try_get::<_, Option<String>>(column).map_or(Value::Blob(Vec::new()), Value::from),
        })
    };
    (0..found.len()).map(value).collect::<Result<_, _>>().map(Row)
}
