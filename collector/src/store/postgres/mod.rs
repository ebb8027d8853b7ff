//! A database on a PostgreSQL server, which several collectors may share.
//!
//! A writer locks the plan's row in `plans` until the commit, so that what it changes is what it has read. A commit that returned is on the
//! server's disk (`synchronous_commit`).
//!
//! PostgreSQL puts rows wherever there is room and marks them with their transactions. Tables are therefore rewritten in the order of their
//! keys, in one transaction: the small ones, which every report writes to, about once a minute; `reports`, when the last collector ends, or
//! when the first one starts after a crash. Reports are moved to `reports` in the order of their ids when they are released.

mod connection;
mod opening;
mod order;
mod privileges;
mod refusal;
mod schema;
mod server;
mod tls;
mod url;
mod value;

pub use self::connection::Cancellation;
pub(super) use self::server::Server;
pub use self::url::ServerUrl;
