//! Checks a role's privileges before anything else is done, so that an error can name what is missing.

use candor::{Code, Error};

use super::connection::Connection;
use super::refusal::refused;
use super::url::ServerUrl;

/// The privileges that a writing role lacks. A schema that does not exist is not asked about.
const WRITING: &str = "WITH own AS (SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = to_regnamespace('candor'))
    SELECT 'CREATE on the database' WHERE to_regnamespace('candor') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE')
    UNION ALL SELECT 'TEMPORARY on the database' WHERE NOT has_database_privilege(current_database(), 'TEMPORARY')
    UNION ALL SELECT 'USAGE on the schema candor' WHERE NOT has_schema_privilege(to_regnamespace('candor')::OID, 'USAGE')
    UNION ALL SELECT 'CREATE on the schema candor'
        WHERE NOT EXISTS (SELECT FROM own) AND NOT has_schema_privilege(to_regnamespace('candor')::OID, 'CREATE')
    UNION ALL SELECT format('%s on %s', string_agg(privilege, ', ' ORDER BY privilege), relname)
        FROM own, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
        WHERE relkind = 'r' AND NOT has_table_privilege(oid, privilege) GROUP BY relname ORDER BY 1";

/// The privileges that a reading role lacks.
const READING: &str = "SELECT 'USAGE on the schema candor' WHERE NOT has_schema_privilege(to_regnamespace('candor')::OID, 'USAGE')
    UNION ALL SELECT 'SELECT on ' || relname FROM pg_class
        WHERE relnamespace = to_regnamespace('candor') AND relkind IN ('r', 'v') AND NOT has_table_privilege(oid, 'SELECT') ORDER BY 1";

/// Checks that the role of the address has the privileges it needs.
///
/// # Errors
/// `invalid-configuration`, naming the missing privileges; `database-unavailable`.
pub(super) async fn check(connection: &Connection, url: &ServerUrl, writes: bool) -> Result<(), Error> {
    let query = if writes { WRITING } else { READING };
    let lacking = connection.all(query, &[vec![]]).await.map_err(|cause| refused(&cause))?;
    let lacking: Vec<String> =
        lacking.into_iter().flatten().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if lacking.is_empty() {
        return Ok(());
    }
    let message = format!("{url}: the role lacks privileges: {}", lacking.join("; "));
    Err(Error::new(Code::InvalidConfiguration, message))
}
