//! The web: bounded reads of addresses that are not this machine's or its network's.
//!
//! Lives here: the exchange with its redirects and bounds. Must not: decide which addresses are
//! private (`address`) or look names up (`resolver`).

mod address;
mod client;
mod error;
mod resolver;

use std::net::IpAddr;
use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, StatusCode};
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tollgate_tools::port::{Http, HttpAnswer, HttpError, HttpGet, Pending};
use url::{Host, Url};

use error::unreachable;

/// Redirects that one fetch follows.
const REDIRECTS_MAX: usize = 5;

/// How far fetches may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Public addresses alone.
    Public,
    /// This machine and its network too: an operator's decision.
    Anywhere,
}

/// Whether an address may be connected to.
type Admits = fn(IpAddr) -> bool;

/// Fetches from the web without cookies, proxies or any other memory between two fetches.
#[derive(Debug)]
pub struct HostHttp {
    admits: Admits,
    client: OnceCell<Client>,
}

impl HostHttp {
    /// The web, as far as `reach` goes. Nothing is read or opened before the first fetch.
    #[must_use]
    pub const fn new(reach: Reach) -> Self {
        let admits: Admits = match reach {
            Reach::Public => address::is_public,
            Reach::Anywhere => |_| true,
        };
        Self { admits, client: OnceCell::const_new() }
    }

    async fn exchange(&self, request: &HttpGet) -> Result<HttpAnswer, HttpError> {
        let client = self.client.get_or_try_init(|| client::build(self.admits)).await?;
        let mut headers = header_map(&request.headers)?;
        let mut trail = Trail::new(&request.url);
        for _ in 0..=REDIRECTS_MAX {
            self.admit(&trail.url)?;
            let sent = client.get(trail.url.clone()).headers(headers.clone()).send().await;
            let response = sent.map_err(|error| unreachable(error, &trail.url))?;
            let Some(target) = redirect(&response, &trail.url)? else {
                return answer(response, request.bytes_max, trail).await;
            };
            if target.origin() != trail.url.origin() {
                forget_credentials(&mut headers);
            }
            trail.follow(target, response.status());
        }
        Err(HttpError::TooManyRedirects { redirects_max: REDIRECTS_MAX })
    }

    /// Judges what can be judged without looking a name up. An address written as a number never
    /// passes the resolver; the URL parser has turned every spelling of one into an address.
    fn admit(&self, url: &Url) -> Result<(), HttpError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(HttpError::Scheme { scheme: url.scheme().to_owned() });
        }
        let ip = match url.host() {
            Some(Host::Ipv4(ip)) => ip.into(),
            Some(Host::Ipv6(ip)) => ip.into(),
            Some(Host::Domain(_)) => return Ok(()),
            None => return Err(HttpError::Unreachable { reason: "no host".to_owned() }),
        };
        if !(self.admits)(ip) {
            return Err(HttpError::PrivateAddress { host: ip.to_string() });
        }
        Ok(())
    }
}

impl Http for HostHttp {
    fn get(&self, request: HttpGet) -> Pending<'_, Result<HttpAnswer, HttpError>> {
        Box::pin(async move {
            let timeout_ms = request.timeout_ms;
            timeout(Duration::from_millis(timeout_ms), self.exchange(&request))
                .await
                .unwrap_or(Err(HttpError::TimedOut { timeout_ms }))
        })
    }
}

/// Where a fetch has got to.
struct Trail {
    url: Url,
    moved_to: Option<Url>,
    is_permanent: bool,
}

impl Trail {
    fn new(url: &Url) -> Self {
        Self { url: url.clone(), moved_to: None, is_permanent: true }
    }

    fn follow(&mut self, target: Url, status: StatusCode) {
        self.is_permanent &=
            matches!(status, StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT);
        if self.is_permanent {
            self.moved_to = Some(target.clone());
        }
        self.url = target;
    }
}

/// The address a response sends its reader to.
fn redirect(response: &Response, from: &Url) -> Result<Option<Url>, HttpError> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = response.headers().get(header::LOCATION) else { return Ok(None) };
    let target = std::str::from_utf8(location.as_bytes()).ok().and_then(|to| from.join(to).ok());
    let reason = "redirected to something that is no address";
    target.map(Some).ok_or_else(|| HttpError::Unreachable { reason: reason.to_owned() })
}

fn header_map(pairs: &[(&'static str, String)]) -> Result<HeaderMap, HttpError> {
    let mut map = HeaderMap::with_capacity(pairs.len());
    for (name, value) in pairs {
        let pair = HeaderName::try_from(*name).ok().zip(HeaderValue::try_from(value).ok());
        let reason = || format!("the request header `{name}` cannot be sent");
        let (name, value) = pair.ok_or_else(|| HttpError::Unreachable { reason: reason() })?;
        map.append(name, value);
    }
    Ok(map)
}

/// What was meant for one server is not shown to another.
fn forget_credentials(headers: &mut HeaderMap) {
    for name in [header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION] {
        headers.remove(name);
    }
}

/// Reads the body piece by piece, so that neither a long one nor one that unpacks to a long one
/// is ever held.
async fn answer(
    mut response: Response,
    bytes_max: usize,
    trail: Trail,
) -> Result<HttpAnswer, HttpError> {
    let Trail { url, moved_to, .. } = trail;
    let announced = response.content_length().and_then(|bytes| usize::try_from(bytes).ok());
    if announced.is_some_and(|bytes| bytes > bytes_max) {
        return Err(HttpError::TooLarge { bytes_max });
    }
    let mut body = Vec::with_capacity(announced.unwrap_or_default());
    while let Some(piece) = response.chunk().await.map_err(|error| unreachable(error, &url))? {
        if piece.len() > bytes_max - body.len() {
            return Err(HttpError::TooLarge { bytes_max });
        }
        body.extend_from_slice(&piece);
    }
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = response.headers().iter().map(|(name, value)| (name.to_string(), text(value)));
    let headers = headers.collect();
    Ok(HttpAnswer { status: response.status().as_u16(), headers, body, url, moved_to })
}

#[cfg(test)]
mod tests;
