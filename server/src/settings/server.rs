//! Settings of the HTTP server: addresses, and the names that it may be reached by.
//!
//! Must not: know a socket or a header; what a name allows is decided where requests come in.

use std::net::{Ipv4Addr, SocketAddr};

use toml::Spanned;
use toml::de::DeValue;
use url::Url;

use super::list;
use super::value::{Value, Wrong};

/// The port that the server listens on unless it is told another one.
const PORT: u16 = 9030;

/// The longest address or name, in bytes.
const BYTES_MAX: usize = 256;

/// An address of this machine, with a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listen(pub SocketAddr);

impl Default for Listen {
    fn default() -> Self {
        Self(SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))
    }
}

impl Value for Listen {
    const ALLOWED: &'static str =
        "an IP address with a port, as in \"127.0.0.1:9030\" or \"[::1]:9030\"";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        found.as_str()?.parse().ok().map(Self)
    }

    fn shown(&self) -> String {
        format!("\"{}\"", self.0)
    }

    fn proposal(found: &DeValue<'_>) -> String {
        match found.as_str().and_then(|text| text.strip_prefix("localhost:")) {
            Some(port) => format!("; write \"127.0.0.1:{port}\""),
            None => String::new(),
        }
    }
}

/// An address on the web, without a slash at its end; empty if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WebUrl(String);

impl WebUrl {
    /// The address, if there is one.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

impl Value for WebUrl {
    const ALLOWED: &'static str =
        "an http or https address without user and query, or \"\" for none";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let text = found.as_str()?;
        if text.is_empty() {
            return Some(Self::default());
        }
        let url = Url::parse(text).ok().filter(|_| text.len() <= BYTES_MAX)?;
        let is_plain = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_plain.then(|| Self(text.trim_end_matches('/').to_owned()))
    }

    fn shown(&self) -> String {
        toml::Value::from(self.0.as_str()).to_string()
    }
}

/// Declares a list of names of one form.
macro_rules! names {
    ($( $(#[doc = $about:literal])+ $Names:ident: $allowed:literal, $is_one:path; )+) => { $(
        $(#[doc = $about])+
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Names(Vec<String>);

        impl $Names {
            /// The names, in small letters.
            pub fn iter(&self) -> impl Iterator<Item = &str> {
                self.0.iter().map(String::as_str)
            }
        }

        impl Value for $Names {
            const ALLOWED: &'static str = $allowed;

            fn read(found: &DeValue<'_>) -> Option<Self> {
                let names = Vec::<String>::read(found)?;
                let names = names.into_iter().map(|name| name.to_ascii_lowercase());
                let names: Vec<String> = names.collect();
                names.iter().all(|name| $is_one(name)).then_some(Self(names))
            }

            fn shown(&self) -> String {
                self.0.shown()
            }

            fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
                list::wrong_names(found, |name| $is_one(&name.to_ascii_lowercase()))
            }
        }
    )+ };
}

names! {
    /// Names of a host, each with or without a port.
    Hosts: "a list of hosts, as in [\"tools.example.org\", \"[fd00::1]:9030\"]", is_host;
    /// Origins of web pages.
    Origins: "a list of origins, as in [\"https://app.example.org\"]", is_origin;
}

/// Whether this is a name or an address of a host, with or without a port.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, port)) if address.parse::<std::net::Ipv6Addr>().is_ok() => ("a", port),
            _ => return false,
        },
        None => text.find(':').map_or((text, ""), |at| text.split_at(at)),
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|it| it > 0)
    };
    !name.is_empty()
        && name.bytes().all(is_name)
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Whether this is what a browser sends as an origin.
fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return false };
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(is_scheme)
        && is_host(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Value>(text: &str) -> Option<T> {
        T::read(DeValue::parse(text).unwrap().get_ref())
    }

    fn shown<T: Value>(text: &str) -> Option<String> {
        read::<T>(text).map(|value| value.shown())
    }

    #[test]
    fn an_address_to_listen_on_has_a_port() {
        assert_eq!(Listen::default().shown(), "\"127.0.0.1:9030\"");
        for text in ["\"0.0.0.0:0\"", "\"[::1]:9030\""] {
            assert_eq!(shown::<Listen>(text).as_deref(), Some(text));
        }
        for text in ["\"127.0.0.1\"", "\"localhost:1\"", "\"[::1]\"", "\"1.2.3.4:65536\"", "9030"] {
            assert!(read::<Listen>(text).is_none(), "{text}");
        }
        let proposed = Listen::proposal(DeValue::parse("\"localhost:1\"").unwrap().get_ref());
        assert_eq!(proposed, "; write \"127.0.0.1:1\"");
    }

    #[test]
    fn an_address_on_the_web_has_a_host_and_no_secret() {
        let url: WebUrl = read("\"http://collector:4318/base/\"").unwrap();
        assert_eq!(url.address(), Some("http://collector:4318/base"));
        assert_eq!(read::<WebUrl>("\"\"").unwrap().address(), None);
        for text in
            ["a.example", "ftp://a", "https://u@a", "https://u:p@a", "https://a/?q", "https://a/#f"]
        {
            assert!(read::<WebUrl>(&format!("\"{text}\"")).is_none(), "{text}");
        }
    }

    #[test]
    fn a_host_may_have_a_port_and_nothing_else() {
        for text in ["a", "a.b-c.example", "10.0.0.7:9030", "[fd00::1]", "[::1]:1", "A.Example"] {
            let list = format!("[\"{text}\"]");
            let hosts: Hosts = read(&list).unwrap();
            assert_eq!(hosts.iter().collect::<Vec<_>>(), [text.to_ascii_lowercase()]);
        }
        for text in [
            "https://a",
            "a/",
            "a:",
            "a:0",
            "a:65536",
            "a:+1",
            "*.a",
            "a b",
            ":1",
            "[a]",
            "[::1",
            "[::1]a",
            "u@a",
            "\u{e4}",
        ] {
            assert!(read::<Hosts>(&format!("[\"{text}\"]")).is_none(), "{text}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for text in ["https://a.example", "http://localhost:5173", "vscode-webview://1abc"] {
            assert!(read::<Origins>(&format!("[\"{text}\"]")).is_some(), "{text}");
        }
        for text in ["null", "*", "a.example", "https://a/", "https://", "1a://b", "://b"] {
            assert!(read::<Origins>(&format!("[\"{text}\"]")).is_none(), "{text}");
        }
    }

    #[test]
    fn each_wrong_name_of_a_list_is_told() {
        let list = DeValue::parse("[\"a\", \"b/\", 3, \"c\"]").unwrap();
        let offsets: Vec<usize> = Hosts::wrong(&list).iter().map(|wrong| wrong.offset).collect();
        assert_eq!(offsets, [6, 12]);
    }
}
