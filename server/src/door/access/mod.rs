//! Access tokens of an authorization server: who somebody is by one.
//!
//! Lives here: the rules on a token, its signature and the keys for that. The order of the rules is
//! that of `Issuer::admit`. There is a crate for these tokens, `jsonwebtoken`; it takes its
//! cryptography from a provider that is set once for the whole process, knows `aws-lc` and
//! RustCrypto as such and not `ring`, and asks the system for the time. What is left without that
//! is the rules, and they are ours to say.
//! Must not: believe a claim before its signature.

mod key;
mod keys;
mod token;

use std::fmt;
use std::sync::Arc;

use tollgate_tools::call::Caller;
use tollgate_tools::decl::Scopes;
use tollgate_tools::port::{Clock, Http};

use self::keys::{Keys, NoKey};
use self::token::{Claims, Unproven};
use crate::gate::{Credential, Proof};
use crate::settings::OAuth;

/// The authorization server that is trusted, and for what.
#[derive(Debug)]
pub(super) struct Issuer {
    name: String,
    /// Whom a token has to be for: one of these.
    audience: Vec<String>,
    settings: OAuth,
    clock: Arc<dyn Clock>,
    keys: Arc<Keys>,
}

/// A token that lets nobody in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AccessRefused {
    /// Why.
    pub(super) why: Why,
    /// Issuer and subject, if both are proven.
    pub(super) of: Option<(String, String)>,
}

/// Why a token lets nobody in. None of them says anything of the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Why {
    #[error("is no access token")]
    Malformed,
    #[error("has another type than access tokens have (`typ`)")]
    Type,
    #[error("is signed in a way that is not allowed here (`alg`)")]
    Algorithm,
    #[error("asks for what is not known here (`crit`)")]
    Critical,
    #[error("does not say which key signed it (`kid`)")]
    NoKeyId,
    #[error("is signed with a key that its issuer does not have (`kid`)")]
    UnknownKey,
    #[error("cannot be checked, because the keys of its issuer cannot be fetched")]
    KeysUnavailable,
    #[error("is not signed by its issuer")]
    Signature,
    #[error("does not say what access tokens say (`iss`, `sub`, `aud`, `exp`)")]
    Claims,
    #[error("is from another issuer (`iss`)")]
    Issuer,
    #[error("is for another server (`aud`)")]
    Audience,
    #[error("has expired (`exp`)")]
    Expired,
    #[error("does not hold yet (`nbf`)")]
    NotYet,
}

impl Issuer {
    /// The issuer of these settings, if they name one.
    pub(super) fn of(
        settings: &OAuth,
        resource: &str,
        http: &Arc<dyn Http>,
        clock: &Arc<dyn Clock>,
    ) -> Option<Self> {
        let name = settings.issuer.given()?.to_owned();
        let audience = match settings.audience.as_slice() {
            [] => vec![resource.to_owned()],
            given => given.to_vec(),
        };
        let (http, clock) = (Arc::clone(http), Arc::clone(clock));
        let keys = Keys::new(name.clone(), settings.keys.clone(), http, Arc::clone(&clock));
        Some(Self { name, audience, settings: settings.clone(), clock, keys: Arc::new(keys) })
    }

    /// Whoever this token lets in.
    pub(super) async fn admit(&self, token: &str) -> Result<Credential, AccessRefused> {
        let unproven = Unproven::read(token)?;
        if !self.settings.algorithms.contain(unproven.algorithm) {
            return Err(Why::Algorithm.into());
        }
        let Unproven { algorithm, message, signature, key_id, .. } = &unproven;
        let key = self.keys.find(key_id, |key| key.fits(*algorithm)).await?;
        if !key.has_signed(*algorithm, message, signature) {
            return Err(Why::Signature.into());
        }
        let claims = unproven.proven()?;
        if claims.iss != self.name {
            return Err(Why::Issuer.into());
        }
        let of = || Some((claims.iss.clone(), claims.sub.clone()));
        let expires_at = self.judge(&claims).map_err(|why| AccessRefused { why, of: of() })?;
        Ok(self.credential(&claims, expires_at, key.fingerprint))
    }

    /// When a proven token ends, if it holds now and is for us.
    fn judge(&self, claims: &Claims) -> Result<i64, Why> {
        if !claims.is_for(&self.audience) {
            return Err(Why::Audience);
        }
        let now_ms = self.clock.now_ms();
        let leeway_ms = i64::from(self.settings.leeway_s) * 1_000;
        let expires_at = claims.ends_ms().ok_or(Why::Claims)?.saturating_add(leeway_ms);
        let begins_at = claims.begins_ms().ok_or(Why::Claims)?.saturating_sub(leeway_ms);
        match now_ms {
            now_ms if now_ms >= expires_at => Err(Why::Expired),
            now_ms if now_ms < begins_at => Err(Why::NotYet),
            _ => Ok(expires_at),
        }
    }

    fn credential(&self, claims: &Claims, expires_at: i64, signer: String) -> Credential {
        let words = claims.scopes().map(|word| self.settings.scopes.meaning(word));
        let scopes = words.fold(Scopes::NONE, Scopes::or);
        let is_external = self.settings.external;
        let caller = Caller::Subject {
            issuer: claims.iss.clone(),
            subject: claims.sub.clone(),
            scopes: if is_external { scopes.and(Scopes::EXTERNAL) } else { scopes },
            is_external,
        };
        Credential::new(caller, None, Proof::Access { expires_at, signer })
    }

    /// Whether the issuer still has the key that signed a token, as far as is known.
    pub(super) fn still_signs(&self, signer: &str) -> bool {
        self.keys.has(signer)
    }

    /// How often a key of it was gone.
    pub(super) fn losses(&self) -> i64 {
        self.keys.losses()
    }

    /// Looks at its keys again if they are old.
    pub(super) async fn refresh(&self) {
        self.keys.refresh().await;
    }
}

impl Why {
    /// The class of it, for the audit.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Malformed => "access_malformed",
            Self::Type => "access_type",
            Self::Algorithm => "access_algorithm",
            Self::Critical => "access_critical",
            Self::NoKeyId => "access_no_key_id",
            Self::UnknownKey => "access_unknown_key",
            Self::KeysUnavailable => "access_keys_unavailable",
            Self::Signature => "access_signature",
            Self::Claims => "access_claims",
            Self::Issuer => "access_issuer",
            Self::Audience => "access_audience",
            Self::Expired => "access_expired",
            Self::NotYet => "access_not_yet",
        }
    }

    /// Whether it would be the same a moment later.
    pub(super) const fn is_final(self) -> bool {
        !matches!(self, Self::UnknownKey | Self::KeysUnavailable | Self::NotYet)
    }
}

impl From<Why> for AccessRefused {
    fn from(why: Why) -> Self {
        Self { why, of: None }
    }
}

impl From<NoKey> for AccessRefused {
    fn from(none: NoKey) -> Self {
        match none {
            NoKey::Unknown => Why::UnknownKey,
            NoKey::Unavailable => Why::KeysUnavailable,
        }
        .into()
    }
}

impl fmt::Display for AccessRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}
