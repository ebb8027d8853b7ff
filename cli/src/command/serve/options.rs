//! The settings of `candor serve`, from options, the environment and a file, in this order of precedence.

use core::net::SocketAddr;
use core::time::Duration;
use std::fs;
use std::path::{Path, PathBuf};

use candor::{Code, Error};
use candor_collector::store::Release;
use candor_collector::{Readers, TlsFiles};
use clap::Args;
use serde::Deserialize;

use crate::failure;

/// The options, as the members of a file have the same names: `release-after = 100`.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Options {
    /// The database: a file, or `postgres://user:password@host/name`; made when it does not exist. candor.db unless given.
    #[arg(long, value_name = "DATABASE", env = "CANDOR_DATABASE", hide_env_values = true)]
    pub(super) database: Option<PathBuf>,
    /// The address to listen on; port 0 takes a free one. 127.0.0.1:8787 unless given.
    #[arg(long, value_name = "ADDRESS", env = "CANDOR_LISTEN", hide_env_values = true)]
    pub(super) listen: Option<SocketAddr>,
    /// Another address, for whoever runs the collector: `/healthz` and `/metrics` are there, and nowhere without it.
    #[arg(long, value_name = "ADDRESS", env = "CANDOR_OPERATIONS", hide_env_values = true)]
    pub(super) operations: Option<SocketAddr>,
    /// A plan to collect for; may be given several times, and is a list in a file.
    #[arg(long = "plan", value_name = "PLAN", env = "CANDOR_PLAN", hide_env_values = true)]
    #[serde(default, rename = "plan")]
    pub(super) plans: Vec<PathBuf>,
    /// A directory of static files to serve at `/`. Scripts inside its pages may run as they are at the start.
    #[arg(long, value_name = "DIR", env = "CANDOR_PAGE", hide_env_values = true)]
    pub(super) page: Option<PathBuf>,
    /// Whoever has a token of this file, made by `candor database token`, may read totals; without it and --public, no one.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "public",
        env = "CANDOR_READERS",
        hide_env_values = true
    )]
    readers: Option<PathBuf>,
    /// Everybody may read totals.
    #[arg(long, env = "CANDOR_PUBLIC", hide_env_values = true)]
    #[serde(default)]
    public: bool,
    /// Whoever has a token of this file, made by `candor database token`, may publish plans over HTTP, and close and delete those.
    #[arg(long, value_name = "FILE", env = "CANDOR_AUTHORS", hide_env_values = true)]
    pub(super) authors: Option<PathBuf>,
    /// The certificate for TLS, in PEM, with those that lead to its root.
    #[arg(long, value_name = "FILE", env = "CANDOR_TLS_CERTIFICATE", hide_env_values = true)]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key, in PEM.
    #[arg(long, value_name = "FILE", env = "CANDOR_TLS_KEY", hide_env_values = true)]
    tls_key: Option<PathBuf>,
    /// The reports that a first total needs. 100 unless given.
    #[arg(long, value_name = "REPORTS", env = "CANDOR_RELEASE_AFTER", hide_env_values = true)]
    release_after: Option<u64>,
    /// The new reports that every later total needs; fewer are told as part of a later one. 100 unless given.
    #[arg(long, value_name = "REPORTS", env = "CANDOR_RELEASE_REPORTS", hide_env_values = true)]
    release_reports: Option<u64>,
    /// The minutes that have to pass between two totals. 10 unless given.
    #[arg(long, value_name = "MINUTES", env = "CANDOR_RELEASE_MINUTES", hide_env_values = true)]
    release_minutes: Option<u64>,
}

impl Options {
    /// Reads the settings of a TOML file.
    ///
    /// # Errors
    /// `io`; `invalid-configuration`.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|cause| failure::file(path, &cause))?;
        let invalid = |cause: &dyn core::fmt::Display| {
            Error::new(Code::InvalidConfiguration, format!("{}: {cause}", path.display()))
        };
        let options: Self = toml::from_str(&text).map_err(|cause| invalid(&cause.message()))?;
        if options.public && options.readers.is_some() {
            return Err(invalid(&"totals are either public or for readers"));
        }
        Ok(options)
    }

    /// Fills in settings that are absent from `others`. `readers` and `public` count as one setting.
    pub(super) fn or(self, others: Self) -> Self {
        let says_who = self.public || self.readers.is_some();
        let (readers, public) =
            if says_who { (self.readers, self.public) } else { (others.readers, others.public) };
        Self {
            database: self.database.or(others.database),
            listen: self.listen.or(others.listen),
            operations: self.operations.or(others.operations),
            plans: if self.plans.is_empty() { others.plans } else { self.plans },
            page: self.page.or(others.page),
            readers,
            public,
            authors: self.authors.or(others.authors),
            tls_certificate: self.tls_certificate.or(others.tls_certificate),
            tls_key: self.tls_key.or(others.tls_key),
            release_after: self.release_after.or(others.release_after),
            release_reports: self.release_reports.or(others.release_reports),
            release_minutes: self.release_minutes.or(others.release_minutes),
        }
    }

    /// Who may read totals.
    pub(super) fn readers(&self) -> Readers {
        match &self.readers {
            Some(file) => Readers::Holders(file.clone()),
            None if self.public => Readers::Everybody,
            None => Readers::Nobody,
        }
    }

    /// When totals are released.
    pub(super) fn release(&self) -> Release {
        let usual = Release::default();
        let minutes = |minutes: u64| Duration::from_secs(minutes.saturating_mul(60));
        Release {
            after: self.release_after.unwrap_or(usual.after),
            reports: self.release_reports.unwrap_or(usual.reports),
            pause: self.release_minutes.map_or(usual.pause, minutes),
        }
    }

    /// The files for TLS, if it is used.
    ///
    /// # Errors
    /// `invalid-configuration` if one of them is missing.
    pub(super) fn tls(&self) -> Result<Option<TlsFiles>, Error> {
        match (&self.tls_certificate, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                Ok(Some(TlsFiles { certificate: certificate.clone(), key: key.clone() }))
            }
            (None, None) => Ok(None),
            _ => Err(Error::new(
                Code::InvalidConfiguration,
                "TLS takes a certificate and its key: one is missing",
            )),
        }
    }
}
