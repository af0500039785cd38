//! The look at something that nobody knows: a key, the token of an agent, or another token.

use std::sync::Arc;

use tollgate_tools::agents;
use tollgate_tools::call::Caller;
use tollgate_tools::keys::{self, KeyError, KeyText};

use super::access::{AccessRefused, Why};
use super::refused::Refused;
use super::trust::Trust;
use super::{Door, Setup};
use crate::gate::{Credential, Proof};
use crate::identity::{Identity, IdentityKey, TOKEN_BEGINS};

/// How our own begin, whatever they are.
const OURS: &str = "tollgate_";

impl Door {
    /// Whoever shows this.
    pub(super) async fn verify(&self, trust: &Trust, shown: &str) -> Result<Credential, Refused> {
        match (shown.starts_with(OURS), &trust.issuer) {
            (true, _) => {
                let _turn = self.key_turns.wait().await.ok_or(Refused::Busy)?;
                match shown.starts_with(TOKEN_BEGINS) {
                    true => agent(&self.setup, shown).await,
                    false => key(&self.setup, shown).await,
                }
            }
            (false, Some(issuer)) => {
                let _turn = self.token_turns.wait().await.ok_or(Refused::Busy)?;
                issuer.admit(shown).await.map_err(|refused| match refused {
                    AccessRefused { why: Why::KeysUnavailable, .. } => {
                        Refused::unverifiable("the keys of the issuer cannot be fetched")
                    }
                    refused => Refused::Access(refused),
                })
            }
            (false, None) if trust.is_unreadable() => {
                Err(Refused::unverifiable("config.toml cannot be used"))
            }
            (false, None) => Err(Refused::Malformed),
        }
    }
}

async fn key(setup: &Setup, shown: &str) -> Result<Credential, Refused> {
    match keys::verify(&setup.store, &*setup.clock, shown).await {
        Ok(caller) => {
            let id = KeyText::id_in(shown).unwrap_or_default().to_owned();
            Ok(Credential::new(caller, None, Proof::Key { id }))
        }
        Err(KeyError::Store(error)) => Err(Refused::unverifiable(error)),
        Err(error) => Err(Refused::Key(error)),
    }
}

async fn agent(setup: &Setup, shown: &str) -> Result<Credential, Refused> {
    let home = Arc::clone(&setup.home);
    let opened = tokio::task::spawn_blocking(move || IdentityKey::open(&home)).await;
    let key = opened.map_err(Refused::unverifiable)?.map_err(Refused::IdentityKey)?;
    let key = key.ok_or(Refused::NoIdentityKey)?;
    let identity = key.verify(shown, setup.clock.now_ms()).map_err(Refused::Token)?;
    let Identity { agent_id: id, workspace_id: signed, task_id, expires_at } = identity;
    match agents::caller(&setup.store, &id).await.map_err(Refused::unverifiable)? {
        None => Err(Refused::UnknownAgent { id }),
        Some(Caller::Agent { workspace_id, .. }) if workspace_id != signed => {
            Err(Refused::OtherWorkspace { id })
        }
        Some(caller) => {
            let (home, signer) = (setup.home.to_path_buf(), key.fingerprint());
            let proof = Proof::Token { expires_at, home, signer };
            Ok(Credential::new(caller, task_id, proof))
        }
    }
}
