//! The client: what every fetch has in common.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;
use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tollgate_tools::port::HttpError;

use super::Admits;
use super::error::chain;
use super::resolver::Resolver;

/// How this program introduces itself.
const USER_AGENT: &str = concat!("tollgate/", env!("CARGO_PKG_VERSION"));
/// One address of several may not use up the time of all.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);

/// Builds the client, off the threads that serve: it reads the system's certificates.
pub(super) async fn build(admits: Admits) -> Result<Client, HttpError> {
    let built = tokio::task::spawn_blocking(move || build_now(admits)).await;
    let failed = |reason: String| HttpError::Unreachable { reason };
    built.map_err(|error| failed(error.to_string()))?.map_err(failed)
}

fn build_now(admits: Admits) -> Result<Client, String> {
    let tls = tls().map_err(|error| chain(&error))?;
    Client::builder()
        .user_agent(USER_AGENT)
        .tls_backend_preconfigured(tls)
        .dns_resolver(Resolver::new(admits))
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_max_idle_per_host(0)
        .build()
        .map_err(|error| chain(&error))
}

/// Certificates are judged as this system judges them, so an operator's own authority counts and
/// a distrusted one is gone with the next system update, not with the next release of this
/// program. `ring` because it builds with a plain C compiler.
fn tls() -> Result<ClientConfig, rustls::Error> {
    let builder = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
    };
    match builder()?.with_platform_verifier() {
        Ok(trusting) => Ok(trusting.with_no_client_auth()),
        Err(error) => {
            // Plain http still works; each https fetch will say that it trusts nobody.
            tracing::warn!(error = chain(&error), "this system has no certificates to trust");
            let nobody = RootCertStore::empty();
            Ok(builder()?.with_root_certificates(nobody).with_no_client_auth())
        }
    }
}
