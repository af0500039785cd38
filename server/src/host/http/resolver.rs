//! Names to addresses, for the connection itself.
//!
//! The check is made on the very addresses that are then connected to. A name that changes its
//! address between a check and the connection has nothing to gain.

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tollgate_tools::port::Pending;

use super::Admits;

/// Looks a name up.
trait Lookup: Send + Sync {
    fn lookup(&self, host: String) -> Pending<'_, std::io::Result<Vec<SocketAddr>>>;
}

/// The system's way: hosts file, DNS, and whatever else it is set up for.
struct System;

impl Lookup for System {
    fn lookup(&self, host: String) -> Pending<'_, std::io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host.as_str(), 0)).await?.collect()) })
    }
}

/// Looks names up and refuses those that lead, even partly, to an address that is not admitted.
pub(super) struct Resolver {
    admits: Admits,
    names: Arc<dyn Lookup>,
}

impl Resolver {
    pub(super) fn new(admits: Admits) -> Self {
        Self { admits, names: Arc::new(System) }
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (admits, names) = (self.admits, Arc::clone(&self.names));
        Box::pin(async move {
            let found = names.lookup(name.as_str().to_owned()).await?;
            if found.iter().any(|at| !admits(at.ip())) {
                return Err(PrivateHost.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// The name leads to a private address.
#[derive(Debug)]
pub(super) struct PrivateHost;

impl fmt::Display for PrivateHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a private address")
    }
}

impl Error for PrivateHost {}

#[cfg(test)]
mod tests {
    use std::io;
    use std::net::SocketAddr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use reqwest::dns::Resolve as _;
    use tollgate_tools::port::Pending;

    use super::{Admits, Lookup, PrivateHost, Resolver};
    use crate::host::http::address::is_public;

    /// Answers each question with the next of these.
    struct Script {
        answers: Vec<Vec<&'static str>>,
        asked: AtomicUsize,
    }

    impl Lookup for Script {
        fn lookup(&self, _host: String) -> Pending<'_, io::Result<Vec<SocketAddr>>> {
            let at = self.asked.fetch_add(1, Ordering::Relaxed);
            let addresses = self.answers[at].iter().map(|text| text.parse().unwrap()).collect();
            Box::pin(async move { Ok(addresses) })
        }
    }

    /// Asks once per answer; `None` is a refusal for being private.
    async fn ask(admits: Admits, answers: &[&[&'static str]]) -> Vec<Option<usize>> {
        let script = answers.iter().map(|answer| answer.to_vec()).collect();
        let names = Arc::new(Script { answers: script, asked: AtomicUsize::new(0) });
        let resolver = Resolver { admits, names };
        let mut seen = Vec::new();
        for _ in answers {
            seen.push(match resolver.resolve("feed.example".parse().unwrap()).await {
                Ok(found) => Some(found.count()),
                Err(error) => {
                    assert!(error.is::<PrivateHost>(), "{error}");
                    None
                }
            });
        }
        seen
    }

    #[tokio::test]
    async fn a_name_that_turns_private_is_refused_at_the_connection() {
        let answers: &[&[_]] = &[&["93.184.215.14:0"], &["127.0.0.1:0"], &["[fd00::1]:0"]];
        assert_eq!(ask(is_public, answers).await, [Some(1), None, None]);
    }

    #[tokio::test]
    async fn one_private_address_among_public_ones_refuses_the_name() {
        let answers: &[&[_]] = &[&["93.184.215.14:0", "10.0.0.1:0"], &["1.1.1.1:0", "8.8.8.8:0"]];
        assert_eq!(ask(is_public, answers).await, [None, Some(2)]);
    }

    #[tokio::test]
    async fn an_operator_can_reach_anywhere() {
        let answers: &[&[_]] = &[&["127.0.0.1:0", "10.0.0.1:0"]];
        assert_eq!(ask(|_| true, answers).await, [Some(2)]);
    }
}
