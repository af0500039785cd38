//! Under which names the server may be reached, and by pages of which origins.
//!
//! A page in a browser can send requests to this machine under a name of its own; it cannot choose
//! what the browser says of that in `Host` and `Origin`.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use arc_swap::ArcSwap;
use hyper::StatusCode;
use hyper::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::http::request::Parts;

use super::refused::Refused;
use crate::settings::live::{Config, Live, Snapshot};

/// Names of this machine that only it reaches.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The allow-lists, as the settings say now.
pub(super) struct Names {
    own: Own,
    live: Option<Live>,
    lists: ArcSwap<Lists>,
}

/// What the server is called whatever the settings say.
#[derive(Clone, Copy, Debug)]
struct Own {
    address: SocketAddr,
    has_tls: bool,
}

/// The allow-lists.
#[derive(Debug, Default)]
struct Lists {
    snapshot: Option<Arc<Snapshot>>,
    /// Names with a port, or with the one that goes without saying.
    exact: Vec<String>,
    /// Names at every port.
    any_port: Vec<String>,
    origins: Vec<String>,
}

impl Names {
    /// What a server that listens there is called, and what these settings add.
    pub(super) fn new(address: SocketAddr, has_tls: bool, live: Option<Live>) -> Self {
        let own = Own { address, has_tls };
        let lists = ArcSwap::from_pointee(Lists::new(own, live.as_ref().map(Live::now)));
        Self { own, live, lists }
    }

    /// Lets a request pass whose names are on the lists.
    pub(super) fn check(&self, head: &Parts) -> Result<(), Refused> {
        self.refresh();
        let lists = self.lists.load();
        let host = one(&head.headers, &HOST).map_err(|()| several("Host"))?;
        let is_host = host.is_some_and(|host| lists.has_host(host));
        let is_target = head.uri.authority().is_none_or(|it| lists.has_host(it.as_str()));
        if !is_host || !is_target {
            return Err(forbidden("`Host`", "hosts"));
        }
        match one(&head.headers, &ORIGIN).map_err(|()| several("Origin"))? {
            Some(origin) if !lists.has_origin(origin) => Err(forbidden("`Origin`", "origins")),
            _ => Ok(()),
        }
    }

    fn refresh(&self) {
        let Some(live) = &self.live else { return };
        let now = live.now();
        let is_same =
            self.lists.load().snapshot.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &now));
        if !is_same {
            self.lists.store(Arc::new(Lists::new(self.own, Some(now))));
        }
    }
}

impl Lists {
    fn new(own: Own, snapshot: Option<Arc<Snapshot>>) -> Self {
        let mut lists = Self::default();
        let port = own.address.port();
        LOOPBACK.into_iter().for_each(|name| lists.add_own(own, name, port));
        if !own.address.ip().is_unspecified() {
            let whole = own.address.to_string();
            let name = whole.rsplit_once(':').map_or(&*whole, |(name, _)| name);
            lists.add_own(own, name, port);
        }
        // A file that cannot be used opens nothing.
        if let Some(Config::Read(settings)) = snapshot.as_deref().map(Snapshot::config) {
            let server = &settings.server;
            if let Some((scheme, rest)) =
                server.public_url.given().and_then(|url| url.split_once("://"))
            {
                let host = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
                let default = if scheme == "https" { 443 } else { 80 };
                lists.exact.extend(host.strip_suffix(&format!(":{default}")).map(str::to_owned));
                lists.exact.extend((!has_port(&host)).then(|| format!("{host}:{default}")));
                lists.exact.push(host);
            }
            for name in server.hosts.iter() {
                let list = if has_port(name) { &mut lists.exact } else { &mut lists.any_port };
                list.push(name.to_owned());
            }
            lists.origins.extend(server.origins.iter().map(str::to_owned));
        }
        lists.snapshot = snapshot;
        lists
    }

    fn add_own(&mut self, own: Own, name: &str, port: u16) {
        let default = if own.has_tls { 443 } else { 80 };
        self.exact.extend((port == default).then(|| name.to_owned()));
        self.exact.push(format!("{name}:{port}"));
    }

