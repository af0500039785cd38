//! The certificate of the server and its key, from two files that may change while it serves.
//!
//! Must not: take a key that others can read, or show any byte of one.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Permissions of everybody but the owner.
const OTHERS: u32 = 0o077;

/// What encrypts connections.
pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    acceptor: ArcSwap<TlsAcceptor>,
    seen: Mutex<Option<Seen>>,
}

/// What tells whether files are other ones: their places on the disk, lengths and times.
type Seen = [(u64, u64, i64, i64); 2];

/// Why connections cannot be encrypted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TlsError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: holds no {what} in PEM form", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// What it should hold.
        what: &'static str,
    },
    /// Others than its owner can read the key.
    #[error("{}: others can read it; `chmod 600` makes it the owner's alone", path.display())]
    Open {
        /// The file.
        path: PathBuf,
    },
    /// The two do not belong together, or nobody here can use them.
    #[error("the certificate and its key cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

impl Tls {
    /// Reads both files.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub(crate) fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, TlsError> {
        let seen = look(&certificate, &key);
        let acceptor = ArcSwap::from_pointee(read(&certificate, &key)?);
        Ok(Self { certificate, key, acceptor, seen: Mutex::new(seen) })
    }

    /// Encrypts a connection.
    pub(super) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let acceptor = TlsAcceptor::clone(&self.acceptor.load());
        acceptor.accept(stream).await
    }

    /// Reads the files again if they are other ones. Those that cannot be used change nothing.
    pub(crate) fn refresh(&self) {
        let now = look(&self.certificate, &self.key);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == now {
            return;
        }
        *seen = now;
        match read(&self.certificate, &self.key) {
            Ok(acceptor) => {
                self.acceptor.store(Arc::new(acceptor));
                tracing::info!("another certificate is in use");
            }
            Err(error) => tracing::warn!(%error, "the old certificate stays in use"),
        }
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

fn look(certificate: &Path, key: &Path) -> Option<Seen> {
    let look = |path: &Path| {
        let data = fs::metadata(path).ok()?;
        Some((data.ino(), data.len(), data.mtime(), data.mtime_nsec()))
    };
    Some([look(certificate)?, look(key)?])
}

fn read(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let bytes = |path: &Path| {
        fs::read(path).map_err(|source| TlsError::Unreadable { path: path.to_owned(), source })
    };
    let empty = |path: &Path, what| TlsError::Empty { path: path.to_owned(), what };
    let chain = bytes(certificate)?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty());
    let chain = chain.ok_or_else(|| empty(certificate, "certificate"))?;
    let secret = secret(key)?;
    let secret = PrivateKeyDer::from_pem_slice(&secret).map_err(|_| empty(key, "private key"))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// The bytes of a key that nobody but its owner can read.
fn secret(path: &Path) -> Result<Vec<u8>, TlsError> {
    let unreadable = |source| TlsError::Unreadable { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.mode() & OTHERS != 0 {
        return Err(TlsError::Open { path: path.to_owned() });
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}
