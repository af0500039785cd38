//! A caller as it is typed, and where it stands under the settings of the home.

use std::str::FromStr;
use std::sync::Arc;

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Scope, Scopes};
use tollgate_tools::store::{Store, StoreUrl};

use super::command::Narrow;
use super::failure::Failure;
use super::operator::{self, Found, OperatorError};
use crate::gate::{Catalog, Opens as _, Standpoint};
use crate::host::HostClock;
use crate::openings::FromSettings;
use crate::settings::agent::is_id;
use crate::settings::live::{AgentFile, Config, Live};
use crate::settings::{Home, StorePlace};
use crate::text::did_you_mean;

/// A caller, as arguments spell it.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    text: String,
    caller: Caller,
}

/// A text that spells no caller.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoCaller {
    #[error(
        "`{0}` is no caller; write `operator`, the id or name of an agent, or the scopes of a key \
         or token, such as `internal:memory:read,wiki:read`, `external:memory:read` or `token:`"
    )]
    Shape(String),
    #[error("there is no scope `{word}`{proposal}")]
    Scope { word: String, proposal: String },
}

impl Typed {
    /// Where this caller stands, by the files of the home and what a connection of it chooses.
    pub(super) fn standpoint(
        &self,
        catalog: &Catalog,
        narrow: Narrow,
    ) -> Result<Standpoint, Failure> {
        let narrowing = narrow.narrowing(catalog)?;
        let home = Home::locate()?;
        let live = Live::open(home.clone());
        // Where nobody can tell which store it is, nobody has a grant or a name in it.
        let (store, caller) = match live.now().config() {
            Config::Read(settings) => {
                let store = settings.store.url.url(&home)?;
                let caller = self.named(&live, &store)?;
                (store, caller)
            }
            Config::Closed(_) => (StorePlace::Embedded.url(&home)?, self.caller.clone()),
        };
        let openings = FromSettings::new(live, Arc::new(HostClock), store);
        openings.look_first(&caller).map_err(OperatorError::Runtime)?;
        let openings = openings.now(catalog, &caller.clone().into());
        Ok(Standpoint::new(catalog, caller, &openings).narrowed(narrowing.as_ref()))
    }

    /// The caller, by its id: an agent without settings of its own may have been named.
    fn named(&self, live: &Live, store: &StoreUrl) -> Result<Caller, OperatorError> {
        let Caller::Agent { id: given, .. } = &self.caller else { return Ok(self.caller.clone()) };
        if is_id(given) && live.now().agent(given) != AgentFile::Missing {
            return Ok(self.caller.clone());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(OperatorError::Runtime)?.block_on(async {
            let store = Store::lazy(store.clone());
            let found = operator::agent_of(&store, given).await;
            store.close().await;
            let Found { id, workspace_id } = found?;
            Ok(Caller::Agent { id, workspace_id })
        })
    }

    /// The caller as it was typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl FromStr for Typed {
    type Err = NoCaller;

    fn from_str(text: &str) -> Result<Self, NoCaller> {
        let caller = match text.split_once(':') {
            Some(("token", scopes)) => Caller::Subject {
                issuer: String::new(),
                subject: text.to_owned(),
                scopes: read_scopes(scopes)?,
                is_external: true,
            },
            Some((kind @ ("internal" | "external"), scopes)) => Caller::Key {
                client: text.to_owned(),
                scopes: read_scopes(scopes)?,
                is_external: kind == "external",
            },
            None if text == "operator" => Caller::Operator,
            None if !text.trim().is_empty() => {
                Caller::Agent { id: text.to_owned(), workspace_id: String::new() }
            }
            _ => return Err(NoCaller::Shape(text.to_owned())),
        };
        Ok(Self { text: text.to_owned(), caller })
    }
}

fn read_scopes(text: &str) -> Result<Scopes, NoCaller> {
    let mut words = text.split(',').filter(|word| !word.is_empty());
    words.try_fold(Scopes::NONE, |scopes, word| {
        let scope = Scope::of(word).ok_or_else(|| NoCaller::Scope {
            word: word.to_owned(),
            proposal: did_you_mean(word, Scope::ALL.iter().map(|scope| scope.wire())),
        })?;
        Ok(scopes.with(scope))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_caller_can_be_typed() {
        let caller = |text: &str| text.parse::<Typed>().unwrap().caller;
        assert_eq!(caller("operator"), Caller::Operator);
        for name in ["ada", "Ada Lovelace", "\u{611b}"] {
            assert!(matches!(caller(name), Caller::Agent { id, .. } if id == name));
        }
        let Caller::Key { scopes, is_external: true, .. } = caller("external:wiki:read,db:read")
        else {
            panic!("no external key");
        };
        assert!(scopes.contains(Scope::WikiRead) && scopes.contains(Scope::DbRead));
        assert!(matches!(caller("internal:"), Caller::Key { is_external: false, .. }));
        assert!(matches!(caller("token:"), Caller::Subject { scopes: Scopes::NONE, .. }));
    }

    #[test]
    fn what_is_no_caller_is_told_what_is() {
        let error = |text: &str| text.parse::<Typed>().unwrap_err().to_string();
        assert!(error(" ").starts_with("` ` is no caller; write `operator`"));
        assert!(error("agent:ada").contains("is no caller"));
        let wrong = error("internal:recordin");
        assert_eq!(wrong, "there is no scope `recordin`; did you mean `recording`?");
    }
}