    fn has_host(&self, host: &str) -> bool {
        let is = |name: &String| name.eq_ignore_ascii_case(host);
        self.exact.iter().any(is) || {
            let name = without_port(host);
            self.any_port.iter().any(|it| it.eq_ignore_ascii_case(name))
        }
    }

    fn has_origin(&self, origin: &str) -> bool {
        if self.origins.iter().any(|it| it.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.has_host(host))
    }
}

/// The only value of a header, if it has any.
///
/// # Errors
/// If it has several, or one that is no text.
pub(super) fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => HeaderValue::to_str(value).map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

fn has_port(host: &str) -> bool {
    without_port(host).len() < host.len()
}

/// A host without what a valid port makes of its end.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.parse::<u16>().is_ok()
                && port.bytes().all(|byte| byte.is_ascii_digit())
                && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

fn several(header: &str) -> Refused {
    let text = format!("`{header}` has to be there once, and in plain letters");
    Refused::new(StatusCode::FORBIDDEN, text)
}

fn forbidden(header: &str, key: &str) -> Refused {
    let text = format!(
        "this `{}` may not reach the server; whoever runs it adds names to `{key}` below \
         [server] in config.toml",
        header.trim_matches('`')
    );
    Refused::new(StatusCode::FORBIDDEN, text)
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").field("own", &self.own).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(address: &str, has_tls: bool) -> Lists {
        Lists::new(Own { address: address.parse().unwrap(), has_tls }, None)
    }

    #[test]
    fn only_names_of_this_machine_with_its_port_are_hosts() {
        let lists = lists("127.0.0.1:9030", false);
        for host in ["localhost:9030", "LOCALHOST:9030", "127.0.0.1:9030", "[::1]:9030"] {
            assert!(lists.has_host(host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:9031",
            "localhost:9030.attacker.example",
            "attacker.example",
            "attacker.example:9030",
            "127.0.0.1:9030@attacker.example",
            "127.0.0.2:9030",
            "",
            ":9030",
        ] {
            assert!(!lists.has_host(host), "{host}");
        }
    }

    #[test]
    fn the_address_it_listens_on_is_a_name_and_everywhere_is_none() {
        assert!(lists("10.0.0.7:9030", false).has_host("10.0.0.7:9030"));
        assert!(lists("[fd00::7]:9030", false).has_host("[fd00::7]:9030"));
        assert!(!lists("0.0.0.0:9030", false).has_host("0.0.0.0:9030"));
    }

    #[test]
    fn a_port_that_goes_without_saying_need_not_be_said() {
        for (address, has_tls, is_there) in [
            ("127.0.0.1:80", false, true),
            ("127.0.0.1:443", true, true),
            ("127.0.0.1:443", false, false),
        ] {
            assert_eq!(lists(address, has_tls).has_host("localhost"), is_there, "{address}");
        }
    }

    #[test]
    fn only_pages_of_this_server_are_origins() {
        let lists = lists("127.0.0.1:9030", false);
        for origin in ["http://localhost:9030", "http://127.0.0.1:9030", "https://[::1]:9030"] {
            assert!(lists.has_origin(origin), "{origin}");
        }
        for origin in [
            "null",
            "",
            "localhost:9030",
            "http://localhost",
            "http://localhost:3000",
            "http://attacker.example",
            "ftp://localhost:9030",
            "http://localhost:9030/",
            "http://user@localhost:9030",
        ] {
            assert!(!lists.has_origin(origin), "{origin}");
        }
    }

    #[test]
    fn a_port_is_told_from_the_end_of_an_address() {
        for (host, name) in [
            ("a", "a"),
            ("a:1", "a"),
            ("a:x", "a:x"),
            ("a:+1", "a:+1"),
            ("[::1]", "[::1]"),
            ("[::1]:1", "[::1]"),
            ("::1", "::1"),
        ] {
            assert_eq!(without_port(host), name, "{host}");
        }
    }
}
