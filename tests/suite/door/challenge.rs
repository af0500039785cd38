//! What a client is told, word for word, so that it can act on it.

use serde_json::{Value, json};
use tollgate::call::Caller;
use tollgate::decl::{Scope, Scopes};
use tollgate::door::own_url;
use tollgate::port::Clock as _;

use super::super::connection::Client;
use super::authority::{Authority, Signer};
use super::{FAR, Place};

fn config(server: &str, oauth: &str) -> String {
    format!("[server]\n{server}\n[oauth]\nissuer = \"https://issuer.example/one\"\n{oauth}\n")
}

/// <https://github.com/PrefectHQ/fastmcp/issues/4513>
#[tokio::test]
async fn whoever_shows_nothing_is_told_where_to_ask_and_for_what() {
    let place = Place::with(&config("public_url = \"https://tools.example\"", ""));
    let told = place.door.admit(None, FAR).await.unwrap_err();
    assert_eq!(
        (told.status, told.challenge.unwrap().as_str()),
        (
            401,
            "Bearer resource_metadata=\"https://tools.example/.well-known/oauth-protected-resource\
             /mcp\", scope=\"memory:read memory:write wiki:read wiki:write messaging:send\""
        )
    );
}

#[tokio::test]
async fn whoever_shows_something_wrong_is_told_what_is_wrong_with_it() {
    let place = Place::with(&config("", "acquirable_scopes = [\"wiki:read\"]"));
    let told = place.show("x").await.unwrap_err();
    assert_eq!(
        (told.status, told.challenge.unwrap().as_str()),
        (
            401,
            "Bearer error=\"invalid_token\", error_description=\"this token is no access token\", \
             resource_metadata=\"http://127.0.0.1:9030/.well-known/oauth-protected-resource/mcp\", \
             scope=\"wiki:read\""
        )
    );
    let place = Place::with(&config("", "acquirable_scopes = []"));
    let challenge = place.door.admit(None, FAR).await.unwrap_err().challenge.unwrap();
    assert!(challenge.ends_with("/mcp\"") && !challenge.contains("scope="), "{challenge}");
    let place = Place::with("");
    let told = place.show("x").await.unwrap_err();
    assert_eq!(
        told.challenge.unwrap(),
        "Bearer error=\"invalid_token\", \
         error_description=\"this is neither a key nor a token\""
    );
    assert_eq!(told.retry_after_s, None);
}

#[tokio::test]
async fn whose_token_is_too_narrow_is_told_every_word_that_is_missing() {
    let map = "[oauth.scopes]\n\"tickets.read\" = [\"wiki:read\"]";
    let place = Place::with(&config("", map));
    let missing = Scopes::NONE.with(Scope::WikiRead).with(Scope::MemoryRead);
    let told = place.door.too_narrow("some_tool", missing);
    assert_eq!(told.text, "some_tool needs a token with the scope memory:read tickets.read");
    assert_eq!(
        (told.status, told.challenge.unwrap().as_str()),
        (
            403,
            "Bearer error=\"insufficient_scope\", scope=\"memory:read tickets.read\", \
             resource_metadata=\"http://127.0.0.1:9030/.well-known/oauth-protected-resource/mcp\", \
             error_description=\"some_tool needs a token with the scope memory:read tickets.read\""
        )
    );
}

#[tokio::test]
async fn the_server_says_who_may_let_somebody_in() {
    let map = "acquirable_scopes = [\"wiki:read\", \"memory:read\"]\n\
               [oauth.scopes]\noffline_access = [\"memory:read\"]";
    let place = Place::with(&config("public_url = \"https://tools.example/base/\"", map));
    let document: Value = serde_json::from_str(&place.door.metadata().unwrap()).unwrap();
    assert_eq!(
        document,
        json!({
            "resource": "https://tools.example/base/mcp",
            "authorization_servers": ["https://issuer.example/one"],
            "scopes_supported": ["wiki:read"],
            "bearer_methods_supported": ["header"],
        })
    );
    let told = place.door.admit(None, FAR).await.unwrap_err().challenge.unwrap();
    let place_of = "https://tools.example/.well-known/oauth-protected-resource/base/mcp";
    assert!(told.contains(place_of), "{told}");
    assert_eq!(Place::with("").door.metadata(), None);
}

/// <https://github.com/anthropics/claude-code/issues/44652>,
/// <https://github.com/wso2/api-manager/issues/4774>
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_as_it_is_told_is_let_in_the_second_time() {
    let authority = Authority::start().await;
    let signer = Signer::es256("one");
    authority.publish(&[&signer]);
    let settings = "external = false\nacquirable_scopes = [\"admin\"]\n\
                    [oauth.scopes]\n\"house.all\" = [\"admin\"]";
    let place = Place::with(&authority.config(settings));
    let token = |scope: &str| {
        let mut claims = authority.claims(place.clock.now_ms());
        claims["scope"] = json!(scope);
        signer.token(&claims)
    };
    let narrow = place.show(&token("openid")).await.unwrap();
    let (list, refused) = ask(&place, &narrow);
    assert!(list.contains(&"list_workspaces".to_owned()), "what can be acquired is listed");
    assert_eq!(refused["error"]["code"], -32003, "{refused}");
    assert_eq!(refused["error"]["data"]["missingScopes"], json!(["admin"]));
    let told = place.door.too_narrow("list_workspaces", Scopes::NONE.with(Scope::Admin));
    let challenge = told.challenge.unwrap();
    let (_, rest) = challenge.split_once(" scope=\"").unwrap();
    let (scope, _) = rest.split_once('"').unwrap();
    assert_eq!(scope, "house.all", "the word of the authorization server");
    let wide = place.show(&token(&format!("openid {scope}"))).await.unwrap();
    assert!(wide.is_same_principal(&narrow) && wide != narrow);
    let (same, answer) = ask(&place, &wide);
    assert_eq!(same, list);
    assert!(answer.get("result").is_some(), "{answer}");
    assert!(
        matches!(wide.caller(), Caller::Subject { scopes, .. } if scopes.contains(Scope::Admin))
    );
}

/// The list of whoever shows this, and the answer to a call.
fn ask(place: &Place, credential: &tollgate::gate::Credential) -> (Vec<String>, Value) {
    let (server, credential) = (std::sync::Arc::clone(&place.server), credential.clone());
    let asked = std::thread::spawn(move || {
        let client = Client::of(&server, credential);
        let call = json!({"name": "list_workspaces", "arguments": {}});
        (client.list(), client.request("tools/call", &call).unwrap())
    });
    asked.join().unwrap()
}

#[test]
fn a_server_that_listens_everywhere_is_reached_by_name() {
    for (listens, has_tls, url) in [
        ("127.0.0.1:9030", false, "http://127.0.0.1:9030"),
        ("[::1]:9030", true, "https://[::1]:9030"),
        ("0.0.0.0:80", false, "http://localhost:80"),
        ("[::]:443", true, "https://localhost:443"),
    ] {
        assert_eq!(own_url(listens.parse().unwrap(), has_tls), url);
    }
}
