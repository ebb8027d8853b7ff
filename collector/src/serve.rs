//! Serves a collector on an address of its own until a signal.

use core::net::SocketAddr;
use std::sync::Arc;

use candor::Error;
use candor_documents::failure;
use tokio::net::TcpListener;

use crate::collector::Builder;
use crate::listener;
use crate::slots::Slots;
use crate::tls::{Tls, TlsFiles};

/// Where a collector listens.
pub struct Addresses {
    /// The address for everybody.
    pub listen: SocketAddr,
    /// The certificate files, if the collector speaks TLS.
    pub tls: Option<TlsFiles>,
    /// The operator's address: health and metrics.
    pub operations: Option<SocketAddr>,
}

/// Serves until Ctrl-C, SIGTERM or SIGHUP. Calls `announce` with the addresses once connections are accepted.
///
/// # Errors
/// `invalid-certificate`; the errors of [`Builder::start`]; `io` if an address is not available, or a log remains at the end; the errors of
/// `announce`.
pub fn serve(
    collector: Builder,
    addresses: Addresses,
    announce: impl FnOnce(SocketAddr, Option<SocketAddr>) -> Result<(), Error>,
) -> Result<(), Error> {
    let tls = addresses.tls.map(Tls::new).transpose()?;
    let acceptor = tls.as_ref().map(Tls::acceptor).transpose()?;
    let runtime = tokio::runtime::Runtime::new().map_err(|cause| failure::io("runtime", &cause))?;
    runtime.block_on(async {
        let collector = collector.start().await?;
        let served = async {
            let listener = bind(addresses.listen).await?;
            let watching = match addresses.operations {
                Some(address) => Some(bind(address).await?),
                None => None,
            };
            let stop = listener::stop_signal()?;
            announce(address(&listener)?, watching.as_ref().map(address).transpose()?)?;
            if let Some(tls) = tls {
                tokio::spawn(tls.renewed(Arc::clone(&collector.health)));
            }
            if let Some(watching) = watching {
                let own = Slots::new(listener::CONNECTIONS);
                let operations = collector.operations();
                tokio::spawn(listener::run(watching, own, None, operations, core::future::pending()));
            }
            let stop = async {
                stop.await;
                // Requests for responses that take long are asked to come again later.
                collector.end.send_replace(true);
            };
            listener::run(listener, Arc::clone(&collector.slots), acceptor, collector.router(), stop).await;
            Ok(())
        };
        let served = served.await;
        collector.shut_down().await?;
        served
    })
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|cause| failure::io(address, &cause))
}

fn address(listener: &TcpListener) -> Result<SocketAddr, Error> {
    listener.local_addr().map_err(|cause| failure::io("address", &cause))
}
