//! What only the inside can show: that every hop of a redirect is judged like the first.

use std::net::{IpAddr, Ipv4Addr};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::OnceCell;
use tollgate_tools::port::{Http as _, HttpError, HttpGet};
use url::Url;

use super::{HostHttp, Reach};

/// Admits one address of this machine and no other.
fn is_first(ip: IpAddr) -> bool {
    ip == IpAddr::V4(Ipv4Addr::LOCALHOST)
}

fn get(url: &str) -> HttpGet {
    let url = Url::parse(url).unwrap();
    HttpGet { url, headers: Vec::new(), bytes_max: 100, timeout_ms: 20_000 }
}

/// A server that sends every reader elsewhere; gives the address to ask.
async fn sends_to(location: &'static str) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request).await;
            let head = format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\n");
            let _ = stream.write_all((head + "Content-Length: 0\r\n\r\n").as_bytes()).await;
        }
    });
    format!("http://{address}/")
}

#[tokio::test]
async fn a_redirect_to_a_private_address_is_refused() {
    for (location, host) in [
        ("http://127.0.0.2/", "127.0.0.2"),
        ("//127.0.0.2/", "127.0.0.2"),
        ("http://0x7f000002/", "127.0.0.2"),
        ("http://[::1]/", "::1"),
        ("http://[::ffff:127.0.0.2]/", "::ffff:127.0.0.2"),
        ("http://10.0.0.1/", "10.0.0.1"),
    ] {
        let url = sends_to(location).await;
        let http = HostHttp { admits: is_first, client: OnceCell::new() };
        match http.get(get(&url)).await.unwrap_err() {
            HttpError::PrivateAddress { host: refused } => assert_eq!(refused, host),
            other => panic!("{location}: {other}"),
        }
    }
}

#[tokio::test]
async fn every_spelling_of_this_machine_is_refused_by_default() {
    let http = HostHttp::new(Reach::Public);
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.0.0.1.",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "localhost",
        "LOCALHOST",
        "169.254.169.254",
        "192.168.0.1",
        "①②⑦.0.0.1",
    ] {
        for scheme in ["http", "https"] {
            let error = http.get(get(&format!("{scheme}://{host}:9/"))).await.unwrap_err();
            assert!(matches!(error, HttpError::PrivateAddress { .. }), "{scheme} {host}: {error}");
        }
    }
}
