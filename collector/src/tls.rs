//! TLS with certificates from files, by rustls: TLS 1.3 and 1.2 with its own choice of ciphers.
//!
//! To renew a certificate, replace its files: new connections use the new one within seconds, and open connections keep theirs. Files that
//! are invalid or do not match, as while only one of them has been replaced, change nothing.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use candor::{Code, Error};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use super::health::Health;

/// How often the files are checked for changes.
const LOOKED_AT: Duration = Duration::from_secs(2);

/// The PEM files of the certificate and its key.
#[derive(Clone)]
pub struct TlsFiles {
    /// The certificate, followed by the chain to its root.
    pub certificate: PathBuf,
    /// The certificate's private key.
    pub key: PathBuf,
}

/// TLS with the certificate of these files.
pub(super) struct Tls {
    files: TlsFiles,
    state: [Option<(SystemTime, u64)>; 2],
    used: Arc<Used>,
}

/// The certificate for new connections.
#[derive(Debug)]
struct Used(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Used {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Tls {
    /// Loads the files.
    ///
    /// # Errors
    /// `invalid-certificate` if a file cannot be read, or they do not match.
    pub(super) fn new(files: TlsFiles) -> Result<Self, Error> {
        let state = files.state();
        let used = Arc::new(Used(RwLock::new(Arc::new(files.read()?))));
        Ok(Self { files, state, used })
    }

    /// Makes an acceptor of TLS connections.
    ///
    /// # Errors
    /// `invalid-certificate` if rustls does not support these versions.
    pub(super) fn acceptor(&self) -> Result<TlsAcceptor, Error> {
        let configured = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions();
        let configured = configured.map_err(|cause| invalid(&self.files.certificate, &cause))?;
        let mut configuration =
            configured.with_no_client_auth().with_cert_resolver(Arc::clone(&self.used) as _);
        configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(configuration)))
    }

    /// Checks the files regularly for as long as this is awaited, and logs errors in them.
    pub(super) async fn renewed(mut self, health: Arc<Health>) {
        loop {
            tokio::time::sleep(LOOKED_AT).await;
            let health = Arc::clone(&health);
            let looked = tokio::task::spawn_blocking(move || {
                if let Err(error) = self.look() {
                    health.failed(&error);
                }
                self
            });
            match looked.await {
                Ok(own) => self = own,
                Err(_) => return,
            }
        }
    }

    /// Loads the files if they have changed.
    fn look(&mut self) -> Result<(), Error> {
        let state = self.files.state();
        if state == self.state {
            return Ok(());
        }
        // If they change again while they are read, they are read again next time.
        self.state = state;
        let read = Arc::new(self.files.read()?);
        *self.used.0.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }
}

impl TlsFiles {
    /// The modification times and sizes of the files.
    fn state(&self) -> [Option<(SystemTime, u64)>; 2] {
        [&self.certificate, &self.key].map(|path| {
            let found = path.metadata().ok()?;
            Some((found.modified().ok()?, found.len()))
        })
    }

    fn read(&self) -> Result<CertifiedKey, Error> {
        let Self { certificate, key } = self;
        let certificates =
            CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let certificates = certificates.map_err(|cause| invalid(certificate, &cause))?;
        if certificates.is_empty() {
            return Err(invalid(certificate, &"there is no certificate in PEM"));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|cause| invalid(key, &cause))?;
        CertifiedKey::from_der(certificates, private, &ring::default_provider())
            .map_err(|cause| invalid(certificate, &cause))
    }
}

fn invalid(path: &Path, cause: &dyn core::fmt::Display) -> Error {
    Error::new(Code::InvalidCertificate, format!("{}: {cause}", path.display()))
}
