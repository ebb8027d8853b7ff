//! Addresses of databases on servers: `postgres://user:password@host:port/name?sslmode=verify-full&sslrootcert=root.pem`.

use core::fmt;
use std::path::PathBuf;

use candor::{Code, Error};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// The address of a database on a server. Its password never appears in text made from it.
#[derive(Clone)]
pub struct ServerUrl {
    pub(super) config: Config,
    pub(super) encryption: Encryption,
}

/// How a connection is encrypted.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Encryption {
    /// No encryption.
    None,
    /// Encrypted, with any server (`require`).
    Anybody,
    /// Encrypted, with a server whose name is verified by a certificate issued by a root in this file (`verify-full`).
    Verified(PathBuf),
}

impl ServerUrl {
    /// Parses an address.
    ///
    /// # Errors
    /// `invalid-configuration`; of the address, its message contains only the name of a parameter.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut root) = (None, None);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let place = match &*name {
                "sslmode" => &mut mode,
                "sslrootcert" => &mut root,
                other => {
                    return Err(invalid(&format!(
                        "there is no parameter {other:?}: sslmode and sslrootcert are known"
                    )));
                }
            };
            if place.replace(value.into_owned()).is_some() {
                return Err(invalid(&format!("{name} is given twice")));
            }
        }
        // The parser's message may quote the password.
        let mut config: Config = base.parse().map_err(|_| invalid(SHAPE))?;
        let is_missing = |part: Option<&str>| part.is_none_or(str::is_empty);
        if is_missing(config.get_user()) || is_missing(config.get_dbname()) || config.get_hosts().is_empty() {
            return Err(invalid(SHAPE));
        }
        let is_near = config.get_hosts().iter().all(is_near);
        let encryption = encryption(mode.as_deref(), root, is_near)?;
        config.ssl_mode(if encryption == Encryption::None { SslMode::Disable } else { SslMode::Require });
        Ok(Self { config, encryption })
    }
}

const SHAPE: &str = "it is written as postgres://user:password@host:port/name";

fn encryption(mode: Option<&str>, root: Option<String>, is_near: bool) -> Result<Encryption, Error> {
    match (mode, root) {
        (Some("verify-full"), Some(root)) => Ok(Encryption::Verified(root.into())),
        (Some("verify-full"), None) => Err(invalid(
            "sslmode=verify-full needs sslrootcert=FILE, the root certificates of the server's certificate",
        )),
        (_, Some(_)) => Err(invalid("sslrootcert needs sslmode=verify-full")),
        (Some("require"), None) => Ok(Encryption::Anybody),
        (Some("disable"), None) => Ok(Encryption::None),
        (None, None) if is_near => Ok(Encryption::None),
        (None, None) => {
            Err(invalid("a server on another machine needs sslmode=verify-full, require or disable"))
        }
        (Some(other), None) => {
            Err(invalid(&format!("sslmode is {other:?}; it may be verify-full, require or disable")))
        }
    }
}

/// Whether the server is on this machine, so that nobody can listen in between.
fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: core::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn invalid(why: &str) -> Error {
    Error::new(Code::InvalidConfiguration, format!("the address of the PostgreSQL database: {why}"))
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "postgres://{}@", self.config.get_user().unwrap_or_default())?;
        let ports = self.config.get_ports();
        for (position, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            match host {
                Host::Tcp(name) => write!(to, "{comma}{name}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(to, "{comma}{}", path.display())?,
            }
            if let Some(port) = ports.get(position).or(ports.first()) {
                write!(to, ":{port}")?;
            }
        }
        write!(to, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_told() {
        let url = ServerUrl::parse("postgres://ada:secret@127.0.0.1:5433/health").expect("an address");
        assert_eq!(url.to_string(), "postgres://ada@127.0.0.1:5433/health");
        for wrong in [
            "postgres://ada:secret@127.0.0.1:port/health",
            "postgres://ada:secret@/health",
            "postgres://ada:secret@127.0.0.1",
            "postgres://:secret@127.0.0.1/health",
            "postgres://ada:secret@127.0.0.1/health?sslmode=prefer",
            "postgres://ada:secret@127.0.0.1/health?options=-c",
            "postgres://ada:secret@127.0.0.1/health?sslmode=disable&sslmode=require",
            "postgres://ada:secret@127.0.0.1/health?sslmode=verify-full",
            "postgres://ada:secret@127.0.0.1/health?sslmode=require&sslrootcert=root.pem",
            "postgres://ada:secret@db.example/health",
        ] {
            let refused = ServerUrl::parse(wrong).err().expect(wrong);
            assert_eq!(refused.code(), Code::InvalidConfiguration);
            assert!(!refused.message().contains("secret"), "{refused}");
        }
    }

    #[test]
    fn a_server_elsewhere_is_spoken_to_as_the_address_says() {
        let encryption = |text: &str| ServerUrl::parse(text).map(|url| url.encryption);
        let far = "postgres://ada@db.example/health?sslmode=";
        assert!(encryption(&format!("{far}disable")).is_ok_and(|found| found == Encryption::None));
        assert!(encryption(&format!("{far}require")).is_ok_and(|found| found == Encryption::Anybody));
        let verified = encryption(&format!("{far}verify-full&sslrootcert=root.pem"));
        assert!(verified.is_ok_and(|found| found == Encryption::Verified("root.pem".into())));
        assert!(encryption("postgres://ada@localhost/health").is_ok_and(|found| found == Encryption::None));
    }
}
