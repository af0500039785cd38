//! What the settings say of who is let in, ready to be asked: whom to trust, what to tell a client.

use std::sync::Arc;

use serde_json::json;
use tollgate_tools::decl::{Scope, Scopes};
use tollgate_tools::port::{Clock, Http};
use url::Url;

use super::access::Issuer;
use crate::settings::live::{Config, Snapshot};
use crate::settings::{OAuth, SafeUrl, Server};

/// The path of the protocol, below the address of the server.
const PATH: &str = "/mcp";
/// Where a resource says who may let somebody in (RFC 9728).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What holds at the moment.
#[derive(Clone, Debug)]
pub(super) struct Trust {
    /// The files that say so.
    pub(super) snapshot: Arc<Snapshot>,
    /// Whether whoever is on this machine and shows nothing is the operator.
    pub(super) loopback_without_key: bool,
    /// The authorization server, if one is trusted.
    pub(super) issuer: Option<Arc<Issuer>>,
    /// What is told of it, if one is.
    told: Option<Arc<Told>>,
    /// What it was made of; nothing, if no file could be used.
    made_of: Option<MadeOf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MadeOf {
    public_url: SafeUrl,
    loopback_without_key: bool,
    oauth: OAuth,
}

impl MadeOf {
    fn of(snapshot: &Snapshot) -> Option<Self> {
        let Config::Read(settings) = snapshot.config() else { return None };
        let Server { public_url, loopback_without_key, .. } = settings.server.clone();
        Some(Self { public_url, loopback_without_key, oauth: settings.oauth.clone() })
    }
}

/// What clients are told.
#[derive(Debug)]
struct Told {
    metadata_url: String,
    document: String,
    /// The words to ask for.
    words: String,
    settings: OAuth,
}

impl Trust {
    /// What these files say of a server that is reached at this address unless they name another.
    /// A file that cannot be used lets nobody in who shows nothing, and trusts no other server.
    pub(super) fn new(
        snapshot: Arc<Snapshot>,
        own_url: &str,
        http: &Arc<dyn Http>,
        clock: &Arc<dyn Clock>,
    ) -> Self {
        let made_of = MadeOf::of(&snapshot);
        let Some(MadeOf { public_url, loopback_without_key, oauth }) = &made_of else {
            let (loopback_without_key, issuer, told) = (false, None, None);
            return Self { snapshot, loopback_without_key, issuer, told, made_of };
        };
        let base = public_url.given().unwrap_or(own_url).trim_end_matches('/');
        let resource = format!("{base}{PATH}");
        Self {
            loopback_without_key: *loopback_without_key,
            told: Told::new(oauth, base, &resource).map(Arc::new),
            issuer: Issuer::of(oauth, &resource, http, clock).map(Arc::new),
            made_of,
            snapshot,
        }
    }

    /// The same for files that say the same of this; `None` if they say something else.
    pub(super) fn carried_to(&self, snapshot: &Arc<Snapshot>) -> Option<Self> {
        let is_same = MadeOf::of(snapshot) == self.made_of;
        is_same.then(|| Self { snapshot: Arc::clone(snapshot), ..self.clone() })
    }

    /// Whether nobody can say whom to trust.
    pub(super) const fn is_unreadable(&self) -> bool {
        self.made_of.is_none()
    }

    /// The challenge to somebody who shows nothing, or something that is in error.
    pub(super) fn challenge(&self, error: Option<&str>) -> String {
        let told = self.told.as_deref();
        let place = told.map(|told| format!("resource_metadata=\"{}\"", told.metadata_url));
        // There is no empty scope to ask for.
        let words = told.map(|told| &told.words).filter(|words| !words.is_empty());
        let scope = words.map(|words| format!("scope=\"{words}\""));
        let parts = [error, place.as_deref(), scope.as_deref()];
        match parts.into_iter().flatten().collect::<Vec<_>>().as_slice() {
            [] => "Bearer".to_owned(),
            parts => format!("Bearer {}", parts.join(", ")),
        }
    }

    /// The challenge to somebody whose token lacks these words.
    pub(super) fn challenge_for(&self, words: &str, description: &str) -> String {
        let metadata_url = self.told.as_ref().map(|told| told.metadata_url.as_str());
        let metadata =
            metadata_url.map(|url| format!(", resource_metadata=\"{url}\"")).unwrap_or_default();
        format!(
            "Bearer error=\"insufficient_scope\", scope=\"{words}\"{metadata}, \
             error_description=\"{description}\""
        )
    }

    /// The words of the authorization server for these scopes.
    pub(super) fn words(&self, scopes: Scopes) -> String {
        match &self.told {
            Some(told) => words(&told.settings, scopes),
            None => scopes.iter().map(Scope::wire).collect::<Vec<_>>().join(" "),
        }
    }

    /// What the resource says of itself (RFC 9728), if somebody is trusted to let others in.
    pub(super) fn document(&self) -> Option<&str> {
        self.told.as_ref().map(|told| told.document.as_str())
    }
}

impl Told {
    fn new(oauth: &OAuth, base: &str, resource: &str) -> Option<Self> {
        let issuer = oauth.issuer.given()?;
        let words = words(oauth, oauth.acquirable_scopes);
        Some(Self {
            metadata_url: metadata_url(base)?,
            document: document(oauth, issuer, resource),
            words,
            settings: oauth.clone(),
        })
    }
}

/// The words, each once, in the order of our scopes.
fn words(oauth: &OAuth, scopes: Scopes) -> String {
    let mut words: Vec<&str> = Vec::new();
    for scope in scopes.iter() {
        let word = oauth.scopes.word_for(scope);
        // Whether a token can be renewed is between a client and its authorization server.
        if word != "offline_access" && !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// A path of the server moves behind the well-known one (RFC 9728, 3.1).
fn metadata_url(base: &str) -> Option<String> {
    let mut url = Url::parse(base).ok()?;
    let path = format!("{WELL_KNOWN}{}{PATH}", url.path().trim_end_matches('/'));
    url.set_path(&path);
    Some(url.into())
}

fn document(oauth: &OAuth, issuer: &str, resource: &str) -> String {
    let supported = words(oauth, oauth.acquirable_scopes);
    let supported: Vec<_> = supported.split_terminator(' ').collect();
    json!({
        "resource": resource,
        "authorization_servers": [issuer],
        "scopes_supported": supported,
        "bearer_methods_supported": ["header"],
    })
    .to_string()
}
