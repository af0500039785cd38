//! A server with a tool behind every gate. Who calls is an argument, for tests alone.
//!
//! Lives here: the server. It uses Tollgate as a library, as any other crate would.
//! Must not: be part of what is delivered.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use tollgate::audit::Audit;
use tollgate::call::Caller;
use tollgate::decl::{Scope, Scopes};
use tollgate::host::{self, Reach};
use tollgate::openings::FromSettings;
use tollgate::serve::{self, Server, Setup};
use tollgate::settings::Home;
use tollgate::settings::live::Live;
use tollgate::store::{Store, StoreUrl};

mod each;

include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// `HOME operator`, `HOME agent ID`, `HOME internal|external SCOPE...` for a key, or `HOME
/// token|token-outside SCOPE...` for a token; `HOME names` tells every tool, whoever may see it.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, who, rest @ ..] = arguments.as_slice() else { return Err("who calls?".into()) };
    if who == "names" {
        let names: Vec<&str> = REGISTRY.decls().map(|decl| decl.name).collect();
        return Ok(std::io::stdout().write_all(names.join("\n").as_bytes())?);
    }
    let home = Path::new(home);
    let caller = caller(who, rest).ok_or("nobody calls like that")?;
    let ports = host::ports(Reach::Public, home);
    let store = StoreUrl::sqlite(&home.join("store.db"))?;
    let live = Live::open(Home::at(home.to_owned()));
    let openings = FromSettings::new(live, Arc::clone(&ports.clock), store.clone());
    openings.look_first(&caller)?;
    let server = Server::new(Setup {
        name: "gated",
        version: env!("CARGO_PKG_VERSION"),
        instructions: None,
        registry: &REGISTRY,
        openings: Arc::new(openings),
        audit: Audit::in_home(home),
        store: Store::lazy(store),
        ports,
        home: Arc::from(home),
    });
    Ok(serve::stdio(server, caller)?)
}

fn scopes(words: &[String]) -> Scopes {
    let scopes = words.iter().filter_map(|word| Scope::of(word));
    scopes.fold(Scopes::NONE, Scopes::with)
}

fn caller(who: &str, rest: &[String]) -> Option<Caller> {
    match who {
        "operator" => Some(Caller::Operator),
        "agent" => {
            Some(Caller::Agent { id: rest.first()?.clone(), workspace_id: "none".to_owned() })
        }
        "internal" | "external" => Some(Caller::Key {
            client: "client".to_owned(),
            scopes: scopes(rest),
            is_external: who == "external",
        }),
        "token" | "token-outside" => Some(Caller::Subject {
            issuer: "https://issuer.example".to_owned(),
            subject: "somebody".to_owned(),
            scopes: scopes(rest),
            is_external: who == "token-outside",
        }),
        _ => None,
    }
}
