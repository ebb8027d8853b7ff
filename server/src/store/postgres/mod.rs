//! A database on a server, by PostgreSQL, which several collectors may share.
//!
//! Who writes of a plan holds its row in `plans` until the commit: what it has read of that plan is what it changes. A commit that
//! returned is on the server's disk (`synchronous_commit`).
//!
//! PostgreSQL keeps rows where there is room, marked by their transactions. Tables are therefore rewritten in the order of their keys by
//! one transaction: the small ones, to which every report writes, about every minute; `reports`, to which reports are moved in the order of
//! their ids when totals are told of them, at the end of the last collector, or the start of the first one after a crash.

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
