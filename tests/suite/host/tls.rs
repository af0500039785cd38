//! Encrypted fetches: whom this program trusts, and that it can talk to them.

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tollgate::host::{HostHttp, Reach};
use tollgate_tools::port::{Http as _, HttpAnswer, HttpError, HttpGet};
use url::Url;

/// Tells a process that it is the one that trusts the test's authority, and what to fetch.
const FETCH: &str = "TOLLGATE_TEST_TLS_FETCH";

async fn fetch(url: &str) -> Result<HttpAnswer, HttpError> {
    let url = Url::parse(url).unwrap();
    let get = HttpGet { url, headers: Vec::new(), bytes_max: 1_000, timeout_ms: 30_000 };
    HostHttp::new(Reach::Anywhere).get(get).await
}

/// A server whose certificate is for `localhost`, by an authority that `file` then holds.
async fn serve(file: &Path) -> u16 {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().unwrap();
    let trusted = authority.self_signed(&authority_key).unwrap();
    std::fs::write(file, trusted.pem()).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let leaf = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let leaf = leaf.signed_by(&key, &issuer).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![leaf.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that trusts nobody here hangs up in the middle.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4_096]).await;
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret";
            let _ = stream.write_all(answer).await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let port = serve(&place.path().join("authority.pem")).await;
    match fetch(&format!("https://localhost:{port}/")).await.unwrap_err() {
        HttpError::Unreachable { reason } => {
            assert!(reason.contains("certificate"), "{reason}");
        }
        other => panic!("{other}"),
    }
}

/// The system's trust is read once a process, so the process that trusts is another one: this
/// test, started by itself.
#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the test is about what a process is told")]
async fn the_systems_authorities_are_trusted_for_their_own_names() {
    if let Ok(port) = std::env::var(FETCH) {
        let answer = fetch(&format!("https://localhost:{port}/")).await.unwrap();
        assert_eq!((answer.status, &*answer.body), (200, b"secret".as_slice()));
        let error = fetch(&format!("https://127.0.0.1:{port}/")).await.unwrap_err();
        assert!(error.to_string().contains("certificate"), "{error}");
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("authority.pem");
    let port = serve(&file).await;
    let module = module_path!().split_once("::").unwrap().1;
    let name = format!("{module}::the_systems_authorities_are_trusted_for_their_own_names");
    let output = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &name])
        .env(FETCH, port.to_string())
        .env("SSL_CERT_FILE", &file)
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}
