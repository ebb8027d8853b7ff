//! The settings of `candor serve`, from options, the environment and a file, in this order of precedence.

use core::net::SocketAddr;
use core::time::Duration;
use std::path::{Path, PathBuf};

use candor::{Code, Error};
use candor_collector::store::Release;
use candor_collector::{Readers, TlsFiles};
use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::failure;

/// The options, as the members of a file have the same names: `release-after = 100`.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Options {
    /// The database: a file, or `postgres://user:password@host/name`; created if it does not exist. Default: candor.db.
    #[arg(long, value_name = "DATABASE", env = "CANDOR_DATABASE", hide_env_values = true)]
    pub(super) database: Option<PathBuf>,
    /// The address to listen on; port 0 takes a free one. Default: 127.0.0.1:8787.
    #[arg(long, value_name = "ADDRESS", env = "CANDOR_LISTEN", hide_env_values = true)]
    pub(super) listen: Option<SocketAddr>,
    /// A second address, for the operator, that serves `/healthz` and `/metrics`. Without it they are not served.
    #[arg(long, value_name = "ADDRESS", env = "CANDOR_OPERATIONS", hide_env_values = true)]
    pub(super) operations: Option<SocketAddr>,
    /// A plan to collect reports for; repeat the option for several plans, or write a list in the file.
    #[arg(long = "plan", value_name = "PLAN", env = "CANDOR_PLAN", hide_env_values = true)]
    #[serde(default, rename = "plan")]
    pub(super) plans: Vec<PathBuf>,
    /// A directory of static files to serve at `/`. Inline scripts in its pages run only as they were when the collector
    /// started.
    #[arg(long, value_name = "DIR", env = "CANDOR_PAGE", hide_env_values = true)]
    pub(super) page: Option<PathBuf>,
    /// A file of tokens, made by `candor database token`, whose owners may read totals. Without this option or --public, no
    /// one may.
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
    /// A file of tokens, made by `candor database token`, whose owners may publish plans over HTTP, and close and delete
    /// these. A survey's name belongs to the author who published it first.
    #[arg(long, value_name = "FILE", env = "CANDOR_AUTHORS", hide_env_values = true)]
    pub(super) authors: Option<PathBuf>,
    /// The TLS certificate in PEM, followed by the other certificates of its chain.
    #[arg(long, value_name = "FILE", env = "CANDOR_TLS_CERTIFICATE", hide_env_values = true)]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key, in PEM.
    #[arg(long, value_name = "FILE", env = "CANDOR_TLS_KEY", hide_env_values = true)]
    tls_key: Option<PathBuf>,
    /// Number of reports needed for the first release of totals; totals of fewer are not shown. Default: 100.
    #[arg(long, value_name = "REPORTS", env = "CANDOR_RELEASE_AFTER", hide_env_values = true)]
    release_after: Option<u64>,
    /// By how many reports each later release needs to exceed the one before, not counting reports that were withdrawn;
    /// fewer wait for the next one. Default: 100.
    #[arg(long, value_name = "REPORTS", env = "CANDOR_RELEASE_REPORTS", hide_env_values = true)]
    release_reports: Option<u64>,
    /// Minutes that must pass between two releases. Default: 10.
    #[arg(long, value_name = "MINUTES", env = "CANDOR_RELEASE_MINUTES", hide_env_values = true)]
    release_minutes: Option<u64>,
    /// Release totals in steps, or once: when a plan takes no more reports, because its time is over or its author closed
    /// it. A plan without `closes` then waits for its author. Default: steps.
    #[arg(long, value_name = "WHEN", value_enum, env = "CANDOR_RELEASE", hide_env_values = true)]
    release: Option<When>,
}

/// When totals are released.
#[derive(Clone, Copy, PartialEq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum When {
    Steps,
    AtClose,
}

impl Options {
    /// Reads the settings of a TOML file.
    ///
    /// # Errors
    /// `io`; `invalid-configuration`.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let text = failure::text(path, Code::InvalidConfiguration)?;
        let invalid = |cause: &dyn core::fmt::Display| {
            Error::new(Code::InvalidConfiguration, format!("{}: {cause}", path.display()))
        };
        let options: Self = toml::from_str(&text).map_err(|cause| invalid(&cause.message()))?;
        if options.public && options.readers.is_some() {
            return Err(invalid(&"`public` and `readers` exclude each other: set one of them"));
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
            release: self.release.or(others.release),
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
    ///
    /// # Errors
    /// `invalid-configuration` where totals that are released once should also be released later.
    pub(super) fn release(&self) -> Result<Release, Error> {
        let usual = Release::default();
        let minutes = |minutes: u64| Duration::from_secs(minutes.saturating_mul(60));
        let at_close = self.release == Some(When::AtClose);
        if at_close && (self.release_reports.is_some() || self.release_minutes.is_some()) {
            return Err(Error::new(
                Code::InvalidConfiguration,
                "--release at-close releases totals once: leave out --release-reports and --release-minutes, which are for steps",
            ));
        }
        Ok(Release {
            after: self.release_after.unwrap_or(usual.after),
            reports: self.release_reports.unwrap_or(usual.reports),
            pause: self.release_minutes.map_or(usual.pause, minutes),
            at_close,
        })
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
                "TLS needs a certificate and its key: give both --tls-certificate and --tls-key",
            )),
        }
    }
}
