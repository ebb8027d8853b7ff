//! TLS from files, by rustls: TLS 1.3 and 1.2 with its own choice of ciphers.
//!
//! A certificate is renewed by replacing its files: new connections have the new one within seconds, those that are open keep theirs.
//! Files that cannot be used, or do not belong together, as between the replacing of the one and of the other, change nothing.

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

/// How often the files are looked at.
const LOOKED_AT: Duration = Duration::from_secs(2);

/// Where the certificate and its key are, in PEM.
#[derive(Clone)]
pub struct TlsFiles {
    /// The certificate, then those that lead to its root.
    pub certificate: PathBuf,
    /// The certificate's private key.
    pub key: PathBuf,
}

/// TLS with the certificate of two files.
pub(super) struct Tls {
    files: TlsFiles,
    state: [Option<(SystemTime, u64)>; 2],
    used: Arc<Used>,
}

/// The certificate of new connections.
#[derive(Debug)]
struct Used(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Used {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Tls {
    /// TLS with what the files hold.
    ///
    /// # Errors
    /// `invalid-certificate` where a file cannot be read, or they do not belong together.
    pub(super) fn new(files: TlsFiles) -> Result<Self, Error> {
        let state = files.state();
        let used = Arc::new(Used(RwLock::new(Arc::new(files.read()?))));
        Ok(Self { files, state, used })
    }

    /// What speaks TLS on a connection.
    ///
    /// # Errors
    /// `invalid-certificate` where rustls has no such versions.
    pub(super) fn acceptor(&self) -> Result<TlsAcceptor, Error> {
        let configured = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions();
        let configured = configured.map_err(|cause| invalid(&self.files.certificate, &cause))?;
        let mut configuration =
            configured.with_no_client_auth().with_cert_resolver(Arc::clone(&self.used) as _);
        configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(configuration)))
    }

    /// Looks at the files from time to time, for as long as this is awaited; what is wrong with them goes to the log.
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

    /// Takes the certificate of files that have changed.
    fn look(&mut self) -> Result<(), Error> {
        let state = self.files.state();
        if state == self.state {
            return Ok(());
        }
        // Where they change again while they are read, they are read again.
        self.state = state;
        let read = Arc::new(self.files.read()?);
        *self.used.0.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }
}

impl TlsFiles {
    /// When the files were written, and how long they are.
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
